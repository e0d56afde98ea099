"""Whoever gets the program gets the licences that its parts want handed on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
RESOLVED = REPOSITORY / "Package.resolved"

pytestmark = pytest.mark.skipif(not RESOLVED.exists(), reason="the packages are not here")


def test_every_package_and_library_has_its_licence(tmp_path: Path) -> None:
    command = ["sh", REPOSITORY / "Packaging/licences", tmp_path]
    subprocess.run(command, check=True)
    texts = {path.stem: path.read_text() for path in tmp_path.iterdir()}
    names = {pin["location"].rpartition("/")[2].removesuffix(".git") for pin in json.loads(RESOLVED.read_text())["pins"]}
    assert {"Yams", "GRDB.swift"} <= names and set(texts) == {*names, "ICU"}
    # These want the words themselves in every copy.
    for name in ("Yams", "GRDB.swift", "ICU"):
        assert "ermission is hereby granted" in texts[name] and "opyright" in texts[name]
    ended = subprocess.run([*command, "/bin/sh"], check=True, capture_output=True, text=True)
    assert ended.stderr == "" and len(list(tmp_path.iterdir())) > len(texts)


def test_what_no_package_has_is_said(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "dpkg").write_text("#!/bin/sh\necho 'diversion by other from: /bin/sh'\nexit 1\n")
    (tools / "dpkg").chmod(0o755)
    ended = subprocess.run(
        ["sh", REPOSITORY / "Packaging/licences", tmp_path / "found", "/bin/sh"], check=True, capture_output=True,
        text=True, env={"PATH": f"{tools}:/usr/bin:/bin"})
    assert "No licence of " in ended.stderr and "libc.so" in ended.stderr
