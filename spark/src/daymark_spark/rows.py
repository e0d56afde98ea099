"""The columns of readings, and the rows that readings become."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

DAYS = """
reading struct<aggregates: struct<days: array<struct<
  day: date, metric: string, value: string, isComplete: boolean,
  heartRate: struct<minimum: string, maximum: string, mean: string>>>>>,
units map<string, string>
"""
"""What of a reading's JSON its days are made of; quantities are taken as they are written."""

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
        ("reading", pa.string()),
    ]
)
"""``status`` is ``read``, ``failed`` or ``quarantined``; ``reading`` is the line for ``daymark run``."""


def row(key: str | None, reading: str, uris: dict[str, str]) -> dict[str, Any]:
    """The row of a reading.

    ``uris`` has the URI of each local copy, which then stands for the copy.
    """
    value = _without_document(reading)
    failure = value.get("failure")
    facts = (failure or {}).get("facts") or {}
    for archive in value.get("archives") or []:
        # Neither path nor stamp of the copy say anything once it is gone.
        copy = archive["path"]
        reading = reading.replace(_member("path", copy), _member("path", uris.get(copy, copy)))
        reading = reading.replace(_member("stamp", archive["stamp"]), _member("stamp", ""))
        archive["path"] = uris.get(copy, copy)
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
        "reading": reading,
    }


def _member(name: str, text: str) -> str:
    return f'"{name}":{json.dumps(text, ensure_ascii=False)}'


def _without_document(reading: str) -> dict[str, Any]:
    """The members of a line but for the document of days, sessions and inputs, which may take megabytes.

    Members stand in the order of their names, and a quote inside a text has a backslash before it.
    """
    start, end = reading.find(',"reading":{'), reading.rfind(',"settings":')
    if 0 <= start < end:
        reading = reading[:start] + reading[end:]
    members: dict[str, Any] = json.loads(reading)
    return members


def batch(rows: list[dict[str, Any]]) -> pa.RecordBatch:
    """Rows as Arrow."""
    return pa.RecordBatch.from_pylist(rows, schema=ROW)
