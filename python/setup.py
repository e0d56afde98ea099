"""A wheel that carries the program is for one platform and every Python 3; one without it is for all platforms."""

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


setup(distclass=Package, cmdclass={"bdist_wheel": AnyPython})
