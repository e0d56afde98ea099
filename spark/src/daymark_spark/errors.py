"""What goes wrong, as exceptions that carry daymark's findings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Finding:
    """A code, the place it is about, and what daymark says of it."""

    code: str
    place: str | None = None
    message: str | None = None
    facts: dict[str, Any] = field(default_factory=dict, compare=False)

    @classmethod
    def parse(cls, text: str) -> Finding:
        """The finding of a row's ``finding`` column."""
        value = json.loads(text)
        location = value.get("location") or {}
        place = location.get("file")
        if place and location.get("entry"):
            place += "!" + location["entry"]
        return cls(value["code"], place, None, value.get("facts") or {})

    def __str__(self) -> str:
        if self.message:
            return self.message
        facts = ", ".join(f"{name} {value}" for name, value in sorted(self.facts.items()))
        place = f"{self.place}: " if self.place else ""
        return f"{place}{self.code}" + (f" ({facts})" if facts else "")


class DaymarkError(Exception):
    """Something that cannot be done; ``findings`` says why."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


class ProgramError(DaymarkError):
    """The program ``daymark`` is not there, or is not what it should be."""


class PipelineError(DaymarkError):
    """A pipeline, or what it names, cannot be read."""


class ReadingError(DaymarkError):
    """Archives of subjects could not be read; ``failed`` has the findings by subject."""

    def __init__(self, failed: dict[str, Finding]) -> None:
        lines = [f"{subject}: {finding}" for subject, finding in sorted(failed.items())]
        more = f"\n... and {len(lines) - 10} more" if len(lines) > 10 else ""
        super().__init__("\n".join(lines[:10]) + more, tuple(failed.values()))
        self.failed = failed
