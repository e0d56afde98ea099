import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport

@testable import DaymarkProve

/// A small part of the data that rules can be asked about: figures and sessions next to what they ask for, in every state
/// that a day can be in.
struct SmallDomain {
  private let days: [CivilDay]
  private let columns: [Column]
  private let cells: [Column: [Int128?]]
  private let sessions: [[GivenPeriod.Session]]
  private let flags: [Int]
  private let flagCode: FlagCode?
  /// The column that no rule asks for.
  private let rest: Column?

  /// - Parameter random: Chooses sessions, of which there are too many to try all.
  init(_ pair: RulePair, _ random: inout SeededGenerator) {
    let rules = [pair.old, pair.new]
    let asked = AskedData(of: rules, on: .all)
    days = (0..<pair.days.count).map { pair.days.first.advanced(by: $0) }
    columns = asked.columns
    (rest, flagCode) = (asked.rest, asked.flags.first)
    let leaves = rules.flatMap { $0.leaves.map(\.leaf) }
    cells = Dictionary(
      uniqueKeysWithValues: asked.columns.map { column in
        if column == asked.rest { return (column, [nil, 0]) }
        let own = leaves.filter { Column.columns(of: $0.value).contains(column) }
        return (column, [nil] + column.figures(near: own, step: asked.steps.step(of: column)))
      })
    let kinds: [ActivityKind] =
      leaves.contains(where: \.looksAtLogs)
      ? [.run, .yoga, .walk, .learning] : [.run, .yoga, .walk]
    let bounds = leaves.flatMap { leaf -> [Int128] in
      guard case .activities(_, let test) = leaf.value else { return [] }
      return (test.requirements.values + [leaf.comparison]).flatMap(\.thresholds).map {
        Int128($0.microUnits)
      }
    }
    var sessions: [[GivenPeriod.Session]] = [[]]
    if leaves.contains(where: { if case .activities = $0.value { true } else { false } }) {
      // Where sums of finer figures are left out they are not tried.
      let isFine = !asked.sessions.leavesOutFinerSums(of: 2)
      for _ in 0..<6 {
        let two = (0..<2).map { _ in
          GivenPeriod.Session.random(&random, kinds, asked, near: bounds, isFine: isFine)
        }
        sessions += [[two[0]], two]
      }
    }
    self.sessions = sessions
    flags = asked.flags.isEmpty ? [0] : [0, 1, 2]
  }

  /// All of it if it has no more than so many members, and else so many of them; and nothing handed in.
  func members(upTo limit: Int, _ random: inout SeededGenerator) -> [GivenPeriod] {
    let given =
      size(upTo: limit).map { (0..<$0).map(member) } ?? (0..<limit).map { _ in member(&random) }
    return given + [.withoutInputs(on: days)]
  }

  /// How many members there are; `nil` where they are more than so many.
  func size(upTo limit: Int) -> Int? {
    let ofDay = columns.map { column in
      let isOpened = if case .amount = column { column != rest } else { false }
      return (cells[column]?.count ?? 1) * (isOpened ? 3 : 1)
    }.reduce(2 * sessions.count, *)
    let origins = Set(columns.map(\.origin)).subtracting([.records])
    var size = flags.count
    for _ in 0...origins.count { size *= days.count + 1 }
    for _ in days where size <= limit { size *= ofDay }
    return size <= limit ? size : nil
  }

  /// The member of a number.
  private func member(_ number: Int) -> GivenPeriod {
    var rest = number
    func digit(_ base: Int) -> Int {
      defer { rest /= base }
      return rest % base
    }
    return member { digit($0) }
  }

  /// Half of them lack nothing of a kind: of data that lacks everything little is ever decided.
  private func member(_ random: inout SeededGenerator) -> GivenPeriod {
    var given = member { random.below($0) }
    if random.flag() { given.damaged = [] }
    if random.flag() { given.opened = [:] }
    if random.flag() { given.dataEnd = days.count }
    return given
  }

  private func member(_ choose: (Int) -> Int) -> GivenPeriod {
    var given = GivenPeriod(days: days)
    let flag = flags[choose(flags.count)]
    if flag > 0, let flagCode { given.flags = [flagCode: flag] }
    given.dataEnd = choose(days.count + 1)
    if columns.contains(where: { $0.origin == .log }) { given.logEnd = choose(days.count + 1) }
    if columns.contains(where: { $0.origin == .attempts }) {
      given.attemptsEnd = choose(days.count + 1)
    }
    for column in columns { given.figures[column] = [] }
    for day in days.indices {
      if choose(2) == 1 { given.damaged.insert(day) }
      given.sessions[day] = sessions[choose(sessions.count)]
      for column in columns {
        let cells = cells[column] ?? [nil]
        let cell = cells[choose(cells.count)]
        given.figures[column]?.append(cell)
        guard case .amount(let metric) = column, column != rest else { continue }
        let own = cells.compactMap(\.self)
        guard let bounds = opened(around: cell ?? 0, own, choose(3)) else { continue }
        given.opened[metric, default: [:]][day] = bounds
      }
    }
    return given
  }

  /// What rejected records leave of a day's amount: nothing open, no bound above, or all between two figures.
  private func opened(
    around recorded: Int128, _ figures: [Int128], _ choice: Int
  ) -> GivenPeriod.Opened? {
    switch choice {
    case 0: nil
    case 1: GivenPeriod.Opened(least: 0, most: nil)
    default:
      GivenPeriod.Opened(
        least: figures.last { $0 < recorded } ?? recorded,
        most: figures.first { $0 > recorded } ?? recorded)
    }
  }
}

extension Column {
  /// Figures at what leaves ask for, a step beside it, and shares of it.
  fileprivate func figures(near leaves: [Leaf], step: Int128) -> [Int128] {
    let possible: ClosedRange<Int128> =
      unit == .beatsPerMinute ? 20_000_000...300_000_000 : 0...1_000_000_000_000
    let bounds = leaves.flatMap { $0.comparison.thresholds.map { Int128($0.microUnits) } }
    let near = bounds.flatMap { bound -> [Int128] in
      let grid = bound / step * step
      return [grid - step, grid, grid + step, grid / 2 / step * step]
    }
    return Array(Set(near + [possible.lowerBound]).filter(possible.contains)).sorted()
  }
}

extension GivenPeriod.Session {
  fileprivate static func random(
    _ random: inout SeededGenerator, _ kinds: [ActivityKind], _ asked: AskedData,
    near bounds: [Int128], isFine: Bool
  ) -> GivenPeriod.Session {
    var session = GivenPeriod.Session(
      kind: random.pick(kinds), isIndoor: random.oneIn(4), values: [:])
    for field in asked.sessions.fields where !random.oneIn(6) {
      let scale: Int128 = field == .activeSeconds ? 60 : 1
      let bound = (bounds.isEmpty ? 1_000_000 : random.pick(bounds + [0])) * scale
      // A case has times in millionths of a minute.
      let step = isFine && random.flag() ? scale : asked.steps.step(of: field)
      let amount = (bound + Int128(random.below(3) - 1) * step) / step * step
      session.values[field] = min(max(amount, field == .activeSeconds ? step : 0), 90_000_000_000)
    }
    return session
  }
}

extension Leaf {
  fileprivate var looksAtLogs: Bool {
    if case .activities(_, let test) = value { test.looksAtLogs } else { false }
  }
}

extension GivenPeriod {
  /// Nothing lacks.
  fileprivate var whole: GivenPeriod {
    var whole = self
    (whole.damaged, whole.opened) = ([], [:])
    (whole.dataEnd, whole.logEnd, whole.attemptsEnd) = (days.count, days.count, days.count)
    for (column, cells) in figures {
      whole.figures[column] = cells.map { $0 ?? (column.unit == .beatsPerMinute ? 60_000_000 : 0) }
    }
    return whole
  }

  /// Whole data, and what is left of it once some lacks.
  func lacking(_ random: inout SeededGenerator) -> [GivenPeriod] {
    let whole = whole
    var part = whole
    part.dataEnd = days.count - (random.flag() ? 0 : random.below(days.count + 1))
    part.logEnd = days.count - (random.flag() ? 0 : random.below(days.count + 1))
    part.damaged = Set(days.indices.filter { _ in random.oneIn(4) })
    for day in days.indices {
      for column in Array(part.figures.keys).ordered {
        if case .amount(let metric) = column, metric.isCumulative, random.oneIn(4) {
          let figure = whole.figures[column]?[day].flatMap(\.self) ?? 0
          part.opened[metric, default: [:]][day] = GivenPeriod.Opened(
            least: random.flag() ? 0 : figure, most: random.flag() ? nil : figure * 2)
        }
        if random.oneIn(4), column.origin == .records || day >= part.end(of: column.origin) {
          part.figures[column]?[day] = nil
        }
      }
      for place in part.sessions[day].indices {
        for field in ActivityField.allCases where random.oneIn(3) {
          part.sessions[day][place].values[field] = nil
        }
      }
      if day >= part.dataEnd, random.flag() { part.sessions[day] = [] }
    }
    return [whole, part]
  }
}
