"""The settings that subjects are read under."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any


@dataclass(frozen=True)
class Settings:
    """What holds for all subjects, with the names and meanings of ``pipeline.yaml``.

    ``listed_at`` is when the list of archives was made, if that is known: a run closes a hand-in with those alone that
    were listed at or after ``proof_deadline``. ``first`` and ``last`` are the period, everything when ``None``. ``as_of`` bounds plausible times of
    archives that state no export date; it is now when ``None``. ``time_zone`` is of subjects that have none.
    """

    first: date | None = None
    last: date | None = None
    time_zone: str | None = None
    as_of: datetime | None = None
    proof_deadline: datetime | None = None
    listed_at: datetime | None = None
    manual_entries: str = "exclude"
    source_priority: Sequence[str] = ()
    late_inputs: str = "setAside"
    read_limits: Mapping[str, int] = field(default_factory=dict)
    show_names: bool = False

    def request(self) -> dict[str, Any]:
        """The members of a request that are the same for all subjects."""
        as_of = self.as_of or datetime.now(timezone.utc)
        is_listed = self.proof_deadline and self.listed_at and min(as_of, self.listed_at) >= self.proof_deadline
        members: dict[str, Any] = {
            "asOf": _instant(as_of),
            "manualEntries": self.manual_entries,
            "sourcePriority": list(self.source_priority),
            "lateInputs": self.late_inputs,
            "readLimits": dict(self.read_limits),
            "from": self.first.isoformat() if self.first else None,
            "to": self.last.isoformat() if self.last else None,
            "challengeZone": self.time_zone,
            "proofDeadline": _instant(self.proof_deadline) if self.proof_deadline else None,
            # A list that was made before the deadline may lack what came in until then.
            "listedAfterDeadline": True if is_listed else None,
            "showNames": True if self.show_names else None,
        }
        return {name: value for name, value in members.items() if value is not None}


def _instant(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone; give one, such as timezone.utc")
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
