"""Kills the courier and the intake, and holds what is there in the end against what must be.

    python3 Tests/Delivery/kills.py FOLDER-OF-THE-PROGRAMS --seed 1 --moments 200

Three bodies are sent to an intake that wants to be paid, through a proxy that loses, doubles and holds back what passes. The
courier, or the intake, or both, are killed at moments of chance; then the courier before each call by which it writes, sends or
flushes; then the intake so. After each the service is started again and the courier is called until nothing is left. Then
every subject must have one row, one Idempotency-Key, one payment header and one settled payment, the ledger must say what was
settled, and each state on the way must be one of the page's. `--courier-calls` and `--intake-calls` take so many of the calls,
evenly, and all of them without. It needs a C compiler. The same seed does the same harm, but for the moments.
"""

import argparse
import hashlib
import http.client
import http.server
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import world

HERE = os.path.dirname(os.path.abspath(__file__))
STATES = {"waitingForWindow", "pending", "syncing", "synced", "submitting", "submitted", "evaluating", "passed",
          "failed", "error"}
PARTS = ["moments", "courier", "intake"]
SUBJECTS = ["0x" + digit * 40 for digit in "123"]
# Their addresses, by subject.
NAMES = dict(zip(("anna", "ben", "clara"), SUBJECTS))


class Proxy(http.server.BaseHTTPRequestHandler):
    """Hands requests on to the intake, and does what networks do while it has `chance`."""

    target, chance, lock, late = 0, None, threading.Lock(), []
    keys, payments = {}, {}

    @classmethod
    def begin(cls, target):
        cls.wait()
        with cls.lock:
            cls.target, cls.chance, cls.keys, cls.payments = target, None, {}, {}

    @classmethod
    def wait(cls):
        """Lets what was held back arrive."""
        for thread in cls.late:
            thread.join()
        cls.late = []

    def log_message(self, *_):
        pass

    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        except OSError:
            return
        if len(body) < int(self.headers["Content-Length"]):
            return
        subject = re.search(rb'name="subject"\r\n\r\n(0x\w+)', body).group(1).decode().lower()
        with self.lock:
            Proxy.keys.setdefault(subject, set()).add(self.headers["Idempotency-Key"])
            if "PAYMENT-SIGNATURE" in self.headers:
                Proxy.payments.setdefault(subject, set()).add(self.headers["PAYMENT-SIGNATURE"])
            fate = self.chance.randrange(12) if self.chance else 99
            pause = self.chance.random() / 2 if self.chance else 0
        if fate == 0:
            return
        if fate in (1, 2):
            thread = threading.Thread(target=lambda: (time.sleep(pause), self.forward(body)))
            Proxy.late.append(thread)
            thread.start()
            if fate == 1:
                return
        if fate == 3:
            self.forward(body)
        answer = self.forward(body)
        if fate == 4:
            time.sleep(pause)
        if answer is None or fate in (4, 5):
            return
        status, headers, text = answer
        try:
            self.send_response(status)
            for name, value in headers:
                # What it asks to wait for would make this take hours.
                if name.lower() in ("content-type", "payment-required", "payment-response"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        except OSError:
            pass

    def forward(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.target, timeout=20)
        try:
            connection.request("POST", self.path, body, dict(self.headers))
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()


class Kills:
    def __init__(self, programs, scratch, seed):
        self.programs, self.scratch, self.random = programs, scratch, random.Random(seed)
        self.url = world.serve(Proxy)
        self.facilitator = world.serve(world.Facilitator)
        self.base = scratch + "/base"
        world.run_challenge(programs, self.base)
        world.write_policy(self.base, self.url)
        with open(scratch + "/price.json", "w") as file:
            json.dump([world.OFFER], file)
        self.library = scratch + "/kill_at.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.library, HERE + "/kill_at.c", "-ldl"], check=True)
        self.rounds, self.failures = 0, []
        self.expected = {}
        for subject, address in NAMES.items():
            with open("%s/%s/%s/body.multipart" % (self.base, world.CHALLENGE, subject), "rb") as file:
                self.expected[address] = (hashlib.sha256(file.read()).hexdigest(), 1)

    # One round

    def begin(self, environment=None):
        """Everything as if nothing had been sent yet."""
        self.rounds += 1
        folder = "%s/round-%d" % (self.scratch, self.rounds)
        shutil.copytree(self.base + "/out", folder + "/out")
        shutil.copy(self.base + "/policy.yaml", folder)
        self.courier = world.Courier(self.programs, folder)
        self.intake = world.Intake(self.programs, folder + "/received", "--url", self.url, "--price",
                                   self.scratch + "/price.json", "--facilitator", self.facilitator)
        if not self.intake.start(environment):
            self.intake.stop()
            self.intake.start()
        Proxy.begin(self.intake.port)
        world.Facilitator.settled, world.Facilitator.before_answer = [], lambda: None

    def submit(self, *options):
        return self.courier.submit(self.url, "--pay", "policy.yaml", *options)

    def start_courier(self, *options, environment=None):
        return subprocess.Popen(
            self.courier.command(self.url, "--pay", "policy.yaml", *options), cwd=self.courier.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **(environment or {})})

    def restart_intake(self):
        """As its operator does when it is gone."""
        if self.intake.process.poll() is not None:
            self.intake.stop()
            if not self.intake.start():
                raise RuntimeError("the intake does not start again")

    def loaded(self, **variables):
        return {"LD_PRELOAD": self.library, **variables}

    def end(self, what, may_wait=False):
        """Calls the courier until nothing is left, and looks at what is there."""
        try:
            self.check_states()
            Proxy.chance = None
            Proxy.wait()
            self.restart_intake()
            for _ in range(20):
                last = self.submit("--attempts", "2")
                if last.returncode == 0:
                    break
                time.sleep(0.2)
            Proxy.wait()
            problems = self.problems(last, may_wait)
        except (RuntimeError, ValueError, KeyError, subprocess.SubprocessError) as error:
            problems = ["%s: %s" % (type(error).__name__, error)]
        finally:
            self.intake.stop()
        if problems:
            self.failures.append(what)
            print("FAILED %s: %s (kept in %s)" % (what, "; ".join(problems), self.courier.folder), flush=True)
        else:
            shutil.rmtree(self.courier.folder)

    def check_states(self):
        for row in self.courier.status(self.url):
            assert row.get("state", "pending") in STATES and row["message"], row

    def problems(self, last, may_wait):
        found = []

        def expect(what, value, wanted):
            if value != wanted:
                found.append("%s: %s and not %s" % (what, value, wanted))

        payments, settled = self.courier.payments(), world.Facilitator.settled
        # Killed as it was about to have a payment settled: no money has moved, and nobody can know it before the payment
        # lapses. Until then both sides say so, and it is not settled again.
        moved = {transfer["nonce"] for transfer in settled}
        waiting = {p["subject"] for p in payments if p["state"] == "unknown" and p["nonce"] not in moved}
        if waiting and may_wait:
            print("%d payments wait until they lapse" % len(waiting), flush=True)
        else:
            waiting = set()
        done = {address: body for name, address in NAMES.items() if name not in waiting for body in [self.expected[address]]}
        if not waiting:
            expect("exit code", last.returncode, 0)
        expect("stored", self.intake.stored(), done)
        states = {row["subject"]: row["state"] for row in self.courier.status(self.url)}
        expect("states", states, {name: "submitting" if name in waiting else "submitted" for name in NAMES})
        expect("keys", {subject: len(keys) for subject, keys in Proxy.keys.items()}, dict.fromkeys(SUBJECTS, 1))
        expect("payment headers", {s: len(h) for s, h in Proxy.payments.items()}, dict.fromkeys(SUBJECTS, 1))
        payments = [p for p in payments if p["subject"] not in waiting]
        expect("payments", sorted(p["state"] for p in payments), ["settled"] * len(done))
        expect("nonces", sorted(p["nonce"] for p in payments), sorted(moved))
        expect("paid", sum(int(p["terms"]["amount"]) for p in payments), sum(int(t["value"]) for t in settled))
        return found + (["it printed:\n" + last.stdout + last.stderr] if found else [])

    # The harm

    def moments(self, count):
        self.begin()
        started = time.monotonic()
        assert self.submit().returncode == 0
        length = time.monotonic() - started
        self.end("nothing")
        killed, intakes = 0, 0
        while killed < count:
            self.begin()
            Proxy.chance = random.Random(self.random.random())
            intakes_before = intakes
            for _ in range(self.random.randrange(1, 4)):
                courier = self.start_courier("--attempts", "2", "--request-timeout", "2", "--jobs", str(self.random.randrange(1, 4)))
                when = sorted([(self.random.random() * length * 1.2, "courier"), (self.random.random() * length * 2.4, "intake")])
                begun = time.monotonic()
                for moment, whom in when:
                    time.sleep(max(0, begun + moment - time.monotonic()))
                    if whom == "courier":
                        courier.kill()
                        killed += courier.wait() == -signal.SIGKILL
                    elif courier.poll() is None:
                        intakes += 1
                        self.intake.stop(signal.SIGKILL)
                courier.kill()
                courier.wait()
                self.restart_intake()
            self.end("moment %d" % killed, may_wait=intakes > intakes_before)
        print("moments: the courier was killed %d times, the intake %d times" % (killed, intakes), flush=True)

    def some(self, count, most):
        """So many of the numbers from 1, evenly."""
        if not most or most >= count:
            return range(1, count + 1)
        step = count / most
        return sorted({min(count, 1 + int(step * i + self.random.random() * step)) for i in range(most)})

    def count_calls(self, counts_courier):
        tale = self.scratch + "/calls"
        if os.path.exists(tale):
            os.remove(tale)
        counting = self.loaded(DAYMARK_CALLS=tale)
        self.begin(None if counts_courier else counting)
        self.start_courier("--jobs", "1", environment=counting if counts_courier else None).wait()
        self.end("counting")
        with open(tale) as file:
            return int(file.read())

    def courier_calls(self, most):
        count = self.count_calls(True)
        numbers = self.some(count, most)
        for number in numbers:
            self.begin()
            self.start_courier("--jobs", "1", environment=self.loaded(DAYMARK_KILL_AT=str(number))).wait()
            self.end("call %d of the courier" % number)
        print("the courier was killed before %d of the %d calls by which it writes" % (len(numbers), count), flush=True)

    def intake_calls(self, most):
        count = self.count_calls(False)
        numbers = self.some(count, most)
        for number in numbers:
            self.begin(self.loaded(DAYMARK_KILL_AT=str(number)))
            self.submit("--attempts", "1")
            self.end("call %d of the intake" % number, may_wait=True)
        print("the intake was killed before %d of the %d calls by which it writes" % (len(numbers), count), flush=True)

    def between_settle_and_store(self):
        """The money has moved, and the intake hears nothing of it."""
        self.begin()
        world.Facilitator.before_answer = lambda: self.intake.process.kill()
        self.submit("--attempts", "1", "--jobs", "1")
        assert self.intake.process.wait(10) == -signal.SIGKILL and len(world.Facilitator.settled) == 1
        assert self.intake.stored() == {}
        world.Facilitator.before_answer = lambda: None
        self.end("between settle and store")
        print("the intake was killed between settle and store", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--courier-calls", type=int, default=0)
    parser.add_argument("--intake-calls", type=int, default=0)
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS,
                        help="parts of it, so that several processes can do it together")
    arguments = parser.parse_args()
    scratch = tempfile.mkdtemp(prefix="daymark-kills-")
    kills = Kills(os.path.abspath(arguments.programs), scratch, arguments.seed)
    if "moments" in arguments.only:
        kills.between_settle_and_store()
        kills.moments(arguments.moments)
    if "courier" in arguments.only:
        kills.courier_calls(arguments.courier_calls)
    if "intake" in arguments.only:
        kills.intake_calls(arguments.intake_calls)
    if kills.failures:
        sys.exit("%d of %d rounds failed" % (len(kills.failures), kills.rounds))
    shutil.rmtree(scratch)


main()
