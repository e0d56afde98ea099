"""The columns of readings, and the rows that readings become."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pyarrow as pa

DAY = pa.struct(
    [
        ("day", pa.date32()),
        ("metric", pa.string()),
        ("value", pa.float64()),
        ("unit", pa.string()),
        ("is_complete", pa.bool_()),
        ("minimum", pa.float64()),
        ("maximum", pa.float64()),
        ("mean", pa.float64()),
    ]
)

ARCHIVE = pa.struct([("uri", pa.string()), ("sha256", pa.string()), ("bytes", pa.int64())])

ROW = pa.schema(
    [
        ("subject", pa.string()),
        ("key", pa.string()),
        ("status", pa.string()),
        ("code", pa.string()),
        ("signal", pa.string()),
        ("sha256", pa.string()),
        ("finding", pa.string()),
        ("is_damaged", pa.bool_()),
        ("archives", pa.list_(ARCHIVE)),
        ("settings", pa.string()),
        ("program", pa.string()),
        ("sessions", pa.int32()),
        ("days", pa.list_(DAY)),
        ("reading", pa.string()),
    ]
)
"""``status`` is ``read``, ``failed`` or ``quarantined``; ``reading`` is the line for ``daymark run``."""


def row(key: str | None, reading: str, uris: dict[str, str]) -> dict[str, Any]:
    """The row of a reading.

    ``uris`` has the URI of each local copy, which then stands for the copy.
    """
    value = json.loads(reading)
    failure = value.get("failure")
    facts = (failure or {}).get("facts") or {}
    for archive in value.get("archives") or []:
        # Neither path nor stamp of the copy say anything once it is gone.
        copy = archive["path"]
        reading = reading.replace(_member("path", copy), _member("path", uris.get(copy, copy)))
        reading = reading.replace(_member("stamp", archive["stamp"]), _member("stamp", ""))
        archive["path"] = uris.get(copy, copy)
    aggregates = value.get("aggregates") or {}
    code = failure["code"] if failure else None
    quarantined = code is not None and code.startswith("reader.")
    status = "quarantined" if quarantined else "failed" if failure else "read"
    return {
        "subject": value["subject"],
        "key": key,
        "status": status,
        "code": code,
        "signal": facts.get("signal"),
        "sha256": facts.get("sha256"),
        "finding": json.dumps(failure, sort_keys=True) if failure else None,
        "is_damaged": bool(failure) or bool(value.get("isDamaged")),
        "archives": [
            {"uri": archive["path"], "sha256": archive["digest"], "bytes": archive["bytes"]}
            for archive in value.get("archives") or []
        ],
        "settings": value.get("settings"),
        "program": value["program"],
        "sessions": len(aggregates.get("sessions") or []),
        "days": [_day(day, value.get("units") or {}) for day in aggregates.get("days") or []],
        "reading": reading,
    }


def _member(name: str, text: str) -> str:
    return f'"{name}":{json.dumps(text, ensure_ascii=False)}'


def _day(day: dict[str, Any], units: dict[str, str]) -> dict[str, Any]:
    rates = day.get("heartRate") or {}
    return {
        "day": date.fromisoformat(day["day"]),
        "metric": day["metric"],
        "value": _number(day.get("value")),
        "unit": units.get(day["metric"]),
        "is_complete": day["isComplete"],
        "minimum": _number(rates.get("minimum")),
        "maximum": _number(rates.get("maximum")),
        "mean": _number(rates.get("mean")),
    }


def _number(text: str | None) -> float | None:
    """A quantity, which has at most 15 digits, so that a double holds it."""
    return None if text is None else float(text)


def batch(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    """Rows as Arrow."""
    return pa.RecordBatch.from_pylist(rows, schema=ROW)
