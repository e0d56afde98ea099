import DaymarkDocuments
import DaymarkModel

/// Reads what a case expects of the books.
struct ExpectedBooksReader {
  let programme: Programme
  /// The ids of the programme's challenges.
  let challenges: [String]
  /// The folder against which paths of ledgers are resolved.
  let folder: String

  func books(_ mapping: YAMLMapping) -> ExpectedBooks? {
    guard let asOf = mapping.read("asOf", StatedInstant.init) else { return nil }
    var books = ExpectedBooks(place: mapping.place, asOf: asOf)
    if let points = mapping.mapping("points", .expectedPoints) {
      books.figures += figures(points, under: ["points"])
    }
    for (name, streak) in mapping.named("streaks", .expectedStreak)
    where isKnown(name, in: mapping, "streaks", among: programme.streaks.keys.sorted()) {
      books.figures += figures(streak, under: ["streaks", name])
    }
    books.figures += named(mapping, "badges", among: programme.badges.map(\.id).sorted())
    books.figures += named(mapping, "expectedBonuses", among: challenges)
    if mapping.has("lines") {
      books.lines = mapping.mappings("lines", .expectedLine) { line in
        ExpectedLine(
          place: line.place,
          members: figures(line, under: []).map { figure in
            ExpectedLine.Member(name: figure.path[0], text: figure.text)
          })
      }
    }
    if mapping.has("ledger") { books.ledger = ledger(mapping) }
    return books
  }

  /// Reads the file of the expected ledger that a case names, line by line.
  ///
  /// - Returns: `nil` after an error was reported.
  private func ledger(_ mapping: YAMLMapping) -> ExpectedLedger? {
    guard let path = mapping.word("ledger"), let place = mapping["ledger"]?.place,
      let text = readText(
        at: resolvedPath(path, inFolder: folder), mapping.findings, missingAt: place)
    else { return nil }
    return ExpectedLedger(
      place: place, lines: text.split(separator: "\n").map(String.init))
  }

  /// The expected figures, one for each written key, in the order of the table.
  private func figures(_ mapping: YAMLMapping, under path: [String]) -> [ExpectedFigure] {
    mapping.table.keys.compactMap { key in
      guard mapping.has(key.name), let text = text(key.name, key.form, of: mapping) else {
        return nil
      }
      return ExpectedFigure(
        place: mapping.place(of: key.name), path: path + [key.name], text: text)
    }
  }

  private func text(_ key: String, _ form: Form, of mapping: YAMLMapping) -> String? {
    switch form {
    case .list: mapping.readList(key) { $0 }?.joined(separator: ", ")
    case .choice(let words): mapping.read(key) { words.contains($0) ? $0 : nil }
    case .number(let range, _):
      mapping.read(key) { wholeNumber($0).flatMap { range.contains($0) ? "\($0)" : nil } }
    default:
      mapping.read(key) { text in
        // Instants are compared in one spelling, whatever their offset.
        Instant(rfc3339: text).map { "\($0)" } ?? text
      }
    }
  }

  /// The expected figures under names, each of which must be one of `names`.
  private func named(
    _ mapping: YAMLMapping, _ key: String, among names: [String]
  ) -> [ExpectedFigure] {
    guard let value = mapping[key], case .named(_, let form)? = mapping.table[key]?.form else {
      return []
    }
    guard let entries = value.entries, !entries.isEmpty else {
      mapping.reject(key, value)
      return []
    }
    return entries.compactMap { name, held in
      guard isKnown(name.text ?? "", in: mapping, key, among: names) else { return nil }
      guard let text = held.text, form.accepts(text) else {
        mapping.reject(key, held, expected: form.expected)
        return nil
      }
      return ExpectedFigure(place: name.place, path: [key, name.text ?? ""], text: text)
    }
  }

  private func isKnown(
    _ name: String, in mapping: YAMLMapping, _ key: String, among names: [String]
  ) -> Bool {
    if names.contains(name) { return true }
    let place = mapping[key]?.entries?.first { $0.key.text == name }?.key.place
    mapping.findings.add(
      .configBadValue, at: place ?? mapping.place(of: key), key: key, value: name,
      expected: names.isEmpty ? nil : .oneOf(names),
      suggestion: suggestion(for: name, among: names))
    return false
  }
}
