#!/usr/bin/env python3
"""A second verifier for what Daymark writes: it shares no code with it, and goes by its pages.

It needs Python 3.9 or newer. Signatures need the package `cryptography`.
Exit codes: 0 all that is checked holds, 3 something differs, 2 cannot be read, 64 wrong usage.
"""
import argparse
import base64
import csv
import datetime
import functools
import hashlib
import io
import json
import os
import re
import stat
import sys
import zoneinfo
from decimal import Decimal
from fractions import Fraction

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519
except ImportError:
    serialization = None

MAX_BYTES = 64 << 20
HEX64 = re.compile(r"[0-9a-f]{64}\Z")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
INFINITY = float("inf")
# Of each metric with one figure a day: its array, the member of a row, and the unit.
VALUE_OF = {
    "steps": ("dailySteps", "steps", "count"),
    "distanceWalkingRunning": ("dailyDistance", "distanceMeters", "m"),
    "distanceCycling": ("dailyCyclingDistance", "distanceMeters", "m"),
    "distanceSwimming": ("dailySwimmingDistance", "distanceMeters", "m"),
    "activeEnergy": ("dailyActiveEnergy", "kilocalories", "kcal"),
    "flightsClimbed": ("dailyFlightsClimbed", "flights", "count"),
    "wheelchairPushes": ("dailyWheelchairPushes", "pushes", "count"),
    "distanceWheelchair": ("dailyWheelchairDistance", "distanceMeters", "m"),
    "sleep": ("dailySleep", "minutes", "min")}
STRENGTH = {"volume": "volumeKilograms", "hardSets": "hardSets", "sets": "sets",
            "repetitions": "repetitions", "strengthSessions": "sessions", "restsKept": "restsKept"}
SESSIONS = {"distance": "distanceMeters", "duration": "minutes", "energy": "kilocalories",
            "elevationGain": "elevationGainMeters", "sessions": "sessions"}
METRIC_OF = {array: metric for metric, (array, _, _) in VALUE_OF.items()}
METRIC_OF.update(dailyHeartRate="heartRate", dailyActivities="activities", dailyFeats="feats",
                 dailyStrength="strength", dailyBaseline="baseline")
NOT_ALWAYS = ("dailyWheelchairPushes", "dailyWheelchairDistance", "dailySleep", "dailyStrength",
              "dailyFeats", "dailyBaseline")
SEVERAL_A_DAY = ("dailyActivities", "dailyFeats", "dailyBaseline")
ATTESTED = ("evidence.json", "evidence.sha256", "verdict.json", "decision.json", "records.json",
            "body.multipart", "headers.txt")
# Of each kind of record: the array, the beginning of its id, its type, its members, and a factor.
BASIC = [("calories", "kilocalories"), ("sessions", "sessions")]
FAR = BASIC + [("distance_m", "distanceMeters")]
RECORDS = [
    ("dailySteps", "steps", "steps", [("steps", "steps")], 1),
    ("dailyActiveEnergy", "energy", "calories", [("calories", "kilocalories")], 1),
    ("dailyHeartRate", "hr", "steps", [("avg_hr_bpm", "avgBpm"), ("max_hr_bpm", "maxBpm")], 1),
    ("dailyFlightsClimbed", "flights", "hike", [("elev_gain_m", "flights")], 3)]
SESSION_RECORDS = {kind: (kind, kind, BASIC) for kind in ("strength", "yoga", "hiit")}
SESSION_RECORDS.update({kind: (kind, kind, FAR) for kind in ("run", "cycle", "swim")})
SESSION_RECORDS.update(walk=("walk_workout", "walk", FAR), row=("rowing", "rowing", FAR),
                       hike=("hike", "hike", FAR + [("elev_gain_m", "elevationGainMeters")]))
UNCERTAIN = {"missing", "incomplete", "damaged", "rejected", "twoFigures", "unknown"}
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# What each key of payout.yaml may be.
POLICY = {"asset": r"\S.*", "share": "equally|byStake|byRank", "undetermined": "refund|hold",
          "fee": r"(?:0?[0-9]{1,2}(?:\.[0-9]{1,2})?|100(?:\.0{1,2})?) ?%", "feeAddress": r"\S+",
          "remainder": "winners|operator", "cancelled": "true|false",
          "places": r"\[ *0*[1-9][0-9]{0,5}(?: *, *[0-9]{1,6})* *\]"}

class Unreadable(Exception):
    """A file cannot be read at all."""

class Report:
    """Collects what differs, what was checked, and what was not."""

    def __init__(self):
        self.differences, self.skipped, self.checked = [], {}, {}

    def differs(self, file, path, what):
        self.differences.append(ascii(f"{file}: {path}: {what}")[1:-1])

    def same(self, file, path, found, expected):
        """Say so where a value is not the expected one, or of another type."""
        if canonical(found) != canonical(expected):
            self.differs(file, path, f"is {brief(found)}, and should be {brief(expected)}")

    def same_members(self, file, path, found, expected):
        """Compare the members of an object that are expected."""
        for key in sorted(expected):
            self.same(file, f"{path}.{key}", at(found, key), expected[key])

    def bytes_of(self, file, value, data):
        if canonical(value) != data:
            self.differs(file, "$", "the bytes are not canonical (RFC 8785)")

# Reading and writing JSON

def brief(value):
    """A short text of a value, on one line."""
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."

def read_bytes(*path):
    """The bytes of a regular file of bounded size; a link is refused."""
    path = os.path.join(*path)
    about = os.lstat(path)
    if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
        raise Unreadable(f"{path}: is no regular file, or larger than {MAX_BYTES} bytes")
    with open(path, "rb") as file:
        return file.read(MAX_BYTES)

def pairs_once(pairs):
    """An object in which no key stands twice."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key stands twice")
    return result

def number(text):
    """A number of bounded size; all of Daymark's are multiples of a millionth."""
    value = float(text)
    if abs(value) > 2 ** 53 or round(value, 6) != value:
        raise ValueError("a number is too large, or no multiple of a millionth")
    return int(value) if value.is_integer() else value

def parse(data, name):
    """The JSON value of some bytes, read strictly."""
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=pairs_once, parse_int=number,
                           parse_float=number, parse_constant=number)
        canonical(value)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{name}: is not the JSON that it should be: {error}") from error
    return value

def load(folder, name):
    """The JSON value of a file, and its bytes."""
    data = read_bytes(folder, name)
    return parse(data, name), data

def canonical(value):
    """The canonical bytes of a value (RFC 8785); lone surrogates have none."""
    return text_of(value).encode("utf-8")

def text_of(value):
    """The canonical text of a value."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{text_of(key)}:{text_of(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return json.dumps(value, ensure_ascii=False)

def sha256(data):
    return hashlib.sha256(data).hexdigest()

def at(value, *keys):
    """The member at a way of keys, or None where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value

def items(value):
    """The objects of an array; nothing of what is no array."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []

def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)

def exact(value):
    """The decimal number that was written, without the error of a double; 0 of what is none."""
    return Fraction(repr(value)) if is_whole(value) or isinstance(value, float) else Fraction(0)

def shown(value, steps=10 ** 6):
    """A number as documents show it: to so many steps in 1, a half away from zero."""
    size = int(abs(value) * steps + Fraction(1, 2))
    result = Fraction(size if value >= 0 else -size, steps)
    return int(result) if result.denominator == 1 else float(result)

# Time

def date_of(text):
    """A date, or None for what is no date."""
    try:
        return datetime.date.fromisoformat(text) if DATE.match(text) else None
    except (TypeError, ValueError):
        return None

def seconds_of(text):
    """The Unix time of an RFC 3339 instant, or None."""
    try:
        found = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return found.timestamp() if found.tzinfo else None
    except (AttributeError, ValueError):
        return None

class Calendar:
    """The days of a challenge in its zone."""

    def __init__(self, evidence, report):
        self.zone = None
        try:
            self.zone = zoneinfo.ZoneInfo(at(evidence, "zone", "id"))
        except (ValueError, OSError, TypeError, KeyError):
            report.skipped.setdefault("times of days: this machine does not know the zone")
        challenge = at(evidence, "challenge")
        self.first, self.last = date_of(at(challenge, "from")), date_of(at(challenge, "to"))
        self.begin, self.end = seconds_of(at(challenge, "start")), seconds_of(at(challenge, "end"))
        if self.begin is not None and self.end is not None and self.zone:
            both = (self.begin, self.end - 1e-3)
            self.first, self.last = (
                datetime.datetime.fromtimestamp(one, self.zone).date() for one in both)
        elif self.first and self.last:
            self.begin, self.end = self.start(str(self.first)), self.start(str(self.last), 1)
        self.deadline = seconds_of(at(challenge, "proofDeadline"))

    def is_over(self, text, now):
        """Whether a day, or its part in the period, is over at an instant; None if not known."""
        end = self.start(text, 1)
        return None if None in (end, self.end, now) else min(end, self.end) <= now

    def phase(self, now):
        """The phase of the challenge at an instant."""
        if now < self.end:
            return "upcoming" if now < self.begin else "active"
        return "ended" if self.deadline is None or now >= self.deadline else "proofWindow"

    def days(self, leaf=None):
        """The days that a leaf looks at, ascending; None where they are not known."""
        first = date_of(at(leaf, "from")) or self.first
        last = date_of(at(leaf, "to")) or self.last
        if not first or not last or (last - first).days > 40000:
            return None
        on = at(leaf, "on") if isinstance(at(leaf, "on"), list) else WEEKDAYS
        every = (first + datetime.timedelta(n) for n in range((last - first).days + 1))
        return [str(day) for day in every if WEEKDAYS[day.weekday()] in on]

    def start(self, text, later=0):
        """The Unix second at which a day, or one of those after it, begins."""
        day = date_of(text)
        if not day or not self.zone or not 1900 < day.year < 2200:
            return None
        day += datetime.timedelta(later)
        local = datetime.datetime(day.year, day.month, day.day, tzinfo=self.zone)
        return int(local.timestamp())

# Evidence and verdict

def check_evidence(evidence, data, report):
    """What evidence.json shows by itself."""
    name = "evidence.json"
    report.checked.setdefault("evidence.json: canonical bytes, digests, order of rows")
    report.bytes_of(name, evidence, data)
    daily = {key: value for key, value in evidence.items() if key.startswith("daily")}
    rule = at(evidence, "verdict", "rule")
    definition = at(rule, "definition")
    report.same(name, "$.schema", at(evidence, "schema"), "daymark/evidence@4")
    report.same(name, "$.verdict.aggregatesSha256", at(evidence, "verdict", "aggregatesSha256"),
                sha256(canonical(daily)))
    report.same(name, "$.verdict.rule.sha256", at(rule, "sha256"), sha256(canonical(definition)))
    report.same(name, "$.verdict.rule.definition.rule", at(definition, "rule"),
                f"{at(rule, 'name')}@{at(rule, 'version')}")
    for key in set(METRIC_OF) - set(NOT_ALWAYS) - set(daily):
        report.differs(name, f"$.{key}", "is missing")
    for key, rows in daily.items():
        days = [date_of(at(row, "date")) for row in items(rows)]
        twice = key not in SEVERAL_A_DAY and len(set(days)) < len(days)
        if key not in METRIC_OF or not isinstance(rows, list) or len(days) != len(rows) \
                or None in days or days != sorted(days) or twice:
            report.differs(name, f"$.{key}", "is no array of the pages in the order of its dates")

def check_verdict(verdict, data, evidence, report):
    """What verdict.json shares with the evidence."""
    report.checked.setdefault("verdict.json with the evidence")
    report.bytes_of("verdict.json", verdict, data)
    wanted = dict(at(evidence, "verdict") or {}, schema="daymark/verdict@2")
    wanted.update((key, at(evidence, key)) for key in ("tool", "challenge", "subject", "zone"))
    more = set(verdict) - set(wanted) - {"explanation", "damage"}
    report.same_members("verdict.json", "$", verdict, dict(dict.fromkeys(more), **wanted))

def weights_of(leaf):
    """The metrics of a leaf and their weights; None where one has no array of one figure."""
    both = [{"metric": "steps"}, {"metric": "wheelchairPushes"}]
    parts = at(leaf, "of") or (both if at(leaf, "metric") == "stepsOrPushes" else [leaf])
    result = [(at(part, "metric"), Fraction(str(part.get("times", 1)))) for part in parts]
    return result if all(metric in VALUE_OF for metric, _ in result) else None

def figures_of(evidence, key, leaf):
    """The figures of a leaf by day; None where the evidence does not have them all."""
    def by_day(array, *member, times=Fraction(1), fits=lambda row: True):
        for row in items(at(evidence, array)):
            if fits(row):
                figures[row["date"]] = figures.get(row["date"], 0) + times * exact(at(row, *member))

    figures = {}
    if weights_of(leaf):
        for metric, weight in weights_of(leaf):
            by_day(*VALUE_OF[metric][:2], times=weight)
    elif at(leaf, "metric") in STRENGTH:
        by_day("dailyStrength", STRENGTH[leaf["metric"]])
    elif at(leaf, "heartMinutesAbove"):
        rate = str(leaf["heartMinutesAbove"]).split(" ")[0]
        by_day("dailyHeartRate", "minutesAbove", rate,
               fits=lambda row: at(row, "minutesAbove", rate) is not None)
    elif key == "feat":
        wanted = (leaf.get("id"), leaf.get("counts", "repetitions"))
        by_day("dailyFeats", "greatest", times=Fraction(1, 60 if wanted[1] == "time" else 1),
               fits=lambda row: (at(row, "id"), at(row, "counts")) == wanted)
    elif key in ("activities", "activityTotal") and not {"where", "indoor"} & set(leaf):
        kinds = leaf.get("kind", list(SESSION_RECORDS) + ["other"])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        by_day("dailyActivities", SESSIONS[leaf.get("sum", "sessions")],
               fits=lambda row: at(row, "kind") in kinds)
    else:
        return None
    return figures

class Bound:
    """What a leaf compares with: an interval, with or without its ends."""

    def __init__(self, key, limits):
        self.low = -INFINITY if key in ("atMost", "lessThan") else limits[0]
        self.high = INFINITY if key in ("atLeast", "moreThan") else limits[-1]
        self.is_strict = key in ("moreThan", "lessThan")

    @staticmethod
    def of(leaf):
        """The comparison of a leaf, in canonical units; None where it has another."""
        keys = [key for key in ("atLeast", "moreThan", "atMost", "lessThan", "between")
                if key in leaf]
        value = leaf[keys[0]] if len(keys) == 1 else []
        texts = [str(one).split(" ")[0] for one in (value if isinstance(value, list) else [value])]
        if len(texts) != (2 if keys == ["between"] else 1) or not all(
                re.match(r"[0-9]{1,15}(\.[0-9]{1,9})?\Z", text) for text in texts):
            return None
        return Bound(keys[0], [Fraction(text) for text in texts])

    def holds(self, value):
        """Whether a number meets the comparison."""
        if self.is_strict:
            return self.low < value < self.high
        return self.low <= value <= self.high

    def margin(self, value):
        """How far a number is on the good side of what was asked; negative if it is short."""
        return min(value - self.low, self.high - value)

    def answer(self, least, is_known):
        """The answer on an amount of at least so much, and no more if it is known."""
        if is_known or self.high == INFINITY and self.holds(least):
            return "pass" if self.holds(least) else "fail"
        reachable = least < self.high if self.is_strict else least <= self.high
        return "undetermined" if reachable else "fail"

def longest_run(flags, misses):
    """The most days in a row with so many others between them, the first and the last."""
    places = [place for place, flag in enumerate(flags) if flag]
    best, left = (0, 0, 0), 0
    for right, place in enumerate(places):
        while place - places[left] - (right - left) > misses:
            left += 1
        if right - left + 1 > best[0]:
            best = (right - left + 1, places[left], place)
    return best

def score_of(key, leaf, values, unit):
    """The score that the figures of days give, of which some are None."""
    known = [value for value in values if value is not None]
    amount = max(known) if key in ("best", "feat") else sum(known)
    if key == "average":
        amount /= len(known) if leaf.get("over") == "recordedDays" else len(values)
    elif key == "window":
        starts = range(max(1, len(values) - leaf["days"] + 1))
        amount = max(sum(value or 0 for value in values[start:start + leaf["days"]])
                     for start in starts)
    return shown(amount, 10 ** 6 if key == "feat" else 1 if unit == "count" else 100)

class Explanation:
    """Checks the tree in verdict.json with the rule and the daily figures."""

    def __init__(self, verdict, evidence, calendar, report):
        self.verdict, self.evidence = verdict, evidence
        self.calendar, self.report = calendar, report
        self.differs, self.same, self.same_members = (functools.partial(
            say, "verdict.json") for say in (report.differs, report.same, report.same_members))
        self.rule = at(evidence, "verdict", "rule", "definition")
        inputs = items(at(evidence, "inputs"))
        left_out = [at(one, "late") or any("finding" not in why for why in items(
            at(one, "setAside"))) for one in inputs]
        self.has_inputs = not all(left_out)
        self.zero = at(self.rule, "onMissing") == "zero" and self.has_inputs
        self.is_open = any(at(evidence, key) for key in (
            "openDays", "undatedRecords", "openings", "twoFigures"))
        self.now = seconds_of(at(verdict, "asOf"))
        self.is_complete = bool(at(verdict, "complete")) and self.has_inputs
        deadline = calendar.end if calendar.deadline is None else calendar.deadline
        self.is_closed = self.is_complete or (
            None not in (self.now, deadline) and self.now >= deadline)
        self.quality = {(at(row, "date"), at(row, "metric")): at(row, "complete") is True
                        for row in items(at(evidence, "quality"))}
        self.damaged = any(at(row, "damage") for row in inputs) or any(
            at(row, "areDamage") is True for row in items(at(evidence, "undatedRecords")))

    def check(self):
        """Check the whole tree, and that the outcome follows from its answer."""
        tree = at(self.verdict, "explanation")
        self.report.checked.setdefault("the explanation of total, days, streak, and joined answers")
        self.node(tree, at(self.rule, "requires"), "$.explanation")
        allowed = {at(tree, "answer")}
        gates = items(at(self.rule, "quality"))
        if allowed == {"pass"} and (gates or at(self.evidence, "openings")):
            allowed |= {"undetermined"} | {gate.get("onBreach", "pass") for gate in gates}
        if allowed == {"undetermined"} and self.rule.get("onMissing") != "undetermined":
            allowed.add("fail")
        if at(self.verdict, "outcome") not in allowed:
            self.differs("$.outcome", "does not follow from the explanation")
        self.times(at(tree, "answer"))
        self.score()

    def times(self, answer):
        """The phase at the verdict's instant, and whether the verdict is final."""
        calendar, now, is_final = self.calendar, self.now, at(self.verdict, "final") is True
        if now is None or calendar.begin is None or calendar.end is None:
            self.report.skipped.setdefault("the phase, and whether the verdict is final")
            return
        self.same("$.phase", at(self.verdict, "phase"), calendar.phase(now))
        if answer == "undetermined":
            answer = at(self.verdict, "outcome")
        decided = answer == "fail" or answer == "pass" and not at(self.rule, "quality")
        is_due = calendar.deadline is not None and now >= calendar.deadline
        may_be = is_due or self.is_complete and (decided or now >= calendar.end)
        if is_final and (not may_be or at(self.verdict, "openUntil")):
            self.differs("$.final", "is true, and the proof deadline has not passed")
        waits = at(self.evidence, "openings") or at(self.verdict, "quality", "sharing")
        if is_due and not is_final and not waits:
            self.differs("$.final", "is false, and the proof deadline has passed")

    def score(self):
        """The score, where the evidence has the figures that it is made of."""
        wanted, found = at(self.rule, "score"), at(self.verdict, "score")
        if not isinstance(wanted, dict):
            self.same("$.score", found, None)
            return
        (key, leaf), = wanted.items()
        figures, days = figures_of(self.evidence, key, leaf), self.calendar.days(leaf)
        values = [figures.get(day) for day in days] if figures is not None and days else []
        if set(values) <= {None} and not weights_of(leaf):
            self.report.skipped.setdefault(f"the score by `{key}`")
        elif (found is None) != (set(values) <= {None}):
            self.differs("$.score", "is there or not, unlike the figures")
        elif found is not None:
            unit = VALUE_OF[weights_of(leaf)[0][0]][2] if weights_of(leaf) else at(found, "unit")
            amount = score_of(key, leaf, values, unit)
            if self.is_open and exact(at(found, "value")) < exact(amount):
                amount = at(found, "value")
            self.same_members("$.score", found, {"value": amount, "unit": unit})

    def node(self, node, condition, path):
        """One node with the condition of the rule that it is about."""
        keys = [key for key in condition if key not in ("reason", "name")]
        if [at(node, "key")] != keys or at(node, "name") != at(condition, "name"):
            self.differs(f"{path}.key", f"{brief(at(node, 'key'))} is not the rule's condition")
        elif at(node, "answer") not in ("pass", "fail", "undetermined"):
            self.differs(f"{path}.answer", "is no answer")
        elif keys[0] in ("all", "any", "not", "some"):
            self.joined(node, keys[0], condition[keys[0]], path)
        elif keys[0] in ("total", "days", "streak"):
            self.leaf(node, keys[0], condition[keys[0]], path)
        else:
            self.report.skipped.setdefault(f"explanation of `{keys[0]}`")

    def joined(self, node, key, value, path):
        """A node of several conditions, or a negated one."""
        parts = items({"not": [value], "some": at(value, "of")}.get(key, value))
        children = node["children"]
        need = {"all": len(parts), "some": at(value, "count")}.get(key, 1)
        if len(parts) != len(children):
            self.differs(f"{path}.children", "are not the conditions of the rule")
            return
        for place, (child, part) in enumerate(zip(children, parts)):
            self.node(child, part, f"{path}.children[{place}]")
        answers = [at(child, "answer") for child in children]
        passed, may_pass = answers.count("pass"), len(answers) - answers.count("fail")
        answer = "pass" if passed >= need else "fail" if may_pass < need else "undetermined"
        if key == "not":
            answer = {"pass": "fail", "fail": "pass"}.get(answer, answer)
        wanted = {"unit": "condition", "actual": passed, "margin": passed - need}
        self.same_members(path, node, dict(wanted if key == "some" else {}, answer=answer))

    def leaf(self, node, key, leaf, path):
        """A node of days: its days, its sum or count, its margin and its answer."""
        bound, chosen, rows = Bound.of(leaf), self.calendar.days(leaf), items(at(node, "days"))
        if bound is None or chosen is None:
            self.report.skipped.setdefault(f"explanation of a `{key}` with another comparison")
            return
        if [at(row, "date") for row in rows] != chosen:
            self.differs(f"{path}.days", "are not the days that the rule chooses")
            return
        weights, figures = weights_of(leaf), figures_of(self.evidence, key, leaf)
        days = []
        for place, row in enumerate(rows):
            value = self.value(row, figures, bool(weights), f"{path}.days[{place}]")
            allowed = self.standings(key, leaf, bound, row["date"], value)
            if at(row, "standing") not in allowed:
                self.differs(f"{path}.days[{place}].standing",
                             f"is {brief(at(row, 'standing'))}, and may be {sorted(allowed)}")
            days.append((row["date"], at(row, "standing"), value))
        wanted = (self.total if key == "total" else self.counted)(key, leaf, bound, days)
        if weights:
            unit = VALUE_OF[weights[0][0]][2] if key == "total" else "day"
            metric = leaf["metric"] if at(leaf, "metric") in VALUE_OF else at(node, "metric")
            wanted.update(unit=unit, metric=metric)
        if self.is_open or not weights:
            self.report.skipped.setdefault(f"answer of a `{key}` whose days lie between bounds")
            del wanted["answer"]
        self.same_members(path, node, wanted)
        if at(node, "reason", "actual") not in (None, at(node, "actual")):
            self.differs(f"{path}.reason.actual", "is not the figure of the node")

    def value(self, row, figures, is_metric, path):
        """The figure of a day; a day without sets may have 0, and one of a metric has none."""
        stated = exact(row["value"]) if "value" in row else None
        if figures is None:
            self.report.skipped.setdefault("values of days of metrics without an array")
            return stated
        value = figures.get(row["date"])
        if value is None and stated == 0 and not is_metric:
            return stated
        self.same(f"{path}.value", at(row, "value"), None if value is None else shown(value))
        return value

    def standings(self, key, leaf, bound, date, value):
        """The standings that the evidence allows for a day of some value, or of None."""
        meets, is_over = bound.holds(value or 0), self.calendar.is_over(date, self.now)
        answer = "counted" if meets or key == "total" else "short"
        answers = set() if value is None and (key == "total" or not meets) else {answer}
        metrics = [(date, metric) for metric, _ in weights_of(leaf) or []]
        if is_over is None:
            self.report.skipped.setdefault("whether days were over")
            return answers | UNCERTAIN | {"notOver"}
        if not metrics:
            return answers | (UNCERTAIN if is_over else {"notOver"})
        is_sum, all_whole = len(metrics) > 1, all(self.quality.get(one) for one in metrics)
        known = [self.quality[one] for one in metrics if one in self.quality]
        lacks_nothing = all_whole or leaf.get("metric") == "stepsOrPushes" and known and all(known)
        is_settled = is_over and (lacks_nothing or self.zero)
        is_sure = is_over and is_sum if key == "total" else meets == (bound.high == INFINITY)
        allowed = answers if is_settled or is_sure else set()
        if not is_over:
            return allowed | {"notOver"}
        awaits = value is not None or is_sum or not self.is_closed or at(self.evidence, "openings")
        causes = {"missing": value is None or is_sum, "incomplete": awaits and not all_whole,
                  "damaged": self.damaged, "rejected": self.is_open, "twoFigures": self.is_open}
        return allowed | {standing for standing, cause in causes.items() if cause}

    def total(self, _, leaf, bound, days):
        """The sum, its margin, and the answer where days are open."""
        amount = sum((value or 0 for _, _, value in days), Fraction(0))
        least = sum(value or 0 for _, standing, value in days if standing != "damaged")
        known = {"counted", "missing"} if self.zero else {"counted"}
        answer = bound.answer(least, {standing for _, standing, _ in days} <= known)
        return {"actual": shown(amount), "margin": shown(bound.margin(amount)), "answer": answer}

    def counted(self, key, leaf, bound, days):
        """The days that compare, or the longest run of them, and the answer."""
        need = leaf["count" if key == "days" and "count" in leaf else "days"] \
            if leaf.get("every") is not True else len(days)
        sure = [standing == "counted" for _, standing, _ in days]
        never = {"short", "missing"} if self.zero else {"short"}
        may = [standing not in never for _, standing, _ in days]
        # What an incomplete day has is shown as the day's once nothing more is awaited.
        open_yet = {"short", "notOver"} | (set() if self.is_closed else {"incomplete"})
        meets = [standing == "counted" or standing not in open_yet
                 and value is not None and bound.holds(value) for _, standing, value in days]
        count = sum if key == "days" else lambda flags: longest_run(flags, leaf.get("misses", 0))[0]
        actual, answer = count(meets), "fail" if count(may) < need else "undetermined"
        wanted = {"actual": actual, "margin": actual - need,
                  "answer": "pass" if count(sure) >= need else answer}
        if key == "streak" and actual:
            places = longest_run(meets, leaf.get("misses", 0))[1:]
            wanted["span"] = dict(zip(("from", "to"), (days[place][0] for place in places)))
        return wanted

# Records

def check_records(records, data, evidence, calendar, report):
    """records.json with the evidence; the user id and exercise minutes are on trust."""
    name, wanted = "records.json", {}
    report.checked.setdefault("records.json with the evidence")
    report.skipped.setdefault("records.json: user_id, exercise minutes")
    report.bytes_of(name, records, data)
    records = records if isinstance(records, list) else [records]

    def expect(prefix, kind, row, values, seconds=86400):
        start, end = calendar.start(at(row, "date")), calendar.start(at(row, "date"), 1)
        if values and start is not None:
            key = f"hk_{prefix}:{row['date']}"
            wanted[key] = dict(values, activity_id=key, type=kind, provider="apple_health",
                               source_device="Daymark", start_ts=start, end_ts=end - 1,
                               duration_s=seconds)

    for array, prefix, kind, members, times in RECORDS:
        for row in items(at(evidence, array)):
            expect(prefix, kind, row, amounts_of(row, members, times))
    for row in items(at(evidence, "dailyActivities")):
        if at(row, "kind") in SESSION_RECORDS:
            prefix, kind, members = SESSION_RECORDS[row["kind"]]
            seconds = shown(exact(at(row, "minutes")) * 60, 1)
            expect(prefix, kind, row, amounts_of(row, members), seconds)
    for row in items(records):
        if str(at(row, "activity_id")).startswith("hk_exercise_time:"):
            expect("exercise_time", "exercise_time", {"date": row["activity_id"][-10:]},
                   {"exercise_minutes": at(row, "exercise_minutes")})
    users = {canonical(row.pop("user_id", None)) for row in items(records)}
    order = sorted(wanted, key=lambda key: (key[-10:], key))
    report.same(name, "$", [at(row, "activity_id") for row in records], order)
    for place, row in enumerate(items(records)):
        report.same(name, f"$[{place}]", row, wanted.get(at(row, "activity_id")))
    if len(users) > 1:
        report.differs(name, "$", "is of several users")

def amounts_of(row, members, times=1):
    """The amounts of a record; zeros are not sent."""
    return {name: row[key] * times for name, key in members if exact(at(row, key))}

# Signatures

def trusted_keys(paths):
    """The public keys of PEM files, each with its 32 bytes if it is of Ed25519, else with None."""
    if paths and serialization is None:
        raise Unreadable("signatures need `cryptography`: pip install cryptography")
    keys = []
    for path in paths:
        try:
            key = serialization.load_pem_public_key(read_bytes(path))
        except (ValueError, UnsupportedAlgorithm) as error:
            raise Unreadable(f"{path}: is no public key in PEM: {error}") from error
        if isinstance(key, ed25519.Ed25519PublicKey):
            raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
            keys.append((key, key.public_bytes(*raw)))
        elif isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == "secp256r1":
            keys.append((key, None))
        else:
            raise Unreadable(f"{path}: is a key of neither Ed25519 nor P-256")
    return keys

def holds(key, signature, data):
    """Whether a signature of a key holds over some bytes."""
    try:
        key[0].verify(signature, data, *([] if key[1] else [ec.ECDSA(hashes.SHA256())]))
    except InvalidSignature:
        return False
    return True

def base64_bytes(text):
    """The bytes of Base64 of either alphabet, with padding; None of what is none.

    Bits after the last byte are 0, so that no other text means the same bytes.
    """
    try:
        plain = text.replace("-", "+").replace("_", "/")
        data = base64.b64decode(plain, validate=True)
    except (ValueError, AttributeError):
        return None
    return data if base64.b64encode(data).decode() == plain else None

def open_envelope(envelope, keys, name, predicate_type, report):
    """The statement of an envelope that a trusted key signed; None if there is none."""
    payload, kind = base64_bytes(at(envelope, "payload")), at(envelope, "payloadType")
    signatures = at(envelope, "signatures")
    if payload is None or kind != "application/vnd.in-toto+json" \
            or not isinstance(signatures, list) or not 1 <= len(signatures) <= 100:
        report.differs(name, "$", "is no DSSE envelope of an in-toto statement")
        return None
    signed = b"DSSEv1 %d %s %d %s" % (len(kind), kind.encode(), len(payload), payload)
    raw = [base64_bytes(at(one, "sig")) for one in signatures]
    if not any(holds(key, one, signed) for key in keys for one in raw if one):
        report.differs(name, "$.signatures", "no key that you trust has signed these bytes")
        return None
    statement = parse(payload, name)
    report.same_members(name, "$.payload", statement, {
        "_type": "https://in-toto.io/Statement/v1", "predicateType": predicate_type})
    return statement

def check_files(statement, folder, wanted, name, report):
    """The statement is about these files, and no other."""
    subjects = at(statement, "subject")
    found = {str(at(one, "name")): at(one, "digest", "sha256") for one in items(subjects)}
    report.same(name, "$.payload.subject", sorted(str(at(one, "name")) for one in items(subjects)),
                sorted(wanted))
    for file in sorted(set(wanted) & set(found)):
        report.same(name, f"$.payload.subject of {file}", found[file],
                    sha256(read_bytes(folder, file)))

def check_attestation(envelope, folder, evidence, present, keys, report):
    """attestation.dsse.json: signature, files, and what the predicate says."""
    name = "attestation.dsse.json"
    report.checked.setdefault(name)
    report.skipped.setdefault("commitment.root (its owner has the secret)")
    statement = open_envelope(envelope, keys, name, "urn:daymark:evidence:1", report)
    if statement is None:
        return
    check_files(statement, folder, [one for one in ATTESTED if one in present], name, report)
    verdict, policy = at(evidence, "verdict"), at(evidence, "policy")
    leaves = {(at(row, "date"), metric) for array, metric in METRIC_OF.items()
              for row in items(at(evidence, array))}
    predicate = at(statement, "predicate")
    report.same_members(name, "$.payload.predicate", predicate, {
        "tool": at(evidence, "tool"), "challenge": at(evidence, "challenge", "id"),
        "subject": at(evidence, "subject"), "zone": at(evidence, "zone"),
        "rule": {key: at(verdict, "rule", key) for key in ("name", "version", "sha256")},
        "limits": at(verdict, "quality", "limits"), "outcome": at(verdict, "outcome"),
        "policy": {"manualEntries": at(policy, "manualEntries"),
                   "lateInputs": at(policy, "lateInputs") or "accept"},
        "inputs": sorted({str(at(one, "sha256")) for one in items(at(evidence, "inputs"))}),
        "commitment": {"root": at(predicate, "commitment", "root"), "leaves": len(leaves)}})

# Trees of hashes

def node_hash(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()

def hashes_of(path):
    """The bytes of a list of hashes; ValueError of what is none."""
    if not isinstance(path, list) or not all(HEX64.match(str(one)) for one in path):
        raise ValueError("is no list of hashes")
    return [bytes.fromhex(one) for one in path]

def split(leaves):
    """How many leaves are in the left half of a tree: the largest power of 2 below their number."""
    return 1 << (leaves - 1).bit_length() - 1

def led_from(data, way, leaves=None):
    """The root that a leaf's bytes lead to (RFC 9162, 2.1.3); None if the way does not fit."""
    def climb(place, leaves):
        if leaves == 1:
            return hashlib.sha256(b"\x00" + data).digest()
        other, left = path.pop(), split(leaves)
        if place < left:
            return node_hash(climb(place, left), other)
        return node_hash(other, climb(place - left, leaves - left))

    place, leaves = at(way, "index"), at(way, "leaves") if leaves is None else leaves
    try:
        path = hashes_of(at(way, "path"))
        if not is_whole(place) or not is_whole(leaves) or not 0 <= place < leaves:
            return None
        root = climb(place, leaves)
        return None if path else root
    except (ValueError, IndexError):
        return None

def both_roots(first, second, path, old=None):
    """The roots of a tree and of its first leaves, by a path (RFC 9162, 2.1.4).

    `old` is the root of the first leaves, as long as these are whole parts of the tree.
    """
    if first == second:
        root = path.pop() if old is None else old
        return root, root
    left, other = split(second), path.pop()
    if first <= left:
        earlier, later = both_roots(first, left, path, old)
        return earlier, node_hash(later, other)
    earlier, later = both_roots(first - left, second - left, path)
    return node_hash(other, earlier), node_hash(other, later)

def is_beginning(first, old, second, new, path):
    """Whether a tree of `first` leaves and root `old` is the beginning of another one."""
    if first == 0:
        return old == hashlib.sha256(b"").digest() and not path
    try:
        return first <= second and both_roots(first, second, path, old) == (old, new) and not path
    except IndexError:
        return False

# Disclosures and the log

def check_disclosure(document, keys, name, report):
    """Every figure of a disclosure leads to the root that was signed."""
    report.checked.setdefault("disclosure: envelope, and the way of each figure to the root")
    statement = open_envelope(at(document, "envelope"), keys, name, "urn:daymark:figures:1",
                              report)
    commitment = at(statement, "predicate", "commitment")
    root, leaves = at(commitment, "root"), at(commitment, "leaves")
    if statement is None:
        return
    about = [(at(one, "name"), at(one, "digest", "sha256"))
             for one in items(at(statement, "subject"))]
    if about != [("commitment", root)]:
        report.differs(name, "$.envelope.payload.subject", "is not the commitment's root")
    for place, figure in enumerate(document["figures"]):
        leaf = canonical({key: at(figure, key) for key in ("date", "metric", "rows")})
        found = led_from(hashes_of([at(figure, "salt")])[0] + leaf, figure, leaves)
        if found is None or found.hex() != root:
            report.differs(name, f"$.figures[{place}]", "does not lead to the root")

def open_checkpoint(text, keys, name, report):
    """The name, size and root of a checkpoint that a trusted key signed; None if none."""
    found = re.match(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:[^\n]+\n)+)\Z",
                     text if isinstance(text, str) else "")
    if not found:
        report.differs(name, "$", "is no checkpoint")
        return None
    origin, size, root, lines = found.groups()
    signed = text[:found.end(3) + 1].encode()
    for line in lines.splitlines():
        raw = base64_bytes(line.split(" ")[-1]) or b""
        for key in (key for key in keys if key[1] and line.startswith(f"\u2014 {origin} ")):
            hint = hashlib.sha256(origin.encode() + b"\n\x01" + key[1]).digest()[:4]
            if raw[:4] == hint and holds(key, raw[4:], signed):
                return origin, int(size), base64_bytes(root)
    report.differs(name, "$", "no key that you trust has signed this checkpoint")
    return None

def check_inclusion(inclusion, attestation, checkpoint, name, report):
    """The attestation leads to an entry of the log, and that to the log's root."""
    report.checked.setdefault("inclusion.json with the checkpoint")
    origin, size, root = checkpoint
    report.same_members(name, "$", inclusion, {"schema": "daymark/inclusion@1", "origin": origin})
    entry = led_from(attestation, at(inclusion, "night"))
    if entry is None or led_from(entry, at(inclusion, "log"), size) != root:
        report.differs(name, "$.night, $.log", "do not lead to the log's root")
    report.same(name, "$.log.leaves", at(inclusion, "log", "leaves"), size)

def check_consistency(document, keys, name, report):
    """The earlier checkpoint is a part of the later one (RFC 9162, 2.1.4.2)."""
    report.checked.setdefault("consistency: both checkpoints, and the path between them")
    earlier, later = (open_checkpoint(at(document, key), keys, f"{name}: $.{key}", report)
                      for key in ("earlier", "later"))
    if earlier and later and (earlier[0] != later[0] or not is_beginning(
            *earlier[1:], *later[1:], hashes_of(at(document, "path")))):
        report.differs(name, "$.path", "the earlier checkpoint is no part of the later one")

# Payouts

def read_policy(data):
    """payout.yaml: lines of `key: value`, and lists in brackets."""
    found = {}
    for line in data.decode("utf-8").splitlines():
        line = re.sub(r"(^|\s)#.*", "", line) if '"' not in line else line
        parts = re.match(r"(\w+):\s+([\"']?)([^\"'\\]*?)\2\s*\Z", line)
        if not line.strip():
            continue
        if not parts or parts[1] in found or not re.fullmatch(POLICY.get(parts[1], "$."), parts[3]):
            raise ValueError(f"a line that this reader does not take: {brief(line)}")
        found[parts[1]] = parts[3]
    policy = {"fee": "0 %", "undetermined": "refund", "remainder": "winners", "cancelled": "false",
              "places": "", **found}
    if not {"asset", "share"} <= set(found) or (found["share"] == "byRank") != ("places" in found):
        raise ValueError("asset, share or places are not as the pages say")
    policy["fee"] = Fraction(policy["fee"].rstrip(" %")) / 100
    policy["places"] = [int(one) for one in re.findall("[0-9]+", policy["places"])]
    return policy

def read_stakes(data):
    """stakes.csv: the stake and the address of each subject, in the order of their bytes."""
    result = {}
    for row in csv.DictReader(io.StringIO(data.decode("utf-8"), newline=""), strict=True):
        subject, stake, address = row.get("subject"), row.get("stake"), row.get("address") or None
        if not re.fullmatch(r"[\w-][\w.-]*", subject or "") or subject in result or None in row \
                or not re.fullmatch(r"[0-9]{1,30}", stake or "") or int(stake) < 1 \
                or re.search(r"\s", address or ""):
            raise ValueError(f"the row of {brief(subject)} is not as the pages say")
        result[subject] = (int(stake), address)
    return dict(sorted(result.items(), key=lambda pair: pair[0].encode()))

def basis_of(folder, subject, policy, report):
    """What a subject's line rests on, the score, and what all subjects must have alike."""
    def blocked_if(condition, what):
        if condition:
            report.differs(subject, "$", f"nothing may be paid out: {what}")

    path = os.path.join(folder, subject)
    if not os.path.isfile(os.path.join(path, "verdict.json")):
        blocked_if(True, "there is no verdict")
        return None
    evidence, present = check_subject(path, [], None, report)
    report.same("evidence.json", "$.subject", at(evidence, "subject"), subject)
    verdict, data = load(path, "verdict.json")
    basis = {"document": "verdict.json", "sha256": sha256(data), "outcome": at(verdict, "outcome")}
    is_final = at(verdict, "final") is True
    waits = any(at(flag, "level") == "flagged" for flag in items(at(verdict, "quality", "flags")))
    if "decision.json" in present:
        decision, raw = load(path, "decision.json")
        report.same("decision.json", "$.subject", at(decision, "subject"), subject)
        waits = at(decision, "verdict", "sha256") != basis["sha256"]
        if not waits:
            is_final = is_final or at(verdict, "phase") == "ended"
            basis = {"document": "decision.json", "sha256": sha256(raw),
                     "outcome": at(decision, "outcome")}
    blocked_if(not is_final, "the verdict is not final")
    blocked_if(waits, "nobody has decided on this verdict")
    blocked_if(basis["outcome"] == "undetermined" and policy["undetermined"] == "hold",
               "there is no answer")
    score = at(verdict, "score")
    terms = [at(evidence, "challenge"), at(evidence, "verdict", "rule", "sha256"),
             at(evidence, "verdict", "quality", "limits")]
    return basis, None if not score or at(score, "damaged") else exact(at(score, "value")), terms

def groups_of(policy, stakes, passed, ranks):
    """Those who share, in groups, each with its weight."""
    if policy["share"] != "byRank":
        return [([one], stakes[one][0] if policy["share"] == "byStake" else 1) for one in passed]
    groups = [[one for one in passed if ranks.get(one) == rank] for rank in set(ranks.values())]
    return [(people, sum(policy["places"][ranks[people[0]] - 1:][:len(people)]))
            for people in groups]

def shares_of(policy, stakes, answers, groups):
    """What comes back to each, what each has of the pool, the pool and the fee."""
    back, share = {one: stakes[one][0] for one in stakes}, dict.fromkeys(stakes, 0)
    weight = sum(one for _, one in groups)
    if policy["cancelled"] == "true" or not weight:
        return back, share, 0, 0
    back.update((one, 0) for one in stakes if answers[one] == "fail")
    pool = sum(stakes[one][0] - back[one] for one in stakes)
    fee = int(pool * policy["fee"])
    for people, own in groups:
        share.update((one, (pool - fee) * own // weight // len(people)) for one in people)
    left = pool - fee - sum(share.values())
    if policy["remainder"] == "operator":
        return back, share, pool, fee + left
    winners = sorted((one for people, own in groups if own for one in people), key=str.encode)
    for place in range(left):
        share[winners[place % len(winners)]] += 1
    return back, share, pool, fee

def check_payout(folder, stakes_path, policy_path, keys, checkpoint, report):
    """payout.json and payout.csv with the folder, the stakes and the policy."""
    raw_stakes, raw_policy = read_bytes(stakes_path), read_bytes(policy_path)
    try:
        stakes, policy = read_stakes(raw_stakes), read_policy(raw_policy)
    except (ValueError, csv.Error) as error:
        raise Unreadable(f"stakes or policy: {error}") from error
    report.checked.setdefault("payout.json, payout.csv")
    is_off, name = policy["cancelled"] == "true", "payout.json"
    bases = {one: ({}, None, None) if is_off else basis_of(folder, one, policy, report)
             for one in stakes}
    addresses = [address.lower() for _, address in stakes.values() if address]
    if len(set(addresses)) != len(addresses):
        report.differs("stakes.csv", "$", "two subjects have one address")
    if None in bases.values():
        return
    answers = {one: basis.get("outcome") for one, (basis, _, _) in bases.items()}
    passed = [one for one in stakes if answers[one] == "pass"]
    scores = {one: bases[one][1] for one in passed if bases[one][1] is not None}
    ranks = {one: sum(other > scores[one] for other in scores.values()) + 1 for one in scores}
    if policy["share"] == "byRank" and passed and not ranks:
        report.differs(policy_path, "$", "nobody who passed has a rank")
    if len({canonical(terms) for _, _, terms in bases.values()}) > 1:
        report.differs(folder, "$", "the subjects are judged by different rules or limits")
    groups = groups_of(policy, stakes, passed, ranks)
    back, share, pool, fee = shares_of(policy, stakes, answers, groups)
    found, data = load(folder, name)
    wanted = {"schema": "daymark/payout@1", "tool": at(found, "tool"), "asset": policy["asset"],
              "challenge": os.path.basename(os.path.abspath(folder)),
              "feeAddress": policy.get("feeAddress"), "cancelled": is_off or None,
              "policySha256": sha256(raw_policy), "stakesSha256": sha256(raw_stakes),
              "staked": str(sum(stake for stake, _ in stakes.values())), "pool": str(pool),
              "fee": str(fee), "lines": []}
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow("subject address stake outcome rests_on back share total".split())
    for one, (stake, address) in stakes.items():
        basis = dict(bases[one][0], **({"rank": ranks[one]} if one in ranks else {}))
        amounts = {"back": str(back[one]), "share": str(share[one]),
                   "total": str(back[one] + share[one])}
        line = {"subject": one, "stake": str(stake), "address": address, "basis": basis, **amounts}
        wanted["lines"].append({key: value for key, value in line.items() if value})
        writer.writerow([one, address or "", stake, basis.get("outcome", ""),
                         basis.get("document", ""), *amounts.values()])
    report.same_members(name, "$", found, dict(dict.fromkeys(found), **wanted))
    report.bytes_of(name, found, data)
    if read_bytes(folder, "payout.csv") != table.getvalue().encode():
        report.differs("payout.csv", "$", "is not what the documents give")
    if keys:
        name = "payout.dsse.json"
        envelope, raw = load(folder, name)
        statement = open_envelope(envelope, keys, name, "urn:daymark:payout:1", report)
        check_files(statement, folder, ["payout.csv", "payout.json"], name, report)
        report.same_members(name, "$.payload.predicate", at(statement, "predicate"), {
            key: at(found, key) for key in ("tool", "challenge", "asset", "policySha256",
                                            "stakesSha256", "staked")})
        if checkpoint:
            name = "payout.inclusion.json"
            check_inclusion(load(folder, name)[0], raw, checkpoint, name, report)

# What is given

def check_subject(folder, keys, checkpoint, report):
    """All of a subject's folder; gives the evidence and the names that are there."""
    present = set(os.listdir(folder))
    evidence, data = load(folder, "evidence.json")
    check_evidence(evidence, data, report)
    if at(evidence, "schema") != "daymark/evidence@4":
        return evidence, present
    calendar, name = Calendar(evidence, report), "attestation.dsse.json"
    report.skipped.setdefault("decision.json, body.multipart, headers.txt, reasons")
    for needed in ({"evidence.sha256", "verdict.json"} | ({name} if keys else set())) - present:
        report.differs(needed, "$", "is missing")
    if "evidence.sha256" in present and read_bytes(folder, "evidence.sha256") \
            != f"{sha256(data)}  evidence.json\n".encode():
        report.differs("evidence.sha256", "$", "is not the digest of evidence.json")
    if "verdict.json" in present:
        verdict, raw = load(folder, "verdict.json")
        check_verdict(verdict, raw, evidence, report)
        Explanation(verdict, evidence, calendar, report).check()
    if "records.json" in present:
        check_records(*load(folder, "records.json"), evidence, calendar, report)
    if not keys:
        report.skipped.setdefault("attestation.dsse.json, inclusion.json: need --trust and --log")
    elif name in present:
        envelope, raw = load(folder, name)
        check_attestation(envelope, folder, evidence, present, keys, report)
        if checkpoint:
            inclusion = load(folder, "inclusion.json")[0]
            check_inclusion(inclusion, raw, checkpoint, "inclusion.json", report)
    return evidence, present

def check_path(options, report):
    """Look at what is given, and check it."""
    keys, checkpoint = trusted_keys(options.trust), None
    if options.log:
        text = read_bytes(options.log).decode("utf-8", "replace")
        checkpoint = open_checkpoint(text, keys, options.log, report)
    if options.stakes:
        check_payout(options.path, options.stakes, options.policy, keys, checkpoint, report)
    elif os.path.isdir(options.path):
        check_subject(options.path, keys, checkpoint, report)
    else:
        name = os.path.basename(options.path)
        document = parse(read_bytes(options.path), name)
        check = {"daymark/disclosure@1": check_disclosure,
                 "daymark/consistency@1": check_consistency}.get(str(at(document, "schema")))
        if check is None or not keys:
            raise Unreadable(f"{name}: is no disclosure or consistency document, or needs --trust")
        check(document, keys, name, report)

def main():
    """Read the options, check, print, and give the exit code."""
    parser = argparse.ArgumentParser(description="Check what Daymark wrote.", allow_abbrev=False)
    parser.error = lambda message: parser.exit(64, f"{parser.prog}: {message}\n")
    parser.add_argument("path", help="a subject's folder, a document, or a challenge's folder")
    parser.add_argument("--trust", action="append", default=[], metavar="PUB.pem")
    parser.add_argument("--log", metavar="CHECKPOINT")
    parser.add_argument("--stakes", metavar="stakes.csv")
    parser.add_argument("--policy", metavar="payout.yaml")
    options = parser.parse_args()
    if bool(options.stakes) != bool(options.policy) or options.log and not options.trust:
        parser.error("--stakes goes with --policy, and --log needs --trust")
    report = Report()
    try:
        check_path(options, report)
    except (Unreadable, OSError) as error:
        print(ascii(str(error))[1:-1], file=sys.stderr)
        return 2
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
        print(f"a value has another type than the pages say: {ascii(error)}", file=sys.stderr)
        return 2
    print(*report.differences, sep="\n", end="\n" if report.differences else "")
    print("checked: " + "; ".join(report.checked))
    print("not checked: " + "; ".join([*report.skipped, "flags", "what the archives give"]))
    return 3 if report.differences else 0

if __name__ == "__main__":
    sys.exit(main())
