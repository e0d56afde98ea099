"""The command ``daymark-spark``."""

from __future__ import annotations

import argparse
import sys

from .errors import DaymarkError
from .waves import run
from .worker import Limits


def main(arguments: list[str] | None = None) -> int:
    """Runs the command.

    Returns 0 when every subject was read whole; 1 when some were damaged, failed or are quarantined; 2 when
    it could not finish.
    """
    options = _parser().parse_args(arguments)
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("daymark")
    if options.master:
        builder = builder.master(options.master)
    for setting in options.conf:
        name, _, value = setting.partition("=")
        builder = builder.config(name, value)
    limits = Limits(options.reader_timeout, options.reader_silence, options.reader_memory << 20)
    spark = builder.getOrCreate()
    try:
        summary = run(
            spark, options.pipeline, options.out, inputs=options.inputs, as_of=options.as_of,
            store=options.store, wave=options.wave, again=options.again, program=options.program, ship=options.ship,
            limits=limits, partitions=options.partitions,
            progress=lambda line: print(line, file=sys.stderr, flush=True),
        )
    except DaymarkError as error:
        print(f"daymark-spark: {error}", file=sys.stderr)
        return 2
    finally:
        spark.stop()
    print(summary)
    return 1 if summary.failed or summary.quarantined or summary.damaged else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="daymark-spark", description="Read a pipeline's archives on Spark.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "run", help="read what is missing, in waves",
        description="Reads the archives of a pipeline's subjects in waves. Running again reads what is missing.")
    command.add_argument("pipeline", help="the pipeline's folder, which holds pipeline.yaml")
    command.add_argument("--inputs", help="URI of an inbox, or of a manifest (.csv); default: the pipeline's")
    command.add_argument("--out", required=True, help="URI of the outputs, where Spark can write")
    command.add_argument("--as-of", help="the instant of the run (RFC 3339); default: the pipeline's, or now")
    command.add_argument("--store", help="the store of the run that decides; its book says what came too late")
    command.add_argument("--wave", type=int, default=10_000, help="subjects of a wave (%(default)s)")
    command.add_argument("--again", action="store_true", help="try those who are quarantined again")
    command.add_argument("--master", help="the Spark master, such as spark://host:7077 or local[4]")
    command.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark")
    command.add_argument("--program", help="the program daymark; default: that of the package daymark")
    command.add_argument("--ship", action="store_true", help="bring the program to the executors")
    command.add_argument("--partitions", type=int, help="tasks of a wave; default: by cores and bytes")
    command.add_argument("--reader-timeout", type=float, default=3600, help="seconds for a subject (%(default)s)")
    command.add_argument(
        "--reader-silence", type=float, default=60, help="seconds without coming further (%(default)s)")
    command.add_argument("--reader-memory", type=int, default=1024, help="MiB of a worker (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
