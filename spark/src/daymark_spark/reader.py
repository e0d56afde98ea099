"""What runs in a task: one worker a core, kept open, and one row for each subject whatever happens."""

from __future__ import annotations

import atexit
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from .errors import ProgramError
from .fetch import fetched, make_scratch
from .rows import batch, row
from .worker import Limits, Worker, WorkerFailure


@dataclass(frozen=True)
class Reader:
    """How tasks read: by which program, and within which limits."""

    program: str | None = None
    """Where the program lies on every machine; in the package ``daymark`` of each when ``None``."""
    limits: Limits = Limits()
    shipped: str | None = None
    """Where the program lies among the files that Spark brings, if it brings the program."""
    version: str = ""
    """The version of the program, as the driver's copy says it."""
    zone_data: str = ""
    """The version of its zone data."""

    def path(self) -> str:
        """The program on this machine. Raises ``ProgramError`` if there is none."""
        if not self.shipped:
            return self.program or installed_program()
        from pyspark import SparkFiles

        return str(SparkFiles.get(self.shipped))

    def mapper(
        self, settings: dict[str, Any]
    ) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
        """A function for ``mapInArrow`` over the columns ``key`` and ``request``."""

        def read_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for requests in batches:
                for asked in requests.to_pylist():
                    request = {**settings, **json.loads(asked["request"])}
                    yield batch([_bench(self).read(asked["key"], request)])

        return read_batches


def installed_program() -> str:
    """The program that the package ``daymark`` of this machine carries, or that its ``DAYMARK_PROGRAM`` names.

    Raises ``ProgramError``.
    """
    # Where a path was said, executors need no such package.
    try:
        from daymark import ProgramError as NoProgram
        from daymark import find_program
    except ImportError as error:
        raise ProgramError(
            "there is no package daymark; install the wheel daymark-evidence, or say where the program lies"
        ) from error
    try:
        return find_program()
    except NoProgram as error:
        raise ProgramError(str(error)) from error


class _Bench:
    """A process' worker and the folder of its copies."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._scratch = make_scratch()
        self._worker: Worker | None = None
        atexit.register(self.close)

    def close(self) -> None:
        if self._worker:
            self._worker.end()
            self._worker = None
        shutil.rmtree(self._scratch, ignore_errors=True)

    def read(self, key: str | None, request: dict[str, Any]) -> dict[str, Any]:
        """One subject's row: read, failed or quarantined."""
        if "daymarkReading" in request:
            # Nothing of it can be read, as its pipeline shows.
            return row(key, json.dumps(request, sort_keys=True), {})
        # As a run on one machine orders two copies of the same archive.
        uris: list[str] = sorted(request["archives"], key=str.encode)
        try:
            with fetched(uris, self._scratch) as copies:
                names = dict(zip(copies, uris, strict=True))
                local = {**request, "archives": copies}
                received = request.get("receivedAt") or {}
                local["receivedAt"] = {
                    copy: received[uri] for copy, uri in names.items() if uri in received
                }
                return row(key, self._read_twice(local), names)
        except FileNotFoundError as error:
            return self._failed(key, request, "file.missing", error, path=error.filename)
        except OSError as error:
            system = error.strerror or str(error)
            return self._failed(key, request, "file.unreadable", error, system=system)

    def _failed(
        self, key: str | None, request: dict[str, Any], code: str, error: OSError, **facts: Any
    ) -> dict[str, Any]:
        place = {"file": str(error.filename or request["subject"])}
        finding = {"code": code, "location": place, "facts": facts}
        return row(key, _reading(request, finding, self._reader.version), {})

    def _read_twice(self, request: dict[str, Any]) -> str:
        for attempt in (1, 2):
            try:
                worker = self._worker
                if worker is None or not worker.is_alive or attempt == 2:
                    self._worker = None
                    worker = Worker(self._reader.path(), self._reader.limits)
                answer = worker.read(request)
                self._worker = worker
                return answer
            except WorkerFailure as failure:
                self._worker = None
                last: WorkerFailure | ProgramError = failure
            except ProgramError as error:
                last = error
            except ValueError as error:
                finding = {"code": "config.bad_value", "facts": {"system": str(error)}}
                return _reading(request, finding, self._reader.version)
        return _quarantined(request, last, self._reader)


_benches: dict[Reader, _Bench] = {}


def _bench(reader: Reader) -> _Bench:
    # Spark keeps a core's Python process for the next task, and so the worker.
    if reader not in _benches:
        _benches[reader] = _Bench(reader)
    return _benches[reader]


def _quarantined(
    request: dict[str, Any], failure: WorkerFailure | ProgramError, reader: Reader
) -> str:
    """The reading of a subject that ended two workers, as ``daymark run`` would say it."""
    if isinstance(failure, ProgramError):
        finding = {"code": "reader.crashed", "facts": {"system": str(failure)}}
        return _reading(request, finding, reader.version)
    limits = reader.limits
    known = json.loads(failure.known) if failure.known else None
    archives = known["archives"] if known else []
    before, guilty = 0, None
    for guilty in archives:
        before += guilty["bytes"]
        if failure.done < before:
            break
    path = guilty["path"] if guilty else request["archives"][-1] if request["archives"] else "/"
    facts: dict[str, Any] = {"sha256": guilty["digest"]} if guilty else {}
    if failure.cause in ("silent", "late"):
        code = "reader.timeout"
        facts["most"] = int(limits.silence if failure.cause == "silent" else limits.timeout)
        if failure.cause == "silent":
            facts["reason"] = "silent"
    elif failure.cause == "ended" and ("allocate" in failure.words or failure.signal == "SIGKILL"):
        code, facts["most"] = "reader.memory", limits.memory
    else:
        code = "reader.crashed"
        if failure.signal:
            facts["signal"] = failure.signal
        if failure.cause == "garbled":
            facts["reason"] = "garbled"
    finding = {"code": code, "location": {"file": os.path.basename(path)}, "facts": facts}
    return _reading(request, finding, reader.version, known)


def _reading(
    request: dict[str, Any], finding: dict[str, Any], version: str,
    known: dict[str, Any] | None = None,
) -> str:
    names = (
        "subject", "address", "timeZone", "loadUnit", "dateOrder", "bodyWeight", "sex", "sport",
        "receivedTogether", "complete", "setAside", "listedAfterDeadline",
    )
    received = request.get("receivedAt") or {}
    receipts = [
        {"file": file, "receivedAt": instant}
        for file, instant in sorted((os.path.basename(path), instant) for path, instant in received.items())
    ]
    reading = known or {
        "daymarkReading": 14, "program": version, "archives": [],
        **{name: request[name] for name in names if request.get(name) is not None},
        **({"receipts": receipts} if receipts else {}),
    }
    reading["failure"] = {"count": 1, **finding}
    return json.dumps(reading, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
