package import DaymarkModel

/// A figure that each day of a case has: one list of `rules_test.yaml`, or one lift or feat.
package enum Column: Hashable, Sendable {
  /// A metric that adds up.
  case amount(Metric)
  case heartRate(HeartRateStatistic)
  case heartMinutes(above: Int)
  case strength(StrengthMeasure)
  case lift(LiftQuantity, of: String)
  case feat(FeatFigure, of: String)

  /// What tells of a day that it has no more of the figure.
  enum Origin: CaseIterable {
    /// Data that ends, and is damaged, for all of them at once.
    case records
    /// A workout log.
    case log
    /// A table of attempts.
    case attempts
  }

  /// The columns that a value of a day is made of; none for sessions.
  static func columns(of value: DayValue) -> [Column] {
    switch value {
    case .metric(.heartRate): [.heartRate(.average)]
    case .metric(let metric): [.amount(metric)]
    case .heartRate(let statistic): [.heartRate(statistic)]
    case .heartMinutes(let above): [.heartMinutes(above: above)]
    case .strength(let measure): [.strength(measure)]
    case .lift(let quantity, let exercise): [.lift(quantity, of: exercise)]
    case .feat(let figure, let id): [.feat(figure, of: id)]
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

  /// The order in which a case has its lists.
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
