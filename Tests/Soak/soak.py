"""Harms runs in every way that a machine may, and holds what the next run leaves against an undisturbed one.

    python3 Tests/Soak/soak.py .build/debug/daymark --seed 1 --kills 1000 --losses 1000 --errors 500

A kill ends a run at a moment of chance. A loss of power also forgets what was not flushed: a run is traced, and its
writes are played back onto another folder up to a moment of chance, with those left out that no flush had made durable.
An error is one that strace(1) has the kernel answer, to a call on an input or an output. After each the run is made
again, undisturbed: its documents must be those of a run that nothing happened to, and it must accuse nobody of having
changed them. The same seed does the same harm, but for the moments of kills.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

SUBJECTS = ["anna", "ben", "clara", "dora"]
PIPELINE = """pipeline: soak
challenge:
  { id: soak, title: Soak, from: 2025-09-01, to: 2025-09-03, proofDeadline: 2025-10-01T00:00:00Z, timeZone: Europe/Berlin }
subjects: { inbox: inbox }
rules: rules.yaml
"""
RULES = """rule: soak@1.0.0
title: Soak
requires: { streak: { metric: steps, atLeast: 10000, days: 3 } }
score: { total: { metric: steps } }
"""
WRITES = ("openat,write,pwrite64,writev,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,rmdir,fsync,"
          "fdatasync,syncfs,lseek,close,dup,fcntl")


def export(path, steps):
    records = "".join(
        f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" '
        f'startDate="2025-09-0{day} 12:00:00 +0200" endDate="2025-09-0{day} 13:00:00 +0200" value="{steps + day}"/>\n'
        for day in (1, 2, 3))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            zipfile.ZipInfo("apple_health_export/export.xml", (2025, 9, 9, 8, 0, 0)),
            f'<HealthData locale="en">\n<ExportDate value="2025-09-09 08:00:00 +0200"/>\n{records}</HealthData>\n')


class Soak:
    def __init__(self, program, folder, seed):
        self.program, self.folder = os.path.abspath(program), folder
        self.random = random.Random(seed)
        self.failures = []
        for name, text in (("pipeline.yaml", PIPELINE), ("rules.yaml", RULES)):
            with open(f"{folder}/{name}", "w") as file:
                file.write(text)
        for number, subject in enumerate(SUBJECTS):
            os.makedirs(f"{folder}/inbox/{subject}")
            export(f"{folder}/inbox/{subject}/export.zip", 9998 + 2 * number)
        # The second run has something to do for one, and the others' documents to leave alone.
        self.run("base")
        export(f"{folder}/inbox/anna/second.zip", 12000)
        self.expected = {}
        for begin in ("", "base"):
            out = self.begin("expected", begin)
            self.run(out)
            self.expected[begin] = self.documents(out)
            assert len(self.expected[begin]) >= 3 * len(SUBJECTS)

    def command(self, out):
        return [self.program, "run", ".", "--out", out, "--as-of", "2026-01-01T00:00:00Z", "--in-process", "--jobs", "2"]

    def run(self, out, before=()):
        return subprocess.run(
            [*before, *self.command(out)], cwd=self.folder, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", check=False)

    def begin(self, out, base):
        shutil.rmtree(f"{self.folder}/{out}", ignore_errors=True)
        if base:
            shutil.copytree(f"{self.folder}/{base}", f"{self.folder}/{out}", symlinks=True)
        return out

    def documents(self, out):
        found = {}
        for folder, _, names in os.walk(f"{self.folder}/{out}/soak"):
            for name in names:
                with open(f"{folder}/{name}", "rb") as file:
                    found[os.path.relpath(f"{folder}/{name}", f"{self.folder}/{out}")] = file.read()
        return found

    def expect_healed(self, what, out, begin):
        again = self.run(out)
        found, expected = self.documents(out), self.expected[begin]
        if again.returncode != 0:
            self.fail(what, f"exit code {again.returncode}: {again.stderr[-500:]}", out)
        elif "rewritten" in again.stderr:
            self.fail(what, f"accuses somebody: {again.stderr[-500:]}", out)
        elif found != expected:
            names = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
            self.fail(what, f"other documents: {names}", out)

    def fail(self, what, why, out):
        kept = f"{self.folder}/failed-{len(self.failures)}"
        shutil.copytree(f"{self.folder}/{out}", kept, symlinks=True, dirs_exist_ok=True)
        self.failures.append(f"{what}: {why}")
        print(f"FAILED {what}: {why}", flush=True)

    # Kills

    def kills(self, count):
        done = 0
        length = {}
        for begin in self.expected:
            out = self.begin("killed", begin)
            started = time.monotonic()
            self.run(out)
            length[begin] = time.monotonic() - started
        while done < count:
            begin = self.random.choice(list(self.expected))
            out = self.begin("killed", begin)
            moment = self.random.random() * length[begin]
            process = subprocess.Popen(
                self.command(out), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            time.sleep(moment)
            process.kill()
            if process.wait() == 0:
                length[begin] *= 0.95
                continue
            done += 1
            self.expect_healed(f"kill {done} after {moment:.4f} s", out, begin)
        return done

    # Losses of power

    def losses(self, count):
        traces = {begin: self.trace(begin) for begin in self.expected}
        for number in range(count):
            begin = self.random.choice(list(traces))
            operations = traces[begin]
            moment = self.random.randrange(len(operations) + 1)
            disk = Disk(f"{self.folder}/{begin}" if begin else None)
            for operation in operations[:moment]:
                disk.do(*operation)
            out = self.begin("lost", "")
            disk.write(f"{self.folder}/{out}", self.random)
            self.expect_healed(f"loss {number} at {moment} of {len(operations)}", out, begin)
        return count

    def trace(self, begin):
        out = self.begin("traced", begin)
        path = f"{self.folder}/trace"
        self.run(out, ["strace", "-f", "-qq", "-xx", "-s", "100000000", "-o", path, "-e", f"trace={WRITES}"])
        with open(path, errors="replace") as file:
            operations = list(operations_of(file, out))
        assert any(name == "rename" for name, *_ in operations), "nothing was traced"
        return operations

    # Errors

    def errors(self, count):
        kinds = [
            ("openat,openat2,read,pread64,fstat,newfstatat,getdents64", "EIO", "inbox", 8),
            ("openat,openat2,newfstatat,getdents64", "EACCES", "inbox", 1),
            ("write,pwrite64,ftruncate,rename,mkdir,openat,unlink", "ENOSPC", "out", 1),
            ("write,pwrite64,fsync,fdatasync,syncfs,read,pread64,fstat", "EIO", "out", 1),
            ("write,pwrite64,fsync,fdatasync,syncfs", "ENOSPC", "out", 1000),
        ]
        codes = {}
        for number in range(count):
            calls, error, where, row = kinds[number % len(kinds)]
            begin = self.random.choice(list(self.expected))
            out = self.begin("harmed", begin)
            os.makedirs(f"{self.folder}/{out}", exist_ok=True)
            top = "inbox" if where == "inbox" else out
            paths = self.paths(top) if where == "inbox" else self.paths_written(out)
            nth = self.random.randrange(1, 120)
            harmed = self.run(
                out, ["strace", "-f", "-qq", "-o", "/dev/null", *paths, "-e", f"trace={calls}", "-e",
                      f"inject={calls}:error={error}:when={nth}..{nth + row - 1}"])
            what = f"error {number}: {error} from call {nth} of {calls} in {where} on, {row} times"
            codes[harmed.returncode] = codes.get(harmed.returncode, 0) + 1
            if harmed.returncode not in (0, 1, 2):
                self.fail(what, f"exit code {harmed.returncode}: {harmed.stderr[-500:]}", out)
            elif "daymark forget" in harmed.stdout:
                self.fail(what, "proposes to forget somebody", out)
            if begin:
                for subject in SUBJECTS:
                    if not os.path.exists(f"{self.folder}/{out}/soak/{subject}/verdict.json"):
                        self.fail(what, f"{subject} is lost", out)
            self.expect_healed(what, out, begin)
        print("exit codes of harmed runs:", dict(sorted(codes.items())))
        return count

    def paths(self, top):
        found = [top]
        for folder, folders, names in os.walk(f"{self.folder}/{top}"):
            found += [os.path.relpath(f"{folder}/{name}", self.folder) for name in folders + names]
        return [word for path in found for word in ("-P", path, "-P", f"{self.folder}/{path}")]

    def paths_written(self, out):
        names = ["daymark.sqlite", "daymark.sqlite-wal", "daymark.book.sqlite", ".run.json.part", "run.json"]
        names += [f"soak/.{name}.part" for name in ("verdicts.csv", "findings.csv", "leaderboard.json", "leaderboard.csv")]
        names += ["soak"] + [f"soak/{subject}" for subject in SUBJECTS]
        names += [f"soak/{subject}/.{name}.part" for subject in SUBJECTS for name in ("evidence.json", "verdict.json")]
        return [word for name in [out] + [f"{out}/{name}" for name in names] for word in ("-P", name)]


class Inode:
    """A file: what a flush has made durable, and what was written since."""

    def __init__(self, content=b""):
        self.durable, self.pending = bytearray(content), []

    def flush(self):
        for change in self.pending:
            apply(self.durable, change)
        self.pending = []


def apply(content, change):
    kind, at, data = change
    if kind == "size":
        del content[at:]
        content.extend(bytes(at - len(content)))
    else:
        content.extend(bytes(max(0, at - len(content))))
        content[at:at + len(data)] = data


class Disk:
    """A folder on a disk that keeps what was flushed, and of everything since then any part."""

    def __init__(self, base):
        # Of folders None stands in place of an inode.
        self.entries, self.durable, self.pending = {}, {}, []
        self.open, self.offsets = {}, {}
        if base:
            for folder, folders, names in os.walk(base):
                for name in folders:
                    self.durable[os.path.relpath(f"{folder}/{name}", base)] = None
                for name in names:
                    with open(f"{folder}/{name}", "rb") as file:
                        self.durable[os.path.relpath(f"{folder}/{name}", base)] = Inode(file.read())
        self.entries = dict(self.durable)

    def change(self, change):
        self.pending.append(change)
        rename_in(self.entries, change)

    def do(self, name, *arguments):
        getattr(self, "do_" + name)(*arguments)

    def do_open(self, descriptor, path, flags):
        if "O_DIRECTORY" in flags or path == "." or (path in self.entries and self.entries[path] is None):
            self.open[descriptor] = path
            return
        inode = self.entries.get(path)
        if inode is None:
            inode = Inode()
            self.change(("add", path, inode))
        elif "O_TRUNC" in flags:
            inode.pending.append(("size", 0, b""))
        self.open[descriptor] = inode
        self.offsets[descriptor] = 0

    def do_write(self, descriptor, at, data):
        inode = self.open.get(descriptor)
        if not isinstance(inode, Inode):
            return
        if at is None:
            at = self.offsets[descriptor]
            self.offsets[descriptor] += len(data)
        inode.pending.append(("data", at, data))

    def do_seek(self, descriptor, at):
        self.offsets[descriptor] = at

    def do_size(self, descriptor, size):
        inode = self.open.get(descriptor)
        if isinstance(inode, Inode):
            inode.pending.append(("size", size, b""))

    def do_flush(self, descriptor):
        opened = self.open.get(descriptor)
        if isinstance(opened, Inode):
            opened.flush()
        elif opened is not None:
            self.keep(lambda change: any(
                (os.path.dirname(path) or ".") == opened for path in change[1:] if isinstance(path, str)))

    def do_flush_all(self, _):
        self.keep(lambda _: True)
        for inode in self.entries.values():
            if inode is not None:
                inode.flush()

    def keep(self, is_kept):
        rest = []
        for change in self.pending:
            if is_kept(change):
                rename_in(self.durable, change)
            else:
                rest.append(change)
        self.pending = rest

    def do_close(self, descriptor):
        self.open.pop(descriptor, None)

    def do_copy(self, old, new):
        if old in self.open:
            self.open[new], self.offsets[new] = self.open[old], self.offsets.get(old, 0)

    def do_rename(self, old, new):
        if old in self.entries:
            self.change(("move", old, new))

    def do_remove(self, path):
        if path in self.entries:
            self.change(("take", path))

    def do_folder(self, path):
        self.change(("add", path, None))

    def write(self, folder, chance):
        """Writes what is left when the power is lost now."""
        entries = dict(self.durable)
        # File systems keep the order of names.
        for change in self.pending[:chance.randrange(len(self.pending) + 1)]:
            rename_in(entries, change)
        share = chance.choice([0, 0.5, 1])
        os.makedirs(folder, exist_ok=True)
        for path, inode in sorted(entries.items()):
            if inode is None:
                os.makedirs(f"{folder}/{path}", 0o700, exist_ok=True)
        for path, inode in entries.items():
            if inode is None or not os.path.isdir(os.path.dirname(f"{folder}/{path}") or "."):
                continue
            content = bytearray(inode.durable)
            for change in inode.pending:
                if chance.random() < share:
                    apply(content, change)
            with open(f"{folder}/{path}", "wb") as file:
                file.write(content)


def rename_in(entries, change):
    if change[0] == "add":
        entries[change[1]] = change[2]
    elif change[0] == "take":
        entries.pop(change[1], None)
    elif change[1] in entries:
        entries[change[2]] = entries.pop(change[1])


def operations_of(lines, out):
    """What calls did to the folder, of a trace."""
    unfinished = {}
    for line in lines:
        match = re.match(r"(\d+) +(.*)", line.rstrip("\n"))
        if not match:
            continue
        process, call = match.groups()
        if call.endswith("<unfinished ...>"):
            unfinished[process] = call[:-len("<unfinished ...>")]
            continue
        resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", call)
        if resumed:
            call = unfinished.pop(process, "") + resumed.group(1)
        match = re.match(r"(\w+)\((.*)\) += (-?\d+)", call)
        if match and int(match.group(3)) >= 0:
            yield from operations(match.group(1), match.group(2), int(match.group(3)), out)


def operations(name, text, result, out):
    strings = [bytes.fromhex(string.replace("\\x", "")) for string in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', text)]
    words = [word.strip() for word in re.sub(r'"(?:\\x[0-9a-f]{2})*"', "S", text).split(",")]
    paths = [below(string, out) for string in strings]
    if name == "openat" and paths[0] is not None:
        yield "open", result, paths[0], words[2]
    elif name == "write":
        yield "write", int(words[0]), None, strings[0][:result]
    elif name == "pwrite64":
        yield "write", int(words[0]), int(words[3]), strings[0][:result]
    elif name == "writev":
        yield "write", int(words[0]), None, b"".join(strings)[:result]
    elif name == "lseek":
        yield "seek", int(words[0]), result
    elif name == "ftruncate":
        yield "size", int(words[0]), int(words[1])
    elif name in ("fsync", "fdatasync"):
        yield "flush", int(words[0])
    elif name == "syncfs":
        yield "flush_all", int(words[0])
    elif name == "close":
        yield "close", int(words[0])
    elif name == "dup" or (name == "fcntl" and "F_DUPFD" in words[1]):
        yield "copy", int(words[0]), result
    elif name.startswith("rename") and None not in paths:
        yield "rename", paths[0], paths[1]
    elif name in ("unlink", "unlinkat", "rmdir") and paths[0] is not None:
        yield "remove", paths[0]
    elif name == "mkdir" and paths[0] is not None:
        yield "folder", paths[0]


def below(path, out):
    """The path from the folder; None of one that is not in it."""
    parts = os.path.normpath(path.decode(errors="surrogateescape")).split("/")
    if out not in parts:
        return None
    return "/".join(parts[parts.index(out) + 1:]) or "."


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    for name in ("kills", "losses", "errors"):
        parser.add_argument(f"--{name}", type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="daymark-soak-") as folder:
        soak = Soak(arguments.program, folder, arguments.seed)
        for name in ("kills", "losses", "errors"):
            started = time.monotonic()
            done = getattr(soak, name)(getattr(arguments, name))
            print(f"{done} {name} in {time.monotonic() - started:.0f} s, {len(soak.failures)} failed so far", flush=True)
        sys.exit(1 if soak.failures else 0)


if __name__ == "__main__":
    main()
