"""A wheel that carries the program is for one platform and every Python 3; one without it is for all platforms."""

from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

CARRIES_PROGRAM = Path("src/daymark/carried/bin/daymark").exists()


class PlatformWheel(bdist_wheel):
    """A wheel whose files belong to a platform, though not to a version of Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = not CARRIES_PROGRAM

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


setup(cmdclass={"bdist_wheel": PlatformWheel})
