"""What Spark costs beside the workers; run by hand, on archives that take a second and more each.

    python spark/tests/bench.py ARCHIVE...

Bare workers and Spark take turns on the same two cores. Processor time is that of whole processes, so that others on
the machine do not count: of the workers, and, with Spark, of its JVM and Pythons while the job runs.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from datetime import date
from pathlib import Path

from pyspark.sql import SparkSession

from conftest import program
from daymark_spark import Settings, read
from daymark_spark.fetch import make_scratch
from daymark_spark.worker import Limits, Worker

CORES = 2
# A challenge's month, as `DAYMARK_WHOLE=1` is not; all of a long export is megabytes of days.
SETTINGS = (
    Settings() if os.environ.get("DAYMARK_WHOLE")
    else Settings(first=date(2024, 6, 1), last=date(2024, 6, 30))
)
ROUNDS = int(os.environ.get("DAYMARK_ROUNDS", "3"))


def main(archives: list[str]) -> None:
    daymark = os.environ.get("DAYMARK", "") or program("daymark")
    spark = (
        SparkSession.builder.master(f"local[{CORES}]")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", str(CORES)).getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    asked = [(f"s{number}", os.path.abspath(path)) for number, path in enumerate(archives)]
    inputs = spark.createDataFrame(asked, "subject string, uri string").coalesce(1).cache()
    # The first job starts Pythons and workers, and lets the JVM see its code.
    _spark(spark, inputs.limit(CORES), daymark)
    print(f"{len(archives)} archives, {sum(os.path.getsize(path) for path in archives) >> 20} MiB")
    for _ in range(ROUNDS):
        wall, cpu = _bare(daymark, asked)
        spark_wall, worker_cpu, other_cpu = _spark(spark, inputs, daymark)
        print(
            f"bare: {wall:.2f} s, {cpu:.2f} s of processor; "
            f"Spark: {spark_wall:.2f} s, {worker_cpu:.2f} s of workers, {other_cpu:.2f} s of its own: "
            f"{1000 * other_cpu / len(asked):.0f} ms an archive, {100 * other_cpu / worker_cpu:.1f} % "
            f"(by the clock {100 * (spark_wall / wall - 1):+.1f} %)", flush=True)
    spark.stop()


def _bare(daymark: str, asked: list[tuple[str, str]]) -> tuple[float, float]:
    todo, lock = list(asked), threading.Lock()
    request = SETTINGS.request()
    before = os.times()

    def work() -> None:
        worker = Worker(daymark, Limits())
        while True:
            with lock:
                if not todo:
                    break
                subject, path = todo.pop()
            worker.read({**request, "subject": subject, "archives": [path]})
        worker.end()

    began = time.monotonic()
    threads = [threading.Thread(target=work) for _ in range(CORES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - began, used


def _spark(spark: SparkSession, inputs: object, daymark: str) -> tuple[float, float, float]:
    before, began = _used(), time.monotonic()
    readings = read(spark, inputs, SETTINGS, program=daymark)  # type: ignore[arg-type]
    readings.check()
    wall, after = time.monotonic() - began, _used()
    readings.unpersist()
    return wall, after[0] - before[0], after[1] - before[1]


def _used() -> tuple[float, float]:
    """Seconds of processor of the workers, and of every other process below this one."""
    tick = os.sysconf("SC_CLK_TCK")
    parents, used = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                text = Path(f"/proc/{entry}/stat").read_text()
            except OSError:
                continue
            name = text[text.index("(") + 1 : text.rindex(")")]
            fields = text[text.rindex(")") + 2 :].split()
            parents[int(entry)] = int(fields[1])
            used[int(entry)] = (name, (int(fields[11]) + int(fields[12])) / tick)
    workers = others = 0.0
    for pid, (name, seconds) in used.items():
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            if name.startswith("daymark"):
                workers += seconds
            else:
                others += seconds
    return workers, others


if __name__ == "__main__":
    make_scratch()
    main(sys.argv[1:])
