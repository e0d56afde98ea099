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
  private func instants(through end: Instant) -> [Instant] {
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

  private mutating func cutDays() {
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

  private mutating func settle() {
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

  private func newest(_ day: PlainDay) -> DayVersion? {
    if let noted = notes.versions[day.date] { return noted }
    let found = look(for: day)
    notes.versions[day.date] = .some(found)
    return found
  }

  private func look(for day: PlainDay) -> DayVersion? {
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

  // MARK: Points

  func base(_ day: PlainDay) -> Int {
    guard let points = day.programme?.points else { return 0 }
    var sum = 0
    for rule in points.base {
      var left = figure(rule.value, day).least
      var found = 0
      while left >= rule.per {
        left -= rule.per
        found += rule.points
      }
      if let cap = rule.capPerDay, found > cap { found = cap }
      sum += found
    }
    if let cap = points.capPerDay, sum > cap { sum = cap }
    return sum
  }

  static func rounded(_ dividend: Int, _ divisor: Int) -> Int {
    let below = dividend / divisor
    let distance = dividend - below * divisor
    if distance * 2 < divisor { return below }
    if distance * 2 > divisor { return below + 1 }
    return below % 2 == 0 ? below : below + 1
  }

  private func perMille(_ policy: StreakMultiplier.Policy, _ count: Int) -> Int {
    switch policy {
    case .weekly5(let most):
      var sum = 1000
      for day in stride(from: 7, through: count, by: 7) where day > 0 { sum += 50 }
      return most.map { min($0, sum) } ?? sum
    case .daily1cap30: return count > 30 ? 1300 : 1000 + count * 10
    case .table(let steps):
      var found = 1000
      for step in steps where step.count <= count { found = step.perMille }
      return found
    }
  }

  private mutating func add(_ text: String, _ points: Int = 0, isEarning: Bool = false) {
    balance += points
    if isEarning { earned += points }
    lines.append("\(now) \(text) \(points) = \(balance)")
  }

  private mutating func book(_ key: String, _ points: Int, _ about: String) {
    let isFirst = due.insert(key).inserted
    let difference = points - booked[key, default: 0]
    booked[key] = points
    if difference != 0 {
      add("\(isFirst ? "earned" : "corrected") \(about)", difference, isEarning: true)
    }
  }

  // MARK: One instant

  private mutating func goOn() {
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

  private mutating func bookDays(_ settled: [PlainDay], _ known: [PlainDay]) {
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

  private mutating func bookBonuses() {
    for final in finals() {
      let name = text(final.challenge)
      let own = days.filter {
        $0.programme != nil && final.from <= $0.date && $0.date <= final.to
      }
      var points = 0
      if final.outcome == .pass {
        guard let today = days.last?.date, today > final.to,
          own.allSatisfy({ $0.isSettled })
        else { continue }
        var sum = 0
        for day in own { sum += base(day) }
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

  private mutating func bookFreezes(_ known: [PlainDay]) {
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

  private mutating func bookMilestones(_ known: [PlainDay]) {
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

  // MARK: Requests

  private mutating func judge(_ known: [PlainDay]) {
    let programme = programme(at: now)
    let rows = history.redemptions.filter { $0.knownAt == now }
      .sorted { ("\($0.day)" + $0.row).utf8.lexicographicallyPrecedes(("\($1.day)" + $1.row).utf8) }
    for row in rows where judged.insert(row.id).inserted {
      var reason: String?
      if let programme {
        if let most = programme.redeem.atMost, redeemed[row.day, default: 0] + row.points > most {
          reason = "tooMany"
        } else if row.points > balance {
          reason = "balance"
        }
        if let least = programme.redeem.atLeast, row.points < least { reason = "tooFew" }
      } else {
        reason = "noProgramme"
      }
      if let reason {
        add("refused \(row.id) \(reason) \(row.day)")
      } else {
        redeemed[row.day, default: 0] += row.points
        add("redeemed \(row.id) \(row.day)", -row.points)
      }
    }
    let asked = history.freezes.filter { $0.knownAt == now }
      .sorted { ("\($0.day)" + $0.row).utf8.lexicographicallyPrecedes(("\($1.day)" + $1.row).utf8) }
    for row in asked {
      let run = self.run(known[...], row.streak, "known")
      let held =
        granted.filter { $0.streak == row.streak }.count + run.earned.count - run.spent.count
      var reason: String?
      let rules = programme?.streaks[row.streak]?.freezes
      if programme == nil {
        reason = "noProgramme"
      } else if rules == nil || (row.origin == .bought && rules?.price == nil) {
        reason = "notForSale"
      } else if held >= rules!.atMost {
        reason = "freezesFull"
      } else if row.origin == .bought, rules!.price! > balance {
        reason = "balance"
      }
      if let reason {
        add("refused \(row.streak) \(reason) \(row.day)")
      } else {
        granted.append(row)
        row.origin == .given
          ? add("freezeGiven \(row.day) \(row.streak)")
          : add("freezeBought \(row.day) \(row.streak)", -rules!.price!)
      }
    }
  }

  // MARK: Badges

  private mutating func bookBadges(_ known: [PlainDay]) {
    let badges = programme(at: now)?.badges ?? []
    for id in Set(badges.map(\.id) + unlocked.map(\.badge.id)).sorted() {
      var new: [(CivilDay, String)] = []
      for place in unlocked.indices where unlocked[place].badge.id == id {
        let entry = unlocked[place]
        let claim = claims(entry.badge, known).first { $0.key == entry.key }
        if let claim, !entry.isHeld {
          unlocked[place].isHeld = true
          unlocked[place].day = claim.day
          new.append((claim.day, "regained \(id) \(claim.day)"))
        } else if claim == nil, entry.isHeld {
          unlocked[place].isHeld = false
          new.append((entry.day, "undone \(id) \(entry.day)"))
        }
      }
      if let badge = badges.first(where: { $0.id == id }) {
        let entries = unlocked.filter { $0.badge.id == id }
        for claim in claims(badge, known) where !entries.contains(where: { $0.key == claim.key }) {
          // What can be had once is not had again by another version's words.
          if !badge.isRepeatable, !entries.isEmpty { continue }
          unlocked.append(
            PlainBadge(badge: badge, key: claim.key, day: claim.day, isHeld: true))
          new.append((claim.day, "unlocked \(id) \(claim.day)"))
        }
      }
      for line in new.enumerated().sorted(by: {
        ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
      }) {
        add(line.element.1)
      }
    }
  }

  private func claims(_ badge: Badge, _ known: [PlainDay]) -> [(day: CivilDay, key: String)] {
    let finals = finals().sorted { ($0.to, $0.challenge) < ($1.to, $1.challenge) }
    var all: [(day: CivilDay, key: String)] = []
    switch badge.when {
    case .challengesCompleted(let count):
      let passed = finals.filter { $0.outcome == .pass }
      if passed.count >= count { all = [(passed[count - 1].to, "")] }
    case .challengesJoined(let count):
      let joined = newestVerdicts { _ in true }.map { verdict in
        history.verdicts.filter { $0.challenge == verdict.challenge && $0.knownAt <= now }
          .min { ($0.knownAt, $0.digest) < ($1.knownAt, $1.digest) }!.from
      }.sorted()
      if joined.count >= count { all = [(joined[count - 1], "")] }
    case .firstWin:
      for verdict in finals where verdict.rank == 1 {
        all.append((verdict.to, "\(verdict.from) \(text(verdict.challenge))"))
      }
    case .rank(let challenge, let most):
      for verdict in finals where verdict.challenge.challenge == challenge {
        if let rank = verdict.rank, rank <= most {
          all.append((verdict.to, "\(verdict.from) \(text(verdict.challenge))"))
        }
      }
    case .early(let days):
      for verdict in finals {
        if let lead = verdict.lead, lead / 86_400_000 >= days {
          all.append((verdict.to, "\(verdict.from) \(text(verdict.challenge))"))
        }
      }
    case .streak(let name, let least):
      for place in known.indices {
        let run = self.run(known[...place], name, "known")
        guard let first = run.first, run.count >= least else { continue }
        if !all.contains(where: { $0.key == "\(first)" }) {
          all.append((known[place].date, "\(first)"))
        }
      }
    case .total(let leaf): all = totals(leaf, known, isRepeatable: badge.isRepeatable)
    case .pointsEarned(let points):
      var amounts: [(CivilDay, Int)] = []
      for (key, amount) in booked {
        let words = key.split(separator: " ", maxSplits: 1)
        switch words[0] {
        case "base", "streak": amounts.append((CivilDay(words[1])!, amount))
        case "bonus": amounts.append((bonusDays[String(words[1])] ?? .init(ordinal: 0), amount))
        default: break
        }
      }
      var sum = 0
      for (day, list) in Dictionary(grouping: amounts, by: { $0.0 }).sorted(by: { $0.key < $1.key })
      {
        sum += list.reduce(0) { $0 + $1.1 }
        if sum >= points, all.isEmpty, earned >= points { all = [(day, "")] }
      }
    }
    return badge.isRepeatable ? all : all.first.map { [($0.day, "")] } ?? []
  }

  private func totals(
    _ leaf: Leaf, _ known: [PlainDay], isRepeatable: Bool
  ) -> [(day: CivilDay, key: String)] {
    func amount(_ day: PlainDay) -> Int64 {
      day.programme == nil || !leaf.days.contains(day.date) ? 0 : figure(leaf.value, day).least
    }
    func isEnough(_ amount: Int64) -> Bool { reaches(amount, leaf.value, leaf.comparison) }
    var all: [(day: CivilDay, key: String)] = []
    switch leaf.measure {
    case .days(.atLeast(let count)):
      let passing = known.filter { day in
        day.programme != nil && leaf.days.contains(day.date)
          && surely(figure(leaf.value, day), leaf.value, leaf.comparison)
      }
      if passing.count >= count { all = [(passing[count - 1].date, "")] }
    case .best:
      if let day = known.first(where: { isEnough(amount($0)) }) { all = [(day.date, "")] }
    case .window(let length):
      var next = known.first?.date
      for day in known {
        var first = day.date.advanced(by: 1 - length)
        if isRepeatable, let next, next > first { first = next }
        let sum = known.filter { first <= $0.date && $0.date <= day.date }
          .reduce(0) { $0 + amount($1) }
        if isEnough(sum) {
          all.append((day.date, "\(first)"))
          next = day.date.advanced(by: 1)
        }
      }
    default:
      var sum: Int64 = 0
      for day in known {
        sum += amount(day)
        if isEnough(sum) {
          all = [(day.date, "")]
          break
        }
      }
    }
    return all
  }

  /// Whether an amount is on the right side of a comparison.
  func reaches(_ amount: Int64, _ value: DayValue, _ comparison: Comparison) -> Bool {
    let millionths = value.unit == .minute ? Double(amount) / 60 * 1_000_000 : Double(amount)
    switch comparison {
    case .atLeast(let bound): return millionths >= Double(bound.microUnits)
    case .moreThan(let bound): return millionths > Double(bound.microUnits)
    case .atMost(let bound): return millionths <= Double(bound.microUnits)
    case .lessThan(let bound): return millionths < Double(bound.microUnits)
    case .between(let low, let high):
      return Double(low.microUnits) <= millionths && millionths <= Double(high.microUnits)
    }
  }

  func surely(_ figure: RewardFigure, _ value: DayValue, _ comparison: Comparison) -> Bool {
    switch comparison {
    case .atLeast, .moreThan: return reaches(figure.least, value, comparison)
    case .atMost, .lessThan, .between:
      guard let most = figure.most else { return false }
      return reaches(figure.least, value, comparison) && reaches(most, value, comparison)
    }
  }
}
