/// A demand on the data that a pass must meet to stand; see Rules, "Three answers".
///
/// A gate that does not hold turns a pass into undetermined or, with `onBreach: fail`, into a fail
/// once the proof deadline is over. It leaves a fail as it is, so that nobody wins by spoiling
/// their own data.
package struct QualityGate: Hashable, Sendable {
  /// The quantity that a gate limits.
  package enum Measure: Hashable, Sendable {
    /// The share of user-entered values in the metric's values over the period, before merging.
    ///
    /// - Units: ten-thousandths.
    case manualShare(Metric, atMost: Int)
    /// The share of the metric's values over the period that were written late; see
    /// ``QualityMeasure/lateAfterHours``.
    ///
    /// - Units: ten-thousandths.
    case lateShare(Metric, atMost: Int)
    /// The number of flags, other than merely noted ones; `nil` counts flags of every code.
    case flags(Set<FlagCode>?, atMost: Int)
  }

  /// The quantity that the gate limits, with the limit.
  package var measure: Measure
  /// The treatment of a pass whose data breaches the gate.
  package var onBreach: BreachPolicy

  package init(_ measure: Measure, onBreach: BreachPolicy = .undetermined) {
    self.measure = measure
    self.onBreach = onBreach
  }
}

extension QualityGate {
  /// The key under which a rule file writes the gate.
  package var key: String {
    switch measure {
    case .manualShare: "manualShare"
    case .lateShare: "lateShare"
    case .flags: "flags"
    }
  }
}

extension QualityGate {
  /// Whether the gate depends on the data of other subjects.
  package var asksAboutSharing: Bool {
    switch measure {
    case .manualShare, .lateShare: false
    case .flags(let codes, _): codes?.contains(where: \.isOfSharing) ?? true
    }
  }
}

extension Quantity {
  /// A share in percent, as gates and their reasons write it.
  package init(percentOf tenThousandths: Int) {
    self = Quantity(exactly: Int128(tenThousandths) * Int128(Self.hundredth)) ?? .limit
  }
}

/// The treatment of a pass when a gate does not hold.
package enum BreachPolicy: String, CaseIterable, Hashable, Sendable {
  case undetermined, fail
}
