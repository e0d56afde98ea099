/// The operator's statements about a subject's logs and recordings, for facts that the files leave
/// open.
package struct LogSettings: Hashable, Sendable {
  /// The unit of loads that are written without one.
  package var loadUnit: LoadUnit?
  /// The order of the parts of a date such as `3/4/2026`.
  package var dateOrder: DateOrder?
  /// The body weight for sessions where neither the log nor a Health export states it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?

  /// The subject's sex class in contests, by which lifts are compared with records.
  package var sex: Sex?

  /// The sports of sessions whose files do not state a known one; the first statement that matches
  /// a file's name applies.
  package var sports: [SportStatement] = []

  /// The plausible body weights.
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

/// The units in which loads are written.
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

/// The order of day and month in a date written in numbers, with the year last.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
  case dayMonth = "day-month"
  case monthDay = "month-day"
}
