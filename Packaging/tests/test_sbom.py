"""The bill of materials names what a program is made of, and nothing without a licence."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("DAYMARK_BUILD", REPOSITORY / ".build/debug")) / "daymark"

pytestmark = pytest.mark.skipif(not shutil.which("swift"), reason="there is no swift")


def make(folder: Path, location: str) -> subprocess.CompletedProcess[str]:
    """Writes the bill of a program that has one package."""
    pin = {"identity": "x", "location": location, "state": {"revision": "a" * 40, "version": "1.2.3"}}
    resolved = folder / "Package.resolved"
    resolved.write_text(json.dumps({"pins": [pin], "version": 3}))
    command = [sys.executable, REPOSITORY / "Packaging/sbom.py", PROGRAM, resolved, REPOSITORY / "NOTICE"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "86400"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_packages_libraries_and_the_program_are_in_it(tmp_path: Path) -> None:
    ended = make(tmp_path, "https://github.com/jpsim/Yams.git")
    assert ended.returncode == 0, ended.stderr
    bill = json.loads(ended.stdout)
    assert bill["metadata"]["timestamp"] == "1970-01-02T00:00:00Z"
    (digest,) = bill["metadata"]["component"]["hashes"]
    assert digest["content"] == hashlib.sha256(PROGRAM.read_bytes()).hexdigest()
    parts = {part["name"]: part for part in bill["components"]}
    yams = parts["Yams"]
    assert (yams["purl"], yams["licenses"][0]["license"]["name"]) == ("pkg:swift/github.com/jpsim/Yams@1.2.3", "MIT")
    assert any(name.startswith("libxml2") for name in parts) and parts["Swift"]["version"]
    assert bill["dependencies"][0]["dependsOn"] == sorted(part["bom-ref"] for part in bill["components"])
    assert make(tmp_path, "https://github.com/jpsim/Yams.git").stdout == ended.stdout


def test_a_package_without_a_licence_is_an_error(tmp_path: Path) -> None:
    ended = make(tmp_path, "https://example.com/unknown/package")
    assert ended.returncode == 1 and "NOTICE says no licence of the package package" in ended.stderr
