import DaymarkDocuments
import DaymarkModel

// Warns about implausible thresholds, figures that sessions never have, and periods that are too
// short.

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
          warn(.ruleImplausible, at: place) {
            ($0.key, $0.bound) = (written.key, .most(limit, leaf.value.unit, days: count))
          }
        }
      }
    }
    checkLeast(of: written)
    guard case .activities(let sum, let test) = leaf.value else { return }
    if let lacking = test.lacking(sum.rawValue) {
      warn(.ruleImplausible, at: written.compared.place(of: "kind")) {
        ($0.key, $0.lacks, $0.kinds) = ("kind", sum.rawValue, lacking)
      }
    }
    guard let requirements = written.requirements else { return }
    for (quantity, comparison) in test.requirements {
      checkSession(comparison, of: quantity, test.kinds, in: requirements)
      if let lacking = test.lacking(quantity.rawValue) {
        warn(.ruleImplausible, at: requirements.place(of: quantity.rawValue)) {
          ($0.key, $0.lacks, $0.kinds) = (quantity.rawValue, quantity.rawValue, lacking)
        }
      }
    }
  }

  /// Warns about thresholds so low that another unit, or more zeros, was probably meant.
  private func checkLeast(of written: WrittenLeaf) {
    let leaf = written.leaf
    guard let least = PlausibleAmounts.least(of: leaf.value) else { return }
    for (place, threshold) in places(of: leaf.comparison, written.compared, written.key)
    where threshold < least && threshold != .zero && threshold != Quantity(1) {
      warn(.ruleImplausible, at: place) {
        ($0.key, $0.bound) = (written.key, .least(least, leaf.value.unit))
      }
    }
  }

  private func checkSession(
    _ comparison: Comparison, of quantity: ActivityQuantity, _ kinds: Set<ActivityKind>?,
    in requirements: YAMLMapping
  ) {
    guard case .mapping(let table)? = requirements.table[quantity.rawValue]?.form,
      let compared = requirements.mapping(quantity.rawValue, table)
    else { return }
    if quantity == .pace, comparison.upper == nil {
      warn(.ruleImplausible, at: compared.place(of: comparison.key)) {
        $0.key = quantity.rawValue
        $0.faster = comparison.key == "atLeast" ? "atMost" : "lessThan"
      }
    }
    let bound = PlausibleAmounts.bound(of: quantity, kinds: kinds)
    for (place, threshold) in places(of: comparison, compared, comparison.key)
    where quantity == .pace ? threshold < bound : threshold > bound {
      warn(.ruleImplausible, at: place) {
        ($0.key, $0.bound) = (quantity.rawValue, .mostInSession(bound, quantity.unit))
      }
    }
  }

  /// Each threshold of a comparison with its place.
  private func places(
    of comparison: Comparison, _ mapping: YAMLMapping, _ key: String
  ) -> [(InputLocation, Quantity)] {
    guard let value = mapping[key] else { return [] }
    let places = value.elements?.map(\.place) ?? [value.place]
    return Array(zip(places, comparison.thresholds))
  }

  /// The number of days whose amounts are compared together; `nil` when it depends on a period that
  /// is not known.
  private func countOfDays(_ leaf: Leaf) -> Int? {
    switch leaf.measure.goal {
    case .total: leaf.measure.recurrence?.mostDays ?? days?.most(in: leaf.days)
    case .window(let days): days
    default: 1
    }
  }

  /// Warns where the period is only as long as the leaf requires, so that a simpler leaf would mean
  /// the same.
  func checkRoom(of written: WrittenLeaf) {
    let leaf = written.leaf
    guard let most = days?.most(in: leaf.days) else { return }
    func warn(_ key: String, _ cause: LintCause) {
      let place = written.mapping[key]?.place ?? written.mapping.place
      self.warn(.ruleShortPeriod, at: place) { ($0.key, $0.cause) = (key, cause) }
    }
    switch leaf.measure {
    case .average where most == 1: warn("average", .averageOfOneDay)
    case .window(let days) where days == most:
      warn("days", .allDays(most))
    case .streak(let days, let misses) where misses > most - days:
      warn("misses", .room(days: days, of: most))
    default: break
    }
  }
}

extension ActivityTest {
  /// The kinds of the test, if none of them ever has the quantity; otherwise `nil`.
  fileprivate func lacking(_ quantity: String) -> [ActivityKind]? {
    guard let kinds, kinds.allSatisfy({ $0.lacks(quantity, isIndoor: isIndoor ?? false) }) else {
      return nil
    }
    return kinds.sorted { $0.rawValue < $1.rawValue }
  }
}

extension ActivityKind {
  /// Whether sessions of the kind can never have a quantity.
  fileprivate func lacks(_ quantity: String, isIndoor: Bool) -> Bool {
    switch quantity {
    case "distance", "pace", "speed": staysInPlace
    case "elevationGain": isIndoor || staysLevel
    default: false
    }
  }
}
