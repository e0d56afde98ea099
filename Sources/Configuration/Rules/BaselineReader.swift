import DaymarkDocuments
import DaymarkModel

/// Checks that a leaf with a baseline has everything that it needs, and reports what is missing.
struct BaselineReader {
  private let mapping: YAMLMapping

  /// Prepares the check.
  ///
  /// - Parameter mapping: The mapping of the leaf.
  init(_ mapping: YAMLMapping) { self.mapping = mapping }

  /// Whether the leaf is valid.
  ///
  /// - Parameter fields: The fields that were read from the leaf.
  func accepts(_ fields: [String: JSONValue]) -> Bool {
    guard let baseline = Baseline(inLeaf: fields) else {
      guard let floor = mapping[KeyTable.floorKey] else { return true }
      mapping.reject(KeyTable.floorKey, floor, expected: .onlyWith(KeyTable.baselineKey))
      return false
    }
    // Every check is made, so that every error is reported.
    return [hasFloor, isOfDevices(fields), hasRoom(baseline)].allSatisfy { $0 }
  }

  private var hasFloor: Bool {
    if mapping.has(KeyTable.floorKey) { return true }
    mapping.findings.add(
      .configMissingKey, at: mapping.place(of: KeyTable.baselineKey), key: KeyTable.floorKey,
      expected: .threshold)
    return false
  }

  /// Whether devices record the compared value every day; how far back a log goes is not known.
  private func isOfDevices(_ fields: [String: JSONValue]) -> Bool {
    let names = cumulativeMetrics + [WeightedSum.stepsOrPushesID]
    let terms: [JSONValue] = if case .array(let terms)? = fields["of"] { terms } else { [] }
    let metrics = fields["metric"].map { [$0] } ?? terms.compactMap { $0["metric"] }
    let isKnown = metrics.allSatisfy { names.map(JSONValue.string).contains($0) }
    if fields[KeyTable.heartMinutesKey] == nil, isKnown { return true }
    let key = KeyTable.amountKeys.first(where: mapping.has) ?? KeyTable.baselineKey
    mapping.findings.add(
      .configBadValue, at: mapping.place(of: key), key: key, expected: .metricOfBaseline(names))
    return false
  }

  private func hasRoom(_ baseline: Baseline) -> Bool {
    if baseline.atLeastDays <= baseline.days { return true }
    let inner = mapping.mapping(KeyTable.baselineKey, Baseline.table)
    // Without the key, the usual number of days is needed.
    let key = inner?.has("atLeastDays") == true ? "atLeastDays" : "days"
    mapping.findings.add(
      .configBadValue, at: inner?.place(of: key) ?? mapping.place, key: "atLeastDays",
      value: "\(baseline.atLeastDays)", expected: .atMost(baseline.days, .days))
    return false
  }
}
