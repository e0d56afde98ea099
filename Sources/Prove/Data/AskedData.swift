import DaymarkDocuments
import DaymarkModel

/// The data that some rules depend on.
struct AskedData {
  /// The columns, in the order of a case.
  let columns: [Column]
  /// A column that no rule uses, which only shows whether a day has data; `nil` where another
  /// column shows it.
  let rest: Column?
  let steps: FigureSteps
  /// The part of the data that comes from recorded sessions.
  let sessions: AskedSessions
  /// The metrics whose share of typed-in data is limited by a gate.
  let manual: Set<Metric>
  let late: Set<Metric>
  /// The flags that gates distinguish.
  let flags: [FlagCode]
  /// The largest number of flags that a gate allows.
  let mostFlags: Int

  /// Collects the data that some rules depend on.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - scope: The scope of the question, which determines the precision of figures.
  init(of rules: [Rule], on scope: RuleQuestion.Scope) {
    let leaves = rules.flatMap(\.requires.leaves)
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
    // One further flag stands for all others, because a gate may count every flag.
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
    // The cells of this list show where the log ends.
    if usesLog, !columns.contains(where: { if case .strength = $0 { true } else { false } }) {
      columns.insert(.strength(.sets))
    }
    let looksAtSessions = leaves.contains {
      if case .activities = $0.value { true } else { false }
    }
    let needsRest = looksAtSessions || !columns.contains { $0.origin == .records }
    // The columns so far include the metrics of gates, so that the spare column is none of these.
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
