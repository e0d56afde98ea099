"""Health exports to daily figures on Spark, by the workers of daymark.

    from daymark_spark import folder, read
    readings = read(spark, folder(spark, "exports"))
    readings.days.show()
"""

from .errors import DaymarkError, Finding, PipelineError, ProgramError, ReadingError
from .readings import Readings, folder, read
from .settings import Settings
from .waves import WaveSummary, run
from .worker import Limits

__all__ = [
    "DaymarkError", "Finding", "Limits", "PipelineError", "ProgramError", "ReadingError",
    "Readings", "Settings", "WaveSummary", "folder", "read", "run",
]
