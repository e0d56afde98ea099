import DaymarkDocuments
import DaymarkModel

/// A mapping checked against its table of keys.
///
/// Unknown and missing keys are reported when it is made; what a key holds when it is asked for.
struct YAMLMapping {
  let place: InputLocation
  let table: KeyTable
  let findings: FindingCollector
  private var values: [String: YAMLValue] = [:]
  private var keyPlaces: [String: InputLocation] = [:]
  /// Keys that an unknown one probably stands for: reporting them missing too would only confuse.
  private var meant: Set<String> = []
  private var hasUnknownKey = false

  /// - Returns: `nil`, reported, when `value` is no mapping.
  init?(_ value: YAMLValue, _ table: KeyTable, key: String? = nil, _ findings: FindingCollector) {
    guard let entries = value.entries else {
      let isShort = value.text.map(lacksSpace) ?? false
      findings.add(
        .configBadValue, at: value.place,
        key: key, value: isShort ? value.text : nil,
        expected: isShort
          ? .spaceAfterColon
          : value.elements != nil && table.isOfConditions
            ? .conditionsUnderAll : .mapping(under: key, table))
      return nil
    }
    (place, self.table, self.findings) = (value.place, table, findings)
    var indentation = Indentation()
    for (keyValue, held) in entries {
      let name = keyValue.text ?? ""
      let known = table[name]
      if known == nil || held.text?.isEmpty == false,
        let parent = indentation.parent(of: name)
      {
        hasUnknownKey = true
        guard let parent = indentation.addParent(parent) else { continue }
        findings.add(
          .configUnknownKey, at: keyValue.place, key: name, expected: .indentedUnder(parent))
        continue
      }
      guard let known else {
        addUnknown(name, at: keyValue.place)
        continue
      }
      keyPlaces[name] = keyValue.place
      if held.isEmpty {
        indentation.open.append(known)
      } else {
        values[name] = held
      }
    }
    for key in indentation.open where !indentation.isParent(key.name) {
      findings.add(
        .configMissingKey, at: place(of: key.name), key: key.name, expected: key.expected)
    }
    for key in table.keys where key.isRequired && !has(key.name) && !meant.contains(key.name) {
      findings.add(.configMissingKey, at: place, key: key.name, expected: key.expected)
    }
  }

  private mutating func addUnknown(_ name: String, at place: InputLocation) {
    let slip = UnknownKey(name, table)
    if let near = slip.meant { meant.insert(near) }
    hasUnknownKey = true
    findings.add(
      .configUnknownKey, at: place,
      key: name, expected: slip.expected, suggestion: slip.suggestion)
  }

  subscript(key: String) -> YAMLValue? { values[key] }

  /// Whether `key` is written, be its value good or not.
  func has(_ key: String) -> Bool { keyPlaces[key] != nil }

  func place(of key: String) -> InputLocation { keyPlaces[key] ?? place }

  /// The value that a key's scalar stands for; reported when the table or `read` does not
  /// understand it.
  func read<Result>(_ key: String, _ read: (String) -> Result?) -> Result? {
    guard let value = values[key] else { return nil }
    let form = table[key]?.form
    if let text = value.text, form?.accepts(text) != false, let result = read(text) {
      return result
    }
    reject(key, value)
    return nil
  }

  /// A scalar of which the table says all.
  func word(_ key: String) -> String? { read(key) { $0 } }

  /// Each scalar of a list, which is not empty.
  func readList<Result>(_ key: String, _ read: (String) -> Result?) -> [Result]? {
    guard let value = values[key] else { return nil }
    let form = table[key]?.form
    guard let elements = value.elements, !elements.isEmpty || form?.mayBeEmpty == true else {
      let isWord = value.text.map { form?.words.contains($0) == true } ?? false
      reject(key, value, suggestion: isWord ? value.text.map { "[\($0)]" } : nil)
      return nil
    }
    let results = elements.compactMap { element in
      let result = element.text.flatMap { form?.accepts($0) != false ? read($0) : nil }
      if result == nil { reject(key, element) }
      return result
    }
    return results.count == elements.count ? results : nil
  }

  /// Like ``readList(_:_:)``; what stands in it a second time is reported.
  func distinctList<Result>(_ key: String, _ read: (String) -> Result?) -> [Result]? {
    var seen: Set<String> = []
    for element in values[key]?.elements ?? [] {
      guard let text = element.text, !seen.insert(text).inserted else { continue }
      findings.add(.configDuplicate, at: element.place, key: text)
    }
    return readList(key, read)
  }

  /// One of a type's words; a word near to one is suggested.
  func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) -> Word? {
    guard let value = values[key] else { return nil }
    if let word = value.text.flatMap(Word.init(rawValue:)) { return word }
    reject(key, value)
    return nil
  }

  func mapping(_ key: String, _ table: KeyTable) -> YAMLMapping? {
    values[key].flatMap { YAMLMapping($0, table, key: key, findings) }
  }

  /// Reports that `value`, which stands under `key`, is not what the table (or `expected`) says.
  ///
  /// - Parameter near: What was probably meant; without it a near one of the table's words.
  func reject(
    _ key: String, _ value: YAMLValue, expected: ExpectedValue? = nil,
    suggestion near: String? = nil
  ) {
    let words = table[key]?.form.words ?? []
    // Heart rates do not add up, and have a condition of their own.
    let isOfHeart = key == "metric" && words.contains(StrengthMeasure.volume.rawValue)
    if isOfHeart, value.text.flatMap({ suggestion(for: $0, among: [Metric.heartRate.id]) }) != nil {
      findings.add(
        .configBadValue, at: value.place, key: key, value: value.text,
        expected: .otherLeaf(key: Metric.heartRate.id))
      return
    }
    // `distance` is the beginning of several metrics, and of them alone.
    let longer = value.text.map { text in words.filter { $0.begins(with: text) } } ?? []
    findings.add(
      .configBadValue, at: value.place,
      key: key, value: table[key]?.isSecret == true ? nil : value.text,
      expected: expected ?? (longer.count > 1 ? .oneOf(longer) : table[key]?.expected),
      suggestion: near ?? (longer.count == 1 ? longer.first : nil)
        ?? value.text.flatMap { text in
          words.contains(text) || longer.count > 1 ? nil : suggestion(for: text, among: words)
        })
  }

  /// Reports that a key is missing.
  func missing(_ key: String) {
    findings.add(.configMissingKey, at: place, key: key, expected: table[key]?.expected)
  }

  /// The written ones of keys at least one of which is needed; if there is none, that is reported.
  func any(of keys: [String]) -> [String] {
    let written = keys.filter(has)
    if written.isEmpty, !hasUnknownKey { reportMissing(keys) }
    return written
  }

  private func reportMissing(_ keys: [String]) {
    if keys == KeyTable.amountKeys, let key = table[keys[0]] {
      findings.add(.configMissingKey, at: place, key: key.name, expected: key.expected)
      return
    }
    findings.add(
      .configMissingKey, at: place,
      key: keys.joined(separator: ", "),
      expected: keys.last == "every"
        ? .countOrEvery(key: keys[0]) : table.recurringKey.map { .eachStretch(key: $0) } ?? .anyOne)
  }

  /// The written one of keys that exclude each other; none or a second is reported.
  func only(of keys: [String]) -> String? {
    let written = keys.filter(has).sorted { place(of: $0).precedes(place(of: $1)) }
    // An unknown key was probably to be one of these; what it was is reported already.
    if written.isEmpty, !hasUnknownKey { reportMissing(keys) }
    for second in written.dropFirst() {
      findings.add(
        .configBadValue, at: place(of: second), key: second,
        expected: table["all"] == nil ? .onlyOne(of: keys) : .bothUnderAll(beside: written[0]))
    }
    return written.count == 1 ? written.first : nil
  }
}

extension ExpectedValue {
  /// The mapping under a key, shown where it is that of a condition.
  fileprivate static func mapping(under key: String?, _ table: KeyTable) -> ExpectedValue {
    if table.isOfConditions { return .mappingOf(key: "requires") }
    // A leaf's table has days; that of a week's days, under the same key, has none.
    let leaf = LeafKind.all.first { $0.key == key && $0.example != nil }
    return leaf == nil || table["on"] == nil ? .mapping : .mappingOf(key: leaf?.key ?? "")
  }
}

extension KeyTable {
  /// Whether it is that of any condition.
  fileprivate var isOfConditions: Bool { self["use"] != nil }

  /// The key whose table it is, where it is one under which something must be asked of each stretch.
  fileprivate var recurringKey: String? {
    let counts = ["weeks": "weekly", "months": "monthly", "anyDays": "within"]
    return keys.first.flatMap { counts[$0.name] }
  }
}

/// The keys of a mapping that have no value, below which others may have been meant to stand.
private struct Indentation {
  /// Without a value so far.
  var open: [KeyTable.Key] = []
  /// Those of them that others were meant for.
  private var parents: Set<String> = []

  /// The last of the keys below which a key with this name can stand.
  func parent(of name: String) -> String? {
    open.last { $0.form.table?[name] != nil }?.name
  }

  /// - Returns: `nil` when it was said of the parent before.
  mutating func addParent(_ parent: String) -> String? {
    parents.insert(parent).inserted ? parent : nil
  }

  func isParent(_ name: String) -> Bool { parents.contains(name) }
}

extension Form {
  /// The table of a mapping, or of those in a list.
  fileprivate var table: KeyTable? {
    switch self {
    case .mapping(let table), .oneOrMore(.mapping(let table), _): table
    case .condition: .condition
    default: nil
    }
  }
}

extension String {
  /// Whether it begins with a part that is long enough to mean it, case aside.
  fileprivate func begins(with part: String) -> Bool {
    part.count >= 3 && count > part.count && lowercased().hasPrefix(part.lowercased())
  }
}

/// A key that a mapping's table does not have, and what it rather is.
private struct UnknownKey {
  /// The key that it probably stands for.
  var meant: String?
  var suggestion: String?
  var expected: ExpectedValue

  init(_ name: String, _ table: KeyTable) {
    let keys = table.keys.map(\.name)
    expected = table.recurringKey.map { .eachStretch(key: $0) } ?? .keys(keys)
    if lacksSpace(name), let colon = name.firstIndex(of: ":"), keys.contains(String(name[..<colon]))
    {
      meant = String(name[..<colon])
      suggestion = "\(name[..<colon]): \(name[name.index(after: colon)...])"
      expected = .spaceAfterColon
    } else if !name.isEmpty, name.utf8.allSatisfy(isDigit) {
      // The comma in `{ atLeast: 10,000 }` begins another key.
      expected = .numberWithoutComma
    } else {
      meant = DaymarkConfiguration.suggestion(for: name, among: keys)
      suggestion = meant
    }
  }
}

/// Whether it is a key and a value with nothing between them but the colon: `metric:steps`.
///
/// By hand, for it is asked of every unknown key, and a pattern takes longer to make than to match.
private func lacksSpace(_ text: String) -> Bool {
  let rest = text.utf8.drop { (0x41...0x5A).contains($0 & 0xDF) }
  guard rest.startIndex > text.startIndex, rest.first == UInt8(ascii: ":"),
    let value = rest.dropFirst().first
  else { return false }
  return value != UInt8(ascii: " ")
}
