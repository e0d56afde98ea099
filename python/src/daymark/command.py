"""The command ``daymark``: this process becomes the program."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from .errors import ProgramError
from .program import find_program


def main() -> NoReturn:
    """Becomes the program, so that its signals, exit code and process id are those of the command.

    Exits with 2, as the program does when it cannot finish, if there is no program.
    """
    try:
        program = find_program()
        # Python ignores these two, and what is ignored stays ignored in the program.
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        # Where it names this command, the command goes on with the program that it carries, and not for ever.
        environment = {name: value for name, value in os.environ.items() if name != "DAYMARK_PROGRAM"}
        os.execve(program, ["daymark", *sys.argv[1:]], environment)
    except ProgramError as error:
        sys.stderr.write(f"daymark: {error}\n")
    except OSError as error:
        sys.stderr.write(f"daymark: {program} cannot be started: {error.strerror}\n")
    sys.exit(2)
