"""``run`` and ``verify``: a pipeline's verdicts, and evidence that was tampered with."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

import pytest

import daymark
from conftest import REPOSITORY, SAMPLES, program

STEPS = REPOSITORY / "pipelines/ten-thousand-steps"
AS_OF = datetime(2025, 10, 1, tzinfo=timezone.utc)
ANNA = SAMPLES / "challenge/anna/input/export.zip"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The output folder of a run."""
    daymark.run(STEPS, tmp_path / "out", as_of=AS_OF)
    return tmp_path / "out"


def copy_pipeline(folder: Path, ben: str) -> Path:
    """The pipeline with another archive of Ben's."""
    shutil.copytree(STEPS, folder)
    text = (folder / "pipeline.yaml").read_text()
    text = text.replace("../../samples/challenge/ben/input/export.zip", ben)
    (folder / "pipeline.yaml").write_text(text.replace("../../samples", str(SAMPLES)))
    return folder


def test_a_run_has_the_verdicts(tmp_path: Path) -> None:
    run = daymark.run(STEPS, tmp_path / "out", as_of=AS_OF, jobs=1)
    # As README and `expected.md` of the pipeline have them.
    assert run.outcomes == {"anna": "pass", "ben": "fail", "clara": "undetermined"} and run.is_whole
    anna, ben, clara = run.subjects
    assert anna.reasons == ("streak.met",) and not anna.is_final and anna.flags == ()
    assert ben.flags == ("manual.share",) and ben.open_until == "2025-10-15T00:00:00Z"
    assert clara.reasons[0] == "data.ended" and clara.challenge == "steps-2025-09"
    assert (tmp_path / "out" / anna.folder / "evidence.json").exists()
    written = json.loads((tmp_path / "out/run.json").read_text(), parse_float=Decimal)
    assert run.documents == (written,)


def test_a_bad_archive_stops_only_its_person(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "broken.zip").write_text("no zip")
    pipeline = copy_pipeline(tmp_path / "steps", str(tmp_path / "broken.zip"))
    # An exit code that is told to be 0 makes nothing whole.
    run = daymark.run(pipeline, tmp_path / "out", as_of=AS_OF, options=["--tolerate", "100%"])
    assert run.outcomes == {"anna": "pass", "ben": None, "clara": "undetermined"} and not run.is_whole
    error = run.subjects[1].error
    assert error and error.code == "archive.unrecognised" and error.place and "broken.zip" in error.place
    daymark.run(pipeline, tmp_path / "out", as_of=AS_OF)
    assert "broken.zip" in caplog.text


def test_every_mistake_of_a_pipeline(tmp_path: Path) -> None:
    pipeline = copy_pipeline(tmp_path / "steps", "x")
    text = (pipeline / "pipeline.yaml").read_text()
    (pipeline / "pipeline.yaml").write_text(
        text.replace("Europe/Berlin", "Mars/Base").replace("from: 2025-09-01", "from: 2025-13-01"))
    with pytest.raises(daymark.DaymarkError) as wrong:
        daymark.run(pipeline, tmp_path / "out")
    assert {finding.code for finding in wrong.value.findings} >= {"config.bad_value"}
    assert len(wrong.value.findings) >= 2
    assert all("pipeline.yaml:" in (finding.place or "") for finding in wrong.value.findings)
    assert not (tmp_path / "out/run.json").exists()


def test_evidence_holds(out: Path) -> None:
    alone = daymark.verify(out / "steps-2025-09")
    assert alone.holds and alone.check() is alone and "dailyFigures" in alone.trusted
    with_all = daymark.verify(out / "steps-2025-09/anna", archives=[ANNA], pipeline=STEPS)
    assert with_all.holds and "dailyFigures" not in with_all.trusted and "rule" not in with_all.trusted


def test_evidence_that_was_changed(out: Path) -> None:
    path = out / "steps-2025-09/ben/verdict.json"
    path.write_text(path.read_text().replace('"outcome":"fail"', '"outcome":"pass"'))
    changed = daymark.verify(out / "steps-2025-09")
    assert not changed.holds and {one.subject for one in changed.differences} >= {"ben"}
    assert all(one.subject != "anna" for one in changed.differences)
    with pytest.raises(daymark.VerificationError, match=r"ben: verdict.json: "):
        changed.check()


def test_evidence_that_cannot_be_read(out: Path) -> None:
    (out / "steps-2025-09/anna/evidence.json").write_text("{")
    broken = daymark.verify(out / "steps-2025-09")
    assert not broken.holds
    with pytest.raises(daymark.VerificationError):
        broken.check()
    with pytest.raises(daymark.DaymarkError) as missing:
        daymark.verify(out / "nobody")
    assert missing.value.code == "file.missing"


def test_a_log_that_was_changed_says_what_is_wrong(out: Path) -> None:
    log, key, public = out / "../log", out / "../operator.pem", out / "../public.pem"
    public.write_bytes(call("keys", "new", key))
    call("attest", out / "steps-2025-09", "--key", key)
    call("seal", out, "--log", log, "--key", key, "--origin", "club.example/daymark")
    assert daymark.verify(log, trust=[public]).check().document["size"] == 1
    (log / "tile/entries/000.p/1").write_bytes(b"another")
    changed = daymark.verify(log, trust=[public])
    assert not changed.holds and [error.code for error in changed.errors] == ["seal.log_unsound"]
    with pytest.raises(daymark.VerificationError, match="a file of it is missing") as told:
        changed.check()
    assert told.value.code == "seal.log_unsound"


def call(*line: object) -> bytes:
    """What a command of the program prints."""
    return subprocess.run([program(), *map(str, line)], stdout=subprocess.PIPE, check=True).stdout


def test_a_log_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(daymark.DaymarkError):
        daymark.verify(tmp_path, trust=[tmp_path / "none.pem"])
