import DaymarkDocuments
import DaymarkModel

/// A mapping that is checked against a table of keys.
///
/// Unknown and missing keys are reported at once; the value of a key is checked when it is read.
struct YAMLMapping {
  let place: InputLocation
  let table: KeyTable
  let findings: FindingCollector
  private var values: [String: YAMLValue] = [:]
  private var keyPlaces: [String: InputLocation] = [:]
  /// The keys that unknown ones were probably meant to be; reporting them as missing, too, would
  /// only confuse.
  private var meant: Set<String> = []
  private var hasUnknownKey = false

  /// Checks a value against a table.
  ///
  /// - Returns: `nil`, with an error reported, when `value` is no mapping.
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
    let hasBaseline = entries.contains { $0.key.text == KeyTable.baselineKey }
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
        // The baseline to which a floor belongs is reported.
        if name != KeyTable.floorKey || !hasBaseline { addUnknown(name, at: keyValue.place) }
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

  /// Whether `key` is written, whether or not its value is valid.
  func has(_ key: String) -> Bool { keyPlaces[key] != nil }

  func place(of key: String) -> InputLocation { keyPlaces[key] ?? place }

  /// Reads the scalar of a key; an error is reported when the table or `read` does not accept it.
  ///
  /// - Returns: `nil` if the key is absent, or an error was reported.
  func read<Result>(_ key: String, _ read: (String) -> Result?) -> Result? {
    guard let value = values[key] else { return nil }
    let form = table[key]?.form
    if let text = value.text, form?.accepts(text) != false, let result = read(text) {
      return result
    }
    reject(key, value)
    return nil
  }

  /// Reads a scalar as its text, where the form in the table is the only condition on it; `nil` if
  /// the key is absent, or an error was reported.
  func word(_ key: String) -> String? { read(key) { $0 } }

  /// Reads each scalar of a list, which must not be empty unless the form in the table allows it.
  ///
  /// - Returns: `nil` if the key is absent, or an error was reported.
  func readList<Result>(_ key: String, _ read: (String) -> Result?) -> [Result]? {
    guard let value = values[key] else { return nil }
    let form = table[key]?.form
    guard let elements = value.elements, !elements.isEmpty || form?.mayBeEmpty == true else {
      let isWord = value.text.map { form?.words.contains($0) == true } ?? false
      reject(key, value, suggestion: isWord ? value.text.map { "[\($0)]" } : nil)
      return nil
    }
    let results = elements.compactMap { element in
      let text = element.isEmpty ? nil : element.text
      let result = text.flatMap { form?.accepts($0) != false ? read($0) : nil }
      if result == nil { reject(key, element) }
      return result
    }
    return results.count == elements.count ? results : nil
  }

  /// Does the same as ``readList(_:_:)``, and reports an element that occurs twice.
  func distinctList<Result>(_ key: String, _ read: (String) -> Result?) -> [Result]? {
    var seen: Set<String> = []
    for element in values[key]?.elements ?? [] {
      guard let text = element.text, !seen.insert(text).inserted else { continue }
      findings.add(.configDuplicate, at: element.place, key: text)
    }
    return readList(key, read)
  }

  /// Reads the case of an enumeration; an error suggests a similar word.
  ///
  /// - Returns: `nil` if the key is absent, or an error was reported.
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

  /// Reports that the value of `key` is not what the table, or `expected`, says.
  ///
  /// - Parameter near: What was probably meant; `nil` suggests a similar one of the table's words.
  func reject(
    _ key: String, _ value: YAMLValue, expected: ExpectedValue? = nil,
    suggestion near: String? = nil
  ) {
    let words = table[key]?.form.words ?? []
    // Heart rates do not add up; a condition of their own asks about them.
    let isOfHeart = key == "metric" && words.contains(StrengthMeasure.volume.rawValue)
    if isOfHeart, value.text.flatMap({ suggestion(for: $0, among: [Metric.heartRate.id]) }) != nil {
      findings.add(
        .configBadValue, at: value.place, key: key, value: value.text,
        // Only an average says over which days it is taken.
        expected: .heartRateLeaf(isAverage: table["over"] != nil))
      return
    }
    // `distance` is the beginning of several metrics, and of nothing else.
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

  /// The keys that are written, of several of which at least one is needed; if none is, that is
  /// reported.
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

  /// The key that is written, of several that exclude each other; `nil` where none or several are,
  /// which is reported.
  func only(of keys: [String]) -> String? {
    let written = keys.filter(has).sorted { place(of: $0).precedes(place(of: $1)) }
    // An unknown key was probably meant to be one of these, and is reported already.
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
  /// Returns the expected value under a key, with an example of what may stand there.
  fileprivate static func mapping(under key: String?, _ table: KeyTable) -> ExpectedValue {
    if table.isOfConditions { return .mappingOf(key: "requires") }
    // The table of a leaf can choose days; the table under the same key inside a week cannot.
    let leaf = LeafKind.all.first { $0.key == key && $0.example != nil }
    if let leaf, table["on"] != nil { return .mappingOf(key: leaf.key) }
    return table.example.map { .mappingLike(key: key, example: $0) } ?? .mapping
  }
}

extension KeyTable {
  /// Whether this is the table of conditions.
  fileprivate var isOfConditions: Bool { self["use"] != nil }

  /// The key of the leaf to which this table belongs, if the leaf counts stretches of days.
  var recurringKey: String? {
    let counts = ["weeks": "weekly", "months": "monthly", "anyDays": "within"]
    return keys.first.flatMap { counts[$0.name] }
  }
}

/// Keys of a mapping without a value, below which other keys may have been meant to be indented.
private struct Indentation {
  /// The keys without a value so far.
  var open: [KeyTable.Key] = []
  /// The keys that should probably have had others indented below them.
  private var parents: Set<String> = []

  /// The last key without a value below which a key of this name can stand.
  func parent(of name: String) -> String? {
    open.last { $0.form.table?[name] != nil }?.name
  }

  /// Records a parent.
  ///
  /// - Returns: `nil` when it was recorded before.
  mutating func addParent(_ parent: String) -> String? {
    parents.insert(parent).inserted ? parent : nil
  }

  func isParent(_ name: String) -> Bool { parents.contains(name) }
}

extension Form {
  /// The table of the mapping, or of the mappings in a list; `nil` for other forms.
  fileprivate var table: KeyTable? {
    switch self {
    case .mapping(let table), .oneOrMore(.mapping(let table), _): table
    case .condition: .condition
    default: nil
    }
  }
}

extension String {
  /// Whether the text begins with `part`, which must be long enough to mean it; case does not
  /// matter.
  fileprivate func begins(with part: String) -> Bool {
    part.count >= 3 && count > part.count && lowercased().hasPrefix(part.lowercased())
  }
}
