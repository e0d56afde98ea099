"""Has parsers of other hands read the bodies that a run wrote: each must find in them what our own fields say.

    python3 Tests/Delivery/readers.py FOLDER-OF-THE-PROGRAMS

The parsers are those of werkzeug, of Django, and of undici, which is Node's fetch. Those that are not there are named and
left out. What the fields are is read here by splitting at the boundary, as RFC 7578 says.
"""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

import world

NODE = """
import {readFileSync} from "node:fs";
const [folder, type] = process.argv.slice(1);
const answer = new Response(readFileSync(folder + "/body.multipart"), {headers: {"Content-Type": type}});
const fields = [];
for (const [name, value] of await answer.formData())
  fields.push([name, typeof value === "string" ? value : await value.text()]);
console.log(JSON.stringify(fields));
"""


def split(body, content_type):
    """The names and values of a body, by its boundary alone."""
    mark = b"--" + content_type.split("boundary=")[1].encode()
    pieces = body.split(mark)
    assert pieces[0] == b"" and pieces[-1] == b"--\r\n", "text beside the parts"
    fields = []
    for piece in pieces[1:-1]:
        head, value = piece.removeprefix(b"\r\n").split(b"\r\n\r\n", 1)
        fields.append([head.split(b'name="')[1].split(b'"')[0].decode(), value.removesuffix(b"\r\n").decode()])
    return fields


def werkzeug(folder, body, content_type):
    from werkzeug.formparser import parse_form_data
    environ = {"wsgi.input": io.BytesIO(body), "CONTENT_TYPE": content_type, "CONTENT_LENGTH": str(len(body)),
               "REQUEST_METHOD": "POST"}
    _, form, files = parse_form_data(environ, silent=False)
    return list(form.items(multi=True)) + [(name, file.read().decode()) for name, file in files.items(multi=True)]


def django(folder, body, content_type):
    from django.conf import settings
    if not settings.configured:
        settings.configure(DATA_UPLOAD_MAX_MEMORY_SIZE=None)
    from django.core.files.uploadhandler import MemoryFileUploadHandler
    from django.http.multipartparser import MultiPartParser
    head = {"CONTENT_TYPE": content_type, "CONTENT_LENGTH": str(len(body))}
    form, files = MultiPartParser(head, io.BytesIO(body), [MemoryFileUploadHandler()], "utf-8").parse()
    return [(name, value) for name, values in form.lists() for value in values] + [
        (name, file.read().decode()) for name, values in files.lists() for file in values]


def undici(folder, body, content_type):
    done = subprocess.run(["node", "--input-type=module", "-e", NODE, folder, content_type],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def readers():
    for name in ("werkzeug", "django"):
        try:
            __import__(name)
            yield name, globals()[name]
        except ImportError:
            print("%-10s is left out: it is not installed" % name)
    if shutil.which("node"):
        yield "undici", undici
    else:
        print("undici     is left out: there is no node")


def main():
    programs, found = os.path.abspath(sys.argv[1]), {}
    with tempfile.TemporaryDirectory(prefix="daymark-readers-") as scratch:
        for profile in ("lightchallenge", "daymark"):
            folder = scratch + "/" + profile
            world.run_challenge(programs, folder, profile)
            for subject in ("anna", "ben", "clara"):
                found[profile, subject] = "%s/%s/%s" % (folder, world.CHALLENGE, subject)
        for name, read in readers():
            for (profile, subject), folder in found.items():
                with open(folder + "/body.multipart", "rb") as file:
                    body = file.read()
                with open(folder + "/headers.txt") as file:
                    headers = dict(line.rstrip("\n").split(": ", 1) for line in file)
                expected = split(body, headers["Content-Type"])
                assert {name for name, _ in expected} >= {"modelHash", "challengeId", "subject", "provider", "json"}
                json.loads(dict(expected)["json"])
                read_fields = [[field, value] for field, value in read(folder, body, headers["Content-Type"])]
                assert sorted(read_fields) == sorted(expected), "%s reads %s of %s otherwise" % (name, profile, subject)
            digest = hashlib.sha256(json.dumps(sorted(read_fields)).encode()).hexdigest()[:16]
            print("%-10s reads %d bodies as they were meant; the last is %s" % (name, len(found), digest))


main()
