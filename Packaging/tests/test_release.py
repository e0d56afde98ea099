"""A release is refused while something is missing, and its signature holds what was signed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

RELEASE = Path(__file__).resolve().parents[1] / "release"

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not here")


def run(folder: Path, *arguments: str, key: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "KEY"}
    if key:
        environment["KEY"] = str(key)
    return subprocess.run(["sh", RELEASE, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", path], check=True)
    return path


def test_a_release_is_refused_until_all_is_ready(tmp_path: Path, key: Path) -> None:
    house = tmp_path / "house"
    (house / "Sources/Model").mkdir(parents=True)
    (house / "Sources/Model/Version.swift").write_text('package let daymarkVersion = "1.2.3"\n')
    (house / "CHANGELOG.md").write_text("## [Unreleased]\n")

    def commit() -> None:
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
            subprocess.run(["git", *words], cwd=house, check=True)

    commit()
    assert "KEY=FILE" in run(house, "ready").stderr
    assert "no private key" in run(house, "ready", key=house / "CHANGELOG.md").stderr
    assert "no heading [1.2.3]" in run(house, "ready", key=key).stderr
    (house / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [1.2.3] - 2026-11-27\n")
    assert "git status" in run(house, "ready", key=key).stderr
    commit()
    ended = run(house, "ready", key=key)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_signature_is_of_the_files_as_they_are(tmp_path: Path, key: Path) -> None:
    dist = tmp_path / "dist"
    dist.mkdir()
    (dist / "daymark.tar.gz").write_bytes(b"made")
    (dist / "SHA256SUMS").write_text(hashlib.sha256(b"made").hexdigest() + "  daymark.tar.gz\n")
    assert run(tmp_path, "sign", "dist", key=key).returncode == 0
    command = [
        "openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", "release.pub", "-in", "SHA256SUMS", "-sigfile",
        "SHA256SUMS.sig"]
    assert subprocess.run(command, cwd=dist).returncode == 0
    (dist / "daymark.tar.gz").write_bytes(b"changed")
    refused = run(tmp_path, "sign", "dist", key=key)
    assert refused.returncode == 1 and "SHA256SUMS" in refused.stderr
    (dist / "SHA256SUMS").write_text("other\n")
    assert subprocess.run(command, cwd=dist).returncode != 0
