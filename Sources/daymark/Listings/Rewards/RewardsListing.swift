import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The books of all subjects of a programme, as a table and as JSON.
struct RewardsListing {
  private let summary: RewardsSummary

  init(_ summary: RewardsSummary) { self.summary = summary }

  var text: String {
    let heading = "\(summary.programme), as of \(summary.asOf)"
    if summary.books.isEmpty { return "\(heading): no subject has days." }
    var table = Table([
      .init(heading: "rank", isNumeric: true), .init(heading: "subject"),
      .init(heading: "points", isNumeric: true), .init(heading: "balance", isNumeric: true),
      .init(heading: "level", isNumeric: true), .init(heading: "streaks"),
      .init(heading: "newest badge"),
    ])
    let books = Dictionary(uniqueKeysWithValues: summary.books.map { ($0.subject, $0) })
    table.rows = RewardRank.all(of: summary.books).map { standing in
      let own = books[standing.subject]
      return [
        "\(standing.rank)", standing.subject.printableName, "\(standing.earned)",
        "\(standing.balance)", "\(standing.level)", own.map(streaks) ?? "",
        own.flatMap(newestBadge) ?? "-",
      ]
    }
    var end = "Books of \(counted(summary.books.count, "subject")) in \(summary.folder)."
    if summary.isForAnotherTime {
      end +=
        " The instant is before that of an earlier run, or after the clock: the book is left as it is."
    }
    if let page = summary.page {
      end += "\nPages of \(counted(summary.books.count, "subject")); begin with \(page)."
    }
    return [heading, table.text(), end].joined(separator: "\n\n")
  }

  private func streaks(_ books: RewardBooks) -> String {
    let words = books.streaks.map { streak in
      let count = streak.current.map { "\($0.count)" } ?? "0"
      return "\(streak.name) \(count), \(Wording.words(streak.state))"
    }
    return words.isEmpty ? "-" : words.joined(separator: "; ")
  }

  private func newestBadge(_ books: RewardBooks) -> String? {
    let held = books.badges.flatMap { badge in badge.held.map { ($0.day, badge.id) } }
    return held.max { ($0.0, $1.1) < ($1.0, $0.1) }?.1
  }

  private func counted(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }

  var json: JSONValue {
    .object([
      "programme": .string("\(summary.programme)"), "asOf": .string("\(summary.asOf)"),
      "isForAnotherTime": .bool(summary.isForAnotherTime), "written": .number(summary.written),
      "standings": .array(
        RewardRank.all(of: summary.books).map { Members<RewardRank>.standing.kind.json($0) }
      ),
      "findings": FindingListing.json(summary.findings),
    ])
  }
}
