"""Has other programs talk to an intake: curl, Node's fetch, Python's urllib, httpx and requests, and the contract tester schemathesis.

    python3 Tests/Delivery/clients.py PATH/TO/daymark-intake

Programs and packages that are not there are named and left out. It starts the intake on a free port of 127.0.0.1.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDS = json.dumps([{
    "activity_id": "hk_steps:2025-09-01", "type": "steps", "start_ts": 1756677600, "end_ts": 1756763999,
    "duration_s": 86400, "provider": "apple_health", "source_device": "Daymark", "steps": 8123}])
FIELDS = {"modelHash": "0x" + "ab" * 32, "challengeId": "42", "provider": "apple"}

CURL = ["curl", "-sS", "-w", "\n%{http_code}", "-F", "modelHash=" + FIELDS["modelHash"],
        "-F", "challengeId=42", "-F", "provider=apple"]

NODE = """
const [url, subject, records, asFile] = process.argv.slice(1);
const form = new FormData();
form.set("modelHash", "0x" + "ab".repeat(32)); form.set("challengeId", "42");
form.set("subject", subject); form.set("provider", "apple");
form.set("json", asFile ? new Blob([records], {type: "application/json"}) : records, ...(asFile ? ["records.json"] : []));
const answer = await fetch(url + "/api/aivm/intake", {method: "POST", body: form,
  headers: {"Idempotency-Key": '"node-' + subject + '"'}});
console.log(await answer.text()); console.log(answer.status);
"""

PYTHON = """
import sys
url, subject, records, library = sys.argv[1:]
fields = {"modelHash": "0x" + "ab" * 32, "challengeId": "42", "subject": subject, "provider": "apple"}
client = __import__(library)
answer = client.post(url + "/api/aivm/intake", data=fields,
    files={"json": ("records.json", records, "application/json")})
print(answer.text); print(answer.status_code)
"""


def has(module):
    return subprocess.run([sys.executable, "-c", "import " + module], capture_output=True).returncode == 0


def clients(url, folder):
    """The name of each client, and the command that sends the body of a subject."""
    with open(os.path.join(folder, "records.json"), "w") as file:
        file.write(RECORDS)
    if shutil.which("curl"):
        yield "curl", lambda s: CURL + ["-F", "subject=" + s, "-F", "json=" + RECORDS, url + "/api/aivm/intake"]
        yield "curl with a file", lambda s: CURL + [
            "-F", "subject=" + s, "-F", "json=@records.json;type=application/json", url + "/api/aivm/intake"]
        yield "curl in chunks", lambda s: CURL + [
            "-H", "Transfer-Encoding: chunked", "-F", "subject=" + s, "-F", "json=" + RECORDS, url + "/api/aivm/intake"]
    if shutil.which("node"):
        for name, last in (("fetch", ""), ("fetch with a file", "file")):
            yield "Node's " + name, lambda s, last=last: [
                "node", "--input-type=module", "-e", NODE, url, s, RECORDS] + ([last] if last else [])
    for library in ("httpx", "requests"):
        if has(library):
            yield "Python's " + library, lambda s, library=library: [
                sys.executable, "-c", PYTHON, url, s, RECORDS, library]


def is_open_by_accident(program, folder):
    """Whether it starts where a proxy hands on what others send, and takes bodies of anybody."""
    options = ["--url", "https://intake.example"], ["--behind-proxy"], ["--listen", "0.0.0.0:0"]
    return any(subprocess.run([program, "--data", folder] + o, capture_output=True, timeout=20).returncode != 64
               for o in options)


def main():
    program = os.path.abspath(sys.argv[1])
    folder = tempfile.mkdtemp(prefix="daymark-clients-")
    intake = subprocess.Popen([program, "--data", folder, "--listen", "127.0.0.1:0", "--rate-limit", "0"],
                              stdout=subprocess.PIPE, text=True)
    failures = []
    try:
        is_open = is_open_by_accident(program, os.path.join(folder, "open"))
        print("%-24s %s" % ("without a token", "FAILED: it is open to all" if is_open else "refused"))
        if is_open:
            failures.append("without a token")
        url = intake.stdout.readline().split()[-1]
        for number, (name, command) in enumerate(clients(url, folder), 1):
            subject = "0x%040x" % number
            done = subprocess.run(command(subject), capture_output=True, text=True, cwd=folder, timeout=60)
            lines = done.stdout.strip().rsplit("\n", 1)
            is_stored = len(lines) == 2 and lines[1] == "200" and json.loads(lines[0])["recordCount"] == 1
            print("%-24s %s" % (name, "stored" if is_stored else "FAILED " + done.stdout + done.stderr))
            if not is_stored:
                failures.append(name)
        tester = shutil.which("schemathesis", path=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
        if tester:
            done = subprocess.run(
                [tester, "--config-file", os.path.join(HERE, "schemathesis.toml"), "run", url + "/openapi.json", "--max-examples", "50", "--seed", "1", "--no-color"],
                cwd=folder)
            print("schemathesis             %s" % ("finds nothing" if done.returncode == 0 else "FAILED"))
            if done.returncode != 0:
                failures.append("schemathesis")
        else:
            print("schemathesis             is not installed")
    finally:
        intake.send_signal(signal.SIGTERM)
        intake.wait(60)
    sys.exit(1 if failures else 0)


main()
