"""Packs a program into an image, as an archive of the OCI image layout, without an engine of containers.

    python3 Packaging/oci.py ROOT LICENCES VERSION ARCHIVE

ROOT has `usr/bin/daymark` and its files. The image has these, a shell for whoever computes arguments, the libraries that
both load, with their licences, and nothing else.
The same files give the same bytes; their date is `SOURCE_DATE_EPOCH`.
Source: OCI Image Format Specification 1.1, "Image Layout", "Image Manifest" and "Image Configuration".
"""

import datetime
import gzip
import hashlib
import io
import json
import os
import platform
import re
import subprocess
import sys
import tarfile

KEPT = ("usr/bin/daymark", "usr/share/daymark", "usr/share/doc/daymark")
# See Scale, "Kubernetes".
SHELL = "/bin/sh"
# Without it, names of files that are not ASCII cannot be read.
LOCALE = "/usr/lib/locale/C.utf8"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def files(root, licences):
    """What is in the image: the path in it, and the path here."""
    for kept in KEPT:
        yield from below(os.path.join(root, kept), kept)
    yield from below(licences, f"{KEPT[-1]}/libraries")
    yield SHELL.lstrip("/"), os.path.realpath(SHELL)
    for program in (os.path.join(root, KEPT[0]), SHELL):
        printed = subprocess.run(["ldd", program], stdout=subprocess.PIPE, check=True, text=True).stdout
        for path in re.findall(r"(/\S+) \(0x", printed):
            yield path.lstrip("/"), os.path.realpath(path)
    yield from below(LOCALE, LOCALE.lstrip("/"))


def below(path, name):
    if not os.path.isdir(path):
        yield name, path
    for folder, _, names in os.walk(path):
        for one in names:
            here = os.path.join(folder, one)
            yield os.path.join(name, os.path.relpath(here, path)), os.path.realpath(here)


def layer(found, seconds):
    """Files as a tar, in order, with the folders that they are in."""
    folders = {"tmp/", "work/"}
    for name in found:
        while name := os.path.dirname(name):
            folders.add(name + "/")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted([*found, *folders]):
            info = tarfile.TarInfo(name.rstrip("/"))
            info.mtime = seconds
            if name in folders:
                info.type, info.mode = tarfile.DIRTYPE, 0o1777 if name == "tmp/" else 0o755
                archive.addfile(info)
                continue
            with open(found[name], "rb") as file:
                content = file.read()
            info.size, info.mode = len(content), 0o755 if os.access(found[name], os.X_OK) else 0o644
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def image(tar, version, seconds):
    """The files of the layout, by their paths."""
    blobs = {}

    def described(kind, content, **more):
        name = digest(content)
        blobs[f"blobs/{name.replace(':', '/')}"] = content
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": name, "size": len(content), **more}

    now = f"{datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
    config = {
        "created": now, "architecture": ARCHITECTURES[platform.machine()], "os": "linux",
        "config": {
            "Entrypoint": ["/usr/bin/daymark"], "Env": ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"], "WorkingDir": "/work",
            "Labels": {"org.opencontainers.image.title": "daymark", "org.opencontainers.image.version": version},
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(tar)]},
        "history": [{"created": now, "created_by": "Packaging/oci.py"}],
    }
    manifest = {
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": described("config.v1+json", written(config)),
        "layers": [described("layer.v1.tar+gzip", gzip.compress(tar, 9, mtime=0))],
    }
    name = {"annotations": {"org.opencontainers.image.ref.name": version}}
    index = {"schemaVersion": 2, "manifests": [described("manifest.v1+json", written(manifest), **name)]}
    return {"oci-layout": written({"imageLayoutVersion": "1.0.0"}), "index.json": written(index), **blobs}


def written(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def main(root, licences, version, path):
    seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    tar = layer(dict(files(root, licences)), seconds)
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in image(tar, version, seconds).items():
            info = tarfile.TarInfo(name)
            info.size, info.mode, info.mtime = len(content), 0o644, seconds
            archive.addfile(info, io.BytesIO(content))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
