/// Rows under headings, in columns as wide as their widest cell.
struct Table {
  /// A column: its heading, and on which side its cells stand.
  struct Column {
    var heading: String
    var isNumeric = false
  }

  var columns: [Column]
  var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// - Parameter paint: Colours a padded cell; given its row and column.
  func text(paint: (String, _ row: Int, _ column: Int) -> String = { text, _, _ in text }) -> String
  {
    // Before widths are taken: a cell may hold a name from somebody's file.
    let rows = rows.map { $0.map(\.printable) }
    let widths = columns.indices.map { column in
      ([columns[column].heading] + rows.map { $0[column] }).map(\.count).max() ?? 0
    }
    func padded(_ cell: String, _ column: Int) -> String {
      let blanks = String(repeating: " ", count: widths[column] - cell.count)
      return columns[column].isNumeric ? blanks + cell : cell + blanks
    }
    func line(_ cells: [String]) -> String {
      var text = cells.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text
    }
    var lines = [line(columns.enumerated().map { padded($1.heading, $0) })]
    for (row, cells) in rows.enumerated() {
      lines.append(line(cells.enumerated().map { paint(padded($1, $0), row, $0) }))
    }
    return lines.joined(separator: "\n")
  }
}
