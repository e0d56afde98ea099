"""A wheel that carries the program is for one platform and every Python 3; one without it is for all platforms."""

import re
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Package(Distribution):
    """A package whose files belong to a platform if the program is one of them."""

    def has_ext_modules(self) -> bool:
        return Path("src/daymark/carried/bin/daymark").exists()


class AnyPython(bdist_wheel):
    """A wheel for every Python 3."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


def version() -> str:
    """The program's version; the source file that has it lies here where a wheel is made apart from the sources."""
    here = Path("Version.swift")
    file = here if here.exists() else Path("../Sources/Model/Version.swift")
    return re.search(r'daymarkVersion = "(.+)"', file.read_text())[1]


setup(version=version(), distclass=Package, cmdclass={"bdist_wheel": AnyPython})
