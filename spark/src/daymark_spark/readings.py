"""Readings of many subjects as DataFrames."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from functools import lru_cache
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import TimestampType

from .errors import Finding, ProgramError, ReadingError
from .fetch import as_uri, child, make_scratch, opened
from .reader import Reader, installed_program
from .rows import DAYS, ROW
from .settings import Settings
from .worker import Limits, Worker, WorkerFailure

# Where the wheel of `daymark` has the program and its libraries, and what both are named among Spark's files.
_CARRIED = "daymark/carried/bin/daymark"
_LIBRARIES = "daymark_evidence.libs"
_ARCHIVE = "daymark-program"

_COLUMNS = {
    "time_zone": "timeZone", "address": "address",
    "load_unit": "loadUnit", "date_order": "dateOrder", "body_weight": "bodyWeight",
    "sex": "sex",
}


ENDINGS = (
    "zip", "7z", "tar", "tgz", "tbz2", "txz", "gz", "bz2", "xz", "xml", "csv", "tsv", "txt", "json", "jsonl",
    "fit", "tcx", "gpx", "db", "sqlite",
)
"""The endings of archives, which are no part of a subject's name."""


class Readings:
    """What came of reading subjects: a row for each, and a row for each of their days."""

    def __init__(self, rows: DataFrame) -> None:
        self.rows = rows
        """A row a subject: ``status``, ``code``, ``reading`` and more; see ``rows.ROW``."""

    @property
    def days(self) -> DataFrame:
        """A row for each subject, day and metric, with the value, its unit, and whether the day is complete."""
        read = F.from_json("reading", DAYS)
        one = self.rows.select("subject", read.alias("read")).select(
            "subject", "read.units", F.explode("read.reading.aggregates.days").alias("of")
        )

        def number(name: str) -> Column:
            # A day's quantity has at most 15 digits, which a double holds.
            return F.col(f"of.{name}").cast("double")

        return one.select(
            "subject", "of.day", "of.metric", number("value").alias("value"),
            F.col("units")[F.col("of.metric")].alias("unit"), F.col("of.isComplete").alias("is_complete"),
            *(number(f"heartRate.{name}").alias(name) for name in ("minimum", "maximum", "mean")),
        )

    def failures(self) -> dict[str, Finding]:
        """Why subjects have no reading, by subject."""
        failed = self.rows.where("status != 'read'").select("subject", "finding").collect()
        return {row["subject"]: Finding.parse(row["finding"]) for row in failed}

    def check(self) -> Readings:
        """These readings, if every subject has one.

        Raises ``ReadingError`` with the finding of each that has none.
        """
        failed = self.failures()
        if failed:
            raise ReadingError(failed)
        return self

    def unpersist(self) -> None:
        """Lets go of the copies of the rows; read again when they are asked for again."""
        self.rows.unpersist()


def folder(spark: SparkSession, uri: str) -> DataFrame:
    """The archives in a folder as inputs of ``read``: a file is a subject's, named by it without ``ENDINGS``.

    A folder in it is a subject's, too, and everything in that one is an archive of theirs. Names that begin
    with a dot are not looked at.

    Raises ``ValueError`` where two of them have one name: nobody can tell whether they are one person's.
    """
    from pyarrow import fs

    uri = as_uri(uri)
    system, path = opened(uri)
    inputs: list[tuple[str, str]] = []
    owners: dict[str, str] = {}
    for item in sorted(system.get_file_info(fs.FileSelector(path)), key=lambda item: item.path):
        if item.base_name.startswith("."):
            continue
        is_folder = item.type == fs.FileType.Directory
        subject = item.base_name if is_folder else _without_ending(item.base_name)
        if subject in owners:
            raise ValueError(
                f"{owners[subject]} and {item.base_name} are both of the subject {subject}; put the archives of one "
                "person into a folder, or name those of two otherwise")
        owners[subject] = item.base_name
        inside = system.get_file_info(fs.FileSelector(item.path)) if is_folder else [item]
        inputs += [
            (subject, _below(uri, path, part.path)) for part in inside if not part.base_name.startswith(".")
        ]
    return spark.createDataFrame(inputs, "subject string, uri string")


def _without_ending(name: str) -> str:
    # Names of people have points in them, too: what stands behind the last may be one.
    return re.sub(rf"(\.({'|'.join(ENDINGS)}))+$", "", name, flags=re.IGNORECASE) or name


def _below(uri: str, root: str, path: str) -> str:
    return child(uri, os.path.relpath(path, root))


def read(
    spark: SparkSession,
    inputs: DataFrame,
    settings: Settings = Settings(),  # noqa: B008
    *,
    program: str | None = None,
    ship: bool = False,
    limits: Limits = Limits(),  # noqa: B008
    partitions: int | None = None,
) -> Readings:
    """Reads archives, wherever Spark has cores.

    Args:
        spark: The session.
        inputs: A row for each archive: ``subject`` and ``uri``, and where they are known ``received_at`` (RFC 3339),
            ``time_zone``, ``address``, ``load_unit``, ``date_order``, ``body_weight``, ``sex``.
            A path, from the root, will do.
        settings: What holds for all subjects.
        program: The program ``daymark``, on every machine at the same path or on ``PATH``; that of each machine's
            package ``daymark`` when ``None``.
        ship: Whether Spark brings the driver's program to the executors.
        limits: What one subject's archives may take before they are quarantined.
        partitions: Into how many tasks subjects are put; three for each core when ``None``.

    Returns:
        The readings, one row for each subject of ``inputs`` whatever is in the archives. They are read when a
        DataFrame of them is first looked at, and then kept on the executors' disks.

    Raises:
        ProgramError: The program is not there, or cannot be started here.
        ValueError: A column is missing or a setting is wrong.
    """
    missing = {"subject", "uri"} - set(inputs.columns)
    if missing:
        raise ValueError(f"inputs have no column {', '.join(sorted(missing))}")
    reader = checked_reader(spark, program, limits, ship)
    prepare(spark, reader)
    requests = _requests(inputs)
    count = partitions or 3 * spark.sparkContext.defaultParallelism
    rows = map_requests(requests.repartition(count, "subject"), reader, settings.request())
    return Readings(rows.persist(StorageLevel.DISK_ONLY))


def _requests(inputs: DataFrame) -> DataFrame:
    """The columns ``subject``, ``key`` and ``request``, a row for each subject.

    Where rows contradict each other the request has all that they say, and whoever reads it refuses it.
    """
    members = [F.sort_array(F.collect_set("uri")).alias("archives")]
    if "received_at" in inputs.columns:
        archive = Window.partitionBy("subject", "uri")
        said = F.collect_set(_text(inputs, "received_at")).over(archive)
        inputs = inputs.withColumn("received_at", F.when(F.col("received_at").isNotNull(), _joined(said)))
        received = F.struct("uri", "received_at")
        given = F.collect_set(F.when(F.col("received_at").isNotNull(), received))
        members.append(F.map_from_entries(given).alias("receivedAt"))
    members += [
        F.when(F.max(column).isNotNull(), _joined(F.collect_set(_text(inputs, column)))).alias(name)
        for column, name in _COLUMNS.items() if column in inputs.columns
    ]
    subjects = inputs.groupBy("subject").agg(*members)
    request = F.to_json(F.struct(*subjects.columns))
    return subjects.select(
        "subject", F.lit(None).cast("string").alias("key"), request.alias("request")
    )


def _joined(said: Column) -> Column:
    return F.array_join(F.sort_array(said), " or ")


def _text(inputs: DataFrame, column: str) -> Column:
    if isinstance(inputs.schema[column].dataType, TimestampType):
        return F.date_format(column, "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")
    return F.col(column).cast("string")


def map_requests(requests: DataFrame, reader: Reader, settings: dict[str, Any]) -> DataFrame:
    """The rows of requests, in tasks as they are partitioned."""
    return requests.select("key", "request").mapInArrow(
        reader.mapper(settings), from_arrow_schema(ROW)
    )


def checked_reader(
    spark: SparkSession, program: str | None, limits: Limits, ship: bool = False
) -> Reader:
    """A reader whose program was started once, here, so that errors of it need no cluster.

    Raises ``ProgramError``.
    """
    found = shutil.which(program) if program else installed_program()
    if found is None:
        raise ProgramError(f"{program}: there is no such program; install daymark, or give its path")
    try:
        worker = Worker(found, limits)
    except WorkerFailure as failure:
        raise ProgramError(f"{found} is no daymark of this protocol: {failure.words}") from failure
    worker.end()
    # Executors of this machine may have been started with another PATH.
    is_here = ship or str(spark.sparkContext.master).startswith("local")
    path = os.path.abspath(found) if is_here else program
    return Reader(path, limits, _shipped_name(found) if ship else None, worker.version, worker.zone_data)


def _carried_by(program: str) -> str | None:
    """The folder of packages whose ``daymark`` carries a program, if one does."""
    folder, found, _ = os.path.abspath(program).rpartition(f"/{_CARRIED}")
    return folder if found and os.path.isdir(f"{folder}/{_LIBRARIES}") else None


def _shipped_name(program: str) -> str:
    return f"{_ARCHIVE}/{_CARRIED}" if _carried_by(program) else os.path.basename(program)


def prepare(spark: SparkSession, reader: Reader) -> None:
    """Brings this package, and the program if it is to be shipped, to the executors."""
    context = spark.sparkContext
    if str(context.master).startswith("local") and "PYSPARK_PYTHON" not in os.environ:
        # Executors are this process' own children; the Python on PATH may lack what this one has.
        context.pythonExec = sys.executable
    if reader.shipped and reader.program:
        packages = _carried_by(reader.program)
        if packages:
            context.addArchive(f"{_archived(packages)}#{_ARCHIVE}")
        else:
            context.addFile(reader.program)
    if not getattr(context, "_daymark_spark", False):
        context.addPyFile(_packed())
        context._daymark_spark = True  # type: ignore[attr-defined]


def _for_executors(name: str) -> str:
    """The path of a new file, which executors fetch for as long as this process lives."""
    folder = tempfile.mkdtemp(prefix="daymark-spark-package-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return os.path.join(folder, name)


@lru_cache(maxsize=1)
def _archived(packages: str) -> str:
    """A carried program as a file, with the libraries that it finds beside its package."""
    path = _for_executors(f"{_ARCHIVE}.tar.gz")
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        for name in (_CARRIED, _LIBRARIES):
            archive.add(f"{packages}/{name}", name)
    return path


@lru_cache(maxsize=1)
def _packed() -> str:
    """This package as a file."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = _for_executors("daymark_spark.zip")
    with zipfile.ZipFile(path, "w") as package:
        for name in sorted(os.listdir(here)):
            if name.endswith(".py"):
                package.write(os.path.join(here, name), f"daymark_spark/{name}")
    return path
