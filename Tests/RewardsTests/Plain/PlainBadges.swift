import DaymarkModel

extension PlainBooks {
  mutating func bookBadges(_ known: [PlainDay]) {
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

  func claims(_ badge: Badge, _ known: [PlainDay]) -> [(day: CivilDay, key: String)] {
    let finals = finals().sorted { ($0.to, $0.challenge) < ($1.to, $1.challenge) }
    let passed = finals.filter { $0.outcome == .pass }
    var all: [(day: CivilDay, key: String)] = []
    switch badge.when {
    case .challengesCompleted(let count):
      if passed.count >= count { all = [(passed[count - 1].to, "")] }
    case .challengesJoined(let count):
      let joined = newestVerdicts { _ in true }.map { verdict in
        history.verdicts.filter { $0.challenge == verdict.challenge && $0.knownAt <= now }
          .min { ($0.knownAt, $0.digest) < ($1.knownAt, $1.digest) }!.from
      }.sorted()
      if joined.count >= count { all = [(joined[count - 1], "")] }
    case .firstWin:
      for verdict in passed where verdict.rank == 1 {
        all.append((verdict.to, "\(verdict.from) \(text(verdict.challenge))"))
      }
    case .rank(let challenge, let most):
      for verdict in passed where verdict.challenge.challenge == challenge {
        if let rank = verdict.rank, rank <= most {
          all.append((verdict.to, "\(verdict.from) \(text(verdict.challenge))"))
        }
      }
    case .early(let days):
      for verdict in passed {
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

  func totals(
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
