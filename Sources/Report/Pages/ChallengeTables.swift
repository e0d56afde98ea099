import DaymarkModel

// The tables of a challenge's page.

extension ChallengePage {
  var damage: [String: Any] {
    let damaged = report.subjects.filter {
      $0.outcome == nil || !$0.damage.isEmpty || !$0.findings.isEmpty
    }
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
    let more = damaged.count - Self.mostDamaged
    return present([
      "hasDamage": !damaged.isEmpty,
      "damage": damaged.prefix(Self.mostDamaged).map { row -> [String: Any] in
        ["link": link(row), "notes": notes(row)]
      },
      "moreDamage": more > 0 ? "And \(grouped(more)) more." : nil,
      "hasFlags": !flags.isEmpty,
      "flags": FlagCode.allCases.compactMap { code -> [String: Any]? in
        flags[code].map {
          ["words": code.words, "code": code.rawValue, "flagged": $0.flagged, "noted": $0.noted]
        }
      },
    ])
  }

  private func notes(_ row: SubjectRow) -> [[String: Any]] {
    let findings = row.findings + (row.failure.map { [$0] } ?? [])
    if row.outcome == nil, row.failure == nil {
      return [["text": "not decided by the rule as it is now; run the pipeline again", "code": ""]]
    }
    return findings.map {
      ["text": words.sentence($0).shortened().asSentence, "code": $0.code.rawValue]
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

  // MARK: Everybody, and what was run

  var everybody: [String: Any] {
    let more = report.subjects.count - Self.mostLines
    return present([
      "everybody": report.subjects.prefix(Self.mostLines).map { row -> [String: Any] in
        present([
          "link": link(row), "style": row.outcome.style, "mark": row.outcome.mark,
          "outcome": row.outcome.word,
          "reason": (row.reason?.text ?? row.failure.map(words.sentence) ?? "")
            .shortened(to: 200).asSentence,
          "values": reached(row),
          "open": row.outcome == nil ? "–" : row.openUntil?.words ?? "final",
        ])
      },
      "moreSubjects": more > 0
        ? "And \(grouped(more)) more; all of them are in verdicts.csv." : nil,
    ])
  }

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
      ("Proof until", report.challenge.proofDeadline?.words ?? "the end of the period"),
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
