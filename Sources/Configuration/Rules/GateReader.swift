import DaymarkModel

/// Reads `quality:`, gates in a mapping or a list of them.
func readGates(_ value: Value, _ findings: FindingCollector) -> [QualityGate]? {
  guard let elements = value.elements else {
    return Mapping(value, .gates, key: "quality", findings).flatMap(gates)
  }
  guard !elements.isEmpty else {
    findings.add(
      .configBadValue, at: value.place,
      key: "quality", expected: KeyTable.rule["quality"]?.expected)
    return nil
  }
  let read = elements.map { Mapping($0, .gates, key: "quality", findings).flatMap(gates) }
  return read.contains { $0 == nil } ? nil : read.flatMap { $0 ?? [] }
}

/// The gates of one mapping, in the order manual share, late share, flags.
private func gates(_ mapping: Mapping) -> [QualityGate]? {
  let written = mapping.any(of: KeyTable.gates.needsAny)
  let policy =
    mapping.has("onBreach") ? mapping.choice("onBreach", BreachPolicy.self) : .undetermined
  var measures: [QualityGate.Measure]? = []
  func add(_ read: [QualityGate.Measure]?) {
    measures = read.flatMap { new in measures.map { $0 + new } }
  }
  if mapping.has("manualShare") {
    add(shares("manualShare", of: mapping) { .manualShare($0, atMost: $1) })
  }
  if mapping.has("lateShare") {
    add(shares("lateShare", of: mapping) { .lateShare($0, atMost: $1) })
  }
  if mapping.has("flags") { add(flags(mapping).map { [$0] }) }
  guard let policy, let measures, !written.isEmpty else { return nil }
  return measures.map { QualityGate($0, onBreach: policy) }
}

private func shares(
  _ key: String, of mapping: Mapping, _ measure: (Metric, Int) -> QualityGate.Measure
) -> [QualityGate.Measure]? {
  guard let value = mapping[key] else { return nil }
  let elements = value.elements ?? [value]
  guard !elements.isEmpty else {
    mapping.reject(key, value)
    return nil
  }
  let read = elements.map { element -> QualityGate.Measure? in
    guard let share = Mapping(element, .share, key: key, mapping.findings) else { return nil }
    let metric = share.metric("metric")
    let atMost = share.read("atMost", percentage)
    guard let metric, let atMost else { return nil }
    return measure(metric, atMost)
  }
  return read.contains { $0 == nil } ? nil : read.compactMap(\.self)
}

private func flags(_ mapping: Mapping) -> QualityGate.Measure? {
  guard let flags = mapping.mapping("flags", .flags) else { return nil }
  let atMost = flags.read("atMost", wholeNumber)
  let codes = flags.has("codes") ? flags.distinctList("codes", FlagCode.init(rawValue:)) : nil
  guard let atMost, flags.has("codes") == (codes != nil) else { return nil }
  return .flags(codes.map(Set.init), atMost: atMost)
}
