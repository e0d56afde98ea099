import DaymarkModel

// Warns about conditions that always or never hold.

extension RuleLint {
  /// Warns about comparisons that always or never hold.
  ///
  /// - Returns: Whether the comparison can go either way.
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

  /// Checks a comparison with a figure of one session, which is exact to a micro-unit.
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

  /// Warns about conditions that say the same, make another superfluous, contradict each other or
  /// complete each other.
  ///
  /// Each such pair is reported once. Only leaves on the same figures of the same days are
  /// compared.
  func checkSiblings(_ parts: [PlacedCondition], list: String) {
    func warn(_ code: FindingCode, at part: PlacedCondition, beside other: PlacedCondition) {
      self.warn(code, at: part.place) { ($0.list, $0.line) = (list, other.place.line) }
    }
    var known: [Condition: PlacedCondition] = [:]
    var leaves: [LeafScope: [PlacedLeaf]] = [:]
    for part in parts {
      let condition = part.condition.unadorned
      if let earlier = known[condition] {
        warn(.ruleDuplicate, at: part, beside: earlier)
        continue
      }
      known[condition] = part
      // For `some` it matters which of them hold, so equal conditions are not superfluous.
      if list == "some" { continue }
      if let earlier = condition.negations.lazy.compactMap({ known[$0] }).first {
        warn(list == "all" ? .ruleNever : .ruleAlways, at: part, beside: earlier)
      } else if case .leaf(let leaf) = condition.kind {
        compare(
          PlacedLeaf(leaf: leaf, part: part), to: &leaves[LeafScope(leaf), default: []], list, warn)
      }
    }
  }

  /// Compares a leaf with those before it.
  ///
  /// - Parameter others: The earlier leaves that are not superfluous; the new one is added, unless
  ///   it is superfluous.
  private func compare(
    _ new: PlacedLeaf, to others: inout [PlacedLeaf], _ list: String,
    _ warn: (FindingCode, PlacedCondition, PlacedCondition) -> Void
  ) {
    var left: [PlacedLeaf] = []
    for (index, other) in others.enumerated() {
      // The weaker of two conditions is superfluous in `all`, and the stronger in `any`.
      let (isWeaker, isStronger) = (other.leaf.implies(new.leaf), new.leaf.implies(other.leaf))
      if list == "all" ? isWeaker : isStronger {
        warn(.ruleShadowed, new.part, other.part)
        others = left + others[index...]
        return
      }
      if list == "all" ? isStronger : isWeaker {
        warn(.ruleShadowed, other.part, new.part)
        continue
      }
      left.append(other)
      guard new.leaf.comparesOneFigure, new.leaf.measure == other.leaf.measure else { continue }
      if list == "all", !new.leaf.range.overlaps(other.leaf.range) {
        warn(.ruleNever, new.part, other.part)
      } else if list == "any", new.leaf.baseline == nil, other.leaf.baseline == nil,
        new.leaf.range.completes(other.leaf.range)
      {
        warn(.ruleAlways, new.part, other.part)
      }
    }
    others = left + [new]
  }
}

private struct PlacedLeaf {
  var leaf: Leaf
  var part: PlacedCondition
}

/// The figures and days that a leaf is about; only leaves of equal scope are compared.
private struct LeafScope: Hashable {
  private let value: DayValue
  private let days: DaySelection

  init(_ leaf: Leaf) { (value, days) = (leaf.value, leaf.days) }
}

extension Condition {
  /// The conditions that are this one's negation, without names and sentences.
  fileprivate var negations: [Condition] {
    let own = [Condition(.not(self))]
    return if case .not(let part) = kind { own + [part] } else { own }
  }

  /// The condition without the author's sentences and names, which decide nothing.
  fileprivate var unadorned: Condition {
    switch kind {
    case .all(let parts): Condition(.all(parts.map(\.unadorned)))
    case .any(let parts): Condition(.any(parts.map(\.unadorned)))
    case .some(let count, let parts): Condition(.some(count: count, of: parts.map(\.unadorned)))
    case .not(let part): Condition(.not(part.unadorned))
    case .leaf, .jointly: Condition(kind)
    }
  }
}

extension Leaf {
  /// The values that satisfy the comparison, whether they are those of days or of a result.
  ///
  /// A mean can lie between the steps of days' values.
  fileprivate var range: ValueInterval {
    if case .average = measure.goal {
      comparison.interval(step: 1, times: Int(value.partsOfMicroUnit))
    } else {
      interval
    }
  }

  /// Whether this leaf, wherever it holds, makes `other` hold, whatever the days are.
  func implies(_ other: Leaf) -> Bool {
    // The target of a baseline is the floor or more.
    guard other.range.contains(range), value == other.value, days == other.days,
      other.baseline == nil || other.baseline == baseline
    else { return false }
    return measure.implies(other.measure)
  }
}

extension Leaf.Measure {
  /// Whether this measure implies another one on the same value and days, where a value that
  /// satisfies the one comparison satisfies the other.
  fileprivate func implies(_ other: Leaf.Measure) -> Bool {
    switch (self, other) {
    case (.days(let own), .days(let asked)): return own.implies(asked)
    case (.streak(let days, _), .days(.atLeast(let asked))): return days >= asked
    case (.streak(let days, let misses), .streak(let asked, let allowed)):
      return days >= asked && misses <= allowed
    case (.recurring(let own, let goal), .recurring(let asked, let askedGoal)):
      return own.stretch == asked.stretch && own.count >= asked.count
        && (own.isInARow || !asked.isInARow) && (!own.countsPartial || asked.countsPartial)
        && goal.implies(askedGoal)
    default: return self == other
    }
  }
}

extension Leaf.DayCount {
  /// Whether enough days for this number are always enough for another one.
  ///
  /// Every day of the period is enough for any number, because a rule that asks for more days than
  /// there are has errors.
  fileprivate func implies(_ other: Leaf.DayCount) -> Bool {
    switch (self, other) {
    case (.every, _): true
    case (.atLeast(let own), .atLeast(let asked)): own >= asked
    case (.atLeast, .every): false
    }
  }
}
