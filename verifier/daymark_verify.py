#!/usr/bin/env python3
"""A second verifier for what Daymark writes, made from its pages alone.

It needs Python 3.9 or newer. Signatures need the package `cryptography`.
Exit codes: 0 all that is checked holds, 3 something differs, 2 cannot be read, 64 wrong usage.
"""
import argparse
import base64
import csv
import datetime
import hashlib
import hmac
import io
import json
import os
import re
import stat
import sys
import zoneinfo
from decimal import Decimal
from fractions import Fraction

MAX_BYTES = 64 << 20
MAX_DEPTH = 200
MAX_DIGITS = 40
MAX_TRUSTED = 100
HEX64 = re.compile(r"[0-9a-f]{64}\Z")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
METRIC_OF = {
    "dailySteps": "steps", "dailyDistance": "distanceWalkingRunning",
    "dailyCyclingDistance": "distanceCycling", "dailySwimmingDistance": "distanceSwimming",
    "dailyActiveEnergy": "activeEnergy", "dailyHeartRate": "heartRate",
    "dailyFlightsClimbed": "flightsClimbed", "dailyWheelchairPushes": "wheelchairPushes",
    "dailyWheelchairDistance": "distanceWheelchair", "dailySleep": "sleep",
    "dailyActivities": "activities", "dailyStrength": "strength", "dailyFeats": "feats"}
ALWAYS = [key for key in METRIC_OF if key not in ("dailySleep", "dailyStrength", "dailyFeats")
          and "Wheelchair" not in key]
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
ATTESTED = ("evidence.json", "evidence.sha256", "verdict.json", "decision.json", "records.json",
            "body.multipart", "headers.txt")
BASIC = [("calories", "kilocalories"), ("sessions", "sessions")]
FAR = BASIC + [("distance_m", "distanceMeters")]
NAMES = {"walk": "walk_workout", "row": "rowing"}
RECORDS = [
    ("dailySteps", "hk_steps", "steps", [("steps", "steps")], 1),
    ("dailyActiveEnergy", "hk_energy", "calories", [("calories", "kilocalories")], 1),
    ("dailyHeartRate", "hk_hr", "steps", [("avg_hr_bpm", "avgBpm"), ("max_hr_bpm", "maxBpm")], 1),
    ("dailyFlightsClimbed", "hk_flights", "hike", [("elev_gain_m", "flights")], 3),
    ("dailyActivities", "row", "rowing", FAR, 1),
    ("dailyActivities", "hike", "hike", FAR + [("elev_gain_m", "elevationGainMeters")], 1)]
RECORDS += [("dailyActivities", kind, kind, FAR, 1) for kind in ("run", "walk", "cycle", "swim")]
RECORDS += [("dailyActivities", kind, kind, BASIC, 1) for kind in ("strength", "yoga", "hiit")]
COMPARISONS = ("atLeast", "moreThan", "atMost", "lessThan", "between")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

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

    def bytes_of(self, file, value, data):
        if canonical(value) != data:
            self.differs(file, "$", "the bytes are not canonical (RFC 8785)")

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

def whole_number(text):
    """An integer that a double holds exactly; NaN and Infinity come here, too, and are refused."""
    if len(text) > 17 or abs(int(text)) > 2 ** 53:
        raise ValueError("a number is too large")
    return int(text)

def decimal_number(text):
    """A double of bounded size; none of Daymark's is nearer to 0 than a millionth."""
    value = float(text) if len(text) <= MAX_DIGITS else float("inf")
    if not (value == 0 or 1e-6 <= abs(value) <= 2 ** 53):
        raise ValueError("a number is too large, or too near to 0")
    return int(value) if value.is_integer() else value

def depth_of(data):
    """How deep arrays and objects are nested."""
    bare = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", data, flags=re.DOTALL)
    depth = deepest = 0
    for mark in re.findall(rb"[\[\]{}]", bare):
        depth += 1 if mark in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest

def parse(data, name):
    """The JSON value of some bytes, read strictly."""
    if depth_of(data) > MAX_DEPTH:
        raise Unreadable(f"{name}: is nested more than {MAX_DEPTH} deep")
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=pairs_once,
                           parse_int=whole_number, parse_float=decimal_number,
                           parse_constant=whole_number)
        canonical(value)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{name}: is not the JSON that it should be: {error}") from error
    return value

ESCAPES = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}

def canonical(value):
    """The canonical bytes of a value; lone surrogates have none."""
    return text_of(value).encode("utf-8")

def text_of(value):
    """The canonical text of a value."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{write_text(key)}:{text_of(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    if isinstance(value, str):
        return write_text(value)
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "null"}[value]
    return format(Decimal(repr(value)), "f")

def write_text(text):
    """A text with the escapes that RFC 8785 wants, and no other."""
    escaped = "".join(ESCAPES.get(ord(c)) or (f"\\u{ord(c):04x}" if ord(c) < 32 else c)
                      for c in text)
    return f'"{escaped}"'

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

def is_number(value, kinds=(int, float)):
    return isinstance(value, kinds) and not isinstance(value, bool)

def is_whole(value):
    return is_number(value, int)

def exact(value):
    """The decimal number that was written, without the error of a double."""
    return Fraction(repr(value)) if is_number(value) else Fraction(0)

def date_of(text):
    """A date, or None for what is no date."""
    try:
        return datetime.date.fromisoformat(text) if DATE.match(text) else None
    except (TypeError, ValueError):
        return None

def instant_of(text):
    """An RFC 3339 instant, or None."""
    try:
        found = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return found if found.tzinfo else None
    except (AttributeError, ValueError):
        return None

class Calendar:
    """The days of a challenge in its zone."""

    begin = end = None

    def __init__(self, evidence, report):
        self.zone = None
        try:
            self.zone = zoneinfo.ZoneInfo(at(evidence, "zone", "id"))
        except (ValueError, OSError, TypeError, KeyError):
            report.skipped.setdefault("times of days: this machine does not know the zone")
        challenge = at(evidence, "challenge")
        self.first, self.last = date_of(at(challenge, "from")), date_of(at(challenge, "to"))
        begin, end = instant_of(at(challenge, "start")), instant_of(at(challenge, "end"))
        if begin and end and self.zone:
            before = end - datetime.timedelta(microseconds=1)
            self.first = begin.astimezone(self.zone).date()
            self.last = before.astimezone(self.zone).date()
            self.begin, self.end = begin.timestamp(), end.timestamp()
        elif self.first and self.last:
            self.begin, self.end = self.start(str(self.first)), self.start(str(self.last), 1)

    def is_over(self, text, instant):
        """Whether a day, or its part in the period, is over at an instant; None if not known."""
        end = self.start(text, 1)
        if end is None or self.end is None or instant is None:
            return None
        return min(end, self.end) <= instant.timestamp()

    def days(self, leaf=None):
        """The days that a leaf looks at, ascending; None where they are not known."""
        first = date_of(at(leaf, "from")) or self.first
        last = date_of(at(leaf, "to")) or self.last
        if not first or not last or (last - first).days > 40000:
            return None
        on = at(leaf, "on") if isinstance(at(leaf, "on"), list) else None
        every = (first + datetime.timedelta(n) for n in range((last - first).days + 1))
        return [str(day) for day in every if not on or WEEKDAYS[day.weekday()] in on]

    def start(self, text, later=0):
        """The Unix second at which a day, or one of those after it, begins."""
        day = date_of(text)
        if not day or not self.zone or not 1900 < day.year < 2200:
            return None
        day += datetime.timedelta(later)
        local = datetime.datetime(day.year, day.month, day.day, tzinfo=self.zone)
        return int(local.timestamp())

def check_evidence(evidence, data, report):
    """What evidence.json shows by itself."""
    name = "evidence.json"
    report.checked.setdefault("evidence.json: canonical bytes, digests, order of rows")
    report.bytes_of(name, evidence, data)
    report.same(name, "$.schema", at(evidence, "schema"), "daymark/evidence@4")
    daily = {key: value for key, value in evidence.items() if key.startswith("daily")}
    report.same(name, "$.verdict.aggregatesSha256", at(evidence, "verdict", "aggregatesSha256"),
                sha256(canonical(daily)))
    rule = at(evidence, "verdict", "rule")
    definition = at(rule, "definition")
    report.same(name, "$.verdict.rule.sha256", at(rule, "sha256"), sha256(canonical(definition)))
    report.same(name, "$.verdict.rule.definition.rule", at(definition, "rule"),
                f"{at(rule, 'name')}@{at(rule, 'version')}")
    for key in ALWAYS:
        if key not in evidence:
            report.differs(name, f"$.{key}", "is missing")
    for key, rows in daily.items():
        days = [date_of(at(row, "date")) for row in items(rows)]
        twice = key not in ("dailyActivities", "dailyFeats") and len(set(days)) < len(days)
        if key not in METRIC_OF or not isinstance(rows, list) or len(days) != len(rows) \
                or None in days or days != sorted(days) or twice:
            report.differs(name, f"$.{key}", "is no array of the pages in the order of its dates")

def check_verdict(verdict, data, evidence, report):
    """What verdict.json shares with the evidence."""
    name = "verdict.json"
    report.checked.setdefault("verdict.json with the evidence")
    report.bytes_of(name, verdict, data)
    wanted = dict(at(evidence, "verdict") or {}, schema="daymark/verdict@2")
    wanted.update((key, at(evidence, key)) for key in ("tool", "challenge", "subject", "zone"))
    for key in sorted(set(wanted) | set(verdict) - {"explanation", "damage"}):
        report.same(name, f"$.{key}", at(verdict, key), at(wanted, key))

class Explanation:
    """Checks the tree in verdict.json with the rule and the daily figures."""

    def __init__(self, verdict, evidence, calendar, report):
        self.verdict, self.evidence = verdict, evidence
        self.calendar, self.report = calendar, report
        definition = at(evidence, "verdict", "rule", "definition")
        self.rule = definition if isinstance(definition, dict) else {}
        self.zero = at(self.rule, "onMissing") == "zero"
        self.amounts = {}
        for metric, (array, key, _) in VALUE_OF.items():
            rows = items(at(evidence, array))
            self.amounts[metric] = {at(row, "date"): exact(at(row, key)) for row in rows
                                    if isinstance(at(row, "date"), str)}
        self.no_data = not any(at(evidence, array) for array in METRIC_OF)
        self.open = any(at(evidence, key) for key in (
            "openDays", "undatedRecords", "openings", "twoFigures"))
        self.as_of = instant_of(at(verdict, "asOf"))
        self.whole = {(at(row, "date"), at(row, "metric")) for row in items(at(evidence, "quality"))
                      if at(row, "complete") is True}
        self.damaged = any(at(row, "damage") for row in items(at(evidence, "inputs"))) \
            or any(at(row, "damage") is True for row in items(at(evidence, "undatedRecords")))

    def differs(self, path, what):
        self.report.differs("verdict.json", path, what)

    def check(self):
        """Check the whole tree, and that the outcome follows from its answer."""
        tree = at(self.verdict, "explanation")
        self.report.checked.setdefault("the explanation of total, days, streak, and joined answers")
        self.node(tree, at(self.rule, "requires"), "$.explanation")
        allowed = {at(tree, "answer")}
        gates = items(at(self.rule, "quality"))
        if allowed == {"pass"} and (gates or at(self.evidence, "openings")):
            allowed |= {"undetermined"} | {gate.get("onBreach", "pass") for gate in gates}
        settled = at(self.verdict, "phase") == "ended" or at(self.verdict, "complete")
        if allowed == {"undetermined"} and settled and self.rule.get("onMissing") != "undetermined":
            allowed.add("fail")
        if at(self.verdict, "outcome") not in allowed:
            self.differs("$.outcome", "does not follow from the explanation")
        self.times(at(tree, "answer"))
        self.score()

    def times(self, answer):
        """The phase at the verdict's instant, and whether the verdict can be final."""
        calendar = self.calendar
        stated = instant_of(at(self.evidence, "challenge", "proofDeadline"))
        if self.as_of is None or calendar.begin is None or calendar.end is None:
            self.report.skipped.setdefault("the phase, and whether the verdict can be final")
            return
        now, deadline = self.as_of.timestamp(), stated.timestamp() if stated else calendar.end
        phase = "upcoming" if now < calendar.begin else "active" if now < calendar.end else \
            "proofWindow" if now < deadline else "ended"
        self.report.same("verdict.json", "$.phase", at(self.verdict, "phase"), phase)
        if answer == "undetermined":
            answer = at(self.verdict, "outcome")
        decided = answer == "fail" or answer == "pass" and not at(self.rule, "quality")
        closed = stated is not None and now >= deadline \
            or at(self.verdict, "complete") and (decided or now >= calendar.end)
        if at(self.verdict, "final") is True and (not closed or at(self.verdict, "openUntil")):
            self.differs("$.final", "is true, and the proof deadline has not passed")

    def score(self):
        """The score, where it is the sum of one metric, or a sum of weighted ones."""
        leaf, found = at(self.rule, "score", "total"), at(self.verdict, "score")
        days = self.calendar.days(leaf)
        if at(self.rule, "score") is None and found is not None:
            self.differs("$.score", "is there, and the rule has none")
        if not isinstance(leaf, dict) or weights_of(leaf) is None or not days:
            self.report.skipped.setdefault("other scores than sums")
            return
        values = [self.amount(leaf, day)[0] for day in days]
        known = [one for one in values if one is not None]
        if (found is None) != (not known):
            self.differs("$.score", "is there or not, unlike the figures")
        elif known and self.open:
            if exact(at(found, "value")) > sum(known):
                self.differs("$.score.value", "is more than the figures give")
        elif known and len(weights_of(leaf)) == 1:
            self.number(found, "value", sum(known, Fraction(0)), "$.score")

    def node(self, node, condition, path):
        """One node with the condition of the rule that it is about."""
        condition = condition if isinstance(condition, dict) else {}
        keys = [key for key in condition if key not in ("reason", "name")]
        if [at(node, "key")] != keys or at(node, "name") != at(condition, "name"):
            self.differs(f"{path}.key", f"{brief(at(node, 'key'))} is not the rule's condition")
        elif at(node, "answer") not in ("pass", "fail", "undetermined"):
            self.differs(f"{path}.answer", "is no answer")
        elif keys[0] in ("all", "any", "not", "some"):
            self.joined(node, keys[0], condition[keys[0]], path)
        elif keys[0] in ("total", "days", "streak") and isinstance(condition[keys[0]], dict):
            self.leaf(node, keys[0], condition[keys[0]], path)
        else:
            self.report.skipped.setdefault(f"explanation of `{keys[0]}`")

    def joined(self, node, key, value, path):
        """A node of several conditions, or a negated one."""
        parts = {"not": [value], "some": at(value, "of")}.get(key, value)
        children = at(node, "children")
        need = {"all": len(items(parts)), "any": 1, "not": 1}.get(key, at(value, "count"))
        if not isinstance(children, list) or len(items(parts)) != len(children) \
                or not is_whole(need):
            self.differs(f"{path}.children", "are not the conditions of the rule")
            return
        for place, (child, part) in enumerate(zip(children, items(parts))):
            self.node(child, part, f"{path}.children[{place}]")
        answers = [at(child, "answer") for child in children]
        answer = "pass" if answers.count("pass") >= need else \
            "fail" if len(answers) - answers.count("fail") < need else "undetermined"
        if key == "not":
            answer = {"pass": "fail", "fail": "pass"}.get(answer, answer)
        self.report.same("verdict.json", f"{path}.answer", node["answer"], answer)
        if key == "some":
            self.report.same("verdict.json", f"{path}.unit", at(node, "unit"), "condition")
            self.number(node, "actual", answers.count("pass"), path)
            self.number(node, "margin", answers.count("pass") - need, path)

    def number(self, node, key, expected, path):
        """A figure of a node, as it is shown: rounded to a millionth, a half away from zero."""
        found = at(node, key)
        shown = int(abs(expected) * 10 ** 6 + Fraction(1, 2))
        if not is_number(found) or exact(found) * 10 ** 6 != (shown if expected >= 0 else -shown):
            self.differs(f"{path}.{key}", f"is {brief(found)}, and should be {float(expected):.9g}")

    def leaf(self, node, key, leaf, path):
        """A node of days: its days, its sum or count, its margin and its answer."""
        bound, chosen, rows = comparison_of(leaf), self.calendar.days(leaf), items(at(node, "days"))
        if bound is None or chosen is None:
            self.report.skipped.setdefault(f"explanation of a `{key}` with another comparison")
            return
        if [at(row, "date") for row in rows] != chosen:
            self.differs(f"{path}.days", "are not the days that the rule chooses")
            return
        metric = at(leaf, "metric") if at(leaf, "metric") in VALUE_OF else at(node, "metric")
        self.report.same("verdict.json", f"{path}.metric", at(node, "metric"), metric)
        if weights_of(leaf):
            unit = VALUE_OF[weights_of(leaf)[0][0]][2] if key == "total" else "day"
            self.report.same("verdict.json", f"{path}.unit", at(node, "unit"), unit)
        for place, row in enumerate(rows):
            self.day(row, key, leaf, f"{path}.days[{place}]")
            meets = compares(bound, exact(at(row, "value")))
            if key != "total" and at(row, "standing") == ("short" if meets else "counted"):
                self.differs(f"{path}.days[{place}].standing", "contradicts the comparison")
        (self.total if key == "total" else self.counted)(node, rows, leaf, bound, path)
        if at(node, "reason", "actual") != at(node, "actual"):
            self.differs(f"{path}.reason.actual", "is not the figure of the node")

    def amount(self, leaf, day):
        """What the evidence has of a day, and whether an array says so at all."""
        parts = weights_of(leaf)
        if parts is None:
            return None, False
        known = [(self.amounts[m][day], w) for m, w in parts if day in self.amounts[m]]
        return (sum((a * w for a, w in known), Fraction(0)) if known else None), True

    def day(self, row, key, leaf, path):
        """The value and the standing of one day with the daily figures."""
        expected, known = self.amount(leaf, row["date"])
        if not known:
            self.report.skipped.setdefault("values of days of metrics without an array")
        elif expected is None and "value" in row:
            self.differs(f"{path}.value", "the evidence has no figure of this day")
        elif expected is not None:
            self.number(row, "value", expected, path)
        self.standing(row, key, leaf, expected, path)

    def standing(self, row, key, leaf, expected, path):
        """What the evidence must have for a day to stand as it does."""
        metrics, standing = [metric for metric, _ in weights_of(leaf) or []], at(row, "standing")
        over = self.calendar.is_over(row["date"], self.as_of)
        whole = bool(metrics) and all((row["date"], one) in self.whole for one in metrics)
        one_figure = len(metrics) == 1
        if over is None:
            self.report.skipped.setdefault("whether days were over")
        elif over == (standing == "notOver") and standing not in ("counted", "short"):
            self.differs(f"{path}.standing", "contradicts the instant of the verdict")
        elif not metrics:
            return
        elif expected is None and standing == ("counted" if key == "total" else "short") \
                or key == "total" and standing == "short":
            self.differs(f"{path}.standing", "is no standing of such a day")
        elif standing == "missing" and expected is not None and one_figure:
            self.differs(f"{path}.standing", "is missing, and the day has a figure")
        elif standing == "incomplete" and whole:
            self.differs(f"{path}.standing", "is incomplete, and all of the day is recorded")
        elif standing == "damaged" and not self.damaged:
            self.differs(f"{path}.standing", "is damaged, and no input is")
        elif standing == "unknown" or standing in ("rejected", "twoFigures") and not self.open:
            self.differs(f"{path}.standing", "has no cause in the evidence")
        elif standing in ("counted", "short"):
            open_above = comparison_of(leaf)[0] in ("atLeast", "moreThan")
            settled = over and (whole or self.zero and not self.no_data)
            sure = over and not one_figure if key == "total" else \
                (standing == "counted") == open_above
            if not settled and not sure:
                self.differs(f"{path}.standing", "is sure, and more of the day may come")

    def total(self, node, rows, leaf, bound, path):
        """The sum, its margin, and the answer where days are open."""
        values = [self.amount(leaf, row["date"])[0] for row in rows]
        values = [exact(at(row, "value")) if one is None else one for row, one in zip(rows, values)]
        self.number(node, "actual", sum(values, Fraction(0)), path)
        self.number(node, "margin", margin(bound, sum(values, Fraction(0))), path)
        if self.open or weights_of(leaf) is None or (self.zero and self.no_data):
            self.report.skipped.setdefault("answer of a `total` whose days lie between bounds")
            return
        known = {"counted", "missing"} if self.zero else {"counted"}
        ends = all(at(row, "standing") in known for row in rows)
        low = sum((value for row, value in zip(rows, values)
                   if at(row, "standing") != "damaged"), Fraction(0))
        self.report.same("verdict.json", f"{path}.answer", node["answer"],
                         answer_between(bound, low, low if ends else None))

    def counted(self, node, rows, leaf, bound, path):
        """The days that compare, or the longest run of them, and the answer."""
        key, misses = node["key"], at(leaf, "misses") or 0
        need = at(leaf, "count" if key == "days" else "days")
        need = len(rows) if at(leaf, "every") is True else need
        if not is_whole(need) or not is_whole(misses):
            self.differs(path, "the rule does not say how many days")
            return
        shown = [meets_so_far(row, bound) for row in rows]
        sure = [at(row, "standing") == "counted" for row in rows]
        never = {"short", "missing"} if self.zero and not self.no_data else {"short"}
        may = [one or at(row, "standing") not in never for row, one in zip(rows, sure)]
        count = sum if key == "days" else lambda flags: longest_run(flags, misses)[0]
        self.number(node, "actual", count(shown), path)
        self.number(node, "margin", count(shown) - need, path)
        if key == "streak" and count(shown):
            self.report.same("verdict.json", f"{path}.span", at(node, "span"), dict(zip(
                ("from", "to"), (rows[at_]["date"] for at_ in longest_run(shown, misses)[1:]))))
        if self.open or weights_of(leaf) is None:
            self.report.skipped.setdefault(f"answer of a `{key}` whose days lie between bounds")
            return
        answer = "fail" if count(may) < need else "undetermined"
        self.report.same("verdict.json", f"{path}.answer", node["answer"],
                         "pass" if count(sure) >= need else answer)

def weights_of(leaf):
    """The metrics of a leaf and their weights; None where one has no array of one figure."""
    both = [{"metric": "steps"}, {"metric": "wheelchairPushes"}]
    parts = at(leaf, "of") or (both if at(leaf, "metric") == "stepsOrPushes" else [leaf])
    try:
        result = [(part["metric"], Fraction(str(part.get("times", 1)))) for part in items(parts)]
    except (ValueError, KeyError, ZeroDivisionError):
        return None
    return result if result and all(str(metric) in VALUE_OF for metric, _ in result) else None

def comparison_of(leaf):
    """The comparison of a leaf and its thresholds, in canonical units."""
    keys = [key for key in COMPARISONS if key in leaf]
    value = leaf[keys[0]] if len(keys) == 1 else []
    texts = [str(one).split(" ")[0] for one in (value if isinstance(value, list) else [value])]
    if len(texts) != (2 if keys == ["between"] else 1) or not all(
            re.match(r"[0-9]{1,15}(\.[0-9]{1,9})?\Z", text) for text in texts):
        return None
    return keys[0], [Fraction(text) for text in texts]

def compares(bound, value):
    """Whether a number meets a comparison."""
    key, limits = bound
    return {"atLeast": value >= limits[0], "moreThan": value > limits[0],
            "atMost": value <= limits[0], "lessThan": value < limits[0],
            "between": limits[0] <= value <= limits[-1]}[key]

def margin(bound, value):
    """How far a number is on the good side of what was asked; negative if it is short."""
    key, limits = bound
    if key in ("atLeast", "moreThan"):
        return value - limits[0]
    if key in ("atMost", "lessThan"):
        return limits[0] - value
    return min(value - limits[0], limits[1] - value)

def answer_between(bound, low, high):
    """The answer on a sum of at least `low`, and at most `high` if that is known."""
    key, limits = bound
    if high is not None:
        return "pass" if compares(bound, low) else "fail"
    if key in ("atLeast", "moreThan"):
        return "pass" if compares(bound, low) else "undetermined"
    return "undetermined" if compares((("atMost" if key == "between" else key), limits[-1:]), low) \
        else "fail"

def meets_so_far(row, bound):
    """Whether a day meets the comparison with what is recorded; not so one that is not over."""
    if at(row, "standing") in ("counted", "short", "notOver"):
        return row["standing"] == "counted"
    return at(row, "value") is not None and compares(bound, exact(row["value"]))

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

def expected_records(evidence, calendar):
    """The records that the evidence gives, by id; but those of exercise minutes."""
    found = {}
    for array, prefix, kind, values, times in RECORDS:
        for row in items(at(evidence, array)):
            if array == "dailyActivities" and at(row, "kind") != prefix:
                continue
            record = {name: row[key] * times for name, key in values
                      if is_number(at(row, key)) and row[key]}
            start, end = calendar.start(at(row, "date")), calendar.start(at(row, "date"), 1)
            if record and start is not None:
                key, seconds = f"{prefix}:{row['date']}", 86400
                if array == "dailyActivities":
                    key = f"hk_{NAMES.get(prefix, prefix)}:{row['date']}"
                    seconds = int(exact(at(row, "minutes")) * 60 + Fraction(1, 2))
                found[key] = dict(record, activity_id=key, type=kind, duration_s=seconds,
                                  start_ts=start, end_ts=end - 1, provider="apple_health",
                                  source_device="Daymark")
    return found

def check_records(records, data, evidence, calendar, report):
    """records.json with the evidence; the user id and exercise minutes are on trust."""
    name = "records.json"
    report.checked.setdefault("records.json with the evidence")
    report.skipped.setdefault("records.json: user_id, exercise minutes")
    report.bytes_of(name, records, data)
    wanted = expected_records(evidence, calendar)
    records = records if isinstance(records, list) else [records]
    order, users = [], set()
    for place, row in enumerate(items(records)):
        key = str(at(row, "activity_id"))
        users.add(canonical(row.pop("user_id", None)))
        order.append((key[-10:], key))
        start, end = calendar.start(key[-10:]), calendar.start(key[-10:], 1)
        if key.startswith("hk_exercise_time:") and start is not None:
            wanted[key] = dict(row, start_ts=start, end_ts=end - 1, duration_s=86400)
        if key in wanted:
            report.same(name, f"$[{place}]", row, wanted.pop(key))
        else:
            report.differs(name, f"$[{place}]", "the evidence gives no such record, or it is twice")
    for key in wanted:
        report.differs(name, "$", f"the record {brief(key)} is missing")
    if len(users) > 1 or order != sorted(order) or len(order) != len(records):
        report.differs(name, "$", "is not in order, or of one user, or has what is no record")

def trusted_keys(paths):
    """The public keys of PEM files: pairs of a function that verifies, and 32 bytes or none."""
    try:
        from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519
    except ImportError as error:
        raise Unreadable("signatures need `cryptography`: pip install cryptography") from error

    def checker(key, *how):
        def holds(signature, data):
            try:
                key.verify(signature, data, *how)
            except InvalidSignature:
                return False
            return True
        return holds

    keys = []
    for path in paths:
        try:
            key = serialization.load_pem_public_key(read_bytes(path))
        except (ValueError, UnsupportedAlgorithm) as error:
            raise Unreadable(f"{path}: is no public key in PEM: {error}") from error
        if isinstance(key, ed25519.Ed25519PublicKey):
            keys.append((checker(key), key.public_bytes(
                serialization.Encoding.Raw, serialization.PublicFormat.Raw)))
        elif isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == "secp256r1":
            keys.append((checker(key, ec.ECDSA(hashes.SHA256())), None))
        else:
            raise Unreadable(f"{path}: is a key of neither Ed25519 nor P-256")
    return keys

def base64_bytes(text):
    """The bytes of Base64 of either alphabet, with padding; None of what is none."""
    try:
        return base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
    except (ValueError, AttributeError):
        return None

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
    if not any(holds(one, signed) for holds, _ in keys for one in raw if one):
        report.differs(name, "$.signatures", "no key that you trust has signed these bytes")
        return None
    statement = parse(payload, name)
    report.same(name, "$.payload._type", at(statement, "_type"),
                "https://in-toto.io/Statement/v1")
    report.same(name, "$.payload.predicateType", at(statement, "predicateType"), predicate_type)
    return statement

def check_files(statement, folder, wanted, name, report):
    """The statement is about these files, and no other."""
    found = {}
    for one in items(at(statement, "subject")):
        if at(one, "name") in found or not isinstance(at(one, "name"), str):
            report.differs(name, "$.payload.subject", "a name stands twice, or is none")
            return
        found[one["name"]] = at(one, "digest", "sha256")
    for file in sorted(set(found) | set(wanted)):
        if file not in wanted or file not in found:
            what = "is missing, or is none of these files" if file in found else "is not attested"
            report.differs(name, "$.payload.subject", f"{brief(file)} {what}")
        elif found[file] != sha256(read_bytes(folder, file)):
            report.differs(file, "$", "is not the file that was attested")

def check_attestation(envelope, folder, evidence, present, keys, report):
    """attestation.dsse.json: signature, files, and what the predicate says."""
    name = "attestation.dsse.json"
    report.checked.setdefault(name)
    statement = open_envelope(envelope, keys, name, "urn:daymark:evidence:1", report)
    if statement is None:
        return
    check_files(statement, folder, [one for one in ATTESTED if one in present], name, report)
    verdict, policy = at(evidence, "verdict"), at(evidence, "policy")
    wanted = {
        "tool": at(evidence, "tool"), "challenge": at(evidence, "challenge", "id"),
        "subject": at(evidence, "subject"), "zone": at(evidence, "zone"),
        "rule": {key: at(verdict, "rule", key) for key in ("name", "version", "sha256")},
        "limits": at(verdict, "quality", "limits"), "outcome": at(verdict, "outcome"),
        "policy": {"manualEntries": at(policy, "manualEntries"),
                   "lateInputs": at(policy, "lateInputs") or "accept"},
        "inputs": sorted({str(at(one, "sha256")) for one in items(at(evidence, "inputs"))})}
    predicate = at(statement, "predicate")
    for key, value in wanted.items():
        report.same(name, f"$.payload.predicate.{key}", at(predicate, key), value)
    leaves = {(at(row, "date"), metric) for array, metric in METRIC_OF.items()
              for row in items(at(evidence, array))}
    report.same(name, "$.payload.predicate.commitment.leaves",
                at(predicate, "commitment", "leaves"), len(leaves))
    report.skipped.setdefault("commitment.root (its owner has the secret)")

def led_from(data, way, leaves=None):
    """The root that a leaf's bytes lead to (RFC 9162, 2.1.3.2); None if the way does not fit."""
    place, path = at(way, "index"), hashes_of(at(way, "path"))
    leaves = at(way, "leaves") if leaves is None else leaves
    if not is_whole(place) or not is_whole(leaves) or not 0 <= place < leaves or path is None:
        return None
    hashed, last = hashlib.sha256(b"\x00" + data).digest(), leaves - 1
    for other in path:
        if last == 0:
            return None
        if place % 2 or place == last:
            hashed = node_hash(other, hashed)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            hashed = node_hash(hashed, other)
        place, last = place >> 1, last >> 1
    return hashed if last == 0 else None

def hashes_of(path):
    """The bytes of a list of hashes; None of what is none."""
    if not isinstance(path, list) or not all(HEX64.match(str(one)) for one in path):
        return None
    return [bytes.fromhex(one) for one in path]

def node_hash(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()

def check_disclosure(document, keys, name, report):
    """Every figure of a disclosure leads to the root that was signed."""
    report.checked.setdefault("disclosure: envelope, and the way of each figure to the root")
    report.same(name, "$.schema", at(document, "schema"), "daymark/disclosure@1")
    statement = open_envelope(at(document, "envelope"), keys, name, "urn:daymark:figures:1",
                              report)
    commitment = at(statement, "predicate", "commitment")
    root, leaves = at(commitment, "root"), at(commitment, "leaves")
    if statement is None:
        return
    report.same(name, "$.envelope.payload.subject", [
        (one.get("name"), at(one, "digest", "sha256")) == ("commitment", root)
        for one in items(at(statement, "subject"))], [True])
    figures = at(document, "figures")
    if not isinstance(figures, list) or len(items(figures)) != len(figures):
        report.differs(name, "$.figures", "is no array of objects")
    for place, figure in enumerate(items(at(document, "figures"))):
        salt = hashes_of([at(figure, "salt")]) or [b""]
        leaf = canonical({key: at(figure, key) for key in ("date", "metric", "rows")})
        found = led_from(salt[0] + leaf, figure, leaves)
        if not salt[0] or found is None or found.hex() != root:
            report.differs(name, f"$.figures[{place}]", "does not lead to the root")

def open_checkpoint(text, keys, name, report):
    """The name, size and root of a checkpoint that a trusted key signed; None if none."""
    found = re.match(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n((?:[^\n]+\n)+)\Z",
                     text if isinstance(text, str) else "")
    if not found:
        report.differs(name, "$", "is no checkpoint")
        return None
    origin, size, root, lines = found.groups()
    signed, given = text[:found.end(3) + 1].encode(), origin.encode() + b"\n\x01"
    for line in lines.splitlines():
        raw = base64_bytes(line.split(" ")[-1]) or b""
        if any(public and raw[:4] == hashlib.sha256(given + public).digest()[:4]
               and holds(raw[4:], signed) for holds, public in keys) \
                and line.startswith(f"\u2014 {origin} "):
            return origin, int(size), base64_bytes(root)
    report.differs(name, "$", "no key that you trust has signed this checkpoint")
    return None

def checkpoint_of(path, keys, report):
    """What the checkpoint of a file says; None without a file, or where it is not signed."""
    text = read_bytes(path).decode("utf-8", "replace") if path else None
    return open_checkpoint(text, keys, path, report) if text else None

def check_inclusion(inclusion, attestation, checkpoint, name, report):
    """The attestation leads to an entry of the log, and that to the log's root."""
    report.checked.setdefault("inclusion.json with the checkpoint")
    origin, size, root = checkpoint
    report.same(name, "$.schema", at(inclusion, "schema"), "daymark/inclusion@1")
    report.same(name, "$.origin", at(inclusion, "origin"), origin)
    report.same(name, "$.log.leaves", at(inclusion, "log", "leaves"), size)
    entry = led_from(attestation, at(inclusion, "night"))
    if entry is None or led_from(entry, at(inclusion, "log")) != root:
        report.differs(name, "$.night, $.log", "do not lead to the log's root")

def check_consistency(document, keys, name, report):
    """The earlier checkpoint is a part of the later one (RFC 9162, 2.1.4.2)."""
    report.checked.setdefault("consistency: both checkpoints, and the path between them")
    report.same(name, "$.schema", at(document, "schema"), "daymark/consistency@1")
    both = [open_checkpoint(at(document, key), keys, f"{name}: $.{key}", report)
            for key in ("earlier", "later")]
    path = hashes_of(at(document, "path"))
    if None not in both and (path is None or both[0][0] != both[1][0]
                             or not consistent(*both[0][1:], *both[1][1:], path)):
        report.differs(name, "$.path", "the earlier checkpoint is no part of the later one")

def consistent(first, old, second, new, path):
    """Whether a tree of `first` entries is the beginning of one of `second`."""
    if first == second or first == 0:
        empty = first or old == hashlib.sha256(b"").digest()
        return bool(empty) and not path and (first != second or old == new)
    if first > second or not path:
        return False
    path = [old] + path if first & (first - 1) == 0 else path
    place, last = first - 1, second - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    left = right = path[0]
    for one in path[1:]:
        if last == 0:
            return False
        if place % 2 or place == last:
            left, right = node_hash(one, left), node_hash(one, right)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            right = node_hash(right, one)
        place, last = place >> 1, last >> 1
    return last == 0 and left == old and right == new

def read_policy(data):
    """payout.yaml: lines of `key: value`, and lists in brackets."""
    policy = {"fee": "0 %", "undetermined": "refund", "remainder": "winners", "cancelled": "false"}
    seen = set()
    for line in data.decode("utf-8").splitlines():
        line = re.sub(r"(^|\s)#.*", "", line) if '"' not in line else line
        found = re.match(r"(\w+):\s+(\S.*?)\s*\Z", line)
        if line.strip() and (not found or found.group(1) in seen):
            raise ValueError(f"a line that this reader does not take: {brief(line)}")
        if found:
            value = re.match(r"([\"']?)([^\"'\\]*)\1\Z", found.group(2))
            if not value:
                raise ValueError(f"a value that this reader does not take: {brief(line)}")
            seen.add(found.group(1))
            policy[found.group(1)] = value.group(2)
    allowed = {"share": ("equally", "byStake", "byRank"), "undetermined": ("refund", "hold"),
               "remainder": ("winners", "operator"), "cancelled": ("true", "false")}
    if seen - set(allowed) - {"asset", "fee", "feeAddress", "places"} or "asset" not in seen \
            or any(policy.get(key) not in values for key, values in allowed.items()):
        raise ValueError("a key or a value is not one of the pages")
    fee = re.match(r"(0?[0-9]{1,2}(?:\.[0-9]{1,2})?|100(?:\.0{1,2})?) ?%\Z", policy["fee"])
    places = re.match(r"\[\s*([0-9]{1,6}(?:\s*,\s*[0-9]{1,6})*)\s*\]\Z", policy.get("places", ""))
    if not fee or (policy["share"] == "byRank") != bool(places):
        raise ValueError("the fee or the places are not as the pages say")
    policy["fee"] = Fraction(fee.group(1)) / 100
    policy["places"] = [int(one) for one in places.group(1).split(",")] if places else []
    if places and not policy["places"][0] or re.search(r"\s", policy.get("feeAddress", "")):
        raise ValueError("the first place has no weight, or an address has white space")
    return policy

def read_stakes(data):
    """stakes.csv: the stake and the address of each subject, in the order of their bytes."""
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
    result = {}
    for row in rows:
        subject, stake = row.get("subject"), row.get("stake")
        if not subject or subject in result or not re.match(r"[0-9]{1,30}\Z", stake or "") \
                or int(stake) < 1 or not re.match(r"[\w.-]+\Z", subject) \
                or subject.startswith(".") or None in row \
                or re.search(r"\s", row.get("address") or ""):
            raise ValueError(f"the row of {brief(subject)} is not as the pages say")
        result[subject] = (int(stake), row.get("address") or None)
    return dict(sorted(result.items(), key=lambda pair: pair[0].encode()))

def basis_of(folder, subject, policy, report):
    """The answer on a subject, the document it rests on, and the score."""
    def blocked(what):
        report.differs(subject, "$", f"nothing may be paid out: {what}")

    path = os.path.join(folder, subject)
    if not os.path.isdir(path) or not os.path.isfile(os.path.join(path, "verdict.json")):
        blocked("there is no verdict")
        return None
    evidence, present = check_subject(path, [], None, report)
    report.same("evidence.json", "$.subject", at(evidence, "subject"), subject)
    data, document = read_bytes(path, "verdict.json"), "verdict.json"
    verdict, digest = parse(data, document), sha256(data)
    answer, settled = at(verdict, "outcome"), at(verdict, "final") is True
    wants = any(at(flag, "level") == "flagged" for flag in items(at(verdict, "quality", "flags")))
    if "decision.json" in present:
        raw = read_bytes(path, "decision.json")
        decision, wants = parse(raw, "decision.json"), True
        report.same("decision.json", "$.subject", at(decision, "subject"), subject)
        if at(decision, "verdict", "sha256") == digest:
            document, answer, digest = "decision.json", at(decision, "outcome"), sha256(raw)
            settled, wants = settled or at(verdict, "phase") == "ended", False
    for holds_back, what in ((not settled, "the verdict is not final"),
                             (wants, "nobody has decided on this verdict"),
                             (answer == "undetermined" and policy["undetermined"] == "hold",
                              "there is no answer")):
        if holds_back:
            blocked(what)
    score = at(verdict, "score")
    ranked = is_number(at(score, "value")) and not at(score, "damaged")
    terms = canonical([at(evidence, "challenge"), at(evidence, "verdict", "rule", "sha256"),
                       at(evidence, "verdict", "quality", "limits")])
    return {"outcome": answer, "document": document, "sha256": digest}, \
        exact(score["value"]) if ranked else None, terms

def groups_of(policy, stakes, answers, scores):
    """Those who share, in groups, each with its weight; and the ranks."""
    passed = [one for one in stakes if answers[one] == "pass"]
    values = sorted((scores[one] for one in passed if scores[one] is not None), reverse=True)
    ranks = {one: values.index(scores[one]) + 1 for one in passed if scores[one] is not None}
    if policy["share"] != "byRank":
        by_stake = policy["share"] == "byStake"
        return [([one], stakes[one][0] if by_stake else 1) for one in passed], ranks
    groups = [[one for one in passed if ranks.get(one) == rank] for rank in set(ranks.values())]
    return [(people, sum(policy["places"][ranks[people[0]] - 1:][:len(people)]))
            for people in groups], ranks

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
        for one in people:
            share[one] = (pool - fee) * own // weight // len(people)
    left = pool - fee - sum(share.values())
    if policy["remainder"] == "operator":
        return back, share, pool, fee + left
    winners = sorted((one for people, own in groups if own for one in people), key=str.encode)
    for place in range(left):
        share[winners[place % len(winners)]] += 1
    return back, share, pool, fee

def check_payout(folder, stakes_path, policy_path, keys, log, report):
    """payout.json and payout.csv with the folder, the stakes and the policy."""
    raw_stakes, raw_policy = read_bytes(stakes_path), read_bytes(policy_path)
    try:
        stakes, policy = read_stakes(raw_stakes), read_policy(raw_policy)
    except (ValueError, csv.Error) as error:
        raise Unreadable(f"stakes or policy: {error}") from error
    report.checked.setdefault("payout.json, payout.csv")
    bases = {one: ({}, None, None) if policy["cancelled"] == "true" else
             basis_of(folder, one, policy, report) for one in stakes}
    addresses = [address.lower() for _, address in stakes.values() if address]
    if len(set(addresses)) != len(addresses):
        report.differs("stakes.csv", "$", "two subjects have one address")
    if None in bases.values():
        return
    answers = {one: basis.get("outcome") for one, (basis, _, _) in bases.items()}
    groups, ranks = groups_of(policy, stakes, answers, {one: bases[one][1] for one in bases})
    if policy["share"] == "byRank" and "pass" in answers.values() and not ranks:
        report.differs(policy_path, "$", "nobody who passed has a rank")
    if len({terms for _, _, terms in bases.values()}) > 1:
        report.differs(folder, "$", "the subjects are judged by different rules or limits")
    back, share, pool, fee = shares_of(policy, stakes, answers, groups)
    name = "payout.json"
    data = read_bytes(folder, name)
    found = parse(data, name)
    wanted = {"schema": "daymark/payout@1", "tool": at(found, "tool"), "asset": policy["asset"],
              "challenge": os.path.basename(os.path.abspath(folder)),
              "policySha256": sha256(raw_policy),
              "stakesSha256": sha256(raw_stakes), "pool": str(pool), "fee": str(fee),
              "staked": str(sum(stake for stake, _ in stakes.values())), "lines": []}
    wanted.update({"feeAddress": policy["feeAddress"]} if "feeAddress" in policy else {})
    wanted.update({"cancelled": True} if policy["cancelled"] == "true" else {})
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow("subject address stake outcome rests_on back share total".split())
    for one, (stake, address) in stakes.items():
        basis = dict(bases[one][0], **({"rank": ranks[one]} if one in ranks else {}))
        amounts = [str(back[one]), str(share[one]), str(back[one] + share[one])]
        line = {"subject": one, "stake": str(stake), "basis": basis, "back": amounts[0],
                "share": amounts[1], "total": amounts[2]}
        line.update({"address": address} if address else {})
        wanted["lines"].append({key: value for key, value in line.items() if value != {}})
        writer.writerow([one, address or "", stake, basis.get("outcome", ""),
                         basis.get("document", "")] + amounts)
    for key in sorted(set(wanted) | set(found if isinstance(found, dict) else {})):
        report.same(name, f"$.{key}", at(found, key), wanted.get(key))
    report.bytes_of(name, found, data)
    if read_bytes(os.path.join(folder, "payout.csv")) != table.getvalue().encode():
        report.differs("payout.csv", "$", "is not what the documents give")
    if keys:
        name = "payout.dsse.json"
        statement = open_envelope(parse(read_bytes(folder, name), name), keys, name,
                                  "urn:daymark:payout:1", report)
        check_files(statement, folder, ["payout.csv", "payout.json"], name, report)
        for key in ("tool", "challenge", "asset", "policySha256", "stakesSha256", "staked"):
            report.same(name, f"$.payload.predicate.{key}", at(statement, "predicate", key),
                        at(found, key))
        checkpoint = checkpoint_of(log, keys, report)
        if checkpoint:
            inclusion = "payout.inclusion.json"
            check_inclusion(parse(read_bytes(folder, inclusion), inclusion),
                            read_bytes(folder, name), checkpoint, inclusion, report)

def check_subject(folder, keys, checkpoint, report):
    """All of a subject's folder; gives the evidence and the names that are there."""
    present = set(os.listdir(folder))

    def load(name):
        data = read_bytes(folder, name)
        return parse(data, name), data

    evidence, data = load("evidence.json")
    if not isinstance(evidence, dict):
        raise Unreadable("evidence.json: is no object")
    check_evidence(evidence, data, report)
    if not at(evidence, "schema") == "daymark/evidence@4":
        return evidence, present
    calendar = Calendar(evidence, report)
    listed = f"{sha256(data)}  evidence.json\n".encode()
    for name in ("evidence.sha256", "verdict.json"):
        if name not in present:
            report.differs(name, "$", "is missing")
    if "evidence.sha256" in present:
        if read_bytes(os.path.join(folder, "evidence.sha256")) != listed:
            report.differs("evidence.sha256", "$", "is not the digest of evidence.json")
    if "verdict.json" in present:
        verdict, raw = load("verdict.json")
        check_verdict(verdict if isinstance(verdict, dict) else {}, raw, evidence, report)
        Explanation(verdict, evidence, calendar, report).check()
    if "records.json" in present:
        check_records(*load("records.json"), evidence, calendar, report)
    name = "attestation.dsse.json"
    report.skipped.setdefault("decision.json, body.multipart, headers.txt, score, reasons")
    if keys and name in present:
        envelope, raw = load(name)
        check_attestation(envelope, folder, evidence, present, keys, report)
        if checkpoint:
            inclusion = load("inclusion.json")[0]
            check_inclusion(inclusion, raw, checkpoint, "inclusion.json", report)
    elif keys:
        report.differs(name, "$", "is missing")
    else:
        report.skipped.setdefault("attestation.dsse.json, inclusion.json: need --trust and --log")
    return evidence, present

def check_path(options, report):
    """Look at what is given, and check it."""
    keys = trusted_keys(options.trust) if options.trust else []
    if options.stakes:
        check_payout(options.path, options.stakes, options.policy, keys, options.log, report)
        return
    if os.path.isdir(options.path):
        check_subject(options.path, keys, checkpoint_of(options.log, keys, report), report)
        return
    name = os.path.basename(options.path)
    document = parse(read_bytes(options.path), name)
    check = {"daymark/disclosure@1": check_disclosure, "daymark/consistency@1": check_consistency
             }.get(str(at(document, "schema")))
    if check is None or not keys:
        raise Unreadable(f"{name}: is no disclosure and no consistency document, or needs --trust")
    check(document, keys, name, report)

class Parser(argparse.ArgumentParser):
    """Wrong usage has the exit code 64."""

    def error(self, message):
        self.exit(64, f"{self.prog}: {message}\n")

def main():
    """Read the options, check, print, and give the exit code."""
    parser = Parser(description="Check what Daymark wrote.", allow_abbrev=False)
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
    for line in report.differences:
        print(line)
    print("checked: " + "; ".join(report.checked))
    print("not checked: " + "; ".join([*report.skipped, "flags", "what the archives give"]))
    return 3 if report.differences else 0

if __name__ == "__main__":
    sys.exit(main())
