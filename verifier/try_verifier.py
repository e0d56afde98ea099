#!/usr/bin/env python3
"""Try daymark_verify.py against the program: good documents, and mutants of them.

For each case it makes small Health exports, a rule, and a pipeline; runs, attests, seals,
reveals and pays out; then changes one value or byte at a time, and compares the answers.
"""
import argparse
import collections
import contextlib
import copy
import hashlib
import importlib.util
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import traceback
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
METRICS = {"steps": ("StepCount", "count", 12000, ""),
           "distanceWalkingRunning": ("DistanceWalkingRunning", "m", 9000, " m"),
           "activeEnergy": ("ActiveEnergyBurned", "kcal", 700, " kcal"),
           "flightsClimbed": ("FlightsClimbed", "count", 15, "")}
DAYS = [f"2025-09-{day:02}" for day in range(1, 11)]
WITHOUT_CHECK = ("text", "required", "title")


def load_verifier():
    """The verifier as a module."""
    spec = importlib.util.spec_from_file_location("verifier",
                                                  os.path.join(HERE, "daymark_verify.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Trial:
    """Runs both verifiers on the same things, and counts."""

    def __init__(self, program, folder, draw):
        self.program, self.folder, self.draw = program, folder, draw
        self.verifier = load_verifier()
        self.counts, self.disagreements = collections.Counter(), []

    def daymark(self, *arguments):
        """The exit code of the program."""
        done = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder,
                              capture_output=True, timeout=120, check=False,
                              env=dict(os.environ, HOME=self.folder))
        self.said = (done.stdout + done.stderr).decode("utf-8", "replace")
        return done.returncode

    def ours(self, *arguments):
        """The exit code of the verifier; 99 where it has a traceback."""
        sys.argv = ["daymark_verify.py", *map(str, arguments)]
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                code = self.verifier.main()
        except SystemExit as left:
            code = left.code
        except Exception:  # noqa: BLE001 - a traceback is what is looked for
            out.write(traceback.format_exc())
            code = 99
        self.wrote = out.getvalue()
        return code

    def compare(self, kind, what, ours, theirs):
        """Both answers on one thing; a good one must be accepted."""
        mine, other = self.ours(*ours), self.daymark(*theirs)
        good = kind.startswith("good")
        same = (mine == 0) == (other == 0) and mine != 99 and not (good and mine)
        answer = "accepted" if mine == 0 and same else "refused" if same else "DISAGREE"
        self.counts[kind, answer] += 1
        if not same:
            self.disagreements.append(
                f"{kind}: {what}: verifier {mine}, daymark {other}: "
                + (self.wrote[:300] if mine else self.said[:300]).replace("\n", " | "))


def export(path, draw, days, last):
    """A small Health export of some days, as a zip."""
    rows = []
    for day in days:
        for name, unit, most, _ in METRICS.values():
            if draw.random() < 0.85:
                for hour in (9, 17):
                    value = draw.randint(0, most)
                    value = value if unit == "count" else f"{value}.{draw.randint(0, 99):02}"
                    rows.append(
                        f'<Record type="HKQuantityTypeIdentifier{name}" sourceName="Watch" '
                        f'unit="{unit}" creationDate="{day} {hour}:50:00 +0200" '
                        f'startDate="{day} {hour:02}:00:00 +0200" '
                        f'endDate="{day} {hour:02}:50:00 +0200" value="{value}"/>')
    text = ('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n'
            f'<ExportDate value="{last} 08:00:00 +0200"/>\n' + "\n".join(rows)
            + "\n</HealthData>\n")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("apple_health_export/export.xml", text)


def leaf_of(draw):
    """A leaf of total, days or streak, as YAML in braces."""
    metric = draw.choice(list(METRICS))
    key, most = draw.choice(["total", "days", "streak"]), METRICS[metric][2]
    scale = most * (8 if key == "total" else 1)
    two = sorted(draw.randint(1, scale) for _ in range(2))
    unit = METRICS[metric][3]
    bound = draw.choice([f"atLeast: {two[1]}{unit}", f"moreThan: {two[0]}{unit}",
                         f"atMost: {two[1]}{unit}", f"lessThan: {two[1]}{unit}",
                         f"between: [{two[0]}{unit}, {two[1]}{unit}]"])
    more = {"total": "", "days": draw.choice([", every: true", f", count: {draw.randint(1, 4)}"]),
            "streak": f", days: {draw.randint(1, 4)}, misses: {draw.randint(0, 2)}"}[key]
    more += draw.choice(["", "", ", from: 2025-09-03", ", on: [mon, tue, thu, sat, sun]"])
    return f"{{ {key}: {{ metric: {metric}, {bound}{more} }} }}"


def rule_of(draw, depth=2):
    """A condition of some depth, as YAML in braces."""
    key = draw.choice(["leaf", "all", "any", "not", "some"]) if depth else "leaf"
    if key == "leaf":
        return leaf_of(draw)
    if key == "not":
        return f"{{ not: {rule_of(draw, depth - 1)} }}"
    parts = list(dict.fromkeys(rule_of(draw, depth - 1) for _ in range(draw.randint(2, 3))))
    listed = "[" + ", ".join(parts) + "]"
    return f"{{ some: {{ count: 1, of: {listed} }} }}" if key == "some" else f"{{ {key}: {listed} }}"


def make(trial, root):
    """A pipeline and its outputs; gives the challenge's folder, or None if a run is refused."""
    draw = trial.draw
    os.makedirs(root)
    people = ["anna", "ben", "clara"]
    for one in people:
        last = draw.choice(["2025-09-20", "2025-09-20", "2025-09-07"])
        export(f"{root}/{one}.zip", draw, [day for day in DAYS if day < last], last)
    as_of = draw.choice(["2025-09-06T10:00:00Z", "2025-09-25T00:00:00Z", "2025-11-01T00:00:00Z",
                         "2025-11-01T00:00:00Z"])
    listed = "".join(f'    - id: {one}\n      address: "0x{place + 1:040x}"\n'
                     f"      archives: [{one}.zip]\n" for place, one in enumerate(people))
    texts = {"pipeline.yaml": (
        "pipeline: trial\nchallenge:\n  id: trial\n  title: Trial\n  from: 2025-09-01\n"
        "  to: 2025-09-10\n  proofDeadline: 2025-10-15T00:00:00Z\n  timeZone: Europe/Berlin\n"
        "intake:\n  profile: lightchallenge\n  challengeId: 42\n"
        f'  modelHash: "0x{"42" * 32}"\nsubjects:\n  list:\n{listed}rules: rules.yaml\n'),
        "rules.yaml": (
        f"rule: trial@1.0.0\ntitle: Trial\nrequires: {rule_of(draw)}\n"
        f"onMissing: {draw.choice(['fail', 'undetermined', 'zero'])}\n"
        "score: { total: { metric: steps } }\n")}
    for name, text in texts.items():
        with open(f"{root}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    if trial.daymark("run", root, "--out", f"{root}/out", "--as-of", as_of, "-q") > 1:
        trial.counts["run refused", trial.said.split(": ")[1:2] and "by the program"] += 1
        return None
    return f"{root}/out/trial"


def change(path, edit):
    """Change the JSON of a file, and write it canonically."""
    with open(path, encoding="utf-8") as file:
        value = json.load(file)
    edit(value)
    with open(path, "wb") as file:
        file.write(json.dumps(value, sort_keys=True, separators=(",", ":"),
                              ensure_ascii=False).encode())


def places(value, way=()):
    """Every way to a number, a text or a truth value."""
    pairs = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        if isinstance(part, (dict, list)):
            yield from places(part, way + (key,))
        elif key not in WITHOUT_CHECK:
            yield way + (key,)


def other(value, draw):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + draw.choice([1, -1, 10, 100])
    words = [("pass", "fail", "undetermined"), ("counted", "short", "missing", "notOver")]
    for group in words:
        if value in group:
            return draw.choice([one for one in group if one != value])
    return value[:-1] + ("0" if value[-1:] != "0" else "1")


def set_at(value, way, draw):
    """Change what a way leads to."""
    for key in way[:-1]:
        value = value[key]
    value[way[-1]] = other(value[way[-1]], draw)


def reseal(folder):
    """Make digests fit again, so that only what follows from the figures can differ."""
    with open(f"{folder}/evidence.json", encoding="utf-8") as file:
        evidence = json.load(file)
    daily = {key: value for key, value in evidence.items() if key.startswith("daily")}
    text = json.dumps(daily, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    change(f"{folder}/evidence.json", lambda one: one["verdict"].update(aggregatesSha256=digest))
    change(f"{folder}/verdict.json", lambda one: one.update(aggregatesSha256=digest))
    with open(f"{folder}/evidence.json", "rb") as file:
        whole = hashlib.sha256(file.read()).hexdigest()
    with open(f"{folder}/evidence.sha256", "w", encoding="utf-8") as file:
        file.write(f"{whole}  evidence.json\n")


def flip(path, draw):
    """Change one byte of a file."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    place = draw.randrange(len(data))
    data[place] ^= 1 << draw.randrange(7)
    with open(path, "wb") as file:
        file.write(data)
    return place


def value_mutants(trial, folder, number):
    """One value changed, where both verifiers look: verdict, figures and records."""
    draw, copy_of = trial.draw, f"{trial.folder}/mutant/{os.path.basename(folder)}"
    for _ in range(number):
        shutil.rmtree(f"{trial.folder}/mutant", ignore_errors=True)
        shutil.copytree(folder, copy_of)
        kind = draw.choice(["explanation", "figures", "figures sealed anew", "records", "verdict",
                            "both documents"])
        if kind == "both documents":
            said_in_both(trial, copy_of)
            continue
        name = {"explanation": "verdict", "verdict": "verdict", "records": "records"}.get(
            kind, "evidence") + ".json"
        if not os.path.exists(f"{folder}/{name}"):
            continue
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            document = json.load(file)
        ways = [way for way in places(document) if kind == "records" or kind == "verdict"
                or kind == "explanation" and way[0] == "explanation"
                or kind.startswith("figures") and str(way[0]).startswith("daily")]
        if ways:
            way = draw.choice(ways)
            change(f"{copy_of}/{name}", lambda one: set_at(one, way, draw))
            if kind == "figures sealed anew":
                reseal(copy_of)
            trial.compare(f"value: {kind}", ".".join(map(str, way)), [copy_of],
                          ["verify", copy_of, "-q"])


def said_in_both(trial, folder):
    """What evidence and verdict say of the verdict alike, which must follow from the rest."""
    with open(f"{folder}/verdict.json", encoding="utf-8") as file:
        verdict = json.load(file)
    key = trial.draw.choice([key for key in ("final", "phase", "score") if key in verdict])
    value = verdict[key]
    if key == "final":
        value = True
    elif key == "phase":
        value = trial.draw.choice(["upcoming", "active", "proofWindow", "ended"])
    else:
        value["value"] += 1
    if value == verdict[key] and key != "score":
        return
    change(f"{folder}/verdict.json", lambda one: one.update({key: value}))
    change(f"{folder}/evidence.json", lambda one: one["verdict"].update({key: value}))
    reseal(folder)
    trial.compare("value: both documents", key, [folder], ["verify", folder, "-q"])


def byte_mutants(trial, folder, number, trust, log):
    """One byte changed in a folder that is attested and sealed."""
    draw, copy_of = trial.draw, f"{trial.folder}/mutant/{os.path.basename(folder)}"
    names = sorted(set(os.listdir(folder)) - {"commitment.json"})
    for _ in range(number):
        shutil.rmtree(f"{trial.folder}/mutant", ignore_errors=True)
        shutil.copytree(folder, copy_of)
        name = draw.choice(names)
        place = flip(f"{copy_of}/{name}", draw)
        trial.compare("byte: folder", f"{name} byte {place}",
                      [copy_of, "--trust", trust, "--log", log],
                      ["verify", copy_of, "--trust", trust, "--log", log])


def file_mutants(trial, kind, path, number, arguments):
    """One byte or value changed in a document that is given alone."""
    draw, copy_of = trial.draw, f"{trial.folder}/mutant.json"
    for _ in range(number):
        shutil.copy(path, copy_of)
        what = "a value"
        if draw.random() < 0.5:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
            ways = list(places(document))
            way = draw.choice(ways)
            what = ".".join(map(str, way))
            change(copy_of, lambda one: set_at(one, way, draw))
        else:
            what = f"byte {flip(copy_of, draw)}"
        trial.compare(f"mutant: {kind}", what, [copy_of, *arguments],
                      ["verify", copy_of, *arguments])


def payout(trial, challenge, root, trust):
    """A payout of the challenge, and mutants of its documents."""
    draw = trial.draw
    for one in ("anna", "ben", "clara"):
        if draw.random() < 0.5:
            trial.daymark("decide", "trial", one, draw.choice(["pass", "fail", "undetermined"]),
                          "--because", "so it was", "--by", "Op", "--out", f"{root}/out")
    stakes, policy = f"{root}/stakes.csv", f"{root}/payout.yaml"
    with open(stakes, "w", encoding="utf-8") as file:
        file.write("subject,stake,address\n" + "".join(
            f"{one},{draw.randint(1, 10 ** draw.randint(1, 25))},0x{place}\n"
            for place, one in enumerate(("clara", "anna", "ben"))))
    share = draw.choice(["equally", "byStake", "byRank"])
    with open(policy, "w", encoding="utf-8") as file:
        file.write(f"asset: USDC\nshare: {share}\nfee: {draw.choice(['0', '5', '12.5', '33.33'])} %\n"
                   + ("places: [50, 30]\n" if share == "byRank" else "")
                   + draw.choice(["", "remainder: operator\n"])
                   + draw.choice(["", "undetermined: hold\n"])
                   + draw.choice(["", "", "", "cancelled: true\n"]))
    given = [challenge, "--stakes", stakes, "--policy", policy]
    if trial.daymark("payout", *given):
        trial.counts["payout", "held back by the program"] += 1
        mine = trial.ours(*given)
        if mine == 0:
            trial.disagreements.append(f"payout accepted, held back by the program: {trial.said}")
        return
    trial.compare("good: payout", "", given, ["payout", *given, "--verify"])
    for name in ("payout.json", "payout.csv", "stakes.csv", "payout.json"):
        path = stakes if name == "stakes.csv" else f"{challenge}/{name}"
        shutil.copy(path, f"{root}/kept")
        if name == "payout.json" and draw.random() < 0.5:
            with open(path, encoding="utf-8") as file:
                way = draw.choice(list(places(json.load(file))))
            change(path, lambda one: set_at(one, way, draw))
            what = ".".join(map(str, way))
        else:
            what = f"{name} byte {flip(path, draw)}"
        trial.compare("mutant: payout", what, given, ["payout", *given, "--verify"])
        shutil.copy(f"{root}/kept", path)


def some_figures(folder):
    """A day of the evidence, and which metrics it has of it."""
    with open(f"{folder}/evidence.json", encoding="utf-8") as file:
        evidence = json.load(file)
    arrays = {"dailySteps": "steps", "dailyActiveEnergy": "activeEnergy",
              "dailyDistance": "distanceWalkingRunning"}
    for row in evidence["dailySteps"][:1]:
        return row["date"], [metric for array, metric in arrays.items() if any(
            one["date"] == row["date"] for one in evidence[array])]
    return None, None


def case(trial, number):
    """One pipeline, all that is made of it, and its mutants."""
    root = f"{trial.folder}/case{number}"
    challenge = make(trial, root)
    if not challenge:
        return
    key, trust, log = (f"{trial.folder}/{name}" for name in ("key.pem", "key.pub", "log"))
    people = [one for one in ("anna", "ben", "clara") if os.path.isdir(f"{challenge}/{one}")]
    for one in people:
        trial.compare("good: folder", f"{number} {one}", [f"{challenge}/{one}"],
                      ["verify", f"{challenge}/{one}"])
        value_mutants(trial, f"{challenge}/{one}", 6)
    payout(trial, challenge, root, trust)
    trial.daymark("attest", challenge, "--key", key)
    earlier = f"{trial.folder}/earlier"
    if os.path.exists(f"{log}/checkpoint"):
        shutil.copy(f"{log}/checkpoint", earlier)
    trial.daymark("seal", f"{root}/out", "--log", log, "--key", key, "--origin", "a.example/log")
    for one in people:
        both = [f"{challenge}/{one}", "--trust", trust, "--log", f"{log}/checkpoint"]
        trial.compare("good: sealed folder", f"{number} {one}", both, ["verify", *both])
        byte_mutants(trial, f"{challenge}/{one}", 3, trust, f"{log}/checkpoint")
    disclosure = f"{root}/disclosure.json"
    day, metrics = some_figures(f"{challenge}/{people[0]}") if people else (None, None)
    if day and not trial.daymark("reveal", f"{challenge}/{people[0]}", "--dates", day,
                                 "--metrics", ",".join(metrics), "--to", disclosure):
        trial.compare("good: disclosure", "", [disclosure, "--trust", trust],
                      ["verify", disclosure, "--trust", trust])
        file_mutants(trial, "disclosure", disclosure, 6, ["--trust", trust])
    if os.path.exists(earlier):
        trial.daymark("consistency", log, "--from", earlier, "--trust", trust, "--to",
                      f"{root}/consistency.json")
        made = f"{root}/consistency.json"
        if not os.path.exists(made) and os.path.exists(f"{trial.folder}/consistency.json"):
            shutil.move(f"{trial.folder}/consistency.json", made)
        if os.path.exists(made):
            trial.compare("good: consistency", "", [made, "--trust", trust],
                          ["verify", made, "--trust", trust])
            file_mutants(trial, "consistency", made, 4, ["--trust", trust])


def main():
    """Read the options, try, and print the counts and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daymark", required=True)
    parser.add_argument("--cases", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(os.path.abspath(options.daymark), folder, random.Random(options.seed))
        with open(f"{folder}/key.pub", "wb") as file:
            file.write(subprocess.run([trial.program, "keys", "new", f"{folder}/key.pem"],
                                      capture_output=True, check=True).stdout)
        for number in range(options.cases):
            case(trial, number)
    for (kind, answer), count in sorted(trial.counts.items(), key=str):
        print(f"{count:6}  {kind}: {answer}")
    print(f"{len(trial.disagreements)} disagreements")
    for line in trial.disagreements:
        print(line)
    return 1 if trial.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
