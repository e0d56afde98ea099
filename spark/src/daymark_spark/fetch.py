"""Archives where they lie, ``file://`` or ``s3://``, and their copies on the local disk."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from urllib.parse import quote, urlsplit

from pyarrow import fs


def as_uri(path: str) -> str:
    """A URI as it is, and a local path as ``file://``."""
    if "://" in path:
        return path
    return "file://" + quote(os.path.abspath(path))


@lru_cache(maxsize=64)
def _file_system(scheme: str, place: str, query: str) -> fs.FileSystem:
    if scheme == "file":
        return fs.LocalFileSystem()
    suffix = f"?{query}" if query else ""
    return fs.FileSystem.from_uri(f"{scheme}://{place}/{suffix}")[0]


def opened(uri: str) -> tuple[fs.FileSystem, str]:
    """The file system of a URI and the path in it.

    An endpoint other than Amazon's stands behind the URI, as pyarrow has it:
    ``s3://bucket/folder?endpoint_override=localhost:9000&scheme=http&region=us-east-1``.

    Raises ``OSError`` for a URI with a password in it, which would stand in every row.
    """
    if "://" not in uri:
        return fs.LocalFileSystem(), os.path.abspath(uri)
    parts = urlsplit(uri)
    if parts.password is not None:
        place = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
        raise OSError(
            errno.EINVAL, "a URI must not hold a key; put it where pyarrow finds it, such as AWS_ACCESS_KEY_ID", place)
    if parts.scheme == "file":
        return fs.LocalFileSystem(), fs.FileSystem.from_uri(uri)[1]
    bucket = parts.netloc.rpartition("@")[2]
    return _file_system(parts.scheme, parts.netloc, parts.query), f"{bucket}{parts.path}".rstrip("/")


def child(uri: str, relative: str) -> str:
    """The URI of what lies below a folder."""
    head, mark, query = uri.partition("?")
    scheme = head.partition("://")[0]
    name = quote(relative) if scheme == "file" else relative
    return f"{head.rstrip('/')}/{name}{mark}{query}"


@contextmanager
def fetched(uris: list[str], scratch: str) -> Iterator[list[str]]:
    """Paths of one subject's archives: local ones where they lie, so that links in them are seen as such, of others
    copies below ``scratch``, under their own names, removed at the end.

    Raises ``OSError``, with the URI as its file name.
    """
    folder = tempfile.mkdtemp(dir=scratch)
    try:
        paths = []
        for number, uri in enumerate(uris):
            system, path = opened(uri)
            if isinstance(system, fs.LocalFileSystem):
                paths.append(path)
                continue
            copy = os.path.join(folder, f"{number:06d}", os.path.basename(path.rstrip("/")))
            os.makedirs(os.path.dirname(copy))
            try:
                _copy(system, path, copy)
            except OSError as error:
                error.filename = uri
                raise
            paths.append(copy)
        yield paths
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(system: fs.FileSystem, path: str, copy: str) -> None:
    info = system.get_file_info(path)
    if info.type == fs.FileType.NotFound:
        raise FileNotFoundError(2, os.strerror(2), path)
    if info.type == fs.FileType.Directory:
        os.makedirs(copy)
        for item in system.get_file_info(fs.FileSelector(path, recursive=True)):
            relative = os.path.relpath(item.path, path)
            if relative.split("/")[0] == "..":
                # Names in an object store may have any parts.
                raise OSError(errno.EINVAL, "a name in the folder leads out of it", path)
            target = os.path.join(copy, relative)
            if item.type == fs.FileType.Directory:
                os.makedirs(target, exist_ok=True)
            else:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                _copy_file(system, item.path, target)
    else:
        _copy_file(system, path, copy)


def _copy_file(system: fs.FileSystem, path: str, copy: str) -> None:
    with system.open_input_stream(path) as source, open(copy, "wb") as target:
        while piece := source.read(1 << 22):
            target.write(piece)


def make_scratch() -> str:
    """A folder for this process' copies; what processes that were killed have left is removed."""
    root = tempfile.gettempdir()
    prefix = f"daymark-spark-{os.getuid()}-"
    for name in os.listdir(root):
        process = name.removeprefix(prefix).partition("-")[0]
        if name.startswith(prefix) and process.isdigit() and not os.path.exists(f"/proc/{process}"):
            shutil.rmtree(os.path.join(root, name), ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-")
