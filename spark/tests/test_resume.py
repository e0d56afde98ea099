"""Waves that are killed at random, again and again: the end is that of a run that nobody disturbed.

``DAYMARK_LONG_TESTS=1`` makes it 20,000 subjects and ten kills; ``DAYMARK_BUILD`` should then be a release build.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as parquet

from conftest import AS_OF, decide, documents, make_pipeline, program

IS_LONG = bool(os.environ.get("DAYMARK_LONG_TESTS"))
SUBJECTS, KILLS, WAVE = (20_000, 10, 1000) if IS_LONG else (60, 2, 15)
SUBJECTS = int(os.environ.get("DAYMARK_SUBJECTS", SUBJECTS))

EXPORT = """\
<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <ExportDate value="2025-10-01 08:00:00 +0200"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="phone" unit="count" \
startDate="2025-09-{day:02} 12:00:00 +0200" endDate="2025-09-{day:02} 13:00:00 +0200" value="{steps}"/>
</HealthData>
"""


def _pipeline(folder: Path) -> Path:
    make_pipeline(folder, {})
    for number in range(SUBJECTS):
        subject = folder / "inbox" / f"s{number:05}"
        subject.mkdir(parents=True)
        text = EXPORT.format(day=1 + number % 28, steps=1000 + number)
        # Some are cut, and some are nothing at all.
        (subject / "export.xml").write_text(
            "nothing" if number % 50 == 49 else text[:-12] if number % 50 == 7 else text)
    return folder


def _start(pipeline: Path, out: Path) -> subprocess.Popen[str]:
    settings = {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
        "spark.driver.memory": "900m", "spark.driver.bindAddress": "127.0.0.1",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "daymark_spark.cli", "run", str(pipeline), "--out", f"file://{out}",
         "--as-of", AS_OF, "--wave", str(WAVE), "--partitions", "4", "--master", "local[2]",
         "--program", program("daymark"), *[f"--conf={name}={value}" for name, value in settings.items()]],
        env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def _finish(driver: subprocess.Popen[str]) -> str:
    output, _ = driver.communicate(timeout=3000)
    assert driver.returncode == 1, output
    return output


def _rows(out: Path) -> list[tuple[str, str, str]]:
    columns = ["subject", "key", "reading"]
    rows = parquet.read_table(out / "rows", columns=columns).to_pylist()
    return sorted(tuple(row[column] for column in columns) for row in rows)


def _waves(out: Path) -> int:
    return len(list(out.glob("rows/wave=*/_SUCCESS")))


def test_what_is_killed_at_random_ends_as_what_is_not(tmp_path: Path) -> None:
    seed = int(os.environ.get("DAYMARK_SEED", "1"))
    print(f"seed {seed}")
    chance = random.Random(seed)
    pipeline = _pipeline(tmp_path / "p")
    began = time.monotonic()
    calm = _finish(_start(pipeline, tmp_path / "calm"))
    print(f"undisturbed: {time.monotonic() - began:.0f} s\n{calm}")
    lost = SUBJECTS // 50
    assert f"{SUBJECTS - lost} read in {-(-SUBJECTS // WAVE)} waves, 0 stood already, {lost} failed" in calm

    for kill in range(KILLS):
        driver = _start(pipeline, tmp_path / "out")
        before = _waves(tmp_path / "out")
        # Now and then while it starts, most often somewhere in the waves that are left.
        if chance.random() < 0.8:
            while _waves(tmp_path / "out") <= before and driver.poll() is None:
                time.sleep(0.05)
        time.sleep(chance.uniform(0, 20 if IS_LONG else 3))
        driver.kill()
        driver.communicate()
        print(f"kill {kill + 1}: {_waves(tmp_path / 'out')} waves are whole")
    end = _finish(_start(pipeline, tmp_path / "out"))
    print(end)
    read, stood = map(int, re.findall(r"^(\d+) read in \d+ waves, (\d+) stood", end, re.MULTILINE)[0])
    assert read + stood == SUBJECTS - lost
    assert _rows(tmp_path / "out") == _rows(tmp_path / "calm")
    assert len(_rows(tmp_path / "out")) == SUBJECTS

    decide(pipeline, tmp_path / "one", "--from-readings", str(tmp_path / "calm/readings"))
    decide(pipeline, tmp_path / "two", "--from-readings", str(tmp_path / "out/readings"))
    assert documents(tmp_path / "one") == documents(tmp_path / "two")
    assert len(documents(tmp_path / "one")) == 3 * (SUBJECTS - lost)
    one, two = ((tmp_path / run / "c/verdicts.csv").read_bytes() for run in ("one", "two"))
    assert one == two
