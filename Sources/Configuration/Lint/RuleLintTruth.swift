import DaymarkModel

// Conditions that always or never hold.

extension RuleLint {
  /// - Returns: Whether the comparison says anything.
  func checkTruth(of written: WrittenLeaf) -> Bool {
    if case .activities(_, let test) = written.leaf.value, let requirements = written.requirements {
      for (quantity, comparison) in test.requirements {
        check(comparison, of: quantity, in: requirements)
      }
    }
    let leaf = written.leaf
    let range = leaf.range
    if range.isEmpty {
      warn(.ruleNever, at: written.place) {
        ($0.key, $0.cause) = (written.key, .noStepBetween(leaf.value.unit))
      }
    } else if !range.overlaps(leaf.value.possible) {
      warn(.ruleNever, at: written.place) {
        ($0.key, $0.cause) = (written.key, .heartRateRange)
      }
    } else if range.contains(leaf.value.possible) {
      let isHeartRate = leaf.value.unit == .beatsPerMinute
      warn(.ruleAlways, at: written.place) {
        ($0.key, $0.cause) = (written.key, isHeartRate ? .heartRateRange : .nothingBelowZero)
      }
    } else {
      return true
    }
    return false
  }

  /// Checks what is asked of one session that has the quantity, to a micro-unit.
  private func check(
    _ comparison: Comparison, of quantity: ActivityQuantity, in requirements: YAMLMapping
  ) {
    guard let place = requirements[quantity.rawValue]?.place else { return }
    let isTimePerDistance = quantity == .pace
    let range = comparison.interval(step: 1)
    if range.high == 0, isTimePerDistance {
      warn(.ruleNever, at: place) {
        ($0.key, $0.cause) = (quantity.rawValue, .everySessionTakesTime)
      }
    } else if range.low == 0, range.high == nil {
      warn(.ruleAlways, at: place) {
        ($0.key, $0.cause) = (quantity.rawValue, .nothingBelowZero)
      }
    }
  }

  /// Conditions that say the same, one that another makes superfluous, and two that contradict or
  /// complete each other.
  func checkSiblings(_ parts: [PlacedCondition], list: String) {
    for (index, part) in parts.enumerated() {
      for earlier in parts[..<index] { compare(earlier, part, list: list) }
    }
  }

  private func compare(_ first: PlacedCondition, _ second: PlacedCondition, list: String) {
    func warn(_ code: FindingCode, at part: PlacedCondition, beside other: PlacedCondition) {
      self.warn(code, at: part.place) { ($0.list, $0.line) = (list, other.place.line) }
    }
    if first.condition.unadorned == second.condition.unadorned {
      warn(.ruleDuplicate, at: second, beside: first)
      return
    }
    if list != "some", first.condition.isNegation(of: second.condition) {
      warn(list == "all" ? .ruleNever : .ruleAlways, at: second, beside: first)
      return
    }
    guard case .leaf(let a) = first.condition.kind, case .leaf(let b) = second.condition.kind
    else { return }
    if list != "some" {
      // The weaker of two is superfluous in `all`, the stronger in `any`.
      let (isLaterWeaker, isEarlierWeaker) = (a.implies(b), b.implies(a))
      if list == "all" ? isLaterWeaker : isEarlierWeaker {
        warn(.ruleShadowed, at: second, beside: first)
      } else if list == "all" ? isEarlierWeaker : isLaterWeaker {
        warn(.ruleShadowed, at: first, beside: second)
      }
    }
    guard a.comparesOneFigure, a.measure == b.measure, a.value == b.value, a.days == b.days else {
      return
    }
    if list == "all", !a.range.overlaps(b.range) {
      warn(.ruleNever, at: second, beside: first)
    } else if list == "any", a.range.completes(b.range) {
      warn(.ruleAlways, at: second, beside: first)
    }
  }
}

extension Condition {
  /// Whether one of the two is the `not` of the other.
  fileprivate func isNegation(of other: Condition) -> Bool {
    let (own, other) = (unadorned, other.unadorned)
    return own == Condition(.not(other)) || other == Condition(.not(own))
  }

  /// The condition without the author's words and names, which decide nothing.
  fileprivate var unadorned: Condition {
    switch kind {
    case .all(let parts): Condition(.all(parts.map(\.unadorned)))
    case .any(let parts): Condition(.any(parts.map(\.unadorned)))
    case .some(let count, let parts): Condition(.some(count: count, of: parts.map(\.unadorned)))
    case .not(let part): Condition(.not(part.unadorned))
    case .leaf(let leaf): Condition(.leaf(leaf))
    }
  }
}

extension Leaf {
  /// The values that satisfy the comparison: of days, or of what they come to.
  ///
  /// A mean lies between the steps.
  fileprivate var range: ValueInterval {
    if case .average = measure { comparison.interval(step: 1) } else { interval }
  }

  /// Whether this one, where it holds, makes `other` hold, whatever the days are.
  func implies(_ other: Leaf) -> Bool {
    guard value == other.value, days == other.days, other.range.contains(range) else {
      return false
    }
    switch (measure, other.measure) {
    case (.days(let own), .days(let asked)): return own.implies(asked)
    case (.streak(let days, _), .days(.atLeast(let asked))): return days >= asked
    case (.streak(let days, let misses), .streak(let asked, let allowed)):
      return days >= asked && misses <= allowed
    case (.weekly(let own), .weekly(let asked)):
      guard own.startsOn == asked.startsOn, own.weeks >= asked.weeks,
        !own.countsPartialWeeks || asked.countsPartialWeeks
      else { return false }
      if case (.days(let days), .days(let askedDays)) = (own.goal, asked.goal) {
        return days.implies(askedDays)
      }
      return own.goal == asked.goal
    default: return measure == other.measure
    }
  }
}

extension Leaf.DayCount {
  /// Every one of the days is at least so many: a rule that asks for more than there are has errors.
  fileprivate func implies(_ other: Leaf.DayCount) -> Bool {
    switch (self, other) {
    case (.every, _): true
    case (.atLeast(let own), .atLeast(let asked)): own >= asked
    case (.atLeast, .every): false
    }
  }
}
