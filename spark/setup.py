"""The version is that of the program."""

import re
from pathlib import Path

from setuptools import setup

source = Path("../Sources/Model/Version.swift").read_text()
setup(version=re.search(r'daymarkVersion = "(.+)"', source)[1])
