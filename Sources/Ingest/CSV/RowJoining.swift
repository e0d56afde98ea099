/// Puts a row together again whose fields are more than the headings, for a text of it has separators and
/// stands in no quotes: `Press (Seated, Dumbbells)`.
///
/// Where several splits are possible, one whose separators are all followed by a space goes first, as in a
/// sentence. Else separators alone stand behind the row, or it is the name that has them. But where one may be the
/// comma of a number, nobody knows.
struct RowJoining {
  /// The number of headings.
  let count: Int
  /// The byte between two fields.
  let separator: UInt8
  /// The column of names.
  let name: Int?
  /// The columns that are read.
  let read: Set<Int>
  /// Those of them that are no text: where one may have the separator in it, nobody knows which is meant.
  let figures: Set<Int>
  /// Whether a text can stand in a column.
  let fits: (_ column: Int, _ text: String) -> Bool

  /// The steps that are left for all rows of the document, so that none takes for ever.
  private var stepsLeft = 2_000_000

  /// More separators in one row would have more splits than are worth trying.
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
    /// The columns that have a separator in them.
    var joined: Set<Int> = []
    var isSpaced = true
  }

  /// - Returns: `nil` where no split is possible, or several are.
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
      // Separators alone at a row's end are none of a text.
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
