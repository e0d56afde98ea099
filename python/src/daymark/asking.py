"""One call of the program, and the documents that it answers with."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias, TypeVar

from .errors import DaymarkError, Finding, ProgramError, UsageError
from .program import find_program

Path: TypeAlias = "str | os.PathLike[str]"
Value = TypeVar("Value")

_log = logging.getLogger("daymark")

# The exit codes; see the page Errors, "Exit codes".
DONE, DAMAGED, COULD_NOT_FINISH, ANSWER_IS_NO, USAGE = 0, 1, 2, 3, 64


@dataclass(frozen=True)
class Answer:
    """How the program ended, and the JSON documents that it printed, one a line; fractions are exact."""

    exit_code: int
    documents: tuple[dict[str, Any], ...]


def ask(command: str, options: Sequence[str], others: Sequence[str], inputs: Sequence[Path]) -> Answer:
    """Has the program do something, and waits for it.

    ``others`` are options that a user has written as the command line has them. What the program says to people goes
    to the logger ``daymark``, unless it is what an exception says: as warnings when not all went well, else as
    information.

    Raises ``DaymarkError`` with the program's findings when it says that it could not finish.
    """
    program = find_program()
    # What follows `--` is no option, whatever it begins with.
    paths = [os.fspath(path) for path in inputs]
    line = [program, command, *options, *_listed(others), "--format", "json", "--", *paths]
    try:
        # In a session of its own: Ctrl-C would reach it, too, and the second signal, below, ends it at once.
        process = subprocess.Popen(
            line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        raise ProgramError(f"{program} cannot be started: {error.strerror}") from error
    try:
        printed, said = process.communicate()
    except BaseException:
        # It keeps what is done. Whoever interrupts this wait, too, leaves it to end by itself.
        process.terminate()
        process.communicate()
        raise
    return _answer(process.returncode, printed, said.decode(errors="replace").strip())


def _answer(code: int, printed: bytes, said: str) -> Answer:
    if code < 0:
        raise ProgramError(f"the program was ended by signal {-code} ({signal.strsignal(-code)})")
    if code == USAGE:
        raise UsageError(said.removeprefix("Error: "))
    with understood():
        documents = tuple(
            json.loads(line, parse_float=Decimal) for line in printed.decode().split("\n") if line)
        findings = [Finding.parse(error) for one in documents for error in one.get("errors", ())]
    if findings and code not in (DONE, DAMAGED, ANSWER_IS_NO):
        raise DaymarkError.of(findings)
    for line in said.splitlines():
        _log.log(logging.INFO if code == DONE else logging.WARNING, "%s", line)
    if code not in (DONE, DAMAGED, COULD_NOT_FINISH, ANSWER_IS_NO) or not documents and code != ANSWER_IS_NO:
        raise ProgramError(f"the program ended with {code} and without an answer")
    return Answer(code, documents)


@contextmanager
def understood() -> Iterator[None]:
    """Makes a ``ProgramError`` of whatever a document lacks while it is read."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProgramError("the program's answer is not what this package knows; are both of one version?") from error


def option(name: str, value: object) -> list[str]:
    """An option of the command line; none when there is no value or it is false."""
    if value is None or value is False:
        return []
    if value is True:
        return [f"--{name}"]
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    # In one word, so that a value that begins with a hyphen is no option.
    return [f"--{name}={value}"]


def repeated(name: str, values: Sequence[Path]) -> list[str]:
    """An option that stands once for each of several values."""
    return [word for value in _listed(values) for word in option(name, value)]


def _listed(values: Sequence[Value]) -> Sequence[Value]:
    # Text is a sequence, too, of its letters.
    if isinstance(values, (str, bytes)):
        raise TypeError("one text where a list of them is expected")
    return values
