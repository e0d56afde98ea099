#!/usr/bin/env python3
"""Try daymark_verify.py against the program: good documents, and mutants of them.

For each case it makes small Health exports and workout logs of many people, a rule, and a
pipeline; runs, attests, seals, reveals and pays out; then changes one value or byte of each
person's folder at a time, and compares the answers. The same seed makes the same cases.
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
import time
import traceback
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
RULES = 4  # how many rules each set of archives is decided by
STANDINGS = ("counted", "short", "missing", "incomplete", "damaged", "rejected", "notOver")
PHASES = ("upcoming", "active", "proofWindow", "ended")
METRICS = {"steps": ("StepCount", "count", 12000, ""),
           "distanceWalkingRunning": ("DistanceWalkingRunning", "m", 9000, " m"),
           "activeEnergy": ("ActiveEnergyBurned", "kcal", 700, " kcal"),
           "flightsClimbed": ("FlightsClimbed", "count", 15, "")}
DAYS = [f"2025-09-{day:02}" for day in range(1, 11)]
WITHOUT_CHECK = ("text", "required", "title", "code")


def load_verifier():
    """The verifier as a module."""
    spec = importlib.util.spec_from_file_location("verifier",
                                                  os.path.join(HERE, "daymark_verify.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Trial:
    """Runs both verifiers on the same things, and counts."""

    def __init__(self, program, folder, draw, people, kept=None):
        self.program, self.folder, self.draw, self.people = program, folder, draw, people
        self.kept = kept
        self.verifier = load_verifier()
        self.counts, self.disagreements = collections.Counter(), []

    def daymark(self, *arguments):
        """The exit code of the program."""
        done = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder,
                              capture_output=True, timeout=120, check=False,
                              env=dict(os.environ, HOME=self.folder))
        self.said_out = done.stdout.decode("utf-8", "replace")
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

    def compare_people(self, kind, challenge, changed, *options):
        """Both answers on the folders of a challenge; the program looks at all in one call.

        `changed` says what was changed of each person.
        """
        self.daymark("verify", challenge, "--format", "json", *options)
        try:
            subjects = json.loads(self.said_out)["subjects"]
        except ValueError:
            subjects = []
        same = {os.path.basename(one["path"]): one["same"] for one in subjects}
        for person, what in changed.items():
            self.said = f"same: {same.get(person)}"
            folder = f"{challenge}/{person}"
            self.judge(kind, f"{person} {what}", folder, self.ours(folder, *options),
                       0 if same.get(person) else 3)

    def compare(self, kind, what, ours, theirs):
        """Both answers on one thing."""
        self.judge(kind, what, ours[0], self.ours(*ours), self.daymark(*theirs))

    def keep(self, path):
        """Copy what the two disagree on to where --keep says."""
        if self.kept and os.path.exists(path):
            os.makedirs(self.kept, exist_ok=True)
            to = f"{self.kept}/{len(self.disagreements)}"
            shutil.copytree(path, to) if os.path.isdir(path) else shutil.copy(path, to)

    def judge(self, kind, what, looked_at, mine, other):
        """Count one answer of each; a good thing must be accepted."""
        good = kind.startswith("good")
        same = (mine == 0) == (other == 0) and mine != 99 and not (good and mine)
        answer = "accepted" if mine == 0 and same else "refused" if same else "DISAGREE"
        self.counts[kind, answer] += 1
        if not same:
            self.keep(looked_at)
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
        if draw.random() < 0.4:
            kind = draw.choice(["Running", "Cycling", "Yoga", "Walking"])
            rows.append(
                f'<Workout workoutActivityType="HKWorkoutActivityType{kind}" sourceName="Watch" '
                f'duration="{draw.randint(5, 90)}" durationUnit="min" '
                f'totalDistance="{draw.randint(0, 12)}.{draw.randint(0, 9)}" '
                f'totalDistanceUnit="km" totalEnergyBurned="{draw.randint(20, 600)}" '
                f'totalEnergyBurnedUnit="kcal" creationDate="{day} 20:00:00 +0200" '
                f'startDate="{day} 18:00:00 +0200" endDate="{day} 19:30:00 +0200"/>')
    text = ('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n'
            f'<ExportDate value="{last} 08:00:00 +0200"/>\n' + "\n".join(rows)
            + "\n</HealthData>\n")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("apple_health_export/export.xml", text)


def training_log(path, draw):
    """A small log of workouts with weights, with a session on some days."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;"
                   "Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes\n")
        for place, day in enumerate(draw.sample(DAYS, draw.randint(1, 5)) + ["2025-09-12"]):
            for number in range(1, draw.randint(2, 4)):
                file.write(f"{place + 1};{day} 18:00:00;Evening;1800;Bench Press (Barbell);"
                           f"{number};{draw.randint(8, 30) * 2.5};{draw.randint(1, 12)};;;;;\n")


def score_of(draw):
    """A leaf that ranks people, as YAML in braces."""
    metric = draw.choice(list(METRICS))
    return draw.choice([
        f"{{ total: {{ metric: {metric} }} }}", f"{{ best: {{ metric: {metric} }} }}",
        f"{{ average: {{ metric: {metric}, over: {draw.choice(['calendarDays', 'recordedDays'])}"
        " } }", f"{{ window: {{ metric: {metric}, days: {draw.randint(2, 5)} }} }}",
        "{ activities: { kind: [run, walk] } }",
        f"{{ activityTotal: {{ sum: {draw.choice(['distance', 'duration', 'energy'])} }} }}",
        f"{{ total: {{ metric: {draw.choice(['volume', 'sets', 'repetitions', 'hardSets'])} }} }}",
        "{ total: { of: [{ metric: steps }, { metric: flightsClimbed, times: 1/3 }] } }"])


def leaf_of(draw):
    """A leaf of total, days or streak, as YAML in braces."""
    metric = draw.choice(list(METRICS))
    key, most = draw.choice(["total", "days", "streak"]), METRICS[metric][2]
    scale = most * (8 if key == "total" else 1)
    two = sorted(draw.randint(1, scale) for _ in range(2))
    unit = METRICS[metric][3]
    summed = draw.choice(["stepsOrPushes", "steps", "steps"]) if metric == "steps" else metric
    bound = draw.choice([f"atLeast: {two[1]}{unit}", f"moreThan: {two[0]}{unit}",
                         f"atMost: {two[1]}{unit}", f"lessThan: {two[1]}{unit}",
                         f"between: [{two[0]}{unit}, {two[1]}{unit}]"])
    more = {"total": "", "days": draw.choice([", every: true", f", count: {draw.randint(1, 4)}"]),
            "streak": f", days: {draw.randint(1, 4)}, misses: {draw.randint(0, 2)}"}[key]
    more += draw.choice(["", "", ", from: 2025-09-03", ", on: [mon, tue, thu, sat, sun]"])
    return f"{{ {key}: {{ metric: {summed}, {bound}{more} }} }}"


def rule_of(draw, depth=2):
    """A condition of some depth, as YAML in braces."""
    key = draw.choice(["leaf", "all", "any", "not", "some"]) if depth else "leaf"
    if key == "leaf":
        return leaf_of(draw)
    if key == "not":
        return f"{{ not: {rule_of(draw, depth - 1)} }}"
    parts = list(dict.fromkeys(rule_of(draw, depth - 1) for _ in range(draw.randint(2, 3))))
    listed = "[" + ", ".join(parts) + "]"
    return f"{{ {key}: {listed} }}" if key != "some" else f"{{ some: {{ count: 1, of: {listed} }} }}"


def make_archives(trial, root):
    """A pipeline without a rule, and the archives of its people."""
    draw = trial.draw
    os.makedirs(root)
    people = [f"person{place}" for place in range(trial.people)]
    for one in people:
        last = draw.choice(["2025-09-20", "2025-09-20", "2025-09-07"])
        export(f"{root}/{one}.zip", draw, [day for day in DAYS if day < last], last)
        training_log(f"{root}/{one}.csv", draw)
    listed = "".join(f'    - id: {one}\n      address: "0x{place + 1:040x}"\n'
                     f"      archives: [{one}.zip, {one}.csv]\n"
                     for place, one in enumerate(people))
    with open(f"{root}/pipeline.yaml", "w", encoding="utf-8") as file:
        file.write(
            "pipeline: trial\nchallenge:\n  id: trial\n  title: Trial\n  from: 2025-09-01\n"
            "  to: 2025-09-10\n  proofDeadline: 2025-10-15T00:00:00Z\n  timeZone: Europe/Berlin\n"
            "intake:\n  profile: lightchallenge\n  challengeId: 42\n"
            f'  modelHash: "0x{"42" * 32}"\nsubjects:\n  list:\n{listed}rules: rules.yaml\n')


def decide(trial, root, number):
    """Decide on everybody by a rule; gives the challenge's folder, or None if it is refused."""
    draw = trial.draw
    as_of = draw.choice(["2025-09-06T10:00:00Z", "2025-09-25T00:00:00Z", "2025-11-01T00:00:00Z",
                         "2025-11-01T00:00:00Z"])
    with open(f"{root}/rules.yaml", "w", encoding="utf-8") as file:
        file.write(f"rule: trial-{number}@1.0.0\ntitle: Trial\nrequires: {rule_of(draw)}\n"
                   f"onMissing: {draw.choice(['fail', 'undetermined', 'zero'])}\n"
                   f"score: {score_of(draw)}\n")
    if trial.daymark("run", root, "--out", f"{root}/out", "--as-of", as_of, "-q") > 1:
        trial.counts["run", "refused by the program"] += 1
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
        return value + draw.choice([1, 10, 100] if 0 <= value < 1 else [1, -1, 10, 100])
    for group in (("pass", "fail", "undetermined"), STANDINGS, PHASES):
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


def mutant_of(trial, challenge):
    """A copy of the folder of a challenge, to change."""
    copy_of = f"{trial.folder}/mutant/trial"
    shutil.rmtree(f"{trial.folder}/mutant", ignore_errors=True)
    shutil.copytree(challenge, copy_of)
    return copy_of


def value_mutants(trial, challenge, people):
    """One value changed of each person, where both verifiers look; by the kind of the change."""
    copy_of, changed = mutant_of(trial, challenge), collections.defaultdict(dict)
    for person in people:
        kind = trial.draw.choice(["explanation", "explanation", "figures sealed anew", "records",
                                  "verdict", "both documents", "both documents"])
        edit = said_in_both if kind == "both documents" else value_changed
        what = edit(trial, f"{copy_of}/{person}", kind)
        if what:
            changed[kind][person] = what
    for kind, of_kind in changed.items():
        trial.compare_people(f"value: {kind}", copy_of, of_kind)


def value_changed(trial, folder, kind):
    """Change one value of a document, and say which."""
    name = {"explanation": "verdict", "verdict": "verdict", "records": "records"}.get(
        kind, "evidence") + ".json"
    if not os.path.exists(f"{folder}/{name}"):
        return None
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        document = json.load(file)
    ways = [way for way in places(document) if kind in ("records", "verdict")
            or kind == "explanation" and way[0] == "explanation"
            or kind == "figures sealed anew" and str(way[0]).startswith("daily")]
    if not ways:
        return None
    way = trial.draw.choice(ways)
    change(f"{folder}/{name}", lambda one: set_at(one, way, trial.draw))
    if kind == "figures sealed anew":
        reseal(folder)
    return ".".join(map(str, way))


def said_in_both(trial, folder, _):
    """Change what evidence and verdict say alike, which must follow from the rest."""
    with open(f"{folder}/verdict.json", encoding="utf-8") as file:
        verdict = json.load(file)
    key = trial.draw.choice([key for key in ("final", "phase", "score", "outcome")
                             if key in verdict])
    value = verdict[key]
    if key == "final":
        value = not value
    elif key == "phase":
        value = trial.draw.choice([one for one in PHASES if one != value])
    elif key == "outcome":
        value = trial.draw.choice([one for one in ("pass", "fail", "undetermined")
                                   if one != value])
    else:
        value["value"] += trial.draw.choice([1, -1, 100])
    change(f"{folder}/verdict.json", lambda one: one.update({key: value}))
    change(f"{folder}/evidence.json", lambda one: one["verdict"].update({key: value}))
    reseal(folder)
    return f"{key}: {value}"


def byte_mutants(trial, challenge, people, trust, log):
    """One byte changed of each person, in a challenge that is attested and sealed."""
    copy_of, changed = mutant_of(trial, challenge), {}
    for person in people:
        names = sorted(set(os.listdir(f"{copy_of}/{person}")) - {"commitment.json"})
        name = trial.draw.choice(names)
        changed[person] = f"{name} byte {flip(f'{copy_of}/{person}/{name}', trial.draw)}"
    trial.compare_people("byte: folder", copy_of, changed, "--trust", trust, "--log", log)


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


def payout(trial, challenge, root):
    """A payout of the challenge, and mutants of its documents."""
    draw = trial.draw
    people = [f"person{place}" for place in range(3)]
    for one in people:
        if draw.random() < 0.5:
            trial.daymark("decide", "trial", one, draw.choice(["pass", "fail", "undetermined"]),
                          "--because", "so it was", "--by", "Op", "--out", f"{root}/out")
    stakes, policy = f"{root}/stakes.csv", f"{root}/payout.yaml"
    with open(stakes, "w", encoding="utf-8") as file:
        file.write("subject,stake,address\n" + "".join(
            f"{one},{draw.randint(1, 10 ** draw.randint(1, 25))},0x{place}\n"
            for place, one in enumerate(draw.sample(people, 3))))
    share = draw.choice(["equally", "byStake", "byRank"])
    with open(policy, "w", encoding="utf-8") as file:
        fee = draw.choice(["0", "5", "12.5", "33.33"])
        file.write(f"asset: USDC\nshare: {share}\nfee: {fee} %\n"
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
                way = draw.choice([way for way in places(json.load(file)) if way[0] != "tool"])
            change(path, lambda one: set_at(one, way, draw))
            what = ".".join(map(str, way))
        else:
            what = f"{name} byte {flip(path, draw)}"
        # Which version of the program wrote a payout nothing else says.
        if name != "payout.json" or tool_of(path) in (None, tool_of(f"{root}/kept")):
            trial.compare("mutant: payout", what, given, ["payout", *given, "--verify"])
        shutil.copy(f"{root}/kept", path)


def tool_of(path):
    """What a document says of the program that wrote it; None where it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file).get("tool")
    except ValueError:
        return None


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
    """Archives, a few rules, all that is made of both, and mutants."""
    root = f"{trial.folder}/case{number}"
    make_archives(trial, root)
    for rule in range(RULES):
        if time.monotonic() > trial.ends:
            break
        challenge = decide(trial, root, rule)
        if challenge:
            people = sorted(one.name for one in os.scandir(challenge) if one.is_dir())
            sealed(trial, root, challenge, people, f"of case {number}, rule {rule}")
    shutil.rmtree(root)


def sealed(trial, root, challenge, people, what):
    """Pay out, attest, seal and reveal, and compare the answers on all of it and on mutants."""
    key, trust, log = (f"{trial.folder}/{name}" for name in ("key.pem", "key.pub", "log"))
    payout(trial, challenge, root)
    trial.daymark("attest", challenge, "--key", key)
    earlier, checkpoint = f"{trial.folder}/earlier", f"{log}/checkpoint"
    if os.path.exists(checkpoint):
        shutil.copy(checkpoint, earlier)
    trial.daymark("seal", f"{root}/out", "--log", log, "--key", key, "--origin", "a.example/log")
    trial.compare_people("good: folder", challenge, dict.fromkeys(people, what),
                         "--trust", trust, "--log", checkpoint)
    value_mutants(trial, challenge, people)
    byte_mutants(trial, challenge, trial.draw.sample(people, len(people) // 3), trust, checkpoint)
    for person in people[:1]:
        disclosure = f"{root}/disclosure.json"
        day, metrics = some_figures(f"{challenge}/{person}")
        if day and not trial.daymark("reveal", f"{challenge}/{person}", "--dates", day,
                                     "--metrics", ",".join(metrics), "--to", disclosure):
            trial.compare("good: disclosure", what, [disclosure, "--trust", trust],
                          ["verify", disclosure, "--trust", trust])
            file_mutants(trial, "disclosure", disclosure, 4, ["--trust", trust])
    made = f"{trial.folder}/consistency.json"
    if os.path.exists(earlier) and not trial.daymark(
            "consistency", log, "--from", earlier, "--trust", trust, "--to", made):
        trial.compare("good: consistency", what, [made, "--trust", trust],
                      ["verify", made, "--trust", trust])
        file_mutants(trial, "consistency", made, 4, ["--trust", trust])
    for path in (f"{root}/disclosure.json", made):
        if os.path.exists(path):
            os.remove(path)


def main():
    """Read the options, try, and print the counts and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daymark", required=True)
    parser.add_argument("--cases", type=int, default=10)
    parser.add_argument("--people", type=int, default=3, help="how many people a case has")
    parser.add_argument("--minutes", type=float, default=60, help="begin nothing after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for what the two disagree on")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(os.path.abspath(options.daymark), folder, random.Random(options.seed),
                      max(3, options.people), options.keep)
        with open(f"{folder}/key.pub", "wb") as file:
            file.write(subprocess.run([trial.program, "keys", "new", f"{folder}/key.pem"],
                                      capture_output=True, check=True).stdout)
        trial.ends = time.monotonic() + options.minutes * 60
        for number in range(options.cases):
            if time.monotonic() < trial.ends:
                case(trial, number)
    for (kind, answer), count in sorted(trial.counts.items(), key=str):
        print(f"{count:6}  {kind}: {answer}")
    good = sum(count for (kind, answer), count in trial.counts.items()
               if kind.startswith("good") and answer == "accepted")
    refused = sum(count for (_, answer), count in trial.counts.items() if answer == "refused")
    print(f"{good} good ones accepted by both, {refused} mutants refused by both")
    print(f"{len(trial.disagreements)} disagreements")
    for line in trial.disagreements:
        print(line)
    return 1 if trial.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
