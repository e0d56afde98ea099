"""Makes a manual page of each command, from the same declarations as the help.

    daymark --experimental-dump-help | python3 Packaging/manual.py FOLDER

swift-argument-parser's own `generate-manual` leaves out which values an option takes and its default, and takes longer
to build than the program. The pages are in mdoc(7). Their date is `SOURCE_DATE_EPOCH`, or today.
"""

import datetime
import json
import os
import re
import sys
import textwrap
import time

# What the dump has as a default, and is of the machine that made it.
OF_THE_MACHINE = {"jobs": "by the processors"}


def text(words):
    """Lines of words: a sentence begins a line, and no line is a macro."""
    lines = []
    for sentence in re.split(r"(?<=[.!?])\s+", words.strip()):
        lines += textwrap.wrap(sentence, 78, break_long_words=False, break_on_hyphens=False)
    return [escaped(line) for line in lines]


def escaped(line):
    line = re.sub(r"`([^`]*)`", r"\\(lq\1\\(rq", line.replace("\\", "\\e"))
    # The hyphens of an option can be copied.
    line = re.sub(r"(?<![\w-])-[\w-]+", lambda found: found[0].replace("-", "\\-"), line)
    return "\\&" + line if line[:1] in (".", "'") else line


def paragraphs(words):
    return [part for part in re.split(r"\n\s*\n", words or "") if part.strip()]


def names(argument):
    """How an argument is written, as mdoc has it: options with all their names."""
    value = f"Ar {argument['valueName']}"
    if argument["kind"] == "positional":
        return value
    ordered = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    flags = " , ".join(
        ("Fl " if name["kind"] == "short" else r"Fl \-") + name["name"].replace("-", r"\-") for name in ordered)
    return flags if argument["kind"] == "flag" else f"{flags} {value}"


def usage(argument):
    preferred = dict(argument, names=[argument["preferredName"]]) if "names" in argument else argument
    written = names(preferred) + (" ..." if argument["isRepeating"] else "")
    return f".Op {written}" if argument["isOptional"] else f".{written}"


def meaning(argument):
    """What an argument is, the values that it takes, and its default."""
    lines = text(argument.get("abstract") or "")
    more = []
    if argument.get("allValues"):
        more.append(f"values: {', '.join(argument['allValues'])}")
    default = OF_THE_MACHINE.get(argument["valueName"], argument.get("defaultValue"))
    if default and argument["kind"] != "flag":
        more.append(f"default: {default}")
    return lines + (text(f"({'; '.join(more)})") if more else [])


def shown(items):
    return [item for item in items or [] if item["shouldDisplay"] and item.get("commandName") != "help"]


def page(command, path, date):
    title = "-".join(path)
    abstract = " ".join(text(command.get("abstract") or "")).rstrip(".")
    lines = [
        f".Dd {date}", f".Dt {title.upper()} 1", ".Os Daymark", ".Sh NAME", f".Nm {title}", f".Nd {abstract}",
        ".Sh SYNOPSIS", f".Nm \"{' '.join(path)}\"",
    ]
    arguments, commands = shown(command.get("arguments")), shown(command.get("subcommands"))
    options = [one for one in arguments if one["kind"] != "positional"]
    positional = [one for one in arguments if one["kind"] == "positional"]
    if commands:
        lines.append(".Op Ar command" if command.get("defaultSubcommand") else ".Ar command")
    lines += [usage(one) for one in options + positional]
    lines.append(".Sh DESCRIPTION")
    for number, part in enumerate(paragraphs(command.get("discussion") or command.get("abstract"))):
        lines += [".Pp"] * (number > 0) + text(part)
    if arguments:
        lines += [".Sh OPTIONS", ".Bl -tag -width Ds"]
        for one in positional + options:
            lines += [f".It {names(one)}", *meaning(one)]
        lines.append(".El")
    if commands:
        lines += [".Sh COMMANDS", ".Bl -tag -width Ds"]
        for one in commands:
            lines += [f".It Xr {title}-{one['commandName']} 1", *text(one.get("abstract") or "")]
        lines.append(".El")
        if command.get("defaultSubcommand"):
            lines += [".Pp", *text(f"Where none is named, it is `{command['defaultSubcommand']}`.")]
    if len(path) > 1:
        lines += [".Sh SEE ALSO", f".Xr {'-'.join(path[:-1])} 1"]
    return title, "\n".join(lines) + "\n"


def pages(command, path, date):
    path = [*path, command["commandName"]]
    yield page(command, path, date)
    for one in shown(command.get("subcommands")):
        yield from pages(one, path, date)


def main(folder):
    dump = json.load(sys.stdin)
    if dump["serializationVersion"] != 0:
        sys.exit("the help is of a version that this program does not know")
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    day = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    os.makedirs(folder, exist_ok=True)
    for title, written in pages(dump["command"], [], f"{day:%B} {day.day}, {day.year}"):
        with open(os.path.join(folder, f"{title}.1"), "w", encoding="utf-8") as file:
            file.write(written)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
