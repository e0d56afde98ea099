import DaymarkDocuments
import DaymarkModel

/// A subject's ledger, as a table and as JSON.
struct LedgerListing {
  private let books: RewardBooks
  private let date: CivilDay?
  private let lines: [LedgerLine]

  /// Makes the listing of a subject's ledger, of all days or of one.
  ///
  /// - Parameters:
  ///   - books: The subject's books.
  ///   - date: The day whose lines are shown; `nil` for all days.
  init(_ books: RewardBooks, date: CivilDay?) {
    (self.books, self.date) = (books, date)
    lines = books.lines.filter { date == nil || $0.day == date }
  }

  var text: String {
    let programme = books.programme.map { " in \($0)" } ?? ""
    let heading = "\(books.subject.printableName)\(programme), as of \(books.asOf)"
    guard !lines.isEmpty else {
      return "\(heading): nothing is booked\(date.map { " about \($0)" } ?? " yet")."
    }
    var table = Table([
      .init(heading: "known at"), .init(heading: "about"),
      .init(heading: "points", isNumeric: true), .init(heading: "balance", isNumeric: true),
      .init(heading: "what"),
    ])
    table.rows = lines.map { line in
      ["\(line.knownAt)", "\(line.day)", "\(line.points)", "\(line.balance)", Wording.words(line)]
    }
    return "\(heading)\n\n\(table.text())"
  }

  var json: JSONValue {
    .object(present: [
      "subject": .string(books.subject), "asOf": .string("\(books.asOf)"),
      "programme": books.programme.map { .string("\($0)") },
      "lines": .array(lines.map { Members<LedgerLine>.ledger.kind.json($0) }),
    ])
  }
}
