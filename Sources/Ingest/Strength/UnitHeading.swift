import DaymarkModel

/// A heading that ends with a unit, or is a unit alone.
///
/// Apps and spreadsheets write `weight (kg)`, `weight_lbs`, `distance [mi]`, `kg` or `mi.`.
struct UnitHeading {
  /// The heading without the unit; empty where it is only a unit.
  let name: String
  /// The last word.
  let word: String
  /// Whether the last word is in brackets, so that it must be a unit.
  let isBracketed: Bool

  /// Separates the unit from the rest of a heading, which must be in lower case.
  init(_ heading: String) {
    let text = Substring(heading)
    let closing: [Character: Character] = [")": "(", "]": "[", "）": "（"]
    if let last = text.last, let opening = closing[last],
      let start = text.lastIndex(of: opening)
    {
      word = text[text.index(after: start)...].dropLast().filter { $0 != "." }.trimmed
      (name, isBracketed) = (text[..<start].trimmed, true)
      return
    }
    let end = text.last == "." ? text.dropLast() : text
    let letters = end.reversed().prefix { $0.isLetter }.count
    word = String(end.suffix(letters))
    let before = end.dropLast(letters)
    let last = before.lastIndex { $0.isLetter || $0.isNumber || $0 == ")" }
    name = last.map { String(before[...$0]) } ?? ""
    isBracketed = false
  }

  /// Returns the unit for a figure of this meaning; `nil` where the last word is not a unit.
  func unit(of field: LogField) -> Unit? {
    field.dimension.flatMap { Unit(logWord: word, of: $0) }
  }
}

extension LogField {
  /// The dimension of the field's unit; `nil` where the field has none.
  fileprivate var dimension: Unit.Dimension? {
    switch self {
    case .load, .bodyWeight: .mass
    case .distance: .length
    case .duration, .rest, .sessionDuration: .time
    default: nil
    }
  }

  /// The column that states the unit for each row; `nil` where there is none.
  var unitField: LogField? {
    switch self {
    case .load: .loadUnit
    case .distance: .distanceUnit
    default: nil
    }
  }
}

extension LogField {
  /// Whether a text is possible in a column of this meaning.
  func fits(_ text: String) -> Bool {
    let text = text.trimmed
    func isTime(_ text: String) -> Bool {
      DecimalNumber(logTime: text, in: .second, commaIsDecimal: true) != nil
    }
    switch self {
    case .date: return LogDate(text)?.hasYear ?? false
    case .exercise: return !text.isEmpty && LogNumber(text, commaIsDecimal: true)?.suffix != ""
    case .mark: return !text.isEmpty
    default: break
    }
    if text.isEmpty { return true }
    switch self {
    case .end, .setTime: return LogDate(text)?.hasYear ?? false
    case .clock, .setClock: return LogDate("2000-01-01 " + text) != nil
    case .sessionDuration, .duration, .rest: return isTime(text)
    case .bodyWeight, .load, .distance, .repetitions, .setCount, .repetitionsOrTime,
      .loadOrDistance:
      return LogNumber(text, commaIsDecimal: true) != nil
    case .loadUnit: return Unit(logWord: text.lowercased(), of: .mass) != nil
    case .distanceUnit: return Unit(logWord: text.lowercased(), of: .length) != nil
    case .isWarmUp, .isSkipped: return logFlag(text) != nil
    case .kind:
      return SetKind(logWord: text.lowercased()) != nil || SetKind(hevyNumber: text) != nil
    default: return true
    }
  }
}
