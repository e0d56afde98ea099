/// Whether a verdict may still change; see Pipelines, "Final".
public enum Finality: Hashable, Sendable {
  /// Nothing that anybody hands in changes it.
  case final
  /// What is handed in may change it: until an instant, or without an end where none is known.
  case provisional(until: Instant?)
}

extension Finality {
  /// Whether nothing that anybody hands in changes the verdict.
  package var isFinal: Bool {
    get { self == .final }
    set { if newValue != isFinal { self = newValue ? .final : .provisional(until: nil) } }
  }

  /// The instant until which the verdict may change; `nil` of one that is final, or open without an end.
  package var openUntil: Instant? {
    get { if case .provisional(let until) = self { until } else { nil } }
    set { self = newValue.map { .provisional(until: $0) } ?? self }
  }
}

/// Of whom the operator says that they have handed in everything.
package enum Completeness: String, CaseIterable, Hashable, Sendable {
  case unstated
  /// Of the subject.
  case subject
  /// Of every subject, which counts where a rule asks what subjects share.
  case everybody
}
