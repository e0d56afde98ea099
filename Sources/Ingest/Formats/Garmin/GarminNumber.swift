import DaymarkModel

/// Numbers as `Activities.csv` writes them for people: `4,808` and `5.48`, or `4.808` and `5,48`.
enum GarminNumber {
  /// Reads a number whose separator of thousands is the other one.
  static func read(_ text: String, _ hasDecimalComma: Bool) -> DecimalNumber? {
    let decimal: Character = hasDecimalComma ? "," : "."
    let kept = text.filter { $0 == decimal || !isSeparator($0) }
    return DecimalNumber(hasDecimalComma ? kept.replacing(",", with: ".") : kept)
  }

  /// Which of the two the file means, by all cells: what stands before the last one to three digits of
  /// a cell is one or the other, and a count has no decimals.
  ///
  /// - Returns: `false` where they say nothing, or as much for one as for the other.
  static func hasDecimalComma(_ header: CSVRow, _ rows: [CSVRow]) -> Bool {
    let counts = Set([5, header.column(of: "Calories"), header.column(of: "Steps")])
    var votes = 0
    for row in rows {
      // The columns before are type, date and title.
      for column in 4..<max(4, row.count) {
        switch decimalSeparator(row[column], isCount: counts.contains(column)) {
        case UInt8(ascii: ","): votes += 1
        case UInt8(ascii: "."): votes -= 1
        default: break
        }
      }
    }
    return votes > 0
  }

  /// The separator of decimals that a cell shows; `nil` where it may be either.
  private static func decimalSeparator(_ cell: ArraySlice<UInt8>, isCount: Bool) -> UInt8? {
    let (comma, dot) = (UInt8(ascii: ","), UInt8(ascii: "."))
    guard cell.allSatisfy({ $0 &- 48 < 10 || $0 == comma || $0 == dot || $0 == UInt8(ascii: "-") }),
      let last = cell.lastIndex(where: { $0 == comma || $0 == dot })
    else { return nil }
    let other = cell[last] == comma ? dot : comma
    if cell.contains(other) { return cell[last] }
    let isGroup = cell.count { $0 == cell[last] } > 1 || isCount
    if isGroup { return other }
    // Three digits may be thousands or decimals.
    return cell.endIndex - last - 1 == 3 ? nil : cell[last]
  }

  private static func isSeparator(_ character: Character) -> Bool {
    [",", ".", " ", "'", "’", "\u{A0}", "\u{202F}"].contains(character)
  }
}
