"""What the tests share: the program of this repository, its samples, and exports that are made here."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = REPOSITORY / "samples"
PHONE_AND_WATCH = SAMPLES / "apple-health/phone-and-watch/input/export.zip"


def program() -> Path:
    """The program of this repository that was built."""
    path = Path(os.environ.get("DAYMARK_BUILD", REPOSITORY / ".build/debug")) / "daymark"
    assert path.exists(), f"{path} is not built; run `make test-python`"
    return path


@pytest.fixture(autouse=True)
def use_built_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the package call the program of this repository."""
    monkeypatch.setenv("DAYMARK_PROGRAM", str(program()))


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Has the package call a script of the shell in place of the program."""

    def write(script: str) -> Path:
        path = tmp_path / "pretended"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("DAYMARK_PROGRAM", str(path))
        return path

    return write


def write_export(folder: Path, steps: Mapping[date, object]) -> Path:
    """An export of the Health app with steps at noon in Berlin, in summer as in winter."""
    records = "\n".join(
        f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="{count}" '
        f'creationDate="{day} 12:10:00 +0100" startDate="{day} 12:00:00 +0100" endDate="{day} 12:10:00 +0100"/>'
        for day, count in steps.items())
    path = folder / "export.xml"
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n'
        f'<ExportDate value="2026-01-02 10:00:00 +0100"/>\n<Me/>\n{records}\n</HealthData>\n')
    return path
