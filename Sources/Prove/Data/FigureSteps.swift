package import DaymarkModel

/// The steps between figures that a question distinguishes.
///
/// - Units: micro-units; for sessions millionths of ``ActivityField/unit``.
package struct FigureSteps {
  private let ofColumns: [Column: Int128]
  private let ofFields: [ActivityField: Int128]

  /// Determines the step of every column and of every session's figure.
  ///
  /// - Parameter thresholds: The thresholds for each column.
  init(
    _ columns: Set<Column>, _ thresholds: [Column: [Int128]], _ sessions: AskedSessions,
    on scope: RuleQuestion.Scope
  ) {
    ofColumns = Dictionary(
      uniqueKeysWithValues: columns.map { column in
        let step = Int128(column.unit.dailyStep)
        switch column {
        // The figures of a set or an attempt are not rounded, so only thresholds determine their
        // step.
        case .lift, .feat:
          return (column, column.unit == .count ? step : between(thresholds[column] ?? [], step))
        default: return (column, step)
        }
      })
    ofFields = Dictionary(
      uniqueKeysWithValues: sessions.fields.map { field in
        let step = Self.ofDays(field)
        if sessions.summed.contains(field) { return (field, step) }
        if sessions.paced.contains(field) { return (field, scope == .finest ? 1 : step) }
        return (field, between(sessions.thresholds(of: field), step))
      })
  }

  /// Returns the step of a column.
  package func step(of column: Column) -> Int128 { ofColumns[column] ?? 1 }

  /// Returns the step of a session's figure.
  package func step(of field: ActivityField) -> Int128 { ofFields[field] ?? Self.ofDays(field) }

  /// Returns the step of a value of a day, in the parts in which its bounds are counted.
  func step(of value: DayValue) -> Int128 {
    switch value {
    case .lift, .feat: Column.columns(of: value).first.map(step(of:)) ?? 1
    default: Int128(value.step)
    }
  }

  /// Returns the step of a figure's daily sums: 0.01 m, kcal, bpm or min.
  static func ofDays(_ field: ActivityField) -> Int128 {
    Int128(Quantity.hundredth) * (field == .activeSeconds ? 60 : 1)
  }
}

/// Returns a step, at most `most`, whose multiples include all thresholds and a figure between any
/// two of them.
private func between(_ thresholds: [Int128], _ most: Int128) -> Int128 {
  func divisor(_ a: Int128, _ b: Int128) -> Int128 { b == 0 ? a : divisor(b, a % b) }
  let common = thresholds.reduce(most, divisor)
  return common.isMultiple(of: 2) ? common / 2 : 1
}

extension [Rule] {
  /// Returns the steps between figures that questions about these rules distinguish.
  package func steps(on scope: RuleQuestion.Scope) -> FigureSteps {
    AskedData(of: self, on: scope).steps
  }
}
