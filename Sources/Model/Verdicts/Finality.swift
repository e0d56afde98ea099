/// Whether a verdict may still change; see Pipelines, "Final".
public enum Finality: Hashable, Sendable {
  /// No data that is handed in from now on changes the verdict.
  case final
  /// Data that is handed in may change the verdict: until an instant, or without an end where none
  /// is known.
  case provisional(until: Instant?)
}

extension Finality {
  /// Whether no data that is handed in from now on changes the verdict.
  package var isFinal: Bool {
    get { self == .final }
    set { if newValue != isFinal { self = newValue ? .final : .provisional(until: nil) } }
  }

  /// The instant until which the verdict may change; `nil` for a final verdict, and for one that is
  /// open without an end.
  package var openUntil: Instant? {
    get { if case .provisional(let until) = self { until } else { nil } }
    set { self = newValue.map { .provisional(until: $0) } ?? self }
  }
}

/// The operator's statement about who has handed in everything.
package enum Completeness: String, CaseIterable, Hashable, Sendable {
  case unstated
  /// This subject has handed in everything.
  case subject
  /// Every subject has handed in everything, which matters for a rule with a condition on shared
  /// data.
  case everybody
}
