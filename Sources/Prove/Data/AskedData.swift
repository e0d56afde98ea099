import DaymarkDocuments
import DaymarkModel

/// The data that some rules look at.
struct AskedData {
  /// The columns, in the order of a case.
  let columns: [Column]
  /// A column that no rule asks for: it tells days that have data from those that have none.
  let rest: Column?
  /// The distance between the figures of a column that are told apart, in micro-units.
  private let grids: [Column: Int128]
  /// What is asked of sessions.
  let tests: [ActivityTest]
  let sums: Set<ActivitySum>
  /// The metrics of which gates ask for a share.
  let manual: Set<Metric>
  let late: Set<Metric>
  /// The flags that gates tell apart.
  let flags: [FlagCode]

  init(of rules: [Rule]) {
    let leaves = rules.flatMap { $0.leaves.map(\.leaf) }
    let gates = rules.flatMap(\.quality).map(\.measure)
    manual = Set(
      gates.compactMap { if case .manualShare(let metric, _) = $0 { metric } else { nil } })
    late = Set(gates.compactMap { if case .lateShare(let metric, _) = $0 { metric } else { nil } })
    let named = gates.compactMap { gate -> Set<FlagCode>? in
      if case .flags(let codes, _) = gate { codes ?? [] } else { nil }
    }
    let codes = Set(named.joined())
    // One more for gates that ask for all flags.
    let other = FlagCode.allCases.first { !codes.contains($0) && !$0.isCountedByNameAlone }
    flags =
      named.isEmpty
      ? [] : FlagCode.allCases.filter { codes.contains($0) || $0 == other }
    var sessions: [(ActivitySum, ActivityTest)] = []
    var thresholds: [Column: [Int128]] = [:]
    for leaf in leaves {
      if case .activities(let sum, let test) = leaf.value { sessions.append((sum, test)) }
      for column in Column.columns(of: leaf.value) {
        thresholds[column, default: []] += leaf.comparison.thresholds.map { Int128($0.microUnits) }
      }
    }
    tests = sessions.map(\.1).reduce(into: []) { tests, test in
      if !tests.contains(test) { tests.append(test) }
    }
    sums = Set(sessions.map(\.0))
    var columns = Set(thresholds.keys)
    for metric in manual.union(late) { columns.formUnion(Column.columns(of: .metric(metric))) }
    let usesLog = columns.contains { $0.origin == .log }
    // Cells of a list say where a log ends.
    if usesLog, !columns.contains(where: { if case .strength = $0 { true } else { false } }) {
      columns.insert(.strength(.sets))
    }
    let needsRest = !tests.isEmpty || !columns.contains { $0.origin == .records }
    // The metrics of gates are among them.
    let taken = columns
    let spare = Metric.allCases.map(Column.amount).first {
      $0 != .amount(.heartRate) && !taken.contains($0)
    }
    rest = needsRest ? spare : nil
    if let rest { columns.insert(rest) }
    self.columns = Array(columns).ordered
    grids = Dictionary(
      uniqueKeysWithValues: columns.map { column in
        let step = Int128(column.unit.dailyStep)
        switch column {
        case .lift, .feat:
          // What one set gives is not rounded, but only thresholds tell figures apart.
          return (column, (thresholds[column] ?? []).reduce(step, greatestCommonDivisor))
        default: return (column, step)
        }
      })
  }

  func grid(of column: Column) -> Int128 { grids[column] ?? 1 }

  /// The distance between the figures of a day that are told apart, in the parts that its bounds are counted in.
  func grid(of value: DayValue) -> Int128 {
    switch value {
    case .lift, .feat: Column.columns(of: value).first.map(grid(of:)) ?? 1
    default: Int128(value.step)
    }
  }
}

private func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}

extension [Rule] {
  /// The distance between the figures of a column that these rules tell apart, in micro-units.
  package var stepOfFigures: (Column) -> Int128 {
    let asked = AskedData(of: self)
    return { asked.grid(of: $0) }
  }
}
