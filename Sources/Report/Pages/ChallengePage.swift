import DaymarkDocuments
import DaymarkModel

// The page of a challenge; see Reports, "The challenge".

extension ReportPages {
  /// The page of a challenge.
  ///
  /// - Returns: HTML; equal reports give equal bytes.
  package func challenge(_ report: ChallengeReport) -> String {
    let page = ChallengePage(report: report, words: words)
    return self.page("challenge", page.values)
  }
}

struct ChallengePage {
  static let mostRanks = 100
  /// The most subjects that are named for one finding.
  private static let mostNamed = 12
  /// The most sentences about one code of finding; of more, one stands as an example.
  private static let mostSentences = 4

  /// The most subjects for which the heat map has all rows; of more, it shows a selection.
  static let mostRows = 500
  /// The most cells for which the heat map has all rows.
  static let mostCells = 60_000
  /// The longest name, in characters, that is written beside a row of the heat map.
  static let longestName = 24
  /// The longest reason, in characters, in the table; a longer one stands whole on the person's
  /// page and in the list of reasons.
  static let longestReason = 52
  /// The most digests that are listed.
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
      "deadline": deadline,
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
      ? time(range.lowerBound) : "\(time(range.lowerBound)) to \(time(range.upperBound))"
  }

  private var deadline: String {
    report.challenge.proofDeadline.map(time) ?? "no deadline is stated"
  }

  /// Returns an instant by the clocks of the challenge's zone, which the head of the page states;
  /// in UTC where each subject has a zone of its own.
  func time(_ instant: Instant) -> String {
    report.challenge.zone.map(instant.wordsBeside) ?? instant.words
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

  /// The name of a subject, as a link to its page if it has one.
  ///
  /// - Parameters:
  ///   - row: The subject.
  ///   - most: The most characters of the name.
  func link(_ row: SubjectRow, most: Int = 80) -> String {
    let name = "<bdi>\(markup(row.name.shortened(to: most)))</bdi>"
    guard row.outcome != nil else { return name }
    return "<a href=\"\(markup(row.address))\">\(name)</a>"
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

  /// A sentence that says how close people came to the threshold.
  private func caption(_ curve: ThresholdCurve) -> String {
    let decided = report.subjects.filter { $0.outcome != nil }
    let short = decided.filter { $0.outcome == .fail }
    let close = short.count { $0.closeness.map { $0 >= -0.1 } ?? false }
    let text =
      "How many people would pass if this number in the rule were different and everybody had done the same."
    guard !short.isEmpty else { return text }
    return text
      + " Of \(short.count.counting("person").people) who did not pass, \(close == 0 ? "none" : grouped(close)) came within a tenth of"
      + " what the rule asks."
  }

  /// The first reasons of those who did not pass, grouped by outcome.
  private var reasons: [String: Any] {
    struct Group: Hashable {
      var outcome: Outcome?
      var code: String
    }
    var groups: [Group: [String: Int]] = [:]
    for row in report.subjects where row.outcome != .pass {
      let code = row.reason?.code ?? row.failure?.code.rawValue ?? ""
      let text =
        row.reason?.plainText ?? row.failure.map(words.sentence)
        ?? "not decided by the present rule"
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
}

extension String {
  /// The text with `persons` replaced: `1 person`, `2 people`.
  fileprivate var people: String {
    hasSuffix("persons") ? "\(dropLast("persons".count))people" : self
  }
}

extension SubjectRow {
  /// The address of the subject's page, relative to the page of the challenge.
  fileprivate var address: String {
    // The name of a folder contains `%`, which an address writes as `%25`.
    let folder = folder.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%25")
    return "\(folder)/\(ReportFile.subject.rawValue)"
  }
}

// The tables of a challenge's page.

extension ChallengePage {
  var damage: [String: Any] {
    let groups = damageGroups
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
      "damage": groups.map { group -> [String: Any] in
        var values = named(
          group.places.map { link(report.subjects[$0], most: Self.longestName) })
        (values["text"], values["code"]) = (group.text, group.code)
        return values
      },
      "hasFlags": !flags.isEmpty,
      "flags": FlagCode.allCases.compactMap { code -> [String: Any]? in
        flags[code].map {
          ["words": code.words, "code": code.rawValue, "flagged": $0.flagged, "noted": $0.noted]
        }
      },
    ]
  }

  /// The subjects of whose data one sentence is said.
  private struct DamageGroup {
    let code: String
    let text: String
    /// The places of the subjects in the report, ascending.
    let places: [Int]
  }

  /// What is said of the data of subjects, most subjects first: each sentence with those of whom it
  /// is said, and of a code with many sentences one as an example for all.
  private var damageGroups: [DamageGroup] {
    var found: [String: [String: [Int]]] = [:]
    for (place, row) in report.subjects.enumerated() {
      for note in notes(row) {
        found[note.code, default: [:]][note.text, default: []].append(place)
      }
    }
    let groups = found.flatMap { code, texts -> [DamageGroup] in
      let groups = texts.map { DamageGroup(code: code, text: $0.key, places: $0.value) }
        .sorted { ($1.places.count, $0.text) < ($0.places.count, $1.text) }
      guard groups.count > Self.mostSentences, let first = groups.first else { return groups }
      return [
        DamageGroup(
          code: code, text: "Such as: \(first.text)", places: groups.flatMap(\.places).sorted())
      ]
    }
    return groups.sorted {
      ($1.places.count, $0.code, $0.text) < ($0.places.count, $1.code, $1.text)
    }
  }

  /// Links to the first subjects of a list, and the number of all.
  private func named(_ links: [String]) -> [String: Any] {
    let (named, more) = (links.prefix(Self.mostNamed), links.count - Self.mostNamed)
    return present([
      "count": grouped(links.count),
      "links": named.enumerated().map { index, link -> [String: Any] in
        ["link": link, "last": index == named.count - 1]
      },
      "more": more > 0 ? "and \(grouped(more)) more" : nil,
    ])
  }

  /// Returns the notes about the data of a subject, each once.
  private func notes(_ row: SubjectRow) -> [(code: String, text: String)] {
    if row.outcome == nil, row.failure == nil {
      return [("", "Not decided by the present rule; run the pipeline again")]
    }
    let failure = row.outcome == nil ? row.failure : nil
    return (row.findings + [failure].compactMap(\.self)).map {
      // Other people see this page, so text that the subject typed is left out.
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
    if let before = report.earlierAsOf { values["moves"] = time(before) }
    if report.showsValues, let best = board.toBeat {
      values["toBeat"] = "The number to beat: \(best.exactWords(unit))"
    } else if let first = board.standings.first(where: { $0.rank == 1 }) {
      let name = rows[first.entry.subject]?.name ?? ""
      values["toBeat"] = "The one to beat: \(name.shortened(to: 80))"
    }
    return ["board": present(values)]
  }

  /// The change of rank in words: `up 2`, `new`.
  private func move(_ standing: Leaderboard.Standing) -> String {
    guard let rank = standing.rank else { return "" }
    guard let before = report.earlierRanks[standing.entry.subject] else { return "new" }
    if before == rank { return "as before" }
    return before > rank ? "▲ up \(before - rank)" : "▼ down \(rank - before)"
  }

  /// The subjects whose result changed, grouped by kind of change.
  var changes: [String: Any] {
    let rows = Dictionary(report.subjects.map { ($0.id, $0) }) { first, _ in first }
    // A subject that is gone has no number in an anonymous report.
    let shown = report.changes.filter { rows[$0.id] != nil || !report.isAnonymous }
    let groups = Dictionary(grouping: shown) { [$0.old ?? "not there", $0.new ?? "gone"] }
    return [
      "hasChanges": !shown.isEmpty,
      "changes": groups.sorted {
        ($1.value.count, $0.key[0], $0.key[1]) < ($0.value.count, $1.key[0], $1.key[1])
      }
      .map { kind, changes in
        var group = named(
          changes.map { change in
            rows[change.id].map { link($0, most: Self.longestName) }
              ?? markup(change.id.shortened(to: Self.longestName))
          })
        (group["old"], group["new"]) = (kind[0], kind[1])
        return group
      },
    ]
  }

  // MARK: What was run

  /// The figures of the first reason, if the report shows values.
  func reached(_ row: SubjectRow) -> String? {
    guard report.showsValues, let unit = row.unit, let required = row.reason?.required,
      let actual = row.reason?.actual
    else { return nil }
    return "\(actual.exactWords(unit)) of \(required.exactWords(unit))"
  }

  var facts: [String: Any] {
    var facts = [
      ("Program", "daymark \(report.toolVersion)"),
      ("Rule", "\(report.rule.name) \(report.rule.version)"),
      ("SHA-256 of the rule", report.rule.digest.hex),
      ("Period", report.challenge.period.words),
      (
        report.challenge.zone == nil ? "Zone of the days" : "Zone of days and times",
        report.challenge.zone?.id ?? "that of each subject"
      ),
      ("Proof until", deadline),
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
