import DaymarkModel

// Kleene's strong logic of three values.

extension Outcome {
  /// The opposite answer; what is undetermined stays so.
  var negated: Outcome {
    switch self {
    case .pass: .fail
    case .fail: .pass
    case .undetermined: .undetermined
    }
  }
}

extension [Outcome] {
  /// Whether all pass.
  var conjunction: Outcome {
    if contains(.fail) { return .fail }
    return contains(.undetermined) ? .undetermined : .pass
  }

  /// Whether one passes.
  var disjunction: Outcome { map(\.negated).conjunction.negated }

  /// Whether so many pass.
  func threshold(_ count: Int) -> Outcome {
    let passed = self.count { $0 == .pass }
    if passed >= count { return .pass }
    return passed + self.count { $0 == .undetermined } >= count ? .undetermined : .fail
  }
}
