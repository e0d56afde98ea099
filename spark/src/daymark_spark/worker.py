"""A worker of daymark as a process: requests in, readings out, and what becomes of it.

The messages are those of the page Scale, "What a worker is asked". Deadlines, the second try and the codes
are those of a run on one machine, so that a subject fails the same way on both.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from dataclasses import dataclass
from typing import Any

from .errors import ProgramError

_LAST_WORDS = 4096


@dataclass(frozen=True)
class Limits:
    """What one subject's archives may take.

    ``timeout`` and ``silence`` are in seconds: in all, and without coming further. ``memory`` is in bytes.
    """

    timeout: float = 3600
    silence: float = 60
    memory: int = 1 << 30


class WorkerFailure(Exception):
    """A worker that ended, was silent, took too long, or said what is no answer."""

    def __init__(self, cause: str, known: str | None, done: int, signal_name: str | None, words: str):
        super().__init__(cause)
        self.cause = cause
        self.known = known
        """The reading as far as it was known, as JSON."""
        self.done = done
        """Bytes of the archives that had been read."""
        self.signal = signal_name
        self.words = words


class Worker:
    """A process that reads archives, one subject at a time."""

    def __init__(self, program: str, limits: Limits) -> None:
        """Starts it and waits for its first line.

        Raises ``ProgramError`` if there is no such program, and ``WorkerFailure`` if it is none of daymark's.
        """
        self._limits = limits
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        command = [program, "worker", "--parent", str(os.getpid()), "--memory", str(limits.memory)]
        try:
            # In this process group and with this parent: whatever ends the task ends the worker.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=environment, bufsize=0,
            )
        except OSError as error:
            raise ProgramError(f"{program} cannot be started: {error.strerror}") from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._requests = self._process.stdin
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ, "answers")
        self._selector.register(self._process.stderr, selectors.EVENT_READ, "words")
        self._answers = bytearray()
        self._searched = 0
        """So many of these bytes have no line end in them."""
        self._words = b""
        self._watch = _Watch(limits)
        greeting = _object(self._next_line())
        if greeting is None or greeting.get("daymarkWorker") != 2:
            raise self._failure("garbled")
        self.version: str = greeting["version"]
        self.zone_data: str = greeting["zoneData"]

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def read(self, request: dict[str, Any]) -> str:
        """Asks for one subject; the answer is the reading as JSON, or the finding of a wrong request.

        Raises ``WorkerFailure``, after which the worker is no more.
        """
        self._watch = _Watch(self._limits)
        try:
            self._requests.write(json.dumps(request).encode() + b"\n")
        except OSError:
            pass  # It has ended, as the missing answer shows.
        while True:
            line = self._next_line()
            if line.startswith(b'{"subject":'):
                # As the worker wrote it: reading it and writing it again would change its numbers.
                return line[len(b'{"subject":') : -1].decode()
            if line.startswith(b'{"hashed":'):
                self._watch.begins(line[len(b'{"hashed":') : -1].decode())
                continue
            answer = _object(line)
            if answer is None:
                raise self._failure("garbled")
            if "progress" in answer:
                self._watch.goes_on(answer["progress"])
            elif "hashing" in answer:
                self._watch.goes_on(answer["hashing"])
            elif "failure" in answer:
                raise ValueError(f"daymark refuses the request: {json.dumps(answer['failure'])}")
            else:
                raise self._failure("garbled")
            self._check_time()

    def end(self) -> None:
        """Ends it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()

    def _next_line(self) -> bytes:
        while True:
            end = self._answers.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._answers[:end])
                del self._answers[: end + 1]
                self._searched = 0
                return line
            self._searched = len(self._answers)
            self._check_time()
            for key, _ in self._selector.select(timeout=0.1):
                piece = os.read(key.fd, 1 << 16)
                if key.data == "words":
                    self._words = (self._words + piece)[-_LAST_WORDS:]
                    if not piece:
                        self._selector.unregister(key.fileobj)
                elif piece:
                    self._answers += piece
                else:
                    raise self._failure("ended")

    def _check_time(self) -> None:
        cause = self._watch.overdue
        if cause:
            raise self._failure(cause)

    def _failure(self, cause: str) -> WorkerFailure:
        self._process.kill()
        code = self._process.wait()
        if self._process.stderr:
            try:
                os.set_blocking(self._process.stderr.fileno(), False)
                self._words += self._process.stderr.read() or b""
            except (OSError, ValueError):
                pass
        # Any other was ended by us.
        name = signal.Signals(-code).name if code < 0 and cause == "ended" else None
        words = self._words[-_LAST_WORDS:].decode(errors="replace")
        failure = WorkerFailure(cause, self._watch.known, self._watch.done, name, words)
        self.end()
        return failure


class _Watch:
    """When a worker has been silent for too long, or has taken too long."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._started = self._heard = time.monotonic()
        self.done = 0
        self.known: str | None = None

    def goes_on(self, done: int) -> None:
        # Saying the same again is no progress.
        if done > self.done:
            self._heard = time.monotonic()
        self.done = done

    def begins(self, known: str) -> None:
        self._heard = time.monotonic()
        self.known, self.done = known, 0

    @property
    def overdue(self) -> str | None:
        now = time.monotonic()
        if now - self._started > self._limits.timeout:
            return "late"
        return "silent" if now - self._heard > self._limits.silence else None


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
