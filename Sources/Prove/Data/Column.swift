package import DaymarkModel

/// A figure of each day in a case: one list of `rules_test.yaml`, or one lift or feat.
package enum Column: Hashable, Sendable {
  /// A metric that can be summed.
  case amount(Metric)
  case heartRate(HeartRateStatistic)
  case heartMinutes(above: Int)
  case strength(StrengthMeasure)
  case lift(LiftQuantity, of: String)
  case feat(FeatFigure, of: String)

  /// The source of a column, which determines where its data ends.
  enum Origin: CaseIterable {
    /// Records, whose end and damage concern all their columns at once.
    case records
    /// A workout log.
    case log
    /// A table of attempts at feats.
    case attempts
  }

  /// Returns the columns from which a value of a day is computed; none for sessions.
  static func columns(of value: DayValue) -> [Column] {
    switch value {
    case .metric(.heartRate): [.heartRate(.average)]
    case .metric(let metric): [.amount(metric)]
    case .heartRate(let statistic): [.heartRate(statistic)]
    case .heartMinutes(let above): [.heartMinutes(above: above)]
    case .strength(let measure): [.strength(measure)]
    case .lift(let quantity, let exercise): [.lift(quantity, of: exercise)]
    case .feat(let figure, let feat): [.feat(figure, of: feat.id)]
    case .weighted(let sum): sum.terms.flatMap { columns(of: $0.value) }
    case .activities: []
    }
  }

  var origin: Origin {
    switch self {
    case .amount, .heartRate, .heartMinutes: .records
    case .strength, .lift: .log
    case .feat: .attempts
    }
  }

  var unit: Unit {
    switch self {
    case .amount(let metric): metric.canonicalUnit
    case .heartRate: .beatsPerMinute
    case .heartMinutes: .minute
    case .strength(let measure): measure.unit
    case .lift(let quantity, _): quantity.unit
    case .feat(let figure, _): figure.unit
    }
  }

  /// The sort key that puts columns into the order of a case.
  var order: String {
    switch self {
    case .amount(let metric): "0 \(metric.rawValue)"
    case .heartRate(let statistic): "1 \(statistic.rawValue)"
    case .heartMinutes(let above): "2 \(above + 1000)"
    case .strength(let measure): "3 \(measure.rawValue)"
    case .lift(let quantity, let exercise): "4 \(exercise) \(quantity.rawValue)"
    case .feat(let figure, let id): "5 \(id) \(figure.rawValue)"
    }
  }
}

extension [Column] {
  var ordered: [Column] { sorted { $0.order < $1.order } }
}
