/// Repairs a row with too many fields, one of whose texts contains separators without quotes:
/// `Press (Seated, Dumbbells)`.
///
/// If several divisions are possible, one in which a space follows each separator is preferred, as
/// in a sentence. Otherwise the additional separators stand at the end of the row, or they belong
/// to the name. A row in which a separator may be the comma of a number is not repaired.
struct RowJoining {
  /// The number of headings.
  let count: Int
  /// The separator of fields.
  let separator: UInt8
  /// The column of names; `nil` where there is none.
  let name: Int?
  /// The columns that are read.
  let read: Set<Int>
  /// The columns of numbers, where a separator within a field is ambiguous.
  let figures: Set<Int>
  /// Returns whether a text is possible in a column.
  let fits: (_ column: Int, _ text: String) -> Bool

  /// The remaining number of steps for all rows of the document, which bounds the work.
  private var stepsLeft = 2_000_000

  /// The maximum number of additional separators.
  ///
  /// More would allow too many divisions.
  private static let most = 3
  private static let mostSteps = 20_000

  init(
    count: Int, separator: UInt8, name: Int?, read: Set<Int>, figures: Set<Int>,
    fits: @escaping (_ column: Int, _ text: String) -> Bool
  ) {
    (self.count, self.separator, self.name, self.read) = (count, separator, name, read)
    (self.figures, self.fits) = (figures, fits)
  }

  private struct Split {
    var texts: [String] = []
    /// The columns whose text contains a separator.
    var joined: Set<Int> = []
    var isSpaced = true
  }

  /// Returns the repaired row; `nil` where no division is possible, or several are.
  mutating func joined(_ row: CSVRow) -> CSVRow? {
    guard (1...Self.most).contains(row.count - count) else { return nil }
    let fields = (0..<row.count).map { row.text($0) }
    var splits: [Split] = []
    let most = min(Self.mostSteps, stepsLeft)
    var steps = 0
    collect(Split(), fields[...], &splits, &steps, most)
    stepsLeft -= min(steps, most)
    guard steps < most else { return nil }
    return choice(of: splits).map { CSVRow($0.texts, line: row.line, byte: row.byte) }
  }

  private func collect(
    _ split: Split, _ fields: ArraySlice<String>, _ splits: inout [Split], _ steps: inout Int,
    _ most: Int
  ) {
    steps += 1
    guard steps < most else { return }
    let column = split.texts.count
    guard column < count else {
      // Separators at the end of a row do not belong to a text.
      guard fields.allSatisfy(\.isEmpty) else { return }
      var whole = split
      whole.isSpaced = split.isSpaced && fields.isEmpty
      return splits.append(whole)
    }
    for taken in 1...(fields.count - (count - column) + 1) {
      let parts = fields.prefix(taken)
      let text = parts.joined(separator: String(UnicodeScalar(separator)))
      let further = parts.dropFirst()
      guard further.allSatisfy({ !$0.trimmed.isEmpty }), fits(column, text) else { continue }
      var next = split
      next.texts.append(text)
      if taken > 1 { next.joined.insert(column) }
      next.isSpaced = next.isSpaced && further.allSatisfy { $0.first == " " }
      collect(next, fields.dropFirst(taken), &splits, &steps, most)
    }
  }

  private func choice(of splits: [Split]) -> Split? {
    func isOne(_ splits: [Split]) -> Bool {
      Set(splits.map { split in read.sorted().map { split.texts[$0] } }).count == 1
    }
    let spaced = splits.filter(\.isSpaced)
    let possible = spaced.isEmpty ? splits : spaced
    guard possible.allSatisfy({ $0.joined.isDisjoint(with: figures) }) else { return nil }
    if isOne(possible) { return possible.first }
    return possible.first(where: \.joined.isEmpty)
      ?? possible.first { $0.joined == name.map { [$0] } }
  }
}
