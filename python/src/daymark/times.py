"""Instants as the program takes them."""

from __future__ import annotations

from datetime import datetime, timezone


def instant(value: datetime | str | None) -> str | None:
    """An instant as RFC 3339, in UTC and to the millisecond.

    Raises ``ValueError`` for a ``datetime`` without a zone, which is no instant.
    """
    if value is None or isinstance(value, str):
        return value
    if value.tzinfo is None:
        raise ValueError(f"{value} has no time zone; give it one, such as tzinfo=timezone.utc")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
