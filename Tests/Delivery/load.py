"""Sends an intake so many bodies a second for some time, and then asks whether what was acknowledged is kept.

    python3 Tests/Delivery/load.py PATH/TO/daymark-intake --seconds 60 --rate 300 --bytes 20000

It starts the intake on a free port of 127.0.0.1, and stops it at the end, or earlier. Standard library alone.
"""

import argparse
import hashlib
import http.client
import json
import os
import resource
import signal
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time


def body(number, size):
    """A body of its own subject, of about so many bytes."""
    boundary = "daymark%032x" % number
    records = []
    text = "[]"
    while len(text) < size:
        day = len(records)
        records.extend(
            {"activity_id": "hk_steps:%d" % (day + i), "type": "steps", "start_ts": 1756677600,
             "end_ts": 1756763999, "duration_s": 86400, "provider": "apple_health",
             "source_device": "Daymark", "steps": 1000 + number % 9000 + i} for i in range(10))
        text = json.dumps(records, separators=(",", ":"))
    fields = [("modelHash", "0x" + "ab" * 32), ("challengeId", "42"),
              ("subject", "0x%040x" % number), ("provider", "apple"), ("json", text)]
    parts = ["--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n" % (boundary, n, v)
             for n, v in fields]
    return ("".join(parts) + "--%s--\r\n" % boundary).encode(), boundary


def limit(size):
    """Lets no file of this process become larger."""
    if size:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def resident(pid):
    """Resident memory in MB."""
    with open("/proc/%d/status" % pid) as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0


class Sender(threading.Thread):
    """Sends every n-th body over one connection, each at its time."""

    def __init__(self, port, first, step, count, begin, rate, template, boundary):
        super().__init__(daemon=True)
        self.port, self.first, self.step, self.count = port, first, step, count
        self.begin, self.rate, self.template, self.boundary = begin, rate, template, boundary
        self.latencies, self.acknowledged, self.failures = [], {}, 0

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        for number in range(self.first, self.count, self.step):
            due = self.begin + number / self.rate
            time.sleep(max(0, due - time.monotonic()))
            content = self.template.replace(b"0x" + b"0" * 40, b"0x%040x" % (number + 1))
            started = time.monotonic()
            try:
                connection.request("POST", "/api/aivm/intake", content, {
                    "Content-Type": "multipart/form-data; boundary=" + self.boundary,
                    "Idempotency-Key": '"load-%d"' % number})
                answer = connection.getresponse()
                text = answer.read()
            except (OSError, http.client.HTTPException):
                self.failures += 1
                connection.close()
                continue
            self.latencies.append(time.monotonic() - started)
            if answer.status == 200:
                self.acknowledged["0x%040x" % (number + 1)] = hashlib.sha256(content).hexdigest()
                assert json.loads(text)["ok"]
            else:
                self.failures += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--rate", type=int, default=300)
    parser.add_argument("--bytes", type=int, default=20000)
    parser.add_argument("--senders", type=int, default=16)
    parser.add_argument("--stop", choices=["TERM", "KILL"],
                        help="send this signal while bodies are on their way")
    parser.add_argument("--file-limit", type=int, default=0,
                        help="no file may be larger than so many bytes, as on a disk that is full")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="daymark-load-")
    intake = subprocess.Popen(
        [arguments.program, "--data", folder, "--listen", "127.0.0.1:0", "--rate-limit", "0"],
        stdout=subprocess.PIPE, text=True, preexec_fn=lambda: limit(arguments.file_limit))
    port = int(intake.stdout.readline().strip().rsplit(":", 1)[1])
    template, boundary = body(0, arguments.bytes)
    count, begin = arguments.rate * arguments.seconds, time.monotonic() + 0.5
    senders = [Sender(port, i, arguments.senders, count, begin, arguments.rate, template, boundary)
               for i in range(arguments.senders)]
    for sender in senders:
        sender.start()
    memory = []
    while any(sender.is_alive() for sender in senders):
        time.sleep(1)
        if intake.poll() is None:
            memory.append(resident(intake.pid))
        if arguments.stop and time.monotonic() - begin > arguments.seconds / 2:
            if intake.poll() is None:
                intake.send_signal(getattr(signal, "SIG" + arguments.stop))
    elapsed = time.monotonic() - begin
    if intake.poll() is None:
        intake.send_signal(signal.SIGTERM)
    code = intake.wait(60)
    kept = dict(sqlite3.connect(os.path.join(folder, "intake.sqlite")).execute(
        "SELECT subject, sha256 FROM evidence"))
    acknowledged = {}
    for sender in senders:
        acknowledged.update(sender.acknowledged)
    latencies = sorted(l for s in senders for l in s.latencies)
    lost = [subject for subject, digest in acknowledged.items() if kept.get(subject) != digest]
    print(json.dumps({
        "sent": count, "acknowledged": len(acknowledged), "failures": sum(s.failures for s in senders),
        "kept": len(kept), "lost": len(lost), "exit": code,
        "perSecond": round(len(latencies) / elapsed, 1), "bodyBytes": len(template),
        "medianMilliseconds": round(1000 * statistics.median(latencies), 1),
        "p99Milliseconds": round(1000 * latencies[int(0.99 * (len(latencies) - 1))], 1),
        "memoryMB": {"after5s": round(memory[min(4, len(memory) - 1)]), "most": round(max(memory)),
                     "last": round(memory[-1])}}))
    assert not lost and code == (-9 if arguments.stop == "KILL" else 0)
    if arguments.stop or arguments.file_limit:
        assert 0 < len(acknowledged) < count, "nothing was refused, or everything"
    else:
        assert len(acknowledged) == count, "not everything was acknowledged"


main()
