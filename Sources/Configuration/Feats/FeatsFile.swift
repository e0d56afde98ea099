import DaymarkDocuments
package import DaymarkModel

/// Reads an operator's feats from `feats.yaml`, or from the feed of the application Ladder.
///
/// - Parameter path: The file, of at most 1 MiB; see Feats, "The feats".
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadFeats(at path: String) throws -> FeatList {
  try loadFeats(in: loadOperatorFile(.feats, at: path))
}

/// Reads an operator's feats from a file that was loaded.
///
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadFeats(in file: OperatorFile) throws -> FeatList {
  let findings = FindingCollector()
  guard let list = readFeats(in: file, findings), findings.isEmpty else { throw findings.error() }
  return list
}

/// Reads an operator's feats and reports errors instead of throwing.
func readFeats(in file: OperatorFile, _ findings: FindingCollector) -> FeatList? {
  // JSON is YAML, so errors in Ladder's feed have places, too.
  readYAML(file.text, file: file.path, findings).flatMap { root in
    root.isLadderFeed ? readLadder(root, findings) : readFeats(root, findings)
  }
}

extension YAMLValue {
  /// Whether the mapping has keys that only Ladder's feed has.
  fileprivate var isLadderFeed: Bool {
    entries?.contains { ["id", "subtitle"].contains($0.key.text) } ?? false
  }
}

private func readFeats(_ root: YAMLValue, _ findings: FindingCollector) -> FeatList? {
  guard let file = YAMLMapping(root, .feats, findings) else { return nil }
  let title = file.read("title", freeText)
  let feats = readEntries(of: file, "feats", .feat, readFeat)
  guard file.has("people") else { return FeatList(title: title, feats: feats) }
  return FeatList(
    title: title, feats: feats, people: readEntries(of: file, "people", .featPerson, readPerson))
}

/// The entries of a list that can be read; an entry with the id of an earlier one is reported and
/// left out.
private func readEntries<Entry: Identifiable<String>>(
  of file: YAMLMapping, _ key: String, _ table: KeyTable, _ read: (YAMLMapping) -> Entry?
) -> [Entry] {
  guard let value = file[key] else { return [] }
  guard let elements = value.elements, !elements.isEmpty else {
    file.reject(key, value)
    return []
  }
  var ids: Set<String> = []
  return elements.compactMap { element in
    guard let mapping = YAMLMapping(element, table, key: key, file.findings) else { return nil }
    let entry = read(mapping)
    if let id = mapping["id"], let text = id.text, !ids.insert(text).inserted {
      file.findings.add(.configDuplicate, at: id.place, key: "id", value: text)
    }
    return entry
  }
}

private func readFeat(_ entry: YAMLMapping) -> Feat? {
  let counts = entry.has("counts") ? entry.choice("counts", FeatFigure.self) : .repetitions
  let duration = entry.read("durationSeconds") { seconds($0) }
  let month = entry.read("month") { CalendarMonth($0) }
  let most = entry.read("mostPerSecond") {
    wholeNumber($0).flatMap { (1...9).contains($0) ? $0 : nil }
  }
  let event = entry.choice("event", LiftingContest.Event.self)
  let equipment = entry.choice("equipment", LiftingContest.Equipment.self)
  guard let id = entry.word("id"), let name = entry.read("name", freeText),
    let movement = entry.read("movement", freeText), let counts
  else { return nil }
  return Feat(
    id: id, name: name, movement: movement, counts: counts, durationSeconds: duration,
    month: month, mostPerSecond: most ?? Feat.usualMostPerSecond,
    contest: event.map { LiftingContest($0, equipment ?? .raw) })
}

private func seconds(_ text: String) -> Int? {
  wholeNumber(text).flatMap { $0 > 0 ? $0 : nil }
}

private func readPerson(_ entry: YAMLMapping) -> FeatPerson? {
  let name = entry.read("name", freeText)
  let sex = entry.choice("sex", Sex.self)
  let weight = entry.read("bodyWeight", bodyWeight)
  return entry.read("id", freeText).map {
    FeatPerson(id: $0, name: name, sex: sex, bodyWeight: weight)
  }
}

// MARK: Ladder

private func readLadder(_ root: YAMLValue, _ findings: FindingCollector) -> FeatList? {
  guard let file = YAMLMapping(root, .ladderFeats, findings) else { return nil }
  let title = file.read("title", freeText)
  let month = file["subtitle"].flatMap { value in
    let month = value.text.flatMap(CalendarMonth.init(english:))
    if month == nil { file.reject("subtitle", value, expected: .englishMonth) }
    return month
  }
  let feats: [Feat] = readEntries(of: file, "feats", .ladderFeat) { entry in
    guard let id = entry.word("id"), let name = entry.read("name", freeText),
      let movement = entry.read("movement", freeText),
      let duration = entry.read("duration_seconds", { seconds($0) })
    else { return nil }
    return Feat(id: id, name: name, movement: movement, durationSeconds: duration, month: month)
  }
  return FeatList(title: title, feats: feats)
}

extension CalendarMonth {
  /// Reads a month such as `December 2024`.
  fileprivate init?(english text: String) {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, let month = names.firstIndex(of: parts[0]) else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    self.init("\(parts[1])-\(number)")
  }
}

// The tables of feats.yaml and of Ladder's feed.

extension Form {
  static let month = Form.word(Pattern("^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])$"), .month)
}

extension KeyTable {
  static let feats = KeyTable([
    .optional("title", .text), .needed("feats", .list(.mapping(feat), of: .feat)),
    .optional("people", .list(.mapping(featPerson), of: .person)),
  ])

  static let feat = KeyTable([
    .needed("id", .featID), .needed("name", .text), .needed("movement", .text),
    .optional(
      "counts", .choice(FeatFigure.allCases.map(\.rawValue)), standard: .string("repetitions")),
    .optional("durationSeconds", .number(1...wholeNumberLimit)), .optional("month", .month),
    .optional(
      "mostPerSecond", .number(1...9), standard: .number(Feat.usualMostPerSecond)),
    .optional("event", .choice(LiftingContest.Event.allCases.map(\.rawValue))),
    .optional(
      "equipment", .choice(LiftingContest.Equipment.allCases.map(\.rawValue)),
      standard: .string("raw")),
  ])

  static let featPerson = KeyTable([
    .needed("id", .word(Pattern("\\S"), .text, orAs: [.number])), .optional("name", .text),
    .optional("sex", .choice(Sex.allCases.map(\.rawValue))),
    .optional("bodyWeight", .bodyWeight),
  ])

  /// The keys of the feed that Ladder's application gets for a month; all its feats count
  /// repetitions.
  static let ladderFeats = KeyTable([
    .needed("id", .text), .needed("title", .text), .needed("subtitle", .text),
    .needed("feats", .list(.mapping(ladderFeat), of: .feat)),
  ])

  static let ladderFeat = KeyTable([
    .needed("id", .featID), .needed("name", .text), .needed("movement", .text),
    .needed("duration_seconds", .number(1...wholeNumberLimit)),
    // The following members are accepted and ignored.
    .optional("description", .text), .optional("image_url", .text), .optional("video_url", .text),
    .optional("completion_count", .number(0...wholeNumberLimit)),
    .optional("top_3_users", .list(.text, of: .object, mayBeEmpty: true)),
  ])
}
