"""Health archives to daily figures, and challenges to verdicts, by the program ``daymark``.

    import daymark
    days = daymark.aggregate("export.zip", zone="Europe/Berlin").to_pandas()
"""

from .days import DamagedInput, aggregate, findings, zone
from .errors import DaymarkError, Finding, ProgramError, UsageError, VerificationError
from .program import find_program
from .runs import Run, Subject, run
from .verification import Difference, Verification, verify

__all__ = [
    "DamagedInput", "DaymarkError", "Difference", "Finding", "ProgramError", "Run", "Subject", "UsageError",
    "Verification", "VerificationError", "aggregate", "find_program", "findings", "run", "verify", "zone",
]
