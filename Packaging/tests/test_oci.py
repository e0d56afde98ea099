"""The image is an OCI layout whose program runs with what the image has."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image of a small program of this system, in place of daymark."""
    folder = tmp_path_factory.mktemp("image")
    (folder / "root/usr/bin").mkdir(parents=True)
    (folder / "root/usr/share/daymark").mkdir(parents=True)
    (folder / "root/usr/share/doc/daymark").mkdir(parents=True)
    shutil.copy(os.path.realpath(shutil.which("cat") or ""), folder / "root/usr/bin/daymark")
    (folder / "root/usr/share/daymark/é.yaml").write_text("made")
    (folder / "licences").mkdir()
    (folder / "licences/library.txt").write_text("free")
    for name in ("one.tar", "two.tar"):
        subprocess.run(
            [sys.executable, REPOSITORY / "Packaging/oci.py", folder / "root", folder / "licences", "1.2.3",
             folder / name], check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
        os.utime(folder / "root/usr/share/daymark/é.yaml")
    assert (folder / "one.tar").read_bytes() == (folder / "two.tar").read_bytes()
    return folder / "one.tar"


def test_every_blob_is_what_its_descriptor_says(archive: Path) -> None:
    with tarfile.open(archive) as layout:
        files = {one.name: layout.extractfile(one).read() for one in layout}  # type: ignore[union-attr]

    def blob(descriptor: dict[str, Any]) -> bytes:
        content = files.pop("blobs/" + descriptor["digest"].replace(":", "/"))
        assert descriptor["digest"] == "sha256:" + hashlib.sha256(content).hexdigest()
        assert descriptor["size"] == len(content)
        return content

    assert json.loads(files.pop("oci-layout")) == {"imageLayoutVersion": "1.0.0"}
    (described,) = json.loads(files.pop("index.json"))["manifests"]
    assert described["annotations"]["org.opencontainers.image.ref.name"] == "1.2.3"
    manifest = json.loads(blob(described))
    config = json.loads(blob(manifest["config"]))
    tar = gzip.decompress(blob(manifest["layers"][0]))
    assert config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(tar).hexdigest()]
    assert config["created"] == "1970-01-02T00:00:00Z" and files == {}


def test_the_program_runs_with_what_the_image_has(archive: Path, tmp_path: Path) -> None:
    with tarfile.open(archive) as layout:
        largest = max(layout, key=lambda one: one.size)
        packed = layout.extractfile(largest)
        assert packed
        with tarfile.open(fileobj=io.BytesIO(gzip.decompress(packed.read()))) as files:
            assert {(one.uid, one.gid, one.mtime) for one in files} == {(0, 0, 86400)}
            assert files.getmember("tmp").mode == 0o1777
            files.extractall(tmp_path, filter="tar")
    assert (tmp_path / "usr/share/doc/daymark/libraries/library.txt").read_text() == "free"
    (loader,) = tmp_path.glob("lib*/ld-linux*")
    libraries = ":".join(str(folder) for folder in tmp_path.glob("lib/*-linux-gnu"))
    for program in ("usr/bin/daymark", "bin/sh"):
        command = [loader, "--inhibit-cache", "--library-path", libraries, tmp_path / program]
        script = "read line < /dev/stdin; echo $line" if program == "bin/sh" else None
        ended = subprocess.run(
            [*command, *(["-c", script] if script else [])], input="made\n", capture_output=True, text=True, env={})
        assert ended.stdout == "made\n", ended.stderr
