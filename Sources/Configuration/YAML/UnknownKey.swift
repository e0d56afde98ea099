import DaymarkDocuments
import DaymarkModel

/// A key that a mapping's table does not have, with what it was probably meant to be.
struct UnknownKey {
  /// The key that was probably meant.
  var meant: String?
  var suggestion: String?
  var expected: ExpectedValue

  init(_ name: String, _ table: KeyTable) {
    let keys = table.keys.map(\.name)
    if let misplaced = Self.misplaced(name, in: table) {
      expected = misplaced
      return
    }
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
      meant =
        Self.numberOfDays(name, in: table)
        ?? DaymarkConfiguration.suggestion(for: name, among: keys)
      suggestion = meant
    }
  }
}

extension UnknownKey {
  /// Returns what to write in place of a key that other mappings of a rule have; `nil` for other
  /// keys.
  private static func misplaced(_ name: String, in table: KeyTable) -> ExpectedValue? {
    if name == KeyTable.baselineKey, table["atLeast"] != nil {
      if table.isOfStretches { return .noBaselineInStretches }
      return table["on"] == nil ? nil : .baselineOnlyIn(leavesWithBaseline)
    }
    if table.isOfStretches, DaySelection.keys.contains(name) { return .besideStretches }
    // Such a key, for example the number of months, stands beside the leaf of each stretch and is
    // no leaf itself.
    guard table.recurringKey != nil, settingsOfStretches.contains(name) else { return nil }
    return .keys(table.keys.map(\.name).filter(settingsOfStretches.contains))
  }

  /// Returns `days` for `count`, which is how other leaves name a number of days; `nil` for other
  /// keys, and where `days` is none.
  private static func numberOfDays(_ name: String, in table: KeyTable) -> String? {
    guard name == "count", case .number? = table["days"]?.form else { return nil }
    return "days"
  }

  private static let leavesWithBaseline = LeafKind.all.filter {
    $0.table[KeyTable.baselineKey] != nil
  }.map(\.key)

  /// The keys that stand beside the leaf of each week, month or stretch of days.
  private static let settingsOfStretches = Set(
    LeafKind.all.filter { $0.table.recurringKey != nil }.flatMap { kind in
      kind.table.keys.map(\.name).filter { KeyTable.condition[$0] == nil }
    })
}

/// Whether the text is a key and a value with only a colon between them, as in `metric:steps`.
///
/// It is written by hand, because it is asked for every unknown key, and compiling a pattern takes
/// longer than matching it.
func lacksSpace(_ text: String) -> Bool {
  let rest = text.utf8.drop { (0x41...0x5A).contains($0 & 0xDF) }
  guard rest.startIndex > text.startIndex, rest.first == UInt8(ascii: ":"),
    let value = rest.dropFirst().first
  else { return false }
  return value != UInt8(ascii: " ")
}
