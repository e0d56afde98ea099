"""What the tests share: the programs, archives of every format, a session and a cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

REPOSITORY = Path(__file__).resolve().parents[2]
AS_OF = "2026-11-01T00:00:00Z"

RULES = """\
rule: some@1.0.0
title: Some
requires:
  total: { metric: steps, atLeast: 1 }
"""

PIPELINE = """\
pipeline: spark
challenge: { id: c, title: C, from: 2025-06-01, to: 2025-09-30, timeZone: Europe/Berlin }
subjects: { inbox: inbox }
rules: rules.yaml
"""


def program(name: str) -> str:
    """A program of this repository that was built."""
    folder = Path(os.environ.get("DAYMARK_BUILD", REPOSITORY / ".build/debug"))
    path = folder / name
    assert path.exists(), f"{path} is not built; run `make test-spark`"
    return str(path)


def poisoned(folder: Path) -> str:
    """A program that is daymark, with a worker that knows archives that harm it."""
    path = folder / "daymark-poisoned"
    path.write_text(
        "#!/bin/sh\n"
        f'[ "$1" = worker ] && exec {program("daymark-poisoned-worker")} "$@"\n'
        f'exec {program("daymark")} "$@"\n')
    path.chmod(0o755)
    return str(path)


def sample_inputs() -> dict[str, Path]:
    """The archives of every sample, by a name for their subject."""
    folders = sorted((REPOSITORY / "samples").glob("*/*/input"))
    return {"-".join(folder.parts[-3:-1]): folder for folder in folders}


def make_pipeline(folder: Path, subjects: dict[str, Path], poisons: tuple[str, ...] = ()) -> Path:
    """A pipeline over an inbox: a folder of each subject, and one of each poison."""
    folder.mkdir(parents=True)
    (folder / "rules.yaml").write_text(RULES)
    (folder / "pipeline.yaml").write_text(PIPELINE)
    for subject, archives in subjects.items():
        shutil.copytree(archives, folder / "inbox" / subject)
    for name in poisons:
        (folder / "inbox" / f"poison-{name}").mkdir()
        (folder / "inbox" / f"poison-{name}" / f"{name}.xml").write_text(f"daymark poison {name}")
    return folder


def decide(pipeline: Path, out: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs ``daymark run`` over a pipeline."""
    command = [program("daymark"), "run", str(pipeline), "--out", str(out), "--as-of", AS_OF]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=3000)


def documents(out: Path) -> dict[str, bytes]:
    """Every document of a subject, by its path below the challenge."""
    return {
        str(path.relative_to(out / "c")): path.read_bytes()
        for path in sorted((out / "c").glob("*/*")) if path.is_file()
    }


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """Spark in this process, for what needs no cluster."""
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.memory", "700m")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
