import DaymarkDocuments
import DaymarkModel

// The heat map of a challenge's page; see Reports, "The challenge".

extension ChallengePage {
  /// The rows that are drawn, in their order.
  private var drawnRows: [SubjectRow] {
    let most = min(Self.mostRows, max(50, Self.mostCells / max(1, report.days.count)))
    let subjects = report.subjects
    guard subjects.count > most else { return subjects }
    // Chosen are the subjects closest to the threshold on either side, those with flags or damage,
    // and the worst ones, which stand last.
    let byCloseness = subjects.indices.sorted { a, b in
      let (x, y) = (abs(subjects[a].closeness ?? 9), abs(subjects[b].closeness ?? 9))
      return x == y ? a < b : x < y
    }
    let flagged = subjects.indices.filter { subjects[$0].isFlagged || !subjects[$0].damage.isEmpty }
    let worst = subjects.indices.reversed()
    var chosen: Set<Int> = []
    for list in [
      Array(byCloseness.prefix(most * 2 / 5)), Array(flagged.prefix(most * 2 / 5)), Array(worst),
    ] {
      for index in list where chosen.count < most { chosen.insert(index) }
    }
    return chosen.sorted().map { subjects[$0] }
  }

  private func words(_ present: PresentDecision) -> String {
    present.holds ? "decided: \(present.decision.outcome.word)" : "decision to be confirmed"
  }

  var heatMap: [String: Any] {
    let rows = drawnRows
    let hidden = report.subjects.count - rows.count
    let known = Set(rows.flatMap(\.days))
    let finality = CommonFinality(report.subjects, time)
    let shown = DayStanding.allCases.filter { $0 != .notAsked && known.contains($0) }
    return [
      "rows": rows.map { row -> [String: Any] in
        present([
          "link": link(row, most: Self.longestName), "name": row.name.shortened(to: 80),
          "strip": HeatStrip(days: row.days, quarters: row.quarters, first: report.days.first)
            .svg,
          "style": row.outcome.style, "mark": row.outcome.mark, "outcome": row.outcome.word,
          "flagged": row.isFlagged ? "flagged" : nil, "decision": row.decision.map(words),
          "reason": (row.reason?.plainText ?? row.failure.map(words.sentence) ?? "")
            .withoutAside(ifLongerThan: Self.longestReason).shortened(to: Self.longestReason)
            .asSentence,
          "values": reached(row), "open": finality.words(row),
          "letters": String(row.days.map(\.letter)),
        ])
      },
      "finality": finality.sentence,
      "ruler": ruler, "firstDay": report.days.first?.words ?? "",
      "legend": shown.map { ["strip": HeatStrip(days: [$0]).svg, "words": words($0)] },
      "letters": shown.map { "\($0.letter) \(words($0))" }.joined(separator: ", ") + ".",
      "heatNote": note(on: rows),
      "rest": hidden == 0 ? [] : [distribution(without: rows)],
    ]
  }

  /// Returns how the rows that are drawn are sorted, or which ones are drawn.
  private func note(on rows: [SubjectRow]) -> String {
    let hidden = report.subjects.count - rows.count
    guard hidden == 0 else {
      return
        "Of \(grouped(report.subjects.count)) subjects, the closest, the furthest, and those whose data needs a look "
        + "are drawn; the other \(grouped(hidden)) are counted below by how many days met the rule."
    }
    let last = rows.allSatisfy(\.hasData) ? "" : " Those without any data come last."
    return
      "Sorted by outcome (passed, undetermined, did not pass, could not be read), then by how far each person came,"
      + " the furthest first.\(last)"
  }

  private func words(_ standing: DayStanding) -> String {
    guard standing == .met else { return standing.words }
    // Where days add up to one figure, no single day can miss what the rule asks.
    let asking = report.rule.leaves.map(\.leaf.asksEachDay)
    if !asking.contains(true) {
      let isShaded = report.subjects.contains { !$0.quarters.isEmpty }
      return isShaded ? "counts; the darker, the closer to the person's best day" : "counts"
    }
    return asking.contains(false) ? "\(standing.words), or counts" : standing.words
  }

  /// The names of days above the columns.
  private var ruler: String {
    var drawing = Drawing(height: 18)
    let count = report.days.count
    let (wide, narrow) = (max(1, (count + 17) / 18), max(1, (count + 4) / 5))
    for (index, day) in report.days.enumerated() where index % wide == 0 {
      let style = index % (narrow + (wide - narrow % wide) % wide) == 0 ? "day" : "day wide"
      drawing.text(
        style, x: (Double(index) + 0.45) * 100 / Double(max(1, count)), y: 13,
        "\(day.yearMonthDay.day)")
    }
    return drawing.svg("ruler")
  }

  /// Returns the number of days that each subject outside the drawing has met.
  private func distribution(without rows: [SubjectRow]) -> [String: Any] {
    let drawn = Set(rows.map(\.id))
    let others = report.subjects.filter { !drawn.contains($0.id) }
    let parts = 10
    var counts = [Int](repeating: 0, count: parts + 1)
    for row in others {
      let met = row.days.count { $0 == .met }
      counts[met * parts / max(1, row.days.count)] += 1
    }
    let most = counts.max() ?? 1
    return [
      "caption": "The others, by the share of days that met the rule.",
      "names": others.enumerated().map { index, row -> [String: Any] in
        [
          "link": link(row, most: Self.longestName), "outcome": row.outcome.word,
          "last": index == others.count - 1,
        ]
      },
      "parts": counts.enumerated().reversed().map { index, count -> [String: Any] in
        [
          "name": index == parts ? "all days" : "\(index * 10) to \(index * 10 + 9) % of the days",
          "bar": plainBar(count, of: most), "amount": grouped(count),
        ]
      },
    ]
  }
}

/// The instants until which verdicts may change, as the page states them: the most common one once,
/// and any other beside its subject.
private struct CommonFinality {
  private let common: Finality?
  private let time: (Instant) -> String
  let sentence: String

  /// - Parameters:
  ///   - rows: The subjects.
  ///   - time: The words for an instant.
  init(_ rows: [SubjectRow], _ time: @escaping (Instant) -> String) {
    self.time = time
    let decided = rows.filter { $0.outcome != nil }
    let counts = Dictionary(grouping: decided, by: \.finality).mapValues(\.count)
    let most = counts.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }
    common = most?.key
    let who = counts.count > 1 ? "Unless stated otherwise, verdicts" : "All verdicts"
    sentence =
      switch common {
      case nil: ""
      case .final?: "\(who) are final."
      case .provisional(let until?)?: "\(who) may change until \(time(until))."
      case .provisional(nil)?: "\(who) are not final."
      }
  }

  /// The words for a subject whose finality differs from the most common one; `nil` for others.
  func words(_ row: SubjectRow) -> String? {
    guard row.outcome != nil, row.finality != common else { return nil }
    if let until = row.finality.openUntil { return "may change until \(time(until))" }
    return row.finality.isFinal ? "final" : "not final"
  }
}

extension Finality {
  /// The sort key among finalities that are equally common: `final` first, then the earliest end.
  fileprivate var order: Instant {
    switch self {
    case .final: Instant(milliseconds: .min)
    case .provisional(let until): until ?? Instant(milliseconds: .max)
    }
  }
}
