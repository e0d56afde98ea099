import DaymarkModel

/// Reads `quality:`, gates in a mapping or a list of them.
func readGates(_ value: YAMLValue, _ findings: FindingCollector) -> [QualityGate]? {
  guard let elements = value.elements else {
    return YAMLMapping(value, .gates, key: "quality", findings).flatMap(gates)
  }
  guard !elements.isEmpty else {
    findings.add(
      .configBadValue, at: value.place,
      key: "quality", expected: KeyTable.rule["quality"]?.expected)
    return nil
  }
  let read = elements.map { YAMLMapping($0, .gates, key: "quality", findings).flatMap(gates) }
  return read.contains { $0 == nil } ? nil : read.flatMap { $0 ?? [] }
}

/// The gates of one mapping, in the order manual share, late share, flags.
private func gates(_ mapping: YAMLMapping) -> [QualityGate]? {
  let written = mapping.any(of: KeyTable.gates.needsAny)
  let policy =
    mapping.has("onBreach") ? mapping.choice("onBreach", BreachPolicy.self) : .undetermined
  let read = written.map { gates(under: $0, of: mapping) }
  guard let policy, !written.isEmpty, !read.contains(where: { $0 == nil }) else { return nil }
  return read.flatMap { $0 ?? [] }.map { QualityGate($0.measure, onBreach: policy) }
}

/// One gate, or a list of them.
private func gates(under key: String, of mapping: YAMLMapping) -> [QualityGate]? {
  guard let value = mapping[key], let form = mapping.table[key]?.form else { return nil }
  var (table, elements): (KeyTable?, [YAMLValue]) = (nil, [value])
  switch form {
  case .mapping(let only): table = only
  case .oneOrMore(.mapping(let each), _): (table, elements) = (each, value.elements ?? [value])
  default: break
  }
  guard let table, !elements.isEmpty else {
    mapping.reject(key, value)
    return nil
  }
  let read = elements.map { element in
    YAMLMapping(element, table, key: key, mapping.findings).flatMap { FieldReader($0).fields() }
      .flatMap { QualityGate(definition: .object([key: .object($0)])) }
  }
  return read.contains { $0 == nil } ? nil : read.compactMap(\.self)
}
