import DaymarkDocuments
import DaymarkModel

// The session logs of a `columns.yaml`.

extension KeyTable {
  static let sessionTable = KeyTable([
    .needed("name", .text), .needed("columns", .mapping(sessionColumns)),
    .optional("durationUnit", .choice(sessionUnits.map(\.rawValue))),
    .optional("dateOrder", .choice(DateOrder.allCases.map(\.rawValue))),
    .optional("kinds", .list(.mapping(sessionKind), of: .object)),
    .optional("kind", .choice(ActivityKind.allCases.map(\.rawValue))),
  ])

  /// The keys under `columns`, each of which names the heading of a column.
  static let sessionColumns = KeyTable(
    SessionColumn.allCases.map {
      $0 == .start ? .needed($0.rawValue, .text) : .optional($0.rawValue, .text)
    }, atLeastOneOf: lengthColumns)

  /// The keys of what a word in a column of kinds, categories or names stands for.
  static let sessionKind = KeyTable([
    .needed("word", .text),
    .needed("kind", .choice(ActivityKind.allCases.map(\.rawValue))),
  ])
}

private let sessionUnits: [Unit] = [.second, .minute, .hour]

/// The columns that say how long a session is, of which a table has at least one.
private let lengthColumns = [SessionColumn.end, .duration].map(\.rawValue)

func readSessionTable(_ mapping: YAMLMapping) -> SessionTable? {
  let name = mapping.read("name", freeText)
  let headings = mapping.mapping("columns", .sessionColumns).map {
    (columns) -> [SessionColumn: String] in
    readHeadings(columns, atLeastOneOf: lengthColumns)
  }
  let unit = mapping.read("durationUnit") { word in
    sessionUnits.first { $0.rawValue == word }
  }
  let dateOrder = mapping.choice("dateOrder", DateOrder.self)
  let kind = mapping.choice("kind", ActivityKind.self)
  guard let name, let headings, let kinds = readKinds(mapping) else { return nil }
  return SessionTable(
    name: name, headings: headings, durationUnit: unit, dateOrder: dateOrder, kinds: kinds,
    kind: kind)
}

/// Reads the kinds that words stand for; a word that stands there twice is reported.
private func readKinds(_ mapping: YAMLMapping) -> [String: ActivityKind]? {
  guard let list = mapping["kinds"] else { return [:] }
  guard let elements = list.elements, !elements.isEmpty else {
    mapping.reject("kinds", list)
    return nil
  }
  var kinds: [String: ActivityKind] = [:]
  for element in elements {
    guard let entry = YAMLMapping(element, .sessionKind, key: "kinds", mapping.findings),
      let word = entry.read("word", freeText), let kind = entry.choice("kind", ActivityKind.self)
    else { continue }
    let compared = comparableName(word).lowercased()
    if kinds.updateValue(kind, forKey: compared) != nil {
      mapping.findings.add(.configDuplicate, at: entry.place(of: "word"), key: word)
    }
  }
  return kinds
}
