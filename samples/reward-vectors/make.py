"""Makes the vectors of this folder, by a plain computation of the books that shares no code with Daymark.

usage: make.py FOLDER

Writes programme_test.yaml (days in) and expected/*.jsonl (books out) into FOLDER. At every instant at which something
becomes known, or a day ends, everything is worked out from the beginning; what differs from what is booked becomes lines.
The rules are those of programme.yaml; the page Rewards says what they mean.
"""

import datetime as dt
import hashlib
import json
import pathlib
import random
import sys
import zoneinfo

UTC = dt.timezone.utc

# A zone, and the first day: clock changes of half an hour, of one and of two, dates without any time, and years of leap days.
CASES = [
    ("Europe/Berlin", "2026-03-16"), ("America/New_York", "2025-10-20"),
    ("Australia/Lord_Howe", "2025-09-22"), ("Pacific/Apia", "2011-12-19"),
    ("Pacific/Kiritimati", "2024-02-19"), ("Pacific/Pago_Pago", "2026-12-21"),
    ("Asia/Kathmandu", "2026-01-05"), ("America/St_Johns", "2026-03-02"),
    ("Africa/Casablanca", "2025-02-17"), ("Asia/Tehran", "2022-09-12"),
    ("America/Sao_Paulo", "2018-10-29"), ("Europe/London", "2025-10-13"), ("UTC", "2028-02-21"),
    ("Pacific/Chatham", "2025-09-15"), ("Antarctica/Troll", "2025-03-17"),
    ("Asia/Tokyo", "2020-12-21"), ("America/Los_Angeles", "2026-03-02"),
    ("Asia/Beirut", "2025-03-24"), ("Africa/Cairo", "2025-04-14"), ("Pacific/Honolulu", "2026-06-01"),
]
DAYS = 28

# The rules of programme.yaml.
LEAST, CAP, EVERY, MOST, PRICE = 15, 90, 3, 2, 20
MILESTONES, REST, SETTLE = [3, 7, 14], 6, 7
REDEEM_LEAST, REDEEM_MOST = 10, 120


def start_of(date, zone):
    """The first instant at which the zone's clocks show the date or a later one, in seconds."""
    low = int(dt.datetime(date.year, date.month, date.day, tzinfo=UTC).timestamp()) - 30 * 3600
    high = low + 60 * 3600
    while low < high:
        middle = (low + high) // 2
        if dt.datetime.fromtimestamp(middle, zone).date() >= date:
            high = middle
        else:
            low = middle + 1
    return low


def text(seconds):
    return dt.datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def half_even(dividend, divisor):
    whole, rest = divmod(dividend, divisor)
    return whole + (rest * 2 > divisor or (rest * 2 == divisor and whole % 2 == 1))


class Case:
    """What becomes known of one subject, by chance from a seed."""

    def __init__(self, seed, name, first):
        chance = random.Random(seed)
        self.name, self.zone = name, zoneinfo.ZoneInfo(name)
        self.first = dt.date.fromisoformat(first)
        self.dates = [self.first + dt.timedelta(days) for days in range(DAYS)]
        self.bounds = {date: (start_of(date, self.zone), start_of(date + dt.timedelta(1), self.zone))
                       for date in [self.first + dt.timedelta(days) for days in range(DAYS + 20)]}
        self.hand_ins, self.pauses, self.redemptions, self.freezes = [], [], [], []

        def minutes():
            return 0 if chance.random() < 0.22 else chance.choice([14, 15, 20, 30, 61, 100])

        for week in range(4):
            days = range(7 * week, 7 * week + 7)
            late = chance.choice([1, 7, 8, 33, 200])
            self.hand_in(days, [minutes() for _ in days], late * 3600 + week)
        # A correction of one week, known some days after the last hand-in or long before it.
        week = chance.randrange(4)
        days = range(7 * week, 7 * week + 7)
        self.hand_in(days, [minutes() for _ in days], chance.choice([50, 180, 260]) * 3600 + 40)
        place = chance.randrange(8, 24)
        self.pauses.append((self.dates[place], self.dates[place + chance.randrange(3)],
                            self.bounds[self.dates[place]][0] - chance.choice([0, 1, 3600])))
        for number in range(3):
            known = self.bounds[self.dates[chance.randrange(6, DAYS)]][0] + 36000 + number
            self.redemptions.append((f"r{number}", self.dates[chance.randrange(6, DAYS)],
                                     chance.choice([5, 40, 80, 200]), known))
        for number in range(2):
            known = self.bounds[self.dates[chance.randrange(4, DAYS)]][0] + 40000 + number
            self.freezes.append((self.dates[chance.randrange(4, DAYS)],
                                 chance.choice(["given", "bought"]), known))

    def hand_in(self, days, minutes, after):
        """Adds figures of days, known so many seconds after the last of them; a date without time has none."""
        last = self.dates[days[-1]]
        cells = [0 if self.bounds[self.dates[day]][0] == self.bounds[self.dates[day]][1] else amount
                 for day, amount in zip(days, minutes)]
        self.hand_ins.append((self.dates[days[0]], last, cells, self.bounds[last][1] + after))

    def yaml(self, path, as_of):
        def row(members):
            return "    - { " + ", ".join(f"{name}: {value}" for name, value in members) + " }\n"
        lines = [f"- case: {self.name} from {self.first}\n  timeZone: {self.name}\n",
                 f"  period: {self.dates[0]}..{self.dates[-1]}\n  handedIn:\n"]
        lines += [row([("known", text(known)), ("period", f"{first}..{last}"),
                       ("minutes", "{ learning: [" + ", ".join(map(str, cells)) + "] }")])
                  for first, last, cells, known in self.hand_ins]
        lines.append("  pauses:\n")
        lines += [row([("from", a), ("to", b), ("known", text(known))]) for a, b, known in self.pauses]
        lines.append("  redemptions:\n")
        lines += [row([("id", i), ("date", date), ("points", points), ("known", text(known))])
                  for i, date, points, known in self.redemptions]
        lines.append("  freezes:\n")
        lines += [row([("date", date), ("freeze", origin), ("known", text(known))])
                  for date, origin, known in self.freezes]
        lines.append("  expect:\n")
        lines.append(row([("asOf", text(as_of)), ("ledger", path)]))
        return "".join(lines)


class Run:
    """The streak over the days that are settled, from the beginning."""

    def __init__(self):
        self.first = self.last = None
        self.count = self.dealt = 0
        self.gap = []
        self.steps = []

    def take(self, date, counts, active, granted):
        held = granted + self.dealt
        earns, spends, reached = False, [], None
        if active:
            spends, self.gap = self.gap, []
            self.dealt -= len(spends)
            held -= len(spends)
            self.first = self.first if self.count else date
            self.count, self.last = self.count + 1, date
            reached = self.count if self.count in MILESTONES else None
            if self.count % EVERY == 0 and held < MOST:
                self.dealt += 1
                earns = True
        elif counts and self.count:
            if len(self.gap) < held:
                self.gap.append(date)
            else:
                self.count, self.gap = 0, []
        self.steps.append(dict(date=date, active=active, count=self.count, earns=earns, spends=spends,
                               reached=reached, first=self.first, last=self.last))


class Books:
    def __init__(self, case):
        self.case, self.lines, self.balance = case, [], 0
        self.settled, self.base, self.part, self.steps = set(), {}, {}, []
        self.told, self.granted, self.redeemed, self.judged = set(), [], {}, set()
        self.figures = {}

    def add(self, kind, day, points, now, **rests):
        self.balance += points
        line = dict(kind=kind, day=str(day), points=points, balance=self.balance, knownAt=text(now), **rests)
        self.lines.append(json.dumps({key: value for key, value in line.items() if value is not None},
                                     sort_keys=True, separators=(",", ":")))

    def known_figures(self, now):
        """The newest figures of each date, with the input that they are of."""
        figures = {}
        for number, (first, last, cells, known) in sorted(
                enumerate(self.case.hand_ins), key=lambda entry: entry[1][3]):
            if known > now:
                continue
            for offset, amount in enumerate(cells):
                digest = hashlib.sha256(f"hand-in {number + 1}".encode()).hexdigest()
                figures[first + dt.timedelta(offset)] = (amount, digest)
        return figures

    def book(self, now):
        case = self.case
        bounds = {date: at for date, at in case.bounds.items() if at[0] < at[1]}
        today = max(date for date, at in bounds.items() if at[0] <= now)
        complete = max((min(known, case.bounds[last][1]) for _, last, _, known in case.hand_ins
                        if known <= now), default=0)
        days = [date for date in case.dates if date in bounds and bounds[date][0] <= now]
        new = [date for date in days if date not in self.settled and bounds[date][1] <= now
               and (bounds[date][1] <= complete or date + dt.timedelta(SETTLE) < today)]
        figures = self.known_figures(now)
        amount = {date: figures.get(date, (0, None))[0] for date in days}
        changed = {date: figures[date][1] for date in days if date in self.settled
                   and figures.get(date, (None,))[0] is not None
                   and self.figures.get(date, (None,))[0] != figures[date][0]}
        self.figures, former = figures, len(self.steps)
        self.settled |= set(new)
        prefix = 0
        while prefix < len(days) and days[prefix] in self.settled:
            prefix += 1
        before = self.steps
        self.steps = self.run(days[:prefix], amount, bounds)
        places = {date: place for place, date in enumerate(days)}
        causes = {places[date]: dict(day=str(date), input=digest) for date, digest in changed.items()}

        def first_cause(place):
            return next((causes[other] for other in sorted(causes) if other <= place), None)

        turned = [place for place in range(former)
                  if before[place]["active"] != self.steps[place]["active"]]
        for place, date in enumerate(days):
            if date in new or date in changed:
                points = min(CAP, amount[date])
                self.part_line("base", date, points, self.base.get(date), now, causes.get(place))
                self.base[date] = points
            if place < prefix:
                step = self.steps[place]
                points = half_even(self.base[date] * 50 * (step["count"] // 7), 1000) if step["active"] else 0
                cause = next((other for other in turned if other <= place), place)
                self.part_line("streak", date, points, self.part.get(date), now,
                               causes.get(cause) or first_cause(place),
                               (step["first"], step["last"]) if step["count"] else None)
                self.part[date] = points
        self.freeze_lines(before, former, first_cause, now)
        self.milestone_lines(before, former, first_cause, now)
        self.judge(now)

    def run(self, days, amount, bounds):
        run = Run()
        for date in days:
            paused = any(first <= date <= last and known <= bounds[date][0]
                         for first, last, known in self.case.pauses)
            counts = not paused and date.weekday() != REST
            granted = sum(1 for day, known in self.granted if day <= date and known < bounds[date][1])
            run.take(date, counts, counts and amount[date] >= LEAST, granted)
        return run.steps

    def part_line(self, part, date, points, booked, now, cause, span=None):
        if points == (booked or 0):
            return
        kind = "earned" if booked is None else "corrected"
        rests = dict(part=part, because=cause if kind == "corrected" else None)
        if part == "streak":
            rests["streak"] = "days"
            if span:
                rests["from"], rests["to"] = str(span[0]), str(span[1])
        self.add(kind, date, points - (booked or 0), now, **rests)

    def freeze_lines(self, before, former, first_cause, now):
        def deals(steps):
            earned = {step["date"]: place for place, step in enumerate(steps) if step["earns"]}
            spent = {day: place for place, step in enumerate(steps) for day in step["spends"]}
            return earned, spent
        (had, spent), (has, spends) = deals(before), deals(self.steps)
        for kind, these, others in [("freezeLost", had, has), ("freezeReturned", spent, spends),
                                    ("freezeSpent", spends, spent), ("freezeEarned", has, had)]:
            for day in sorted(set(these) - set(others)):
                cause = first_cause(these[day]) if these[day] < former else None
                self.add(kind, day, 0, now, streak="days", because=cause)

    def milestone_lines(self, before, former, first_cause, now):
        def reached(steps):
            return {(step["reached"], step["first"]): place
                    for place, step in enumerate(steps) if step["reached"]}
        old, new = reached(before), reached(self.steps)
        for milestone in sorted(set(old) ^ set(new)):
            place = new.get(milestone, old.get(milestone))
            day = (self.steps if milestone in new else before)[place]["date"]
            kind = "undone" if milestone not in new else "regained" if milestone in self.told else "unlocked"
            if milestone in new:
                self.told.add(milestone)
            self.add(kind, day, 0, now, streak="days", milestone=milestone[0],
                     because=first_cause(place) if place < former else None,
                     **{"from": str(milestone[1]), "to": str(max(milestone[1], day))})

    def judge(self, now):
        for row, day, points, known in sorted(self.case.redemptions, key=lambda row: (row[1], row[0])):
            if known != now:
                continue
            reason = "tooFew" if points < REDEEM_LEAST else (
                "tooMany" if self.redeemed.get(day, 0) + points > REDEEM_MOST else
                "balance" if points > self.balance else None)
            if not reason:
                self.redeemed[day] = self.redeemed.get(day, 0) + points
            self.add("refused" if reason else "redeemed", day, 0 if reason else -points, now,
                     redemption=row, reason=reason)
        for day, origin, known in sorted(self.case.freezes):
            if known != now:
                continue
            dealt = sum(step["earns"] - len(step["spends"]) for step in self.steps)
            reason = "freezesFull" if dealt + len(self.granted) >= MOST else (
                "balance" if origin == "bought" and self.balance < PRICE else None)
            if not reason:
                self.granted.append((day, known))
            kind = "refused" if reason else "freezeGiven" if origin == "given" else "freezeBought"
            self.add(kind, day, -PRICE if kind == "freezeBought" else 0, now, streak="days", reason=reason)


def main(folder):
    folder = pathlib.Path(folder)
    (folder / "expected").mkdir(parents=True, exist_ok=True)
    cases = ["# Made by make.py: days in, and in expected/ the books that come out.\n"]
    for seed, (zone, first) in enumerate(CASES):
        case = Case(seed, zone, first)
        as_of = max(known for *_, known in case.hand_ins) + 10 * 86400
        known = [row[-1] for row in case.hand_ins + case.pauses + case.redemptions + case.freezes]
        ends = [end for start, end in case.bounds.values() if start < end]
        books = Books(case)
        for now in sorted(set(known + ends + [case.bounds[case.first][0]])):
            if case.bounds[case.first][0] <= now <= as_of:
                books.book(now)
        path = "expected/" + zone.lower().replace("/", "-") + ".jsonl"
        (folder / path).write_text("".join(line + "\n" for line in books.lines))
        cases.append(case.yaml(path, as_of))
    (folder / "programme_test.yaml").write_text("\n".join(cases))


if __name__ == "__main__":
    main(sys.argv[1])
