import DaymarkModel

/// A table with headings that fits into the width of the terminal.
///
/// Columns are as wide as their widest cell. If they do not all fit, cells are wrapped between
/// words. If that is not enough, a table of figures is divided into several tables, and any other
/// table is printed one row at a time.
struct Table {
  /// A column with its heading and the alignment of its cells.
  struct Column {
    var heading: String
    var isNumeric = false
  }

  var columns: [Column]
  var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// A function that colours a padded piece of a cell, given the row and the column.
  typealias Paint = (String, _ row: Int, _ column: Int) -> String

  /// The number of spaces between two columns.
  private static let gap = 2

  /// Returns the table as lines of text.
  ///
  /// - Parameters:
  ///   - width: The largest width of a line in columns. A single word may exceed it.
  ///   - paint: The function that colours cells.
  func text(width: Int = Terminal.width, paint: Paint = { text, _, _ in text }) -> String {
    // This comes before widths are measured, because a cell may contain a name from another
    // person's file.
    var printable = self
    printable.rows = rows.map { $0.map(\.printable) }
    let all = Array(columns.indices)
    if let widths = printable.widths(of: all, in: width) {
      return printable.lines(of: all, widths, paint).joined(separator: "\n")
    }
    return printable.panels(in: width, paint) ?? printable.records(in: width, paint)
  }

  // MARK: Side by side

  /// Returns the widths of some columns; `nil` where even their longest words do not fit.
  private func widths(of shown: [Int], in width: Int) -> [Int]? {
    let room = width - Self.gap * (shown.count - 1)
    let natural = shown.map { column in
      (rows.map { $0[column].displayWidth } + [columns[column].heading.displayWidth]).max() ?? 0
    }
    if natural.reduce(0, +) <= room { return natural }
    var least = shown.map(leastWidth)
    guard least.reduce(0, +) <= room else { return nil }
    // A name in the first column should stay on one line if possible, so that a reader can search
    // for it.
    if least.dropFirst().reduce(natural.first ?? 0, +) <= room { least[0] = natural[0] }
    return shared(room, natural, least)
  }

  /// Returns the least width of a column, in which a figure and its unit stay together.
  private func leastWidth(of column: Int) -> Int {
    let cells = rows.map { row in
      columns[column].isNumeric ? row[column].displayWidth : row[column].longestPiece
    }
    return (cells + [columns[column].heading.longestPiece]).max() ?? 0
  }

  /// Divides the room among the columns, taking it from the widest first.
  private func shared(_ room: Int, _ natural: [Int], _ least: [Int]) -> [Int] {
    func widths(cap: Int) -> [Int] { zip(natural, least).map { max($1, min($0, cap)) } }
    var (low, high) = (0, natural.max() ?? 0)
    while low < high {
      let cap = (low + high + 1) / 2
      if widths(cap: cap).reduce(0, +) <= room { low = cap } else { high = cap - 1 }
    }
    var result = widths(cap: low)
    var left = room - result.reduce(0, +)
    for index in result.indices where left > 0 && result[index] < natural[index] {
      result[index] += 1
      left -= 1
    }
    return result
  }

  private func lines(of shown: [Int], _ widths: [Int], _ paint: Paint) -> [String] {
    let headings = shown.enumerated().map { columns[$1].heading.wrapped(to: widths[$0]) }
    let height = headings.map(\.count).max() ?? 0
    // A heading with fewer lines stands directly above its cells.
    let raised = headings.map { Array(repeating: "", count: height - $0.count) + $0 }
    var lines = block(raised, shown, widths) { text, _ in text }
    for row in rows.indices {
      let cells = shown.enumerated().map { rows[row][$1].wrapped(to: widths[$0]) }
      lines += block(cells, shown, widths) { paint($0, row, $1) }
    }
    return lines
  }

  /// Returns the lines of one row, whose cells have several lines each.
  ///
  /// - Parameters:
  ///   - cells: The lines of each shown cell.
  ///   - shown: The indices of the columns that are shown.
  ///   - widths: The width of each of them.
  ///   - paint: Returns the padded text of a cell in its colour, from the text and the column.
  private func block(
    _ cells: [[String]], _ shown: [Int], _ widths: [Int], _ paint: (String, Int) -> String
  ) -> [String] {
    (0..<max(1, cells.map(\.count).max() ?? 1)).map { line in
      let pieces = cells.indices.map { index in
        let piece = line < cells[index].count ? cells[index][line] : ""
        let blanks = String(repeating: " ", count: max(0, widths[index] - piece.displayWidth))
        let padded = columns[shown[index]].isNumeric ? blanks + piece : piece + blanks
        return piece.isEmpty ? padded : paint(padded, shown[index])
      }
      var text = pieces.joined(separator: String(repeating: " ", count: Self.gap))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  // MARK: One below the other

  /// Returns several tables that all begin with the first column; `nil` where the other columns are
  /// not all figures.
  private func panels(in width: Int, _ paint: Paint) -> String? {
    guard columns.count > 2, columns.dropFirst().allSatisfy(\.isNumeric) else { return nil }
    var panels: [(shown: [Int], widths: [Int])] = []
    for column in columns.indices.dropFirst() {
      if let last = panels.last, let widths = widths(of: last.shown + [column], in: width) {
        panels[panels.count - 1] = (last.shown + [column], widths)
      } else {
        guard let widths = widths(of: [0, column], in: width) else { return nil }
        panels.append(([0, column], widths))
      }
    }
    return panels.map { lines(of: $0.shown, $0.widths, paint).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// Returns the table one row at a time: the first cell, and below it the others after their
  /// headings.
  private func records(in width: Int, _ paint: Paint) -> String {
    let key = (columns.firstIndex { !$0.heading.isEmpty } ?? 0) + 1
    return rows.indices.map { row in
      let name = rows[row].prefix(key).joined(separator: " ").trimmed
      var lines = name.wrapped(to: width).map { paint($0, row, key - 1) }
      for column in columns.indices.dropFirst(key) where !rows[row][column].trimmed.isEmpty {
        let label = columns[column].heading.trimmed
        let prefix = label.isEmpty ? "" : "\(label): "
        let pieces = (prefix + rows[row][column].trimmed).wrapped(to: width - 2, indent: 2)
        lines += pieces.enumerated().map { index, piece in
          guard index == 0, piece.hasPrefix(prefix) else { return "  " + paint(piece, row, column) }
          return "  \(prefix)\(paint(String(piece.dropFirst(prefix.count)), row, column))"
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
