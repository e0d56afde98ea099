"""The page Python: its code works, prints what it says, and made its picture."""

from __future__ import annotations

import os
import random
import re
import shutil
import zipfile
from datetime import date, timedelta
from pathlib import Path

import matplotlib
import pytest

from conftest import REPOSITORY, write_export

PAGES = REPOSITORY / "Sources/Pipeline/Documentation.docc"
CODE = re.findall(r"```python\n(.*?)```", (PAGES / "Python.md").read_text(), re.DOTALL)


def write_year(folder: Path) -> None:
    """The export of the picture: a year of somebody who walks to work, is ill in March and hikes in August."""
    chance = random.Random(2025)
    steps = {}
    for number in range(365):
        day = date(2025, 1, 1) + timedelta(number)
        usual = 6500 if day.weekday() >= 5 else 9500
        if date(2025, 3, 10) <= day <= date(2025, 3, 19):
            usual = 1200
        if date(2025, 8, 4) <= day <= date(2025, 8, 24):
            usual = 17000
        steps[day] = round(usual * chance.uniform(0.75, 1.25))
    with zipfile.ZipFile(folder / "export.zip", "w") as archive:
        archive.write(write_export(folder, steps), "apple_health_export/export.xml")


# What pandas asks of matplotlib.
@pytest.mark.filterwarnings("ignore:The locs attribute")
def test_the_code_does_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"savefig.dpi": 160, "savefig.bbox": "tight"})
    write_year(tmp_path)
    for name in ("pipelines", "samples"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    monkeypatch.chdir(tmp_path)
    year, verdicts, evidence, errors = CODE
    names: dict[str, object] = {}
    exec(year, names)
    assert len(year.splitlines()) == 5
    steps = names["steps"]
    assert len(steps) == 365 and steps["2025-08"].mean() > steps["2025-03"].mean()  # type: ignore[index,arg-type,call-overload]
    assert (tmp_path / "steps.png").stat().st_size > 10_000
    if os.environ.get("DAYMARK_RECORD"):
        shutil.copy(tmp_path / "steps.png", PAGES / "Resources/python-steps.png")
        pytest.fail("the picture of the page was recorded; look at it")
    exec(verdicts, names)
    assert_page_says(capsys.readouterr().out)
    exec(evidence, names)
    assert capsys.readouterr().out.startswith("True () (")
    exec(errors, names)
    assert_page_says(capsys.readouterr().out)


def assert_page_says(printed: str) -> None:
    """Holds what was printed against a sentence of the page."""
    assert f"This prints `{printed.strip()}`" in (PAGES / "Python.md").read_text()
