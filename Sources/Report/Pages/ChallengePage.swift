import DaymarkDocuments
import DaymarkModel

// The page of a challenge: see Reports, "The challenge".

extension ReportPages {
  /// - Returns: HTML; the same for the same report.
  package func challenge(_ report: ChallengeReport) -> String {
    let page = ChallengePage(report: report, words: words)
    return self.page("challenge", page.values)
  }
}

struct ChallengePage {
  static let mostRanks = 100
  /// So many subjects of one finding are named.
  private static let mostNamed = 12

  /// Beyond so many subjects some rows of the heat map stand for all.
  static let mostRows = 500
  /// Beyond so many cells, too.
  private static let mostCells = 60_000
  /// Beside its days a longer name would make a row of many lines.
  private static let longestName = 24
  /// One that is longer stands whole on the person's page, and where reasons are counted.
  private static let longestReason = 52
  /// So many digests are listed.
  private static let mostLines = 2500

  let report: ChallengeReport
  let words: ReportWords

  var values: [String: Any] {
    let challenge = report.challenge
    return present([
      "id": challenge.id.shortened(), "title": challenge.title.shortened(),
      "period": challenge.period.words, "zone": challenge.zone?.id,
      "phase": report.phase?.words ?? "has not been decided",
      "ruleTitle": report.rule.title == challenge.title
        ? "The rule" : report.rule.title.shortened(),
      "ruleSentence": report.ruleSentence.shortened(to: 2000),
      "asOf": report.asOf.map(asOfWords),
      "deadline": challenge.proofDeadline?.words ?? "no deadline is stated",
      "tiles": tiles, "hasSubjects": !report.subjects.isEmpty,
      "version": report.toolVersion, "showsValues": report.showsValues,
      "hasTable": !report.isAnonymous,
    ])
    .merging(heatMap) { own, _ in own }
    .merging(line) { own, _ in own }
    .merging(reasons) { own, _ in own }
    .merging(damage) { own, _ in own }
    .merging(ranks) { own, _ in own }
    .merging(changes) { own, _ in own }
    .merging(facts) { own, _ in own }
  }

  func asOfWords(_ range: ClosedRange<Instant>) -> String {
    range.lowerBound == range.upperBound
      ? range.lowerBound.words : "\(range.lowerBound.words) to \(range.upperBound.words)"
  }

  private var tiles: [[String: Any]] {
    let outcomes: [(Outcome?, String)] = [
      (.pass, "passed"), (.fail, "did not pass"), (.undetermined, "undetermined"),
      (nil, "could not be read"),
    ]
    return outcomes.map { outcome, label in
      ["style": outcome.style, "count": grouped(report.count(of: outcome)), "label": label]
    }
  }

  /// The name of a subject, which leads to its page where it has one.
  ///
  /// - Parameters:
  ///   - row: The subject's.
  ///   - most: The characters that there is room for.
  func link(_ row: SubjectRow, most: Int = 80) -> String {
    let name = "<bdi>\(markup(row.name.shortened(to: most)))</bdi>"
    guard row.outcome != nil else { return name }
    return "<a href=\"\(markup(row.address))\">\(name)</a>"
  }

  // MARK: Day by subject

  /// The rows that are drawn, in their order.
  private var drawnRows: [SubjectRow] {
    let most = min(Self.mostRows, max(50, Self.mostCells / max(1, report.days.count)))
    let subjects = report.subjects
    guard subjects.count > most else { return subjects }
    // The worst stand at the end of each outcome; the closest are near the threshold on either side.
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
    present.holds ? "decided: \(present.decision.outcome.word)" : "decision asked again"
  }

  private var heatMap: [String: Any] {
    let rows = drawnRows
    let hidden = report.subjects.count - rows.count
    let known = Set(rows.flatMap(\.days))
    let finality = CommonFinality(report.subjects)
    let shown = DayStanding.allCases.filter { $0 != .notAsked && known.contains($0) }
    return [
      "rows": rows.map { row -> [String: Any] in
        present([
          "link": link(row, most: Self.longestName), "name": row.name.shortened(to: 80),
          "strip": HeatStrip(days: row.days, quarters: row.quarters, first: report.days.first)
            .svg,
          "style": row.outcome.style, "mark": row.outcome.mark, "outcome": row.outcome.word,
          "flagged": row.isFlagged ? "flagged" : nil, "decision": row.decision.map(words),
          "reason": (row.reason?.text ?? row.failure.map(words.sentence) ?? "")
            .shortened(to: Self.longestReason).asSentence,
          "values": reached(row), "open": finality.words(row),
          "letters": String(row.days.map(\.letter)),
        ])
      },
      "finality": finality.sentence,
      "ruler": ruler, "firstDay": report.days.first?.words ?? "",
      "legend": shown.map { ["strip": HeatStrip(days: [$0]).svg, "words": words($0)] },
      "letters": shown.map { "\($0.letter) \(words($0))" }.joined(separator: ", ") + ".",
      "heatNote": hidden == 0
        ? "Sorted by outcome, and by how close each came."
        : "Of \(grouped(report.subjects.count)) subjects the closest, those whose data needs a look, and the worst "
          + "are drawn; \(grouped(hidden)) more stand below by how many days were as the rule asks.",
      "rest": hidden == 0 ? [] : [distribution(without: rows)],
    ]
  }

  private func words(_ standing: DayStanding) -> String {
    guard standing == .met else { return standing.words }
    // No single day is as a sum asks.
    let asking = report.rule.leaves.map(\.leaf.asksEachDay)
    if !asking.contains(true) {
      let isShaded = report.subjects.contains { !$0.quarters.isEmpty }
      return isShaded ? "counts; the darker, the nearer to the person's best day" : "counts"
    }
    return asking.contains(false) ? "\(standing.words), or counts" : standing.words
  }

  /// Names of days above the columns.
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

  /// How many days were met by those who are not drawn.
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
      "caption": "The others, by the part of the days that were as the rule asks.",
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

  // MARK: The line and the reasons

  private var line: [String: Any] {
    [
      "hasLines": !report.lines.isEmpty,
      "lines": report.lines.map { curve -> [String: Any] in
        let bars = ThresholdBars(curve: curve)
        return [
          "name": curve.name.asSentence, "plot": bars.svg, "caption": caption(curve),
          "unit": curve.unit.map { $0 == .count ? "at" : $0.rawValue } ?? "number",
          "points": curve.points.map { point -> [String: Any] in
            [
              "value": bars.words(point.value), "present": point.value == curve.present,
              "pass": point.outcomes[.pass] ?? 0, "open": point.outcomes[.undetermined] ?? 0,
              "fail": point.outcomes[.fail] ?? 0,
            ]
          },
        ]
      },
    ]
  }

  /// How close people came to it, in a sentence.
  private func caption(_ curve: ThresholdCurve) -> String {
    let decided = report.subjects.filter { $0.outcome != nil }
    let short = decided.filter { $0.outcome == .fail }
    let close = short.count { $0.closeness.map { $0 >= -0.1 } ?? false }
    let text =
      "How many would pass if this number of the rule were another, and nobody did anything else."
    guard !short.isEmpty else { return text }
    return text
      + " Of \(short.count.counting("person").people) who did not pass, \(close == 0 ? "none" : grouped(close)) came within a tenth of"
      + " what the rule asks."
  }

  /// The first reasons of those who did not pass, of each outcome for itself.
  private var reasons: [String: Any] {
    struct Group: Hashable {
      var outcome: Outcome?
      var code: String
    }
    var groups: [Group: [String: Int]] = [:]
    for row in report.subjects where row.outcome != .pass {
      let code = row.reason?.code ?? row.failure?.code.rawValue ?? ""
      let text =
        row.reason?.text ?? row.failure.map(words.sentence)
        ?? "not decided by the rule as it is now"
      groups[Group(outcome: row.outcome, code: code), default: [:]][text, default: 0] += 1
    }
    let counts = groups.mapValues { $0.values.reduce(0, +) }
    let ordered = groups.sorted { a, b in
      let (x, y) = (counts[a.key] ?? 0, counts[b.key] ?? 0)
      return (y, a.key.outcome.style, a.key.code) < (x, b.key.outcome.style, b.key.code)
    }
    let most = counts.values.max() ?? 1
    return [
      "hasReasons": !ordered.isEmpty,
      "reasons": ordered.map { group, texts -> [String: Any] in
        let first = texts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key.shortened() ?? ""
        let count = counts[group] ?? 0
        return [
          "code": group.code, "style": group.outcome.style,
          "mark": group.outcome.mark, "outcome": group.outcome.word,
          "words": texts.count == 1 ? first.asSentence : "Such as: \(first)",
          "bar": plainBar(count, of: most, style: "o-\(group.outcome.style)"),
          "amount": grouped(count),
        ]
      },
    ]
  }

  private func plainBar(_ count: Int, of most: Int, style: String = "plain") -> String {
    var drawing = Drawing(height: 16)
    drawing.box(
      style, x: 0, y: 0, width: percent(Int128(count), of: Int128(max(1, most))), height: 16)
    return drawing.svg("row")
  }
}

extension String {
  /// `1 person`, `2 people`.
  fileprivate var people: String {
    hasSuffix("persons") ? "\(dropLast("persons".count))people" : self
  }
}

extension SubjectRow {
  /// Where its page is, from the page of the challenge.
  fileprivate var address: String {
    // A folder's name holds `%`, which an address has to write as `%25`.
    let folder = folder.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%25")
    return "\(folder)/\(ReportFile.subject.rawValue)"
  }
}

// The tables of a challenge's page.

extension ChallengePage {
  var damage: [String: Any] {
    var found: [String: (text: String, rows: [SubjectRow])] = [:]
    for row in report.subjects {
      for note in notes(row) { found[note.code, default: (note.text, [])].rows.append(row) }
    }
    let groups = found.sorted { ($1.value.rows.count, $0.key) < ($0.value.rows.count, $1.key) }
    var flags: [FlagCode: (flagged: Int, noted: Int)] = [:]
    for row in report.subjects {
      for (code, levels) in row.flags {
        if levels[.flagged] ?? 0 > 0 {
          flags[code, default: (0, 0)].flagged += 1
        } else {
          flags[code, default: (0, 0)].noted += 1
        }
      }
    }
    return [
      "hasDamage": !groups.isEmpty,
      "damage": groups.map { code, group -> [String: Any] in
        let (named, more) = (group.rows.prefix(Self.mostNamed), group.rows.count - Self.mostNamed)
        return present([
          "count": grouped(group.rows.count), "text": group.text, "code": code,
          "links": named.enumerated().map { index, row -> [String: Any] in
            ["link": link(row, most: Self.longestName), "last": index == named.count - 1]
          },
          "more": more > 0 ? "and \(grouped(more)) more" : nil,
        ])
      },
      "hasFlags": !flags.isEmpty,
      "flags": FlagCode.allCases.compactMap { code -> [String: Any]? in
        flags[code].map {
          ["words": code.words, "code": code.rawValue, "flagged": $0.flagged, "noted": $0.noted]
        }
      },
    ]
  }

  /// What is wrong with the data of a subject, each thing once.
  private func notes(_ row: SubjectRow) -> [(code: String, text: String)] {
    if row.outcome == nil, row.failure == nil {
      return [("", "Not decided by the rule as it is now; run the pipeline again")]
    }
    let failure = row.outcome == nil ? row.failure : nil
    return (row.findings + [failure].compactMap(\.self)).map {
      // Others see this page: what this subject typed is not theirs to read.
      ($0.code.rawValue, words.sentence($0.withoutTypedText).shortened().asSentence)
    }
  }

  // MARK: Ranks and changes

  var ranks: [String: Any] {
    guard let board = report.board, !board.standings.isEmpty else { return [:] }
    let rows = Dictionary(report.subjects.map { ($0.id, $0) }) { first, _ in first }
    let unit = board.unit ?? .count
    let more = board.standings.count - Self.mostRanks
    var values: [String: Any?] = [
      "standings": board.standings.prefix(Self.mostRanks).map { standing -> [String: Any] in
        let row = rows[standing.entry.subject]
        return [
          "rank": standing.rank.map { "\($0)\(standing.isTied ? "=" : "")" } ?? "–",
          "link": row.map { link($0) } ?? "", "style": (standing.entry.outcome as Outcome?).style,
          "outcome": standing.entry.outcome.word,
          "score": standing.entry.score?.value.exactWords(unit) ?? "",
          "move": move(standing),
        ]
      },
      "moreStandings": more > 0
        ? "And \(grouped(more)) more; all of them are in leaderboard.csv." : nil,
    ]
    if let before = report.earlierAsOf { values["moves"] = before.words }
    if report.showsValues, let best = board.toBeat {
      values["toBeat"] = "The number to beat: \(best.exactWords(unit))"
    } else if let first = board.standings.first(where: { $0.rank == 1 }) {
      let name = rows[first.entry.subject]?.name ?? ""
      values["toBeat"] = "The one to beat: \(name.shortened(to: 80))"
    }
    return ["board": present(values)]
  }

  /// `up 2`, `new`.
  private func move(_ standing: Leaderboard.Standing) -> String {
    guard let rank = standing.rank else { return "" }
    guard let before = report.earlierRanks[standing.entry.subject] else { return "new" }
    if before == rank { return "as before" }
    return before > rank ? "▲ up \(before - rank)" : "▼ down \(rank - before)"
  }

  var changes: [String: Any] {
    let rows = Dictionary(report.subjects.map { ($0.id, $0) }) { first, _ in first }
    // Who is gone has no number.
    let shown = report.changes.filter { rows[$0.id] != nil || !report.isAnonymous }
    return [
      "hasChanges": !shown.isEmpty,
      "changes": shown.prefix(Self.mostRanks).map { change -> [String: Any] in
        [
          "link": rows[change.id].map { link($0) } ?? markup(change.id.shortened(to: 80)),
          "old": change.old ?? "not there", "new": change.new ?? "gone",
        ]
      },
    ]
  }

  // MARK: What was run

  /// The figures of the first reason, where they may be shown.
  private func reached(_ row: SubjectRow) -> String? {
    guard report.showsValues, let reason = row.reason, let required = reason.required,
      let actual = reason.actual
    else { return nil }
    return "\(actual) of \(required)"
  }

  var facts: [String: Any] {
    var facts = [
      ("Program", "daymark \(report.toolVersion)"),
      ("Rule", "\(report.rule.name) \(report.rule.version)"),
      ("SHA-256 of the rule", report.rule.digest.hex),
      ("Period", report.challenge.period.words),
      ("Zone of the days", report.challenge.zone?.id ?? "that of each subject"),
      ("Proof until", report.challenge.proofDeadline?.words ?? "no deadline is stated"),
    ]
    if let asOf = report.asOf { facts.append(("Decided as of", asOfWords(asOf))) }
    facts.append(("Inputs", grouped(report.subjects.reduce(0) { $0 + $1.inputs })))
    return [
      "facts": facts.map { ["name": $0, "value": $1.shortened()] },
      "digests": report.subjects.prefix(Self.mostLines).map { row -> [String: Any] in
        [
          "name": row.name.shortened(to: 80), "inputs": row.inputs,
          "digest": row.evidence?.hex ?? "none",
        ]
      },
    ]
  }
}

/// Until when verdicts may change: what most have in common is said once, and of the others beside them.
private struct CommonFinality {
  private let common: Finality?
  let sentence: String

  init(_ rows: [SubjectRow]) {
    let decided = rows.filter { $0.outcome != nil }
    let counts = Dictionary(grouping: decided, by: \.finality).mapValues(\.count)
    let most = counts.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }
    common = most?.key
    let who = counts.count > 1 ? "Where nothing else is said, verdicts" : "All verdicts"
    sentence =
      switch common {
      case nil: ""
      case .final?: "\(who) are final."
      case .provisional(let until?)?: "\(who) may change until \(until.words)."
      case .provisional(nil)?: "\(who) are not final."
      }
  }

  /// What is said of one that is another than most; `nil` of the others.
  func words(_ row: SubjectRow) -> String? {
    guard row.outcome != nil, row.finality != common else { return nil }
    return row.finality.openUntil.map { "may change until \($0.words)" } ?? row.finality.words
  }
}

extension Finality {
  /// Of equally many the final come first, then those with the earliest end.
  fileprivate var order: Instant {
    switch self {
    case .final: Instant(milliseconds: .min)
    case .provisional(let until): until ?? Instant(milliseconds: .max)
    }
  }
}
