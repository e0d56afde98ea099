import DaymarkModel

/// An object of the JSON that is imported, with the path to it: `dailyTarget.conditions[0]`.
struct ImportedObject {
  let path: String
  let report: ImportReport
  private let members: [String: JSONValue]

  init?(_ value: JSONValue, at path: String, _ report: ImportReport) {
    guard case .object(let members) = value else { return nil }
    (self.path, self.report, self.members) = (path, report, members)
  }

  /// Whether the key is there; `null` is as good as left out.
  func has(_ key: String) -> Bool { members[key].map { $0 != .null } ?? false }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Reports every key that is not one of these.
  func allow(_ keys: [String]) {
    for key in members.keys.sorted() where !keys.contains(key) {
      report.add(
        .importUnknownKey, at: path(of: key),
        expected: .keys(keys), suggestion: suggestion(for: key, among: keys))
    }
  }

  /// Reports that `key` does not hold what it should.
  func reject(_ key: String, expected: ExpectedValue, suggestion: String? = nil) {
    let code: FindingCode = has(key) ? .importBadValue : .importMissingKey
    report.add(code, at: path(of: key), expected: expected, suggestion: suggestion)
  }

  func text(_ key: String, expected: ExpectedValue = .text) -> String? {
    if case .string(let text)? = members[key] { return text }
    reject(key, expected: expected)
    return nil
  }

  /// One of these words.
  func word(_ key: String, of words: [String]) -> String? {
    guard case .string(let text)? = members[key] else {
      reject(key, expected: .oneOf(words))
      return nil
    }
    if words.contains(text) { return text }
    reject(
      key, expected: .oneOf(words),
      suggestion: suggestion(for: text, among: words))
    return nil
  }

  /// An amount in a unit, from 0.
  func amount(_ key: String, in unit: Unit, of canonical: Unit) -> Quantity? {
    if case .number(let number)? = members[key],
      let quantity = thresholdQuantity(
        "\(decimalText(number)) \(unit.rawValue)", in: canonical)
    {
      return quantity
    }
    reject(key, expected: canonical == .count ? .wholeNumber(from: 0, through: nil) : .number)
    return nil
  }

  /// A whole number from 1.
  func count(_ key: String) -> Int? {
    if case .number(let number)? = members[key], let count = Int(exactly: number),
      (1...wholeNumberLimit).contains(count)
    {
      return count
    }
    reject(key, expected: .wholeNumber(from: 1, through: nil))
    return nil
  }

  func object(_ key: String) -> ImportedObject? {
    if let value = members[key], let object = ImportedObject(value, at: path(of: key), report) {
      return object
    }
    reject(key, expected: .object)
    return nil
  }

  func objects(_ key: String) -> [ImportedObject]? {
    guard case .array(let elements)? = members[key] else {
      reject(key, expected: .list(of: .object))
      return nil
    }
    let objects = elements.enumerated().map { index, element in
      let path = "\(path(of: key))[\(index)]"
      let object = ImportedObject(element, at: path, report)
      if object == nil { report.add(.importBadValue, at: path, expected: .object) }
      return object
    }
    return objects.contains { $0 == nil } ? nil : objects.compactMap(\.self)
  }
}

/// A number as JSON writes it, which is how it was read.
private func decimalText(_ number: Double) -> String {
  JSONValue.number(number).canonicalText
}
