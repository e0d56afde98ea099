"""Evidence, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .asking import DAMAGED, DONE, Path, ask, option, repeated, understood
from .errors import Finding, VerificationError


@dataclass(frozen=True)
class Difference:
    """Something that is not as it should be."""

    subject: str | None
    """Whose evidence it is; ``None`` when it is about the whole folder."""
    item: str
    """What was checked, such as ``dailyFigures``."""
    compared_with: str
    """What it was compared with: ``files``, ``archives``, ``pipeline``, ``keys`` or ``log``."""
    path: str
    """Where in the document, such as ``$.verdict.outcome``."""
    kind: str
    """How it differs, such as ``content`` or ``missing``."""

    def __str__(self) -> str:
        whose = f"{self.subject}: " if self.subject else ""
        return f"{whose}{self.item}: {self.path} differs from the {self.compared_with} ({self.kind})"


@dataclass(frozen=True)
class Verification:
    """What was checked, and what came of it."""

    holds: bool
    """Whether everything that was checked is the same, and everything could be checked."""
    differences: tuple[Difference, ...]
    errors: tuple[Finding, ...]
    """Why something could not be checked."""
    trusted: tuple[str, ...]
    """What was taken on trust, because nothing was given that it could be compared with."""
    document: dict[str, Any]
    """What ``daymark verify --format json`` prints."""

    def check(self) -> Verification:
        """This verification.

        Raises ``VerificationError`` unless it holds.
        """
        if self.holds:
            return self
        lines = [*map(str, self.differences), *map(str, self.errors)] or ["the evidence does not hold"]
        more = [f"... and {len(lines) - 10} more"] if len(lines) > 10 else []
        raise VerificationError("\n".join(lines[:10] + more), self.errors)


def verify(
    path: Path,
    *,
    archives: Sequence[Path] = (),
    pipeline: Path | None = None,
    trust: Sequence[Path] = (),
    log: Path | None = None,
    options: Sequence[str] = (),
) -> Verification:
    """Checks what a run wrote: its files against each other, and against what is given.

    Args:
        path: An ``evidence.json``, the folder of a person or of a challenge, a ``disclosure.json``, a
            ``consistency.json``, or the folder of a log.
        archives: The archives that the run read, in any order and under any name.
        pipeline: The folder of the pipeline as it was published.
        trust: The public keys of those whose attestations are trusted.
        log: A log's folder, or an earlier checkpoint of it.
        options: Other options of ``daymark verify``, as its command line has them.

    Returns:
        What differs, what could not be checked, and what was taken on trust. Call ``check()`` to have an exception
        instead of a result that does not hold.

    Raises:
        DaymarkError: There is nothing at the path, or what is given cannot be read.
        UsageError: An argument is wrong.
        ProgramError: The program is not there, or was killed.
    """
    line = [
        *option("pipeline", pipeline), *option("log", log), *repeated("raw", archives), *repeated("trust", trust),
    ]
    answer = ask("verify", line, options, [path])
    # The exit code is the answer, whatever the document says.
    return _verification(answer.exit_code in (DONE, DAMAGED), answer.documents[0] if answer.documents else {})


def _verification(holds: bool, document: dict[str, Any]) -> Verification:
    with understood():
        subjects = document.get("subjects", [])
        differences = _differences(None, document.get("checks", []))
        for subject in subjects:
            differences += _differences(subject.get("subject", subject["path"]), subject["checks"])
        # Of a log that is not as it was left there are no checks, but why.
        errors = [*document.get("errors", []), *(one["error"] for one in subjects if "error" in one)]
        return Verification(
            holds, tuple(differences), tuple(map(Finding.parse, errors)),
            tuple(dict.fromkeys(item for one in subjects for item in one["trusted"])), document)


def _differences(subject: str | None, checks: list[dict[str, Any]]) -> list[Difference]:
    return [
        Difference(subject, check["item"], check["with"], one["path"], one["kind"])
        for check in checks for one in check["differences"]
    ]
