"""What goes wrong, and what is noticed: findings, and the exceptions that carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """A code, the place that it is about, and what the program says of it.

    The page Errors says what each code means.
    """

    code: str
    """The stable code, such as ``archive.truncated``."""
    place: str | None = None
    """The file, ``!`` and the member of an archive, the line and the byte, as far as they are known."""
    message: str | None = None
    """What happened and what to do about it, for people; its words may change. It has no health value."""
    level: str | None = None
    """``damage`` (data could not be read), ``policy`` (set aside on purpose) or ``notice``."""
    count: int = 1
    """How many there were in this input."""

    @classmethod
    def parse(cls, value: Mapping[str, Any]) -> Finding:
        """A finding as a document of the program has it."""
        place = value.get("place")
        location = value.get("location")
        if place is None and location:
            place = location["file"] + (f"!{location['entry']}" if "entry" in location else "")
            place += f":{location['line']}" if "line" in location else ""
        return cls(value["code"], place, value.get("message"), value.get("level"), value.get("count", 1))

    def __str__(self) -> str:
        return ": ".join(part for part in (self.place, self.code, self.message) if part)


class DaymarkError(Exception):
    """Something that could not be done; ``findings`` says why, what weighs most first."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> DaymarkError:
        """The error that findings stand for."""
        return cls("\n".join(str(finding) for finding in findings), findings)

    @property
    def code(self) -> str | None:
        """The code of the first finding."""
        return self.findings[0].code if self.findings else None

    @property
    def place(self) -> str | None:
        """The place of the first finding."""
        return self.findings[0].place if self.findings else None


class ProgramError(DaymarkError):
    """The program is not there, cannot be started, was killed, or answers with what is no answer."""


class UsageError(DaymarkError, ValueError):
    """An argument that the program does not take, such as a zone that does not exist."""


class VerificationError(DaymarkError):
    """Evidence that does not hold, or could not be checked."""
