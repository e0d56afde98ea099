"""A pipeline to verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .asking import COULD_NOT_FINISH, Path, ask, option, understood
from .errors import Finding, ProgramError
from .times import instant


@dataclass(frozen=True)
class Subject:
    """What a run knows of one person: a verdict, or why there is none."""

    id: str
    challenge: str
    outcome: str | None
    """``pass``, ``fail`` or ``undetermined``; ``None`` when the archives could not be read."""
    reasons: tuple[str, ...]
    """The codes of the reasons, the first weighs most."""
    is_final: bool
    """Whether nothing that may still be handed in can change the outcome."""
    open_until: str | None
    """Until when the outcome may change (RFC 3339)."""
    flags: tuple[str, ...]
    """The codes of what is unusual in the data."""
    error: Finding | None
    """Why the archives could not be read."""
    folder: str
    """The folder of the person's evidence, below the output folder."""

    @classmethod
    def parse(cls, challenge: str, value: Mapping[str, Any]) -> Subject:
        """A subject as ``run.json`` has it."""
        verdict = value.get("verdict") or {}
        error = value.get("error")
        return cls(
            value["subject"], challenge, verdict.get("outcome"), tuple(verdict.get("reasons", ())),
            bool(verdict.get("final", False)), verdict.get("openUntil"),
            tuple(code for code, levels in verdict.get("flags", {}).items() if levels.get("flagged")),
            Finding.parse(error) if error else None, value["folder"])


@dataclass(frozen=True)
class Run:
    """What a run decided."""

    subjects: tuple[Subject, ...]
    """Everybody, those of each challenge, or each of its occurrences, in the order of the pipeline."""
    is_whole: bool
    """Whether every input could be read whole."""
    documents: tuple[dict[str, Any], ...]
    """``run.json`` of each challenge; ``daymark schema run`` describes it."""

    @property
    def outcomes(self) -> dict[str, str | None]:
        """The outcome of each person, by id. Of a challenge that recurs it is that of the last occurrence."""
        return {subject.id: subject.outcome for subject in self.subjects}


def run(
    pipeline: Path,
    out: Path = "out",
    *,
    as_of: datetime | str | None = None,
    jobs: int | None = None,
    store: Path | None = None,
    report: bool = False,
    options: Sequence[str] = (),
) -> Run:
    """Runs a pipeline: reads everybody's archives, and writes verdicts and evidence. Again, it does what is left to do.

    Args:
        pipeline: The folder of ``pipeline.yaml``.
        out: Where the outputs go; the folder is made if it is not there.
        as_of: The instant that the verdicts are for (RFC 3339); the pipeline's, or now, when ``None``. A ``datetime``
            must know its zone.
        jobs: How many people to process side by side; by the processors of this machine when ``None``.
        store: The store; ``daymark.sqlite`` in the output folder when ``None``.
        report: Whether to write pages to look at, too.
        options: Other options of ``daymark run``, as its command line has them.

    Returns:
        Everybody's outcome. One person's bad archive stops nobody else: ``is_whole`` is false, and the person has
        ``error``, or a finding in the documents.

    Raises:
        DaymarkError: The pipeline, the store or the output folder cannot be used. ``findings`` has every mistake.
        UsageError: An argument is wrong.
        ProgramError: The program is not there, or was killed.
    """
    line = [
        *option("out", out), *option("as-of", instant(as_of)), *option("jobs", jobs), *option("store", store),
        *option("report", report),
    ]
    answer = ask("run", line, options, [pipeline])
    if answer.exit_code == COULD_NOT_FINISH or not answer.documents:
        raise ProgramError("the program's answer has no run")
    with understood():
        subjects = tuple(
            Subject.parse(document["challenge"], value)
            for document in answer.documents for value in document["subjects"])
        # The exit code also depends on options, such as `--tolerate`.
        counts = [document["counts"] for document in answer.documents]
        is_whole = all(count["damaged"] == 0 and count["failed"] == 0 for count in counts)
    return Run(subjects, is_whole, answer.documents)
