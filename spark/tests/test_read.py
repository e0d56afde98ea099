"""Reading in this process' Spark: rows, days, errors, and archives that lie elsewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from importlib.metadata import version
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from moto.server import ThreadedMotoServer
from pyarrow import fs
from pyspark.sql import SparkSession

import daymark_spark
from conftest import (
    AS_OF, REPOSITORY, decide, documents, make_pipeline, poisoned, program, sample_inputs,
)
from daymark_spark import (
    DaymarkError, Limits, PipelineError, ProgramError, ReadingError, Settings, folder, read, run,
)
from daymark_spark.fetch import fetched

ONE_SECOND = Limits(silence=1)


def test_the_five_lines_of_the_pages_give_days(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pages = ("Sources/Pipeline/Documentation.docc/Spark.md", "spark/README.md")
    shown = {
        re.findall(r"```python\n(.*?)```", (REPOSITORY / page).read_text(), re.DOTALL)[0]
        for page in pages
    }
    assert len(shown) == 1
    lines = shown.pop()
    assert len(lines.splitlines()) == 5
    make_pipeline(tmp_path / "p", {"anna": REPOSITORY / "samples/challenge/anna/input"})
    (tmp_path / "p/inbox").rename(tmp_path / "exports")
    monkeypatch.chdir(tmp_path)
    # Without it, the program is the one that the wheel of `daymark` carries.
    monkeypatch.setenv("DAYMARK_PROGRAM", program("daymark"))
    names: dict[str, object] = {}
    exec(lines, names)
    assert "anna" in capsys.readouterr().out
    listed = aggregate(REPOSITORY / "samples/challenge/anna/input")
    found = {(row.metric, str(row.day)): row.value for row in names["readings"].days.collect()}  # type: ignore[attr-defined]
    assert found == listed


def aggregate(archives: Path) -> dict[tuple[str, str], float]:
    """The days that ``daymark aggregate`` prints."""
    inputs = [str(path) for path in sorted(archives.iterdir())]
    ended = subprocess.run(
        [program("daymark"), "aggregate", *inputs, "--format", "json", "--quiet"],
        capture_output=True, text=True)
    days = json.loads(ended.stdout)["aggregates"]
    return {
        (day["metric"], day["date"]): day["value"]
        for day in days if day["statistic"] in ("sum", "average")
    }


def test_rows_in_are_rows_out_whatever_is_in_the_archives(spark: SparkSession, tmp_path: Path) -> None:
    poisons = ("trap", "silence", "garbage")
    pipeline = make_pipeline(
        tmp_path / "p", dict(list(sample_inputs().items())[:4]), poisons)
    inputs = folder(spark, str(pipeline / "inbox")).union(
        spark.createDataFrame([("gone", str(tmp_path / "gone.zip"))], "subject string, uri string"))
    readings = read(spark, inputs, program=poisoned(tmp_path), limits=ONE_SECOND)
    rows = {row.subject: row for row in readings.rows.collect()}
    assert len(rows) == 8
    assert {row.status for row in rows.values()} == {"read", "failed", "quarantined"}
    assert rows["poison-trap"].code == "reader.crashed"
    assert rows["poison-silence"].code == "reader.timeout"
    assert rows["poison-garbage"].code == "archive.unrecognised"
    assert rows["gone"].code == "file.missing"
    # What is written here and what the program writes is of one form.
    assert len({json.loads(row.reading)["daymarkReading"] for row in rows.values()}) == 1
    with pytest.raises(ReadingError) as caught:
        readings.check()
    assert caught.value.failed["poison-trap"].facts["signal"] == "SIGILL"
    assert "poison-trap: trap.xml: reader.crashed" in str(caught.value)
    assert set(caught.value.failed) == {"gone", "poison-garbage", "poison-silence", "poison-trap"}
    readings.unpersist()


def test_a_list_made_after_the_deadline_says_so() -> None:
    now, second = datetime.now(timezone.utc), timedelta(seconds=1)

    def says(as_of: datetime | None, listed_at: datetime | None) -> bool:
        settings = Settings(as_of=as_of, proof_deadline=now - second, listed_at=listed_at)
        return "listedAfterDeadline" in settings.request()

    assert says(None, now) and says(now, now - second) and says(now - second, now)
    # A look back, a list that was made before, and one of which nobody knows when it was made.
    assert not says(now - 2 * second, now) and not says(now, now - 2 * second) and not says(now, None)


def test_settings_decide_on_days(spark: SparkSession) -> None:
    archive = str(next((REPOSITORY / "samples/apple-health/manual-entries/input").iterdir()))
    inputs = spark.createDataFrame([("m", archive)], "subject string, uri string")

    def samples(**settings: str) -> float:
        readings = read(spark, inputs, Settings(time_zone="UTC", **settings), program=program("daymark"))
        return sum(row.value or 0 for row in readings.check().days.collect())

    assert samples(manual_entries="include") > samples()
    one = Settings(first=date(1999, 1, 1), last=date(1999, 1, 2), as_of=datetime(2026, 1, 1, tzinfo=timezone.utc))
    assert read(spark, inputs, one, program=program("daymark")).days.count() == 0
    wrong = read(spark, inputs, Settings(time_zone="Mars/X"), program=program("daymark"))
    assert "challengeZone" in str(wrong.failures()["m"])


def test_people_whose_names_have_points_are_told_apart(spark: SparkSession, tmp_path: Path) -> None:
    for name in ("j.doe.zip", "j.smith.zip", "anna.tar.gz", "ben", "j.roe", "J.Poe.XML", "zip"):
        (tmp_path / name).touch()
    (tmp_path / "c.d").mkdir()
    (tmp_path / "c.d/1.fit").touch()
    subjects = {row.subject for row in folder(spark, str(tmp_path)).collect()}
    assert subjects == {"j.doe", "j.smith", "anna", "ben", "c.d", "j.roe", "J.Poe", "zip"}
    (tmp_path / "ben.zip").touch()
    with pytest.raises(ValueError, match="ben and ben.zip are both of the subject ben"):
        folder(spark, str(tmp_path))


def test_rows_that_contradict_each_other_are_refused(spark: SparkSession) -> None:
    export = str(REPOSITORY / "samples/challenge/anna/input/export.zip")
    early, late = datetime(2025, 9, 8, tzinfo=timezone.utc), datetime(2025, 9, 9, tzinfo=timezone.utc)
    rows = [
        ("zones", export, "Europe/Berlin", None), ("zones", export, "Europe/Paris", None),
        ("times", export, None, early), ("times", export, None, late),
        ("same", export, "Europe/Berlin", early), ("same", export, None, early),
    ]
    inputs = spark.createDataFrame(rows, "subject string, uri string, time_zone string, received_at timestamp")
    readings = read(spark, inputs, program=program("daymark"))
    failures = readings.failures()
    assert {subject: finding.code for subject, finding in failures.items()} == {
        "zones": "config.bad_value", "times": "config.bad_value"}
    assert "timeZone" in str(failures["zones"]) and "receivedAt" in str(failures["times"])
    assert readings.days.where("subject = 'same'").count() > 0


def test_errors_are_exceptions_with_their_finding(spark: SparkSession, tmp_path: Path) -> None:
    inputs = spark.createDataFrame([("a", "/nowhere.zip")], "subject string, uri string")
    with pytest.raises(ProgramError, match="carries no program"):
        read(spark, inputs)
    with pytest.raises(ProgramError, match="no such program"):
        read(spark, inputs, program="no-daymark")
    with pytest.raises(ProgramError, match="no daymark"):
        read(spark, inputs, program="/bin/true")
    with pytest.raises(ValueError, match="uri"):
        read(spark, inputs.drop("uri"), program=program("daymark"))
    pipeline = make_pipeline(tmp_path / "p", {})
    (pipeline / "pipeline.yaml").write_text("pipeline: x\nsubject: {}\n")
    with pytest.raises(PipelineError) as caught:
        run(spark, str(pipeline), str(tmp_path / "out"), program=program("daymark"))
    assert "config.unknown_key" in {finding.code for finding in caught.value.findings}
    assert isinstance(caught.value, DaymarkError)


def test_a_carried_program_is_shipped_with_its_libraries(spark: SparkSession, tmp_path: Path) -> None:
    carried = tmp_path / "packages/daymark/carried/bin/daymark"
    carried.parent.mkdir(parents=True)
    (tmp_path / "packages/daymark_evidence.libs").mkdir()
    (tmp_path / "packages/daymark_evidence.libs/library.so").write_text("")
    carried.write_text(
        f'#!/bin/sh\ntest -e "$(dirname "$0")/../../../daymark_evidence.libs/library.so" &&\n'
        f'echo "$0" >> {tmp_path}/started && exec {program("daymark")} "$@"\n')
    carried.chmod(0o755)
    anna = str(REPOSITORY / "samples/challenge/anna/input")
    inputs = spark.createDataFrame([("anna", anna + "/export.zip")], "subject string, uri string")
    assert read(spark, inputs, program=str(carried), ship=True).check().days.count() > 0
    started = (tmp_path / "started").read_text().splitlines()
    assert started[0] == str(carried) and any("daymark-program/daymark/carried" in path for path in started[1:])


def test_a_link_out_of_a_subjects_folder_is_not_followed(spark: SparkSession, tmp_path: Path) -> None:
    anna = REPOSITORY / "samples/challenge/anna/input"
    pipeline = make_pipeline(tmp_path / "p", {"anna": anna, "link": anna})
    (pipeline / "inbox/link/other.zip").symlink_to(pipeline / "inbox/anna/export.zip")
    inputs = f"file://{pipeline}/inbox"
    for stood in (0, 2):
        summary = run(
            spark, str(pipeline), f"file://{tmp_path}/out", inputs=inputs, as_of=AS_OF,
            program=program("daymark"), partitions=1)
        assert (summary.read, summary.stood, summary.damaged) == (2 - stood, stood, 1)
    joined = decide(pipeline, tmp_path / "joined", "--from-readings", str(tmp_path / "out/readings"))
    direct = decide(pipeline, tmp_path / "direct")
    assert joined.returncode == direct.returncode == 1, joined.stderr
    assert documents(tmp_path / "joined") == documents(tmp_path / "direct")
    assert b"archive.link_outside" in documents(tmp_path / "direct")["link/evidence.json"]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    host, port = server.get_host_and_port()
    yield f"s3://daymark?endpoint_override={host}:{port}&scheme=http&region=us-east-1&allow_bucket_creation=true"
    server.stop()


def test_no_name_in_a_bucket_leads_out_of_its_folder(bucket: str, tmp_path: Path) -> None:
    # pyarrow writes no such names; others do.
    parts = urlsplit(bucket)
    client = boto3.client(
        "s3", endpoint_url="http://" + parse_qs(parts.query)["endpoint_override"][0], region_name="us-east-1")
    client.create_bucket(Bucket="daymark")
    for name in ("anna/../ben/export.xml", "anna/export.xml", "ben/export.xml"):
        client.put_object(Bucket="daymark", Key=name, Body=b"somebody's")
    anna = bucket.replace("?", "/anna?", 1)
    with pytest.raises(OSError, match="leads out of it"), fetched([anna], str(tmp_path)):
        pass
    with fetched([anna.replace("anna", "ben")], str(tmp_path)) as copies:
        assert os.listdir(copies[0]) == ["export.xml"]
    assert os.listdir(tmp_path) == []


def test_a_key_in_a_uri_is_refused_and_told_nowhere(spark: SparkSession, tmp_path: Path) -> None:
    uri = "s3://AKIAME:secret@daymark/inbox/anna"
    readings = read(
        spark, spark.createDataFrame([("anna", uri)], "subject string, uri string"), program=program("daymark"))
    (row,) = readings.rows.collect()
    assert row.code == "file.unreadable" and "AWS_ACCESS_KEY_ID" in row.finding
    pipeline = make_pipeline(tmp_path / "p", {})
    with pytest.raises(PipelineError, match="must not hold a key") as told:
        run(spark, str(pipeline), str(tmp_path / "out"), inputs=uri, program=program("daymark"))
    for text in (str(row), str(told.value)):
        assert "secret" not in text and "AKIAME" not in text


def test_an_inbox_in_s3_is_read_in_waves_and_only_once(
    spark: SparkSession, bucket: str, tmp_path: Path
) -> None:
    subjects = dict(list(sample_inputs().items())[:6])
    pipeline = make_pipeline(tmp_path / "p", subjects)
    (pipeline / "inbox" / f"{next(iter(subjects))}.yaml").write_text("timeZone: Asia/Tokyo\n")
    system, path = fs.FileSystem.from_uri(bucket)
    system.create_dir(path)
    fs.copy_files(str(pipeline / "inbox"), f"{path}/inbox", destination_filesystem=system)
    inputs = bucket.replace("s3://daymark?", "s3://daymark/inbox?")

    def once() -> daymark_spark.WaveSummary:
        return run(
            spark, str(pipeline), f"file://{tmp_path}/out", inputs=inputs, as_of=AS_OF, wave=4,
            program=program("daymark"), partitions=2)

    first = once()
    assert (first.read, first.stood, first.waves) == (6, 0, 2)
    second = once()
    assert (second.read, second.stood, second.waves) == (0, 6, 0)
    changed = f"{path}/inbox/{list(subjects)[1]}/more.txt"
    with system.open_output_stream(changed) as target:
        target.write(b"beside it")
    third = once()
    assert (third.read, third.stood, third.waves) == (1, 5, 1)

    (pipeline / "inbox" / list(subjects)[1] / "more.txt").write_text("beside it")
    decide(pipeline, tmp_path / "direct")
    decide(pipeline, tmp_path / "joined", "--from-readings", str(tmp_path / "out/readings"))
    assert documents(tmp_path / "direct") == documents(tmp_path / "joined")
    # Copies are gone.
    left = [name for name in os.listdir(os.environ.get("TMPDIR", "/tmp")) if name.startswith(f"daymark-spark-{os.getuid()}-")]
    assert all(not os.listdir(os.path.join(os.environ.get("TMPDIR", "/tmp"), name)) for name in left)


def test_a_manifest_names_archives_anywhere_and_the_quarantined_are_tried_again(
    spark: SparkSession, tmp_path: Path
) -> None:
    pipeline = make_pipeline(
        tmp_path / "p", {"anna": REPOSITORY / "samples/challenge/anna/input"}, ("abort",))
    export = next((pipeline / "inbox/anna").iterdir())
    manifest = pipeline / "people.csv"
    manifest.write_text(
        "subject,address,archive,time_zone\n"
        f"anna,,inbox/anna/{export.name},Europe/Paris\n"
        f"ben,,file://{export},\n"
        "carl,,inbox/poison-abort/abort.xml,\n"
        "dora,,inbox/dora/gone.zip,\n")

    def once(daymark: str, again: bool = False) -> daymark_spark.WaveSummary:
        return run(
            spark, str(pipeline), f"file://{tmp_path}/out", inputs=str(manifest), as_of=AS_OF,
            program=daymark, again=again, partitions=2)

    first = once(poisoned(tmp_path))
    assert (first.read, set(first.quarantined)) == (2, {"carl"})
    assert first.failed["dora"].code == "file.missing"
    assert first.again.endswith("--again")
    second = once(poisoned(tmp_path))
    assert (second.stood, second.waves, set(second.quarantined)) == (2, 1, {"carl"})
    # What could not be got at is asked for again.
    assert set(second.failed) == {"dora"}
    # A reader that lives says what the file is.
    third = once(program("daymark"), again=True)
    assert (third.waves, third.quarantined, set(third.failed)) == (1, {}, {"carl", "dora"})


def test_a_wave_without_success_is_written_anew(spark: SparkSession, tmp_path: Path) -> None:
    pipeline = make_pipeline(tmp_path / "p", dict(list(sample_inputs().items())[:3]))

    def once() -> daymark_spark.WaveSummary:
        return run(
            spark, str(pipeline), f"file://{tmp_path}/out", as_of=AS_OF, program=program("daymark"),
            wave=2, partitions=1)

    once()
    lines = (tmp_path / "out/readings/wave=00001").glob("*.gz")
    before = [path.stat().st_size for path in lines]
    (tmp_path / "out/rows/wave=00001/_SUCCESS").unlink()
    (tmp_path / "out/readings/wave=00000/_SUCCESS").unlink()
    summary = once()
    assert (summary.read, summary.stood, summary.waves) == (1, 2, 1)
    assert (tmp_path / "out/readings/wave=00000/_SUCCESS").exists()
    after = [path.stat().st_size for path in (tmp_path / "out/readings/wave=00001").glob("*.gz")]
    assert before == after


def test_no_reader_outlives_the_process_that_asked_it(tmp_path: Path) -> None:
    script = (
        "import os, sys, time\n"
        "from daymark_spark.worker import Limits, Worker\n"
        f"Worker({program('daymark')!r}, Limits())\n"
        "print('up', flush=True); time.sleep(60)\n")
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout and parent.stdout.readline() == "up\n"
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
    assert len(children) == 1
    parent.kill()
    parent.wait()
    end = time.monotonic() + 5
    while os.path.exists(f"/proc/{children[0]}/exe") and time.monotonic() < end:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{children[0]}/exe")


def test_the_version_is_that_of_the_program() -> None:
    ended = subprocess.run([program("daymark"), "--version"], capture_output=True, text=True)
    assert ended.stdout.strip() == version("daymark-spark")


def test_types_hold() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(REPOSITORY / "spark/pyproject.toml"),
         str(REPOSITORY / "spark/src/daymark_spark")], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout
