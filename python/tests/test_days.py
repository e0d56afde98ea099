"""``aggregate``: shapes, units and figures, held against samples whose days were worked out on paper."""

from __future__ import annotations

import csv
import io
import logging
import subprocess
import sys
import warnings
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import polars
import pyarrow as pa
import pyarrow.parquet
import pytest

import daymark
from conftest import PHONE_AND_WATCH, SAMPLES, program, write_export

SCHEMA = pa.schema([
    pa.field("date", pa.date32(), nullable=False), pa.field("metric", pa.string(), nullable=False),
    pa.field("statistic", pa.string(), nullable=False),
    pa.field("value", pa.decimal128(19, 6), nullable=False), pa.field("unit", pa.string(), nullable=False),
    pa.field("complete", pa.bool_(), nullable=False),
])
SAMPLES_OF_DAYS = [
    "day-totals", "dst-change", "ios16-dtd", "kilojoules-and-miles", "phone-and-watch", "workouts",
]


@pytest.mark.filterwarnings("ignore::daymark.DamagedInput")
@pytest.mark.parametrize("sample", SAMPLES_OF_DAYS)
def test_days_are_those_of_the_sample(sample: str) -> None:
    folder = SAMPLES / "apple-health" / sample
    archives = sorted((folder / "input").iterdir())
    table = daymark.aggregate(*archives)
    assert table.schema.equals(SCHEMA, check_metadata=False)
    with open(folder / "expected/aggregates.csv", newline="") as file:
        expected = [
            (row["date"], row["metric"], row["statistic"], Decimal(row["value"]), row["unit"])
            for row in csv.DictReader(file)
        ]
    got = [
        (str(row["date"]), row["metric"], row["statistic"], row["value"], row["unit"])
        for row in table.to_pylist()
    ]
    assert expected and got == expected


def test_table_is_the_parquet_file_of_the_program() -> None:
    heart = SAMPLES / "apple-health/heart-rate/input/export.zip"
    for archive in (PHONE_AND_WATCH, heart):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", daymark.DamagedInput)
            table = daymark.aggregate(archive)
        ended = subprocess.run(
            [program(), "aggregate", "--quiet", "--format", "parquet", archive], capture_output=True)
        file = pyarrow.parquet.read_table(io.BytesIO(ended.stdout))
        assert table.num_rows > 0 and file.cast(SCHEMA).equals(table)


def test_a_year_that_was_made(tmp_path: Path) -> None:
    days = [date(2025, 1, 1) + timedelta(number) for number in range(365)]
    steps = {day: 3000 + 37 * number for number, day in enumerate(days)}
    export = write_export(tmp_path, steps)
    table = daymark.aggregate(export, zone="Europe/Berlin")
    assert dict(zip(table["date"].to_pylist(), table["value"].to_pylist(), strict=True)) == steps
    assert set(table["unit"].to_pylist()) == {"count"} and all(table["complete"].to_pylist())
    assert daymark.zone(table) == "Europe/Berlin" and daymark.findings(table) == []
    march = daymark.aggregate(
        export, zone="Europe/Berlin", first_day=date(2025, 3, 1), last_day="2025-03-31")
    assert march["value"].to_pylist() == [steps[day] for day in days if day.month == 3]
    # 12:00 +01:00 is the next day 24 hours later in Kiribati's zone, and in no other way.
    east = daymark.aggregate(export, zone="Pacific/Kiritimati")
    assert east["date"].to_pylist() == [day + timedelta(1) for day in days]


def test_pandas_and_polars_have_the_same_figures() -> None:
    table = daymark.aggregate(PHONE_AND_WATCH)
    pandas = table.to_pandas()
    steps = pandas[pandas["metric"] == "steps"].set_index("date")["value"].astype(float)
    assert steps.to_dict() == {date(2025, 6, 10): 6560, date(2025, 6, 11): 1300, date(2025, 6, 12): 700}
    frame = polars.from_arrow(table)
    assert isinstance(frame, polars.DataFrame)
    assert frame.filter(metric="steps")["value"].to_list() == [Decimal(6560), Decimal(1300), Decimal(700)]


def test_exercise_time_when_asked_for() -> None:
    archive = SAMPLES / "apple-health/workouts/input/export.zip"
    more = set(daymark.aggregate(archive, all_metrics=True)["metric"].to_pylist())
    assert more - set(daymark.aggregate(archive)["metric"].to_pylist()) == {"exerciseTime"}


def test_manual_entries_count_when_asked_for() -> None:
    archive = SAMPLES / "challenge/ben/input/export.zip"
    without = daymark.aggregate(archive, zone="Europe/Berlin")
    with_them = daymark.aggregate(archive, zone="Europe/Berlin", manual_entries=True)
    assert sum(with_them["value"].to_pylist()) - sum(without["value"].to_pylist()) == 3000
    (finding,) = daymark.findings(without)
    assert (finding.code, finding.level, finding.count) == ("sample.manual", "policy", 1)
    assert daymark.findings(with_them) == []


def test_damage_is_a_warning_and_days_are_not_complete(tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    cut.write_bytes(PHONE_AND_WATCH.read_bytes()[:2000])
    with pytest.warns(daymark.DamagedInput, match="archive.truncated") as caught:
        table = daymark.aggregate(cut)
    assert caught[0].filename == __file__
    assert table.num_rows > 0 and not any(table["complete"].to_pylist())
    assert [finding.code for finding in daymark.findings(table)] == ["archive.truncated"]


def test_no_health_value_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    export = write_export(tmp_path, {date(2025, 1, 1): "81.77x", date(2025, 1, 2): "-4242"})
    with pytest.warns(daymark.DamagedInput) as caught:
        table = daymark.aggregate(export)
    told = f"{caught[0].message}{caplog.text}{daymark.findings(table)}"
    assert "value.not_a_number" in told and "value.negative" in told
    assert "81.77" not in told and "4242" not in told


def test_what_cannot_be_read_is_an_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    missing = tmp_path / "none.zip"
    with pytest.raises(daymark.DaymarkError, match="no such file") as missed:
        daymark.aggregate(missing)
    assert (missed.value.code, missed.value.place) == ("file.missing", str(missing))
    (tmp_path / "other.xml").write_text("<other/>")
    with pytest.raises(daymark.DaymarkError) as unknown:
        daymark.aggregate(tmp_path / "other.xml")
    assert unknown.value.code == "archive.unrecognised" and unknown.value.findings[0].message
    # The exceptions have said it.
    assert caplog.text == ""


def test_a_path_that_begins_with_a_hyphen_is_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "--help").write_bytes(PHONE_AND_WATCH.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert daymark.aggregate("--help").num_rows == 6


def test_wrong_arguments() -> None:
    with pytest.raises(daymark.UsageError, match="Mars/Base"):
        daymark.aggregate(PHONE_AND_WATCH, zone="Mars/Base")
    with pytest.raises(ValueError, match="at least one"):
        daymark.aggregate()
    with pytest.raises(ValueError, match="no time zone"):
        daymark.aggregate(PHONE_AND_WATCH, as_of=datetime(2025, 7, 1))
    with pytest.raises(TypeError, match="one text"):
        daymark.aggregate(PHONE_AND_WATCH, options="--careful")
    with pytest.raises(ValueError, match="not as `aggregate`"):
        daymark.findings(pa.table({"date": [1]}))


def test_other_options_and_instants() -> None:
    plain = daymark.aggregate(PHONE_AND_WATCH)
    as_of = datetime(2025, 12, 1, tzinfo=timezone.utc)
    assert daymark.aggregate(PHONE_AND_WATCH, as_of=as_of, options=["--careful"]).equals(plain)


def test_without_pyarrow_the_rest_works() -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import daymark\n"
        f"try: daymark.aggregate({str(PHONE_AND_WATCH)!r})\n"
        "except ModuleNotFoundError as error: print(error)\n")
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "pip install pyarrow" in ended.stdout, ended.stderr
