"""The manual pages say what the help says, and are in order."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("DAYMARK_BUILD", REPOSITORY / ".build/debug")) / "daymark"


def dumped() -> bytes:
    """The help of all commands, as a document."""
    return subprocess.run([PROGRAM, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout


def make(folder: Path, dump: bytes) -> dict[str, str]:
    """The pages, by their names."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}
    subprocess.run(
        [sys.executable, REPOSITORY / "Packaging/manual.py", folder], input=dump, env=environment, check=True)
    return {path.name: path.read_text() for path in folder.iterdir()}


def commands(command: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command that the help shows, by the name of its page."""
    if command["shouldDisplay"] and command["commandName"] != "help":
        path = (*path, command["commandName"])
        yield "-".join(path) + ".1", command
        for one in command.get("subcommands", []):
            yield from commands(one, path)


@pytest.fixture(scope="module")
def dump() -> bytes:
    return dumped()


def test_every_command_has_a_page_with_every_option_value_and_default(dump: bytes, tmp_path: Path) -> None:
    pages = make(tmp_path / "man1", dump)
    expected = dict(commands(json.loads(dump)["command"]))
    assert set(pages) == set(expected) and "daymark-rules-check.1" in pages and "daymark-worker.1" not in pages
    for name, command in expected.items():
        page = pages[name].replace("\\-", "-")
        flat = " ".join(page.split())
        for argument in command.get("arguments", []):
            for spelling in argument.get("names", []):
                hyphen = "" if spelling["kind"] == "short" else "-"
                assert re.search(rf"^\.It .*Fl {hyphen}{spelling['name']}\b", page, re.MULTILINE), (name, spelling)
            for value in argument.get("allValues", []):
                assert re.search(rf"\(values: .*\b{value}\b", flat), (name, value)
            default = argument.get("defaultValue")
            if default and argument["kind"] == "option" and argument["valueName"] != "jobs":
                assert f"default: {default})" in flat, (name, default)


def test_the_same_help_gives_the_same_pages_on_any_machine(dump: bytes, tmp_path: Path) -> None:
    here = make(tmp_path / "here", dump)
    # With as many processors as no machine has.
    processors = json.dumps(os.cpu_count() and str(len(os.sched_getaffinity(0))))
    elsewhere = dump.replace(f'"defaultValue" : {processors}'.encode(), b'"defaultValue" : "999"')
    assert elsewhere != dump and make(tmp_path / "elsewhere", elsewhere) == here
    assert ".Dd January 1, 1970" in here["daymark.1"]


def test_signs_of_the_language_of_pages_are_words(tmp_path: Path) -> None:
    option = {
        "kind": "option", "valueName": "x", "isOptional": True, "isRepeating": False, "shouldDisplay": True,
        "names": [{"kind": "long", "name": "x"}], "preferredName": {"kind": "long", "name": "x"},
        "abstract": ".Sh of `a\\b`. 'Tis --no-wait and well-known.", "defaultValue": "'",
    }
    command = {"commandName": "odd", "abstract": "Odd.", "shouldDisplay": True, "arguments": [option]}
    page = make(tmp_path, json.dumps({"serializationVersion": 0, "command": command}).encode())["odd.1"]
    assert "\\&.Sh of \\(lqa\\eb\\(rq.\n\\&'Tis \\-\\-no\\-wait and well-known.\n(default: ')" in page


@pytest.mark.skipif(not shutil.which("mandoc"), reason="there is no mandoc")
def test_mandoc_warns_of_nothing(dump: bytes, tmp_path: Path) -> None:
    for name in make(tmp_path, dump):
        ended = subprocess.run(["mandoc", "-Tlint", "-Wwarning", tmp_path / name], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout


@pytest.mark.skipif(not shutil.which("groff"), reason="there is no groff")
def test_groff_warns_of_nothing(dump: bytes, tmp_path: Path) -> None:
    make(tmp_path, dump)
    for path in tmp_path.iterdir():
        ended = subprocess.run(["groff", "-ww", "-Tutf8", "-mdoc", path], capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, "") and ended.stdout
