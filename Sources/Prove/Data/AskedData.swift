import DaymarkDocuments
import DaymarkModel

/// The data that some rules look at.
struct AskedData {
  /// The columns, in the order of a case.
  let columns: [Column]
  /// A column that no rule asks for: it tells days that have data from those that have none.
  let rest: Column?
  let steps: FigureSteps
  /// What is asked of recorded sessions.
  let sessions: AskedSessions
  /// The metrics of which gates ask for a share.
  let manual: Set<Metric>
  let late: Set<Metric>
  /// The flags that gates tell apart.
  let flags: [FlagCode]
  /// The most flags that a gate allows.
  let mostFlags: Int

  /// - Parameter scope: As the data is, so fine are its figures.
  init(of rules: [Rule], on scope: RuleQuestion.Scope) {
    let leaves = rules.flatMap { $0.leaves.map(\.leaf) }
    let gates = rules.flatMap(\.quality).map(\.measure)
    manual = Set(
      gates.compactMap { if case .manualShare(let metric, _) = $0 { metric } else { nil } })
    late = Set(gates.compactMap { if case .lateShare(let metric, _) = $0 { metric } else { nil } })
    let named = gates.compactMap { gate -> Set<FlagCode>? in
      if case .flags(let codes, _) = gate { codes ?? [] } else { nil }
    }
    mostFlags =
      gates.compactMap { if case .flags(_, let atMost) = $0 { atMost } else { nil } }.max() ?? 0
    let codes = Set(named.joined())
    // One more for gates that ask for all flags.
    let other = FlagCode.allCases.first { !codes.contains($0) && !$0.isCountedByNameAlone }
    flags =
      named.isEmpty
      ? [] : FlagCode.allCases.filter { codes.contains($0) || $0 == other }
    sessions = AskedSessions(of: leaves)
    var thresholds: [Column: [Int128]] = [:]
    for leaf in leaves {
      for column in Column.columns(of: leaf.value) {
        thresholds[column, default: []] += leaf.comparison.thresholds.map { Int128($0.microUnits) }
      }
    }
    var columns = Set(thresholds.keys)
    for metric in manual.union(late) { columns.formUnion(Column.columns(of: .metric(metric))) }
    let usesLog = columns.contains { $0.origin == .log }
    // Cells of a list say where a log ends.
    if usesLog, !columns.contains(where: { if case .strength = $0 { true } else { false } }) {
      columns.insert(.strength(.sets))
    }
    let looksAtSessions = leaves.contains {
      if case .activities = $0.value { true } else { false }
    }
    let needsRest = looksAtSessions || !columns.contains { $0.origin == .records }
    // The metrics of gates are among them.
    let taken = columns
    let spare = Metric.allCases.map(Column.amount).first {
      $0 != .amount(.heartRate) && !taken.contains($0)
    }
    rest = needsRest ? spare : nil
    if let rest { columns.insert(rest) }
    self.columns = Array(columns).ordered
    steps = FigureSteps(columns, thresholds, sessions, on: scope)
  }
}
