"""Writes the bill of materials of a program, CycloneDX 1.6, on standard output.

    python3 Packaging/sbom.py PROGRAM Package.resolved NOTICE

It has the packages that the program is built of, Swift's runtime, and the libraries that it loads, with the Debian
packages that these are of. The same program on the same system gives the same bytes.
"""

import datetime
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
from urllib.parse import quote

# Swift's runtime, and what is linked with it; NOTICE has their licences.
RUNTIME = "Swift"


def printed(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def licences(notice):
    """The licence of each package that NOTICE names."""
    with open(notice, encoding="utf-8") as file:
        rows = re.findall(r"^  (\S.*?) {2,}([^;,\n]+)", file.read(), re.MULTILINE)
    return dict(rows)


def component(name, version, purl, licence=None, **more):
    value = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, **more}
    if licence:
        value["licenses"] = [{"license": {"name": licence}}]
    return value


def packages(resolved, known):
    with open(resolved, encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    for pin in pins:
        location = pin["location"].removesuffix(".git")
        name, version = location.rpartition("/")[2], pin["state"]["version"]
        if name not in known:
            sys.exit(f"NOTICE says no licence of the package {name}")
        revision = {"type": "vcs", "url": location, "comment": pin["state"]["revision"]}
        yield component(
            name, version, f"pkg:swift/{location.removeprefix('https://')}@{version}", known[name],
            externalReferences=[revision])


def libraries(program):
    """The Debian packages of the libraries that a program loads; their own names where there is no such package."""
    found = sorted(re.findall(r"^\s*(\S+) => (\S+) \(", printed("ldd", program), re.MULTILINE))
    paths = {soname: os.path.realpath(path) for soname, path in found}
    # A system whose /lib is a link may have a file under either path.
    owners = owned([*paths.values(), *(path.removeprefix("/usr") for path in paths.values())])
    for soname, path in paths.items():
        owner = owners.get(path) or owners.get(path.removeprefix("/usr"))
        if owner is None:
            yield component(soname, "unknown", f"pkg:generic/{quote(soname)}")
            continue
        form = "${Package}\n${Version}\n${Architecture}"
        package, version, architecture = printed("dpkg-query", "-W", "-f", form, owner).split("\n")
        system = platform.freedesktop_os_release()["ID"]
        place = f"{quote(package)}@{quote(version, safe=':~')}?arch={architecture}"
        yield component(package, version, f"pkg:deb/{system}/{place}")


def owned(paths):
    """The Debian package that has each of these files, if one has."""
    try:
        ended = subprocess.run(["dpkg-query", "-S", *paths], capture_output=True, text=True)
    except FileNotFoundError:
        return {}
    # A line of more than a name and a path tells of files that packages move for others.
    rows = (line.split(": ") for line in ended.stdout.splitlines())
    return {row[1]: row[0] for row in rows if len(row) == 2 and " " not in row[0]}


def document(program, resolved, notice):
    known = licences(notice)
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    version = printed(program, "--version").strip()
    swift = re.search(r"Swift version (\S+)", printed("swift", "--version"))[1]
    runtime = component(RUNTIME, swift, f"pkg:generic/swift@{swift}", known[RUNTIME])
    # Two libraries may be of one package.
    parts = {part["bom-ref"]: part for part in [*packages(resolved, known), runtime, *libraries(program)]}
    itself = f"pkg:generic/daymark@{version}"
    seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "timestamp": f"{datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}",
            "component": {
                "type": "application", "bom-ref": itself, "name": "daymark", "version": version, "purl": itself,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": list(parts.values()),
        "dependencies": [{"ref": itself, "dependsOn": sorted(parts)}],
    }


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    json.dump(document(*sys.argv[1:]), sys.stdout, indent=2, sort_keys=True)
    print()
