"""Where the program ``daymark`` lies."""

from __future__ import annotations

import os

from .errors import ProgramError

CARRIED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "carried", "bin", "daymark")
"""The program that the wheel carries; its templates lie in ``../share/daymark`` beside it."""


def find_program() -> str:
    """The path of the program: what ``DAYMARK_PROGRAM`` says, or else the one that the wheel carries.

    ``PATH`` is not searched, for what it has may be the command of this package, which would start itself.

    Raises ``ProgramError`` if there is none.
    """
    said = os.environ.get("DAYMARK_PROGRAM")
    if said:
        if not os.access(said, os.X_OK):
            raise ProgramError(f"{said}: DAYMARK_PROGRAM names no program; correct it, or unset it")
        # A name without a folder would be searched for on `PATH`.
        return os.path.abspath(said)
    if not os.path.exists(CARRIED):
        raise ProgramError(
            "this package carries no program, for it was installed from its sources; install the wheel of your "
            "platform, or give the path of a program in DAYMARK_PROGRAM")
    return CARRIED
