import DaymarkModel

/// The books of a subject as a person with much patience would keep them: everything from scratch at every instant.
///
/// It shares no code with the room that it is held against.
struct PlainBooks {
  let history: RewardHistory
  /// One text a line.
  var lines: [String] = []
  var balance = 0
  var earned = 0
  var days: [PlainDay] = []
  var now = Instant(milliseconds: .min)
  var booked: [String: Int] = [:]
  var due: Set<String> = []
  var marks: Set<String> = []
  var told: Set<String> = []
  var bonusDays: [String: CivilDay] = [:]
  /// The verdict that the bonus of a challenge was booked for.
  var paid: [String: Digest] = [:]
  var granted: [FreezeRow] = []
  var redeemed: [CivilDay: Int] = [:]
  var judged: Set<String> = []
  var unlocked: [PlainBadge] = []

  /// A civil day, with what was said of it when it began.
  struct PlainDay {
    var date: CivilDay
    var start: Instant
    var end: Instant
    var programme: Programme?
    var isPaused: Bool
    var isSettled = false
  }

  struct PlainBadge {
    var badge: Badge
    var key: String
    var day: CivilDay
    var isHeld: Bool
  }

  /// What was looked up at the present instant, so that it is not looked up again.
  private final class Notes {
    var versions: [CivilDay: DayVersion?] = [:]
    var runs: [String: PlainRun] = [:]
  }
  private var notes = Notes()
  private let versions: [CivilDay: [DayVersion]]

  init(_ history: RewardHistory, asOf: Instant) {
    self.history = history
    versions = Dictionary(grouping: history.days, by: \.day)
    for instant in instants(through: asOf) {
      now = instant
      goOn()
    }
    now = asOf
    notes = Notes()
  }

  /// Every instant at which something may happen: all that became known, and every midnight of every zone.
  func instants(through end: Instant) -> [Instant] {
    var all: Set<Instant> = []
    all.formUnion(history.programmes.map(\.knownAt))
    all.formUnion(history.zones.map(\.knownAt))
    all.formUnion(history.joined.map(\.knownAt))
    all.formUnion(history.pauses.flatMap { [$0.knownAt, $0.goneAt ?? $0.knownAt] })
    all.formUnion(history.days.map(\.knownAt))
    all.formUnion(history.complete.map(\.knownAt))
    all.formUnion(history.verdicts.map(\.knownAt))
    all.formUnion(history.freezes.map(\.knownAt))
    all.formUnion(history.redemptions.map(\.knownAt))
    guard let first = all.min() else { return [] }
    for zone in history.zones.map(\.value) + [.utc] {
      let calendar = DayCalendar(zone: zone)
      var day = calendar.day(containing: first)
      while calendar.start(of: day) <= end {
        all.insert(calendar.start(of: day))
        day = day.advanced(by: 1)
      }
    }
    return all.filter { $0 <= end }.sorted()
  }

  // MARK: Time

  func programme(at instant: Instant) -> Programme? {
    var best: ProgrammeVersion?
    for version in history.programmes where version.knownAt <= instant {
      if let found = best {
        if version.knownAt < found.knownAt { continue }
        if version.knownAt == found.knownAt, version.digest < found.digest { continue }
      }
      best = version
    }
    return best?.programme
  }

  private var zone: Zone {
    let known = history.zones.filter { $0.knownAt <= now }
    let latest = known.map(\.knownAt).max() ?? history.zones.map(\.knownAt).min()
    return history.zones.filter { $0.knownAt == latest }.map(\.value).max { $0.id < $1.id } ?? .utc
  }

  mutating func cutDays() {
    let lastSettled = days.lastIndex { $0.isSettled }
    days = Array(days.prefix((lastSettled ?? -1) + 1))
    let calendar = DayCalendar(zone: zone)
    guard let first = history.programmes.map(\.knownAt).min(), first <= now else { return }
    let earliest = history.programmes.filter { $0.knownAt <= now }.map(\.programme.from).min()!
    var date = max(calendar.day(containing: first), earliest)
    var start = calendar.start(of: date)
    if let last = days.last { (date, start) = (last.date.advanced(by: 1), last.end) }
    while start <= now {
      let end = calendar.start(of: date.advanced(by: 1))
      if end > start {
        var programme = programme(at: start)
        if let found = programme, date < found.from || (found.to ?? date) < date {
          programme = nil
        }
        let joined = history.joined.filter { $0.knownAt <= start }
        let newest = joined.map(\.knownAt).max()
        let day = joined.filter { $0.knownAt == newest }.map(\.value).max()
        if let day, date < day { programme = nil }
        var isPaused = false
        for pause in history.pauses where pause.from <= date && date <= pause.to {
          if pause.knownAt <= start, pause.goneAt == nil || pause.goneAt! > start {
            isPaused = true
          }
        }
        days.append(
          PlainDay(date: date, start: start, end: end, programme: programme, isPaused: isPaused))
        start = end
      }
      date = date.advanced(by: 1)
    }
  }

  mutating func settle() {
    for index in days.indices where !days[index].isSettled && days[index].end <= now {
      guard let programme = days[index].programme else { continue }
      var isComplete = false
      for said in history.complete where said.knownAt <= now {
        if said.value >= days[index].end, said.knownAt >= days[index].end { isComplete = true }
      }
      let last = days.last!.date
      if isComplete || last.ordinal - days[index].date.ordinal > Int32(programme.settleAfter) {
        days[index].isSettled = true
      }
    }
  }

  /// The days that nothing open lies before.
  var prefix: [PlainDay] {
    let last = days.lastIndex { $0.isSettled } ?? -1
    let open = days.firstIndex { $0.programme != nil && !$0.isSettled } ?? days.count
    return Array(days.prefix(min(open, last + 1)))
  }

  func figure(_ value: DayValue, _ day: PlainDay) -> RewardFigure {
    newest(day)?.figures[value] ?? RewardFigure(least: 0, most: nil)
  }

  /// A streak after days from the first one on.
  func run(_ known: ArraySlice<PlainDay>, _ name: String, _ scope: String) -> PlainRun {
    let key = "\(scope) \(name) \(known.count)"
    if let run = notes.runs[key] { return run }
    let run = walk(Array(known), name)
    notes.runs[key] = run
    return run
  }

  func newest(_ day: PlainDay) -> DayVersion? {
    if let noted = notes.versions[day.date] { return noted }
    let found = look(for: day)
    notes.versions[day.date] = .some(found)
    return found
  }

  func look(for day: PlainDay) -> DayVersion? {
    var best: DayVersion?
    for version in versions[day.date] ?? []
    where version.stretch.start == day.start && version.stretch.end == day.end
      && version.knownAt <= now
    {
      guard let found = best else {
        best = version
        continue
      }
      let order: [(Instant, Instant)] = [
        (version.basis, found.basis), (version.exportedAt, found.exportedAt),
        (version.lastSample, found.lastSample),
      ]
      if let differing = order.first(where: { $0.0 != $0.1 }) {
        if differing.0 > differing.1 { best = version }
      } else if version.input != found.input {
        if version.input > found.input { best = version }
      } else if version.knownAt > found.knownAt {
        best = version
      }
    }
    return best
  }

  // MARK: One instant

  mutating func goOn() {
    notes = Notes()
    let settledBefore = days.filter(\.isSettled).count
    cutDays()
    settle()
    let settled = days.filter { $0.isSettled && $0.programme != nil }
    var isNews = settled.count != settledBefore || booked.isEmpty
    isNews = isNews || history.days.contains { $0.knownAt == now }
    isNews = isNews || history.verdicts.contains { $0.knownAt == now }
    isNews = isNews || history.programmes.contains { $0.knownAt == now }
    let known = prefix
    let before = lines.count
    if isNews { bookDays(settled, known) }
    bookBonuses()
    if isNews {
      bookFreezes(known)
      bookMilestones(known)
    }
    if isNews || lines.count > before { bookBadges(known) }
    judge(known)
  }

  mutating func bookDays(_ settled: [PlainDay], _ known: [PlainDay]) {
    for day in settled {
      book("base \(day.date)", base(day), "base \(day.date)")
      guard let place = known.firstIndex(where: { $0.date == day.date }),
        let multiplier = day.programme?.points.multiplier,
        let streak = day.programme?.streaks[multiplier.streak]
      else { continue }
      var points = 0
      if isActive(day, streak) {
        let run = self.run(known[...place], multiplier.streak, "known")
        points = PlainBooks.rounded(
          base(day) * (perMille(multiplier.policy, run.count) - 1000), 1000)
      }
      book("streak \(day.date)", points, "streak \(multiplier.streak) \(day.date)")
    }
  }

  func finals() -> [KnownVerdict] { newestVerdicts { $0.isFinal } }

  func newestVerdicts(_ isMeant: (KnownVerdict) -> Bool) -> [KnownVerdict] {
    let names = Set(history.verdicts.filter { $0.knownAt <= now }.map(\.challenge)).sorted()
    return names.compactMap { name in
      history.verdicts.filter { $0.challenge == name && $0.knownAt <= now && isMeant($0) }
        .max { ($0.knownAt, $0.digest) < ($1.knownAt, $1.digest) }
    }
  }

  mutating func bookBonuses() {
    for final in finals() {
      let name = text(final.challenge)
      let own = days.filter {
        $0.programme != nil && final.from <= $0.date && $0.date <= final.to
      }
      var points = 0
      if final.outcome == .pass {
        let isOver = days.last.map { $0.date > final.to } ?? false
        if isOver, own.allSatisfy({ $0.isSettled }) { paid[name] = final.digest }
      }
      if final.outcome == .pass, paid[name] == final.digest {
        var sum = 0
        for day in own where day.isSettled { sum += base(day) }
        let rules = own.first?.programme?.points.bonus ?? []
        for rule in rules where rule.challenge == final.challenge.challenge {
          points += PlainBooks.rounded(sum * rule.percent, 100)
        }
      } else if !due.contains("bonus \(name)") {
        continue
      }
      let day = own.last?.date ?? bonusDays[name] ?? final.to
      bonusDays[name] = own.last?.date ?? bonusDays[name]
      book("bonus \(name)", points, "bonus \(name) \(day)")
    }
  }

  func text(_ challenge: ChallengeOccurrence) -> String {
    challenge.challenge + (challenge.occurrence.map { "@\($0)" } ?? "")
  }

  private var names: [String] {
    Set(history.programmes.flatMap(\.programme.streaks.keys)).sorted()
  }

  mutating func bookFreezes(_ known: [PlainDay]) {
    var (earned, spent): ([(CivilDay, String)], [(CivilDay, String)]) = ([], [])
    for name in names {
      let run = self.run(known[...], name, "known")
      earned += run.earned.map { ($0, name) }
      spent += run.spent.map { ($0, name) }
    }
    func keys(_ kind: String, _ list: [(CivilDay, String)]) -> Set<String> {
      Set(list.map { "\(kind) \($0.0) \($0.1)" })
    }
    let new = keys("earned", earned).union(keys("spent", spent))
    let old = marks.filter { $0.hasPrefix("earned") || $0.hasPrefix("spent") }
    func write(_ name: String, _ kind: String, _ list: Set<String>) {
      for key in list.filter({ $0.hasPrefix(kind) }).sorted() {
        add("\(name) \(key.dropFirst(kind.count + 1))")
      }
    }
    write("freezeLost", "earned", old.subtracting(new))
    write("freezeReturned", "spent", old.subtracting(new))
    write("freezeSpent", "spent", new.subtracting(old))
    write("freezeEarned", "earned", new.subtracting(old))
    marks = marks.subtracting(old).union(new)
  }

  mutating func bookMilestones(_ known: [PlainDay]) {
    for name in names {
      var reached: [(count: Int, first: CivilDay, day: CivilDay)] = []
      var before = PlainRun()
      for place in known.indices {
        let after = self.run(known[...place], name, "known")
        let day = known[place]
        if let first = after.first, let streak = day.programme?.streaks[name] {
          let former = before.first == first ? before.count : 0
          for count in streak.milestones where former < count && count <= after.count {
            reached.append((count, first, day.date))
          }
        }
        before = after
      }
      var new: [String: CivilDay] = [:]
      for milestone in reached {
        new["milestone \(name) \(milestone.count) \(milestone.first)"] = milestone.day
      }
      let old = booked.filter { $0.key.hasPrefix("milestone \(name) ") }
      var changes: [(Int, CivilDay, String)] = []
      for key in Set(new.keys).symmetricDifference(old.keys) {
        let words = key.split(separator: " ")
        changes.append((Int(words[2])!, CivilDay(words[3])!, key))
      }
      for (count, _, key) in changes.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
        if let day = new[key] {
          add("\(told.insert(key).inserted ? "unlocked" : "regained") \(name) \(count) \(day)")
          booked[key] = Int(day.ordinal)
        } else {
          add("undone \(name) \(count) \(CivilDay(ordinal: Int32(old[key]!)))")
          booked[key] = nil
        }
      }
      for (key, day) in new where booked[key] != nil { booked[key] = Int(day.ordinal) }
    }
  }
}
