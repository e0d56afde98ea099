"""Archives to a table of days."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from .asking import COULD_NOT_FINISH, DAMAGED, Path, ask, option, repeated, understood
from .errors import Finding, ProgramError
from .times import instant

if TYPE_CHECKING:
    import pyarrow as pa

_METADATA = b"daymark"


class DamagedInput(UserWarning):
    """An archive, or records of it, could not be read; ``findings`` of the table says which."""


def aggregate(
    *archives: Path,
    zone: str | None = None,
    first_day: date | str | None = None,
    last_day: date | str | None = None,
    all_metrics: bool = False,
    source_priority: Sequence[str] = (),
    manual_entries: bool = False,
    as_of: datetime | str | None = None,
    options: Sequence[str] = (),
) -> pa.Table:
    """Adds up one person's archives by day. What several devices recorded at the same time counts once.

    Args:
        archives: Files or folders of one person, such as ``export.zip``.
        zone: The time zone of the days, such as ``Europe/Berlin``; inferred from the archives when ``None``.
        first_day: The first day, a date or ``yyyy-MM-dd``; the first with data when ``None``.
        last_day: The last day, included; the last with data when ``None``.
        all_metrics: Whether to add exercise time, which is not one of the seven metrics.
        source_priority: Sources to prefer, the best first: globs on their names, ``PROVIDER:NAME``,
            or a kind, such as ``apple.phone``.
        manual_entries: Whether to count values that were typed in by hand.
        as_of: The latest plausible time (RFC 3339), for archives that state no export date. A ``datetime`` must know
            its zone.
        options: Other options of ``daymark aggregate``, as its command line has them.

    Returns:
        A row for each figure, ascending by day, metric and statistic. A day without data has no row.

        ========= ================= ============================================================
        date      date32            the day, in the zone
        metric    string            such as ``steps``, ``activeEnergy``, ``heartRate``
        statistic string            ``sum``; of heart rate ``average``, ``count``, ``max``, ``mean``, ``min``
        value     decimal128(19, 6) the figure, exact to the millionth of its unit
        unit      string            ``count``, ``m``, ``kcal``, ``bpm``, ``min``
        complete  bool              false when the day may lack data
        ========= ================= ============================================================

        ``findings`` and ``zone`` say what else the program told of it.

    Raises:
        DaymarkError: An archive is not there, is not recognised, or cannot be read at all.
        UsageError: An argument is wrong.
        ProgramError: The program is not there, or was killed.
        ModuleNotFoundError: There is no pyarrow; ``pip install pyarrow`` brings it.

    Warns:
        DamagedInput: Something could not be read or understood; the days that may lack it are not complete, and
            records that were left out are counted in ``findings``.
    """
    arrow = _arrow()
    if not archives:
        raise ValueError("no archives: give at least one")
    line = [
        "--quiet", *option("zone", zone), *option("from", first_day), *option("to", last_day),
        *option("all-metrics", all_metrics), *option("as-of", instant(as_of)),
        *option("manual-entries", "include" if manual_entries else None),
        *repeated("source-priority", source_priority),
    ]
    answer = ask("aggregate", line, options, archives)
    if answer.exit_code == COULD_NOT_FINISH or len(answer.documents) != 1:
        raise ProgramError("the program's answer has no days")
    (document,) = answer.documents
    with understood():
        table = _table(arrow, document)
        damage = [one for one in _findings(document) if one.level == "damage"]
    if damage or answer.exit_code == DAMAGED:
        warnings.warn("\n".join(map(str, damage)), DamagedInput, stacklevel=2)
    return table


def findings(table: pa.Table) -> list[Finding]:
    """What the program found in the archives of a table that ``aggregate`` made."""
    return _findings(_told(table))


def zone(table: pa.Table) -> str:
    """The time zone of a table's days, given or inferred."""
    return str(_told(table)["zone"]["id"])


def _told(table: pa.Table) -> dict[str, Any]:
    metadata = table.schema.metadata or {}
    if _METADATA not in metadata:
        raise ValueError("this table is not as `aggregate` made it: it has no metadata of daymark")
    told: dict[str, Any] = json.loads(metadata[_METADATA])
    return told


def _findings(document: dict[str, Any]) -> list[Finding]:
    return [Finding.parse(one) for one in document["findings"]]


def _table(arrow: Any, document: dict[str, Any]) -> pa.Table:
    rows = document.pop("aggregates")
    types = {
        # The largest figure of a day has 13 digits before the point.
        "date": arrow.date32(), "metric": arrow.string(), "statistic": arrow.string(),
        "value": arrow.decimal128(19, 6), "unit": arrow.string(), "complete": arrow.bool_(),
    }
    columns = {name: [row[name] for row in rows] for name in types}
    columns["date"] = [date.fromisoformat(day) for day in columns["date"]]
    columns["value"] = [Decimal(value) for value in columns["value"]]
    told = json.dumps(document, sort_keys=True, default=str)
    schema = arrow.schema(
        [arrow.field(name, kind, nullable=False) for name, kind in types.items()], {_METADATA: told})
    return arrow.table(columns, schema=schema)


def _arrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "daymark.aggregate gives a pyarrow.Table, and there is no pyarrow: pip install pyarrow", name="pyarrow",
        ) from error
    return pyarrow
