"""What the scripts of this folder share: a challenge that was run, a courier, an intake with a price, and who settles.

Everything is on free ports of 127.0.0.1. The keys are those of tries, which everybody knows.
"""

import contextlib
import http.server
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading

SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCES, "signers"))
import sample_facilitator  # noqa: E402

CHALLENGE = "out/steps-2025-09"
PAYER = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A"
OFFER = {"scheme": "exact", "network": "eip155:84532", "amount": "10000",
         "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
         "payTo": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
         "maxTimeoutSeconds": 60, "extra": {"name": "USDC", "version": "2"}}


def run_challenge(programs, folder, profile="lightchallenge"):
    """Runs the demo challenge in a folder, with a deadline that is far away."""
    os.makedirs(folder + "/pipelines")
    shutil.copytree(SOURCES + "/pipelines/ten-thousand-steps", folder + "/pipelines/ten-thousand-steps")
    os.symlink(SOURCES + "/samples", folder + "/samples")
    path = folder + "/pipelines/ten-thousand-steps/pipeline.yaml"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for old, new in (("proofDeadline: 2025-", "proofDeadline: 2125-"), ("profile: lightchallenge", "profile: " + profile),
                     ("title: 10,000 steps a day", "title: 10,000 Schritte täglich \U0001f3c3")):
        assert old in text
        text = text.replace(old, new)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = ["run", "pipelines/ten-thousand-steps", "--out", "out", "--as-of", "2025-10-01T00:00:00Z"]
    subprocess.run([programs + "/daymark", *run], cwd=folder, check=True, capture_output=True)


def write_policy(folder, origin, cap=30000):
    """A policy that pays one service in one token, through the sample signer, and writes its key beside it."""
    key = folder + "/tries.key"
    with open(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write("11" * 32)
    with open(folder + "/policy.yaml", "w") as file:
        json.dump({
            "origins": [origin],
            "wallets": [{"name": "tries", "network": OFFER["network"], "address": PAYER,
                         "signer": [sys.executable, SOURCES + "/signers/sample_signer.py", key]}],
            "assets": [{"network": OFFER["network"], "contract": OFFER["asset"], "symbol": "USDC", "decimals": 6,
                        "name": "USDC", "version": "2", "payees": [OFFER["payTo"]],
                        "caps": {"request": 10000, "run": cap, "day": cap, "host": cap}}]}, file)


class Courier:
    """`daymark-courier` over the outputs in a folder, and what `daymark` says of them."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder

    def command(self, url, *options):
        return [self.programs + "/daymark-courier", CHALLENGE, "--to", url, *options]

    def submit(self, url, *options):
        return subprocess.run(self.command(url, *options), cwd=self.folder, capture_output=True, text=True, timeout=120)

    def status(self, url):
        return json.loads(self.submit(url, "--status", "--format", "json").stdout)["subjects"]

    def payments(self):
        listed = subprocess.run([self.programs + "/daymark", "payments", "--out", "out", "--format", "json"],
                                cwd=self.folder, capture_output=True, text=True, check=True)
        subprocess.run([self.programs + "/daymark", "payments", "verify", "--out", "out"],
                       cwd=self.folder, capture_output=True, check=True)
        return json.loads(listed.stdout)["payments"]


class Facilitator(sample_facilitator.Facilitator):
    """The sample facilitator, in this process, which notes what it settled."""

    used, settled, lock = set(), [], threading.Lock()
    # Called when something was settled, before that is answered.
    before_answer = staticmethod(lambda: None)

    def tell(self, transfer):
        Facilitator.settled.append(transfer)
        Facilitator.before_answer()

    def answer(self, document, status=200):
        # Whoever asked may have been killed.
        with contextlib.suppress(OSError):
            super().answer(document, status)


def serve(handler):
    """Serves in a thread of this process.

    Returns the address.
    """
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d" % server.server_port


class Intake:
    """`daymark-intake` over a folder of its own, which can be killed and started again on the same port."""

    def __init__(self, programs, folder, *options):
        self.program, self.folder, self.options, self.port = programs + "/daymark-intake", folder, options, 0
        self.process = None

    def start(self, environment=None):
        self.process = subprocess.Popen(
            [self.program, "--data", self.folder, "--listen", "127.0.0.1:%d" % self.port, "--rate-limit", "0",
             *self.options], stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
        line = self.process.stdout.readline()
        if not line:
            return False
        self.port = int(line.strip().rsplit(":", 1)[1])
        return True

    def stop(self, number=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
        if self.process:
            self.process.wait(60)
            self.process.stdout.close()

    def stored(self):
        """What it has of each subject: the body's digest, and how many bodies there were."""
        with contextlib.closing(sqlite3.connect(self.folder + "/intake.sqlite")) as file:
            return {subject: (digest, bodies) for subject, digest, bodies in
                    file.execute("SELECT subject, sha256, bodies FROM evidence")}
