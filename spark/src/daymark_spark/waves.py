"""Whole pipelines: subjects in waves, each complete or absent, and only those that are missing."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from .errors import Finding
from .plan import Planned, plan
from .reader import installed_program
from .readings import checked_reader, map_requests, prepare
from .worker import Limits

_TASK_BYTES = 256 << 20


@dataclass
class WaveSummary:
    """What a run read, what stood already, and who is quarantined."""

    out: str
    read: int = 0
    stood: int = 0
    """How many had been read before."""
    waves: int = 0
    damaged: int = 0
    """How many subjects that were read or stood have data that could not be read or understood."""
    failed: dict[str, Finding] = field(default_factory=dict)
    """Why subjects have no reading, those who are quarantined apart."""
    quarantined: dict[str, Finding] = field(default_factory=dict)
    """How subjects ended their readers."""
    again: str = ""
    """The command that tries those who are quarantined again."""
    decide: str = ""
    """The command that decides on the readings."""

    def __str__(self) -> str:
        lines = [
            f"{self.read} read in {self.waves} waves, {self.stood} stood already,"
            f" {len(self.failed)} failed, {len(self.quarantined)} quarantined."
            f" Readings in {self.out}/readings."
        ]
        for group in (self.failed, self.quarantined):
            named = sorted(group.items())
            lines += [f"{subject}: {finding}" for subject, finding in named[:10]]
            if len(named) > 10:
                lines.append(f"... and {len(named) - 10} more")
        if self.quarantined:
            lines.append(f"To try those who are quarantined again: {self.again}")
        lines.append(f"To decide: {self.decide}")
        return "\n".join(lines)


def run(
    spark: SparkSession,
    pipeline: str,
    out: str,
    *,
    inputs: str | None = None,
    as_of: str | None = None,
    store: str | None = None,
    wave: int = 10_000,
    again: bool = False,
    program: str | None = None,
    ship: bool = False,
    limits: Limits = Limits(),  # noqa: B008
    partitions: int | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> WaveSummary:
    """Reads a pipeline's subjects in waves, and goes on where an earlier run was ended.

    Below ``out``, wherever Spark writes, each wave is a folder of Parquet, ``rows/wave=...``, and one of
    readings for ``daymark run --from-readings``, ``readings/wave=...``. A folder without ``_SUCCESS`` does not
    count. Nothing is decided and nothing is sent.

    Args:
        spark: The session.
        pipeline: The folder of ``pipeline.yaml``, on this machine.
        out: The URI of the outputs.
        inputs: The URI of an inbox, or of a manifest that ends in ``.csv``; the pipeline's own subjects when
            ``None``.
        as_of: The instant of the run (RFC 3339); the pipeline's, or the clock, when ``None``.
        store: The store of the run that decides, on this machine, once there is one: the book beside it says
            what came too late. It must be given when the hand-in has closed or anybody is complete.
        wave: The number of subjects of a wave.
        again: Whether those who are quarantined are tried again.
        program, ship, limits: As of ``read``.
        partitions: The tasks of a wave; by cores and bytes when ``None``.
        progress: Called with a line after each wave.

    Raises:
        PipelineError: The pipeline or its inputs cannot be read.
        ProgramError: The program is not there.
    """
    reader = checked_reader(spark, program, limits, ship)
    versions = f"{reader.version} {reader.zone_data}"
    planned = plan(reader.program or installed_program(), pipeline, inputs, as_of, versions, store)
    prepare(spark, reader)
    folders = _Waves(spark, out)
    folders.list_subjects(planned)
    committed = folders.committed()
    folders.complete_readings(committed)
    known = folders.outcomes(committed)
    summary = WaveSummary(out)
    todo = []
    for one in planned:
        stands = known.get(one.key)
        if stands is None or not _stands(stands, again):
            todo.append(one)
        else:
            summary.stood += stands["status"] == "read"
            _note(summary, stands)
    number = max(committed, default=-1) + 1
    for chunk in _chunks(todo, wave):
        rows = _wave(spark, chunk, partitions)
        folders.write(map_requests(rows, reader, {}), number)
        summary.waves += 1
        for outcome in folders.outcomes([number]).values():
            summary.read += outcome["status"] == "read"
            _note(summary, outcome)
        progress(f"wave {number}: {summary.read} of {len(todo)} read")
        number += 1
    words = ["daymark-spark", "run", pipeline, "--out", out]
    words += ["--inputs", inputs] if inputs else []
    both = (["--as-of", as_of] if as_of else []) + (["--store", store] if store else [])
    words += both
    summary.again = shlex.join([*words, "--again"])
    summary.decide = shlex.join(
        ["daymark", "run", pipeline, "--from-readings", f"{out.removeprefix('file://')}/readings", *both])
    return summary


def _stands(outcome: dict[str, Any], again: bool) -> bool:
    """Whether reading again would come to nothing else."""
    if outcome["status"] == "read":
        return True
    finding = Finding.parse(outcome["finding"])
    # These say nothing of the archives: they could not be got at, or the program could not be started.
    if finding.code.startswith("file.") or "system" in finding.facts:
        return False
    return outcome["status"] == "failed" or not again


def _note(summary: WaveSummary, outcome: dict[str, Any]) -> None:
    summary.damaged += outcome["is_damaged"]
    if outcome["status"] == "failed":
        summary.failed[outcome["subject"]] = Finding.parse(outcome["finding"])
    elif outcome["status"] == "quarantined":
        summary.quarantined[outcome["subject"]] = Finding.parse(outcome["finding"])


def _chunks(planned: Sequence[Planned], size: int) -> Iterator[Sequence[Planned]]:
    for start in range(0, len(planned), size):
        yield planned[start : start + size]


def _wave(spark: SparkSession, chunk: Sequence[Planned], partitions: int | None) -> DataFrame:
    cores = spark.sparkContext.defaultParallelism
    # Several for each core, so that none waits long for another; large archives stand alone.
    count = partitions or max(3 * cores, math.ceil(sum(one.size for one in chunk) / _TASK_BYTES))
    largest_first = sorted(chunk, key=lambda one: -one.size)
    dealt = [largest_first[start::count] for start in range(min(count, len(chunk)))]
    rows = [(one.key, one.request) for part in dealt for one in part]
    frame = spark.createDataFrame(rows, "key string, request string")
    return frame.repartition(min(count, len(chunk)))


class _Waves:
    """The waves below a folder that Spark writes to."""

    def __init__(self, spark: SparkSession, out: str) -> None:
        self._spark = spark
        self._out = out.rstrip("/")

    def _path(self, kind: str, number: int) -> str:
        return f"{self._out}/{kind}/wave={number:05d}"

    def committed(self) -> list[int]:
        """The waves that are whole, ascending."""
        jvm: Any = self._spark._jvm
        root = jvm.org.apache.hadoop.fs.Path(f"{self._out}/rows")
        system = root.getFileSystem(self._spark._jsc.hadoopConfiguration())
        if not system.exists(root):
            return []
        names = [str(item.getPath().getName()) for item in system.listStatus(root)]
        numbers = [int(name[5:]) for name in names if name.startswith("wave=")]
        return sorted(number for number in numbers if self._is_whole("rows", number))

    def _is_whole(self, kind: str, number: int) -> bool:
        path = self._spark._jvm.org.apache.hadoop.fs.Path(f"{self._path(kind, number)}/_SUCCESS")  # type: ignore[union-attr]
        return bool(path.getFileSystem(self._spark._jsc.hadoopConfiguration()).exists(path))

    def list_subjects(self, planned: Sequence[Planned]) -> None:
        """Writes who takes part, for a run that knows subjects from readings alone."""
        requests = (json.loads(one.request) for one in planned)
        listed = {
            "subjects": [one.subject for one in planned],
            **({"listedAfterDeadline": True} if any(one.get("listedAfterDeadline") for one in requests) else {}),
        }
        path = self._spark._jvm.org.apache.hadoop.fs.Path(  # type: ignore[union-attr]
            f"{self._out}/readings/_subjects/1-of-1.json")
        stream = path.getFileSystem(self._spark._jsc.hadoopConfiguration()).create(path, True)
        stream.write(bytearray(json.dumps(listed, ensure_ascii=False), "utf-8"))
        stream.close()

    def write(self, rows: DataFrame, number: int) -> None:
        """Writes a wave; what a run that was ended has left of it is replaced."""
        rows.write.mode("overwrite").parquet(self._path("rows", number))
        self._write_readings(number)

    def complete_readings(self, committed: Sequence[int]) -> None:
        """Writes the readings of waves after which a run was ended."""
        for number in committed:
            if not self._is_whole("readings", number):
                self._write_readings(number)

    def _write_readings(self, number: int) -> None:
        rows = self._spark.read.parquet(self._path("rows", number))
        lines = rows.select("reading")
        writer = lines.write.mode("overwrite").option("compression", "gzip")
        # Readings are read once or twice; the usual level takes longer than reading small archives.
        writer.option("zlib.compress.level", "BEST_SPEED").text(self._path("readings", number))

    def outcomes(self, waves: Sequence[int]) -> dict[str, dict[str, Any]]:
        """What became of each subject in the last wave that has it, by key: that one is decided on."""
        outcomes: dict[str, dict[str, Any]] = {}
        for number in waves:
            rows = self._spark.read.parquet(self._path("rows", number))
            columns = rows.select("key", "subject", "status", "finding", "is_damaged")
            outcomes.update({row["subject"]: row.asDict() for row in columns.collect()})
        return {outcome["key"]: outcome for outcome in outcomes.values()}
