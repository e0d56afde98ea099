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

  /// - Parameter random: Chooses sessions, of which there are too many to try all.
  init(_ pair: RulePair, _ random: inout SeededGenerator) {
    let rules = [pair.old, pair.new]
    let asked = AskedData(of: rules)
    days = (0..<pair.days.count).map { pair.days.first.advanced(by: $0) }
    columns = asked.columns
    let leaves = rules.flatMap { $0.leaves.map(\.leaf) }
    cells = Dictionary(
      uniqueKeysWithValues: asked.columns.map { column in
        if column == asked.rest { return (column, [nil, 0]) }
        let own = leaves.filter { Column.columns(of: $0.value).contains(column) }
        return (column, [nil] + column.figures(near: own, step: asked.grid(of: column)))
      })
    let fields = asked.fields
    let bounds = leaves.flatMap { leaf -> [Int128] in
      guard case .activities(_, let test) = leaf.value else { return [] }
      return (test.requirements.values + [leaf.comparison]).flatMap(\.thresholds).map {
        Int128($0.microUnits)
      }
    }
    var sessions: [[GivenPeriod.Session]] = [[]]
    if !asked.tests.isEmpty {
      for _ in 0..<6 {
        let one = GivenPeriod.Session.random(&random, fields, near: bounds)
        sessions += [[one], [one, .random(&random, fields, near: bounds)]]
      }
    }
    self.sessions = sessions
    flags = asked.flags.isEmpty ? [0] : [0, 1, 2]
  }

  /// All of it if it has no more than so many members, and else so many of them.
  func members(upTo limit: Int, _ random: inout SeededGenerator) -> [GivenPeriod] {
    let ofDay = columns.map { cells[$0]?.count ?? 1 }.reduce(sessions.count, *)
    let ends = days.count + 1
    var size = flags.count * ends << min(days.count, 20)
    for _ in days where size <= limit { size *= ofDay }
    if size <= limit { return (0..<size).compactMap { member($0, ofDay) } }
    return (0..<limit).compactMap { _ in member(&random) }
  }

  /// The member of a number.
  private func member(_ number: Int, _ ofDay: Int) -> GivenPeriod? {
    var rest = number
    func digit(_ base: Int) -> Int {
      defer { rest /= base }
      return rest % base
    }
    return member { digit($0) }
  }

  private func member(_ random: inout SeededGenerator) -> GivenPeriod? {
    member { random.below($0) }
  }

  private func member(_ choose: (Int) -> Int) -> GivenPeriod? {
    var given = GivenPeriod(days: days)
    let flag = flags[choose(flags.count)]
    if flag > 0 { given.flags = [.stepsPerMinute: flag] }
    given.dataEnd = choose(days.count + 1)
    for column in columns { given.figures[column] = [] }
    for day in days.indices {
      if choose(2) == 1 { given.damaged.insert(day) }
      given.sessions[day] = sessions[choose(sessions.count)]
      for column in columns {
        let cells = cells[column] ?? [nil]
        given.figures[column]?.append(cells[choose(cells.count)])
      }
    }
    return given
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
    _ random: inout SeededGenerator, _ fields: [ActivityField], near bounds: [Int128]
  ) -> GivenPeriod.Session {
    var session = GivenPeriod.Session(
      kind: random.pick([.run, .yoga, .walk]), isIndoor: random.oneIn(4), values: [:])
    for field in fields where !random.oneIn(6) {
      let scale: Int128 = field == .activeSeconds ? 60 : 1
      let bound = (bounds.isEmpty ? 1_000_000 : random.pick(bounds)) * scale
      let step = SessionUnknowns.step(of: field)
      let amount = (bound + Int128(random.below(3) - 1) * step) / step * step
      session.values[field] = min(max(amount, field == .activeSeconds ? step : 0), 90_000_000_000)
    }
    return session
  }
}
