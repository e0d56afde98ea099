/// What the operator says of a subject's logs and recordings, where a file leaves it open.
package struct LogSettings: Hashable, Sendable {
  /// The unit of loads that state none.
  package var loadUnit: LoadUnit?
  /// The order of the parts of a date such as `3/4/2026`.
  package var dateOrder: DateOrder?
  /// The body's weight where neither a session nor a health export says it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?

  /// The sex by which contests sort lifters: the best that is known goes by it.
  package var sex: Sex?

  /// The sports of sessions whose files state none that is known; the first that fits a file's name counts.
  package var sports: [SportStatement] = []

  /// The weights that bodies plausibly have.
  ///
  /// - Units: kilograms, in micro-units.
  package static let bodyWeights = Quantity(20)...Quantity(400)

  package init(
    loadUnit: LoadUnit? = nil, dateOrder: DateOrder? = nil, bodyWeight: Quantity? = nil,
    sex: Sex? = nil
  ) {
    self.loadUnit = loadUnit
    self.dateOrder = dateOrder
    self.bodyWeight = bodyWeight
    self.sex = sex
  }
}

/// The units of loads.
package enum LoadUnit: String, CaseIterable, Hashable, Sendable {
  case kilogram = "kg"
  case pound = "lb"

  /// The unit as records state it.
  package var unit: Unit {
    switch self {
    case .kilogram: .kilogram
    case .pound: .pound
    }
  }
}

/// The orders of the parts of a date written in numbers, with the year last.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
  case dayMonth = "day-month"
  case monthDay = "month-day"
}
