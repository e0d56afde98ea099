import DaymarkModel

// Thresholds past the plausible, what sessions never have, and periods too short.

extension RuleLint {
  func checkPlausibility(of written: WrittenLeaf) {
    let leaf = written.leaf
    if let count = countOfDays(leaf) {
      let (most, overflow) = PlausibleAmounts.most(of: leaf.value).microUnits
        .multipliedReportingOverflow(by: Int64(count))
      if !overflow {
        let limit = Quantity(microUnits: most)
        for (place, threshold) in places(of: leaf.comparison, written.compared, written.key)
        where threshold > limit {
          let text =
            "\(limit) \(leaf.value.unit.rawValue) in \(count == 1 ? "a day" : "\(count) days")"
          warn(.ruleImplausible, at: place, ["key": written.key, "limit": text])
        }
      }
    }
    checkLeast(of: written)
    guard case .activities(let sum, let test) = leaf.value else { return }
    if let lacking = test.lacking(sum.rawValue) {
      warn(
        .ruleImplausible, at: written.compared.place(of: "kind"),
        ["key": "kind", "lacks": sum.rawValue, "kinds": lacking])
    }
    guard let requirements = written.requirements else { return }
    for (quantity, comparison) in test.requirements {
      checkSession(comparison, of: quantity, test.kinds, in: requirements)
      if let lacking = test.lacking(quantity.rawValue) {
        warn(
          .ruleImplausible, at: requirements.place(of: quantity.rawValue),
          ["key": quantity.rawValue, "lacks": quantity.rawValue, "kinds": lacking])
      }
    }
  }

  /// Thresholds so low that they rather want another unit, or some zeros.
  private func checkLeast(of written: WrittenLeaf) {
    let leaf = written.leaf
    guard let least = PlausibleAmounts.least(of: leaf.value) else { return }
    for (place, threshold) in places(of: leaf.comparison, written.compared, written.key)
    where threshold < least && threshold != .zero && threshold != Quantity(1) {
      warn(
        .ruleImplausible, at: place,
        ["key": written.key, "least": "\(least) \(leaf.value.unit.rawValue)"])
    }
  }

  private func checkSession(
    _ comparison: Comparison, of quantity: ActivityQuantity, _ kinds: Set<ActivityKind>?,
    in requirements: Mapping
  ) {
    guard case .mapping(let table)? = requirements.table[quantity.rawValue]?.form,
      let compared = requirements.mapping(quantity.rawValue, table)
    else { return }
    if quantity == .pace, ["atLeast", "moreThan"].contains(comparison.key) {
      warn(
        .ruleImplausible, at: compared.place(of: comparison.key),
        ["key": quantity.rawValue, "slower": comparison.key == "atLeast" ? "atMost" : "lessThan"])
    }
    let bound = PlausibleAmounts.bound(of: quantity, kinds: kinds)
    for (place, threshold) in places(of: comparison, compared, comparison.key)
    where quantity == .pace ? threshold < bound : threshold > bound {
      let text = "\(bound) \(quantity.unit.rawValue) in a session"
      warn(.ruleImplausible, at: place, ["key": quantity.rawValue, "limit": text])
    }
  }

  /// Each threshold with its place.
  private func places(
    of comparison: Comparison, _ mapping: Mapping, _ key: String
  ) -> [(Place, Quantity)] {
    guard let value = mapping[key] else { return [] }
    let places = value.elements?.map(\.place) ?? [value.place]
    return Array(zip(places, comparison.thresholds))
  }

  /// How many days' amounts the comparison looks at together; `nil` when that depends on a period that
  /// is not known.
  private func countOfDays(_ leaf: Leaf) -> Int? {
    switch leaf.measure {
    case .total: days?.most(in: leaf.days)
    case .window(let days): days
    case .weekly(let weekly): weekly.goal == .total ? 7 : 1
    case .days, .streak, .average, .best: 1
    }
  }

  /// What the period leaves no room for, so that another leaf would say the same.
  func checkRoom(of written: WrittenLeaf) {
    let leaf = written.leaf
    guard let most = days?.most(in: leaf.days) else { return }
    func warn(_ key: String, _ because: String) {
      self.warn(
        .ruleShortPeriod, at: written.mapping[key]?.place ?? written.mapping.place,
        ["key": key, "because": because])
    }
    switch leaf.measure {
    case .average where most == 1: warn("average", "there is one day, which is its own average")
    case .window(let days) where days == most:
      warn("days", "there are \(most) days in all, so `total` says the same")
    case .streak(let days, let misses) where misses > most - days:
      warn("misses", "\(days) of \(most) days leave room for \(most - days)")
    default: break
    }
  }
}

extension ActivityTest {
  /// The kinds, when they are named and none of them ever has the quantity.
  fileprivate func lacking(_ quantity: String) -> String? {
    guard let kinds, kinds.allSatisfy({ $0.lacks(quantity, isIndoor: isIndoor ?? false) }) else {
      return nil
    }
    return kinds.map(\.rawValue).sorted().joined(separator: ", ")
  }
}

extension ActivityKind {
  /// Whether sessions of the kind have none of a quantity by nature.
  fileprivate func lacks(_ quantity: String, isIndoor: Bool) -> Bool {
    switch quantity {
    case "distance", "pace", "speed": [.strength, .yoga, .hiit].contains(self)
    case "elevationGain":
      isIndoor || [.swim, .strength, .yoga, .hiit, .row].contains(self)
    default: false
    }
  }
}
