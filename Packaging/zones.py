"""Makes an object of the zones in ICU's data, so that a program links without the rest of that data.

Foundation brings all of ICU's data, 32 MB of names of languages, currencies and units. Daymark asks it for time zones
alone. The zones themselves stay the same bytes: `Packaging/Zones.swift` shows it.

    python3 Packaging/zones.py lib_FoundationICU.a zones.o

It prints the linker's option that puts them in the place of ICU's data. The object alone would be a second definition,
where the linker looks into Foundation's library before it.

The format is ICU's "common data": a header, a table of names and offsets, and the items, each at a multiple of 16.
Source: ICU, source/common/ucmndata.h.
"""

import os
import struct
import subprocess
import sys
import tempfile

# What zones and their names are in, and what ICU opens to find its way to it.
KEPT = {
    "cnvalias.icu", "en.res", "en_US.res", "en_US_POSIX.res", "keyTypeData.res", "likelySubtags.res",
    "metaZones.res", "pool.res", "res_index.res", "root.res", "supplementalData.res", "timezoneTypes.res",
    "windowsZones.res", "zoneinfo64.res",
}
ALIGNMENT = 16
SYMBOL = "daymark_zones"


def member_with_data(library, folder):
    """The data, and the name of its symbol, which has ICU's version in it."""
    member = "icu_packaged_data.cpp.o"
    subprocess.run(["ar", "x", os.path.abspath(library), member], cwd=folder, check=True)
    names = subprocess.run(["nm", member], cwd=folder, check=True, capture_output=True, text=True).stdout
    symbol = next(line.split()[-1] for line in names.splitlines() if line.endswith("_dat"))
    subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", member, "icu.dat"], cwd=folder, check=True)
    with open(os.path.join(folder, "icu.dat"), "rb") as file:
        return file.read(), symbol


def items(data):
    """The items by name, and the length of the header."""
    (header,) = struct.unpack_from("<H", data)
    if data[2:4] != b"\xda\x27":
        sys.exit("this is no data of ICU")
    (count,) = struct.unpack_from("<I", data, header)
    places = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    ends = [place for _, place in places[1:]] + [len(data) - header]
    named = {}
    for (name, start), end in zip(places, ends):
        text = data[header + name : data.index(b"\0", header + name)].decode()
        named[text] = data[header + start : header + end]
    return named, header


def packed(kept, head):
    """The data again, with some of its items."""
    names = b"".join(name.encode() + b"\0" for name in kept)
    first_name = 4 + 8 * len(kept)
    start = -(-(first_name + len(names)) // ALIGNMENT) * ALIGNMENT
    table, body, name_at = struct.pack("<I", len(kept)), b"", first_name
    for name, item in kept.items():
        table += struct.pack("<II", name_at, start + len(body))
        name_at += len(name) + 1
        body += item + b"\0" * (-len(item) % ALIGNMENT)
    return head + (table + names).ljust(start, b"\0") + body


def main(library, output):
    with tempfile.TemporaryDirectory() as folder:
        data, symbol = member_with_data(library, folder)
        named, header = items(data)
        # In the order of the original, which ICU searches by halves.
        kept = {name: item for name, item in named.items() if name.split("/", 1)[1] in KEPT}
        missing = KEPT - {name.split("/", 1)[1] for name in kept}
        if missing:
            sys.exit(f"ICU's data has no {', '.join(sorted(missing))}")
        with open(os.path.join(folder, "zones.dat"), "wb") as file:
            file.write(packed(kept, data[:header]))
        source = f"""
            .section .rodata
            .balign {ALIGNMENT}
            .globl {SYMBOL}
            .hidden {SYMBOL}
            .type {SYMBOL}, @object
            {SYMBOL}:
            .incbin "{folder}/zones.dat"
            .size {SYMBOL}, . - {SYMBOL}
            .section .note.GNU-stack, "", @progbits
        """
        subprocess.run(
            ["cc", "-x", "assembler", "-c", "-", "-o", output], input=source, text=True, check=True)
    print(f"--defsym={symbol}={SYMBOL}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
