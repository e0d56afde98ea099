/// A demand on the data that a pass must meet to stand; see Rules, "Three answers".
///
/// A gate that does not hold makes a pass undetermined or, with `onBreach: fail`, a fail once the
/// proof deadline is over. It leaves a fail as it is: nobody wins by spoiling their own data.
package struct QualityGate: Hashable, Sendable {
  /// The things that a gate can ask about.
  package enum Measure: Hashable, Sendable {
    /// The user-entered part of the metric's values over the period, before merging.
    ///
    /// - Units: ten-thousandths.
    case manualShare(Metric, atMost: Int)
    /// The part of the metric's values over the period that was written late; see
    /// ``QualityMeasure/lateAfterHours``.
    ///
    /// - Units: ten-thousandths.
    case lateShare(Metric, atMost: Int)
    /// Flags of the codes (of all when `nil`) that are not merely noted.
    case flags(Set<FlagCode>?, atMost: Int)
  }

  /// The thing that is asked about, with its bound.
  package var measure: Measure
  /// The policy for a pass whose data breaches the gate.
  package var onBreach: BreachPolicy

  /// Makes a gate; see Rules, "Quality".
  package init(_ measure: Measure, onBreach: BreachPolicy = .undetermined) {
    self.measure = measure
    self.onBreach = onBreach
  }
}

extension QualityGate {
  /// The key that a rule file writes.
  package var key: String {
    switch measure {
    case .manualShare: "manualShare"
    case .lateShare: "lateShare"
    case .flags: "flags"
    }
  }
}

extension QualityGate {
  /// Whether only a look at all subjects can answer it.
  package var asksAboutSharing: Bool {
    switch measure {
    case .manualShare, .lateShare: false
    case .flags(let codes, _): codes?.contains(where: \.isOfSharing) ?? true
    }
  }
}

extension Quantity {
  /// A share in percent, as gates are written and their reasons say it.
  package init(percentOf tenThousandths: Int) {
    self = Quantity(exactly: Int128(tenThousandths) * Int128(Self.hundredth)) ?? .limit
  }
}

/// The outcome that a pass becomes when a gate does not hold.
package enum BreachPolicy: String, CaseIterable, Hashable, Sendable {
  case undetermined, fail
}
