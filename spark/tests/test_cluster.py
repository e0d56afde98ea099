"""A cluster whose parts are killed and frozen: rows in are rows out, and no byte differs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from cluster import Cluster, eventually
from conftest import AS_OF, decide, documents, make_pipeline, poisoned, sample_inputs

POISONS = ("trap", "abort", "silence", "babble")
ARCHIVES = 60
WAVE = 16


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path / "cluster")
    yield cluster
    cluster.clean()


def _subjects() -> dict[str, Path]:
    """Sixty subjects: every sample, and some of them a second time."""
    samples = sample_inputs()
    again = {f"{name}-2": folder for name, folder in samples.items()}
    return dict(list({**samples, **again}.items())[:ARCHIVES])


class _Driver:
    """``daymark-spark run`` as a process, and the waves that it has committed."""

    def __init__(self, cluster: Cluster, pipeline: Path, out: Path, log: Path) -> None:
        self._out = out
        configuration = {
            "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
            "spark.executor.memory": "600m", "spark.driver.memory": "600m",
            "spark.executor.cores": "1", "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            # An executor that says nothing is given up after 20 s and not after two minutes.
            "spark.network.timeout": "20s", "spark.executor.heartbeatInterval": "4s",
            "spark.network.timeoutInterval": "5s",
            "spark.executorEnv.DAYMARK_POISON_DELAY": "0.3",
        }
        settings = [f"--conf={name}={value}" for name, value in configuration.items()]
        self._log = open(log, "ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "daymark_spark.cli", "run", str(pipeline),
             "--inputs", f"file://{pipeline}/inbox", "--out", f"file://{out}", "--as-of", AS_OF,
             "--wave", str(WAVE), "--partitions", "8", "--master", cluster.url,
             "--program", poisoned(cluster.folder),
             "--reader-silence", "3", *settings],
            env=cluster.environment, stdout=subprocess.PIPE, stderr=self._log, text=True)

    @property
    def waves(self) -> int:
        """How many waves are committed."""
        return len(list(self._out.glob("rows/wave=*/_SUCCESS")))

    def wait_for_tasks(self, of_wave: int) -> None:
        """Waits until a wave has been begun and is not done."""
        def has_begun() -> bool:
            assert self.process.poll() is None, "the driver has ended"
            return bool(list(self._out.glob(f"rows/wave={of_wave:05d}/_temporary/0/task_*")))
        eventually(has_begun, 300, f"wave {of_wave} does not begin")

    def finish(self, seconds: float) -> str:
        output, _ = self.process.communicate(timeout=seconds)
        self._log.close()
        return output


def test_what_is_killed_or_frozen_changes_no_row_and_no_byte(
    cluster: Cluster, tmp_path: Path
) -> None:
    pipeline = make_pipeline(tmp_path / "pipeline", _subjects(), POISONS)
    out, log = tmp_path / "out", tmp_path / "driver.log"
    try:
        output = _run_with_trouble(cluster, pipeline, out, log)
    except BaseException:
        print(log.read_text()[-5000:])
        raise
    assert f"{len(POISONS)} quarantined" in output
    assert "To try those who are quarantined again: daymark-spark run" in output

    rows = parquet.read_table(out / "rows", columns=["subject", "status", "code", "signal", "sha256"])
    found = {row["subject"]: row for row in rows.to_pylist()}
    assert rows.num_rows == len(found) == ARCHIVES + len(POISONS)
    quarantined = {name: row for name, row in found.items() if row["status"] == "quarantined"}
    assert {name: (row["code"], row["signal"]) for name, row in quarantined.items()} == {
        "poison-trap": ("reader.crashed", "SIGILL"),
        "poison-abort": ("reader.crashed", "SIGABRT"),
        "poison-silence": ("reader.timeout", None),
        "poison-babble": ("reader.crashed", None),
    }
    assert all(len(row["sha256"]) == 64 for row in quarantined.values())

    joined = decide(pipeline, tmp_path / "joined", "--from-readings", str(out / "readings"))
    direct = decide(pipeline, tmp_path / "direct")
    assert joined.returncode == direct.returncode == 1, joined.stderr
    assert len(documents(tmp_path / "direct")) >= 3 * (ARCHIVES - 5)
    assert documents(tmp_path / "joined") == documents(tmp_path / "direct")

    cluster.stop()
    eventually(lambda: not cluster.processes(), 30, "a process is left")


def _run_with_trouble(cluster: Cluster, pipeline: Path, out: Path, log: Path) -> str:
    driver = _Driver(cluster, pipeline, out, log)
    driver.wait_for_tasks(of_wave=0)
    cluster.kill_worker("one")
    cluster.start_worker("one")
    driver.wait_for_tasks(of_wave=1)
    eventually(lambda: bool(cluster.executors()), 30, "no executor")
    os.kill(cluster.executors()[0], signal.SIGKILL)
    driver.wait_for_tasks(of_wave=2)
    frozen = cluster.executors()[0]
    os.kill(frozen, signal.SIGSTOP)
    eventually(lambda: driver.waves >= 3, 300, "a frozen executor stops the wave")
    try:
        os.kill(frozen, signal.SIGCONT)
    except ProcessLookupError:
        pass
    driver.wait_for_tasks(of_wave=3)
    driver.process.kill()
    driver.finish(30)
    assert driver.waves == 3
    # Executors and readers end with the driver.
    eventually(lambda: not cluster.executors(), 120, "an executor outlives the driver")

    again = _Driver(cluster, pipeline, out, log)
    output = again.finish(400)
    assert again.process.returncode == 1
    assert "stood already" in output
    assert again.waves == 4
    return output
