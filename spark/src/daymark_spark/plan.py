"""Whom a pipeline's run reads: the requests that ``daymark requests`` prints, with URIs for paths."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any
from urllib.parse import urlsplit

from pyarrow import fs

from .errors import Finding, PipelineError
from .fetch import as_uri, child, opened


@dataclass(frozen=True)
class Planned:
    """One subject's request, and the key by which a reading of it is known."""

    subject: str
    key: str
    request: str
    size: int


def plan(
    program: str, pipeline: str, inputs: str | None, as_of: str | None, versions: str,
    store: str | None = None,
) -> list[Planned]:
    """The requests of a pipeline's subjects, ascending by subject.

    Args:
        program: The program ``daymark``.
        pipeline: The folder of ``pipeline.yaml``.
        inputs: An inbox, or a manifest that ends in ``.csv``; the pipeline's own subjects when ``None``.
        as_of: The instant of the run; the pipeline's, or the clock, when ``None``.
        versions: What else a reading depends on.
        store: The store of the run that decides, on this machine: its book says what came too late.

    Raises:
        PipelineError: The pipeline, the book, the inbox or the manifest cannot be read.
    """
    began = datetime.now(timezone.utc)
    with tempfile.TemporaryDirectory(prefix="daymark-plan-") as scratch:
        source = _Source(inputs, scratch)
        arguments = source.arguments + (["--store", store] if store else [])
        lines = _requests(program, pipeline, arguments, as_of)
        requests = [_listed_at(began, source.with_uris(json.loads(line))) for line in lines]
    stamps = _stamps(sorted({uri for request in requests for uri in _archives(request)}), source)
    planned = [_planned(request, stamps, as_of is not None, versions) for request in requests]
    return sorted(planned, key=lambda one: one.subject.encode())


def _listed_at(began: datetime, request: dict[str, Any]) -> dict[str, Any]:
    """A request that says it was listed after the deadline only if the listing began after it."""
    deadline = request.get("proofDeadline")
    if deadline and began < datetime.fromisoformat(deadline.replace("Z", "+00:00")):
        request.pop("listedAfterDeadline", None)
    return request


_OF_THE_BOOK = {"inTime", "history", "unseen", "decided", "bound"}


def _archives(request: dict[str, Any]) -> list[str]:
    return [] if "daymarkReading" in request else list(request["archives"])


def _planned(
    request: dict[str, Any], stamps: dict[str, tuple[str, int]], is_dated: bool, versions: str
) -> Planned:
    uris = _archives(request)
    # What a book knows tells on those alone that it sets aside; another archive has another stamp.
    asked = {name: value for name, value in request.items() if name not in _OF_THE_BOOK}
    asked["late"] = {archive: row["code"] for archive, row in request.get("history", {}).items()}
    if not is_dated:
        # The clock moves on; `daymark run` sees whether a reading serves its instant.
        asked.pop("asOf", None)
    identity = [asked, [[uri, stamps[uri][0]] for uri in uris], versions]
    text = json.dumps(identity, sort_keys=True)
    return Planned(
        request["subject"], hashlib.sha256(text.encode()).hexdigest(),
        json.dumps(request, sort_keys=True), sum(stamps[uri][1] for uri in uris),
    )


def _requests(program: str, pipeline: str, arguments: list[str], as_of: str | None) -> list[str]:
    dated = ["--as-of", as_of] if as_of else []
    ended = subprocess.run(
        [program, "requests", pipeline, *arguments, *dated], capture_output=True, text=True
    )
    if ended.returncode == 0:
        return ended.stdout.splitlines()
    try:
        errors = json.loads(ended.stdout)["errors"]
        findings = [Finding(error["code"], error.get("place"), error["message"]) for error in errors]
    except (ValueError, KeyError):
        findings = []
    raise PipelineError(ended.stderr.strip() or f"{program} requests failed", findings)


class _Source:
    """Where subjects come from, and how the loader, which knows paths only, is shown them."""

    def __init__(self, inputs: str | None, scratch: str) -> None:
        self.listed: dict[str, tuple[str, int]] = {}
        self._root: str | None = None
        self._copy = ""
        self.arguments: list[str] = []
        if inputs is None:
            return
        uri = as_uri(inputs)
        try:
            system, path = opened(uri)
        except OSError as error:
            raise PipelineError(str(error)) from error
        if path.endswith(".csv"):
            self._root = _parent(uri)
            self._copy = scratch
            name = os.path.join(scratch, "manifest.csv")
            try:
                with system.open_input_stream(path) as source, open(name, "wb") as target:
                    target.write(source.read())
            except OSError as error:
                raise PipelineError(f"{inputs}: {error}") from error
            self.arguments = ["--manifest", name]
        elif isinstance(system, fs.LocalFileSystem):
            # The loader sees it as it is, with its links.
            self.arguments = ["--inbox", path]
        else:
            self._root, self._copy = uri, os.path.join(scratch, "inbox")
            self._mirror(system, path)
            self.arguments = ["--inbox", self._copy]

    def with_uris(self, request: dict[str, Any]) -> dict[str, Any]:
        """A request whose archives are where they really are."""
        if "daymarkReading" in request:
            return request
        names = {path: self._uri(path) for path in request["archives"]}
        received = request.get("receivedAt") or {}
        folder = request.pop("folder", None)
        # The mirror's is in the scratch, which has another name each time, and what is far away has no links.
        kept = {"folder": os.path.abspath(folder)} if folder and self._root is None else {}
        return {
            **request, **kept, "archives": [names[path] for path in request["archives"]],
            "receivedAt": {names[path]: instant for path, instant in received.items()},
        }

    def _uri(self, path: str) -> str:
        if self._root is None:
            return as_uri(path)
        # A manifest may name URIs, too; the loader takes them for names in its folder.
        relative = path.removeprefix(self._copy + "/")
        is_elsewhere = "://" in relative or relative.startswith("/")
        return as_uri(relative) if is_elsewhere else child(self._root, relative)

    def _mirror(self, system: fs.FileSystem, path: str) -> None:
        """Makes an inbox of empty files that is named like the one that is far away, and has its settings."""
        try:
            items = system.get_file_info(fs.FileSelector(path, recursive=True))
        except OSError as error:
            raise PipelineError(f"{self._root}: {error}") from error
        os.makedirs(self._copy)
        below: dict[str, list[tuple[str, str, int]]] = {}
        for item in items:
            relative = os.path.relpath(item.path, path)
            parts = relative.split("/")
            if any(part.startswith(".") for part in parts[:2]):
                continue
            target = os.path.join(self._copy, *parts[:2])
            if len(parts) == 1 and item.type == fs.FileType.Directory:
                os.makedirs(target, exist_ok=True)
            elif len(parts) == 1:
                with system.open_input_stream(item.path) as source, open(target, "wb") as copy:
                    copy.write(source.read() if relative.endswith(".yaml") else b"")
            else:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                open(target, "ab").close()
                uri = child(self._root or "", "/".join(parts[:2]))
                if item.type != fs.FileType.Directory:
                    below.setdefault(uri, []).append((relative, f"{item.mtime_ns}", item.size))
        for uri, files in below.items():
            self.listed[uri] = _stamp(files)


def _parent(uri: str) -> str:
    head, mark, query = uri.partition("?")
    return head.rstrip("/").rpartition("/")[0] + mark + query


def _stamp(files: list[tuple[str, str, int]]) -> tuple[str, int]:
    """A text that is another one when a file changes, and the size of all."""
    return json.dumps(sorted(files)), sum(size for _, _, size in files)


def _stamps(uris: list[str], source: _Source) -> dict[str, tuple[str, int]]:
    stamps = {uri: source.listed[uri] for uri in uris if uri in source.listed}
    for uri in uris:
        if uri not in stamps:
            stamps[uri] = _looked_up(uri)
    return stamps


def _looked_up(uri: str) -> tuple[str, int]:
    try:
        system, path = opened(uri)
        info = system.get_file_info(path)
        if info.type != fs.FileType.Directory:
            size = info.size or 0
            return f"{info.type} {size} {info.mtime_ns}", size
        items = system.get_file_info(fs.FileSelector(path, recursive=True))
        return _stamp(
            [(item.path, f"{item.mtime_ns}", item.size or 0) for item in items if item.is_file])
    except (OSError, ValueError) as error:
        # Reading it will say so, of its subject alone.
        return f"unreadable {error}", 0
