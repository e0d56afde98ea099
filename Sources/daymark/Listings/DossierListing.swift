import DaymarkModel

/// The examination of one export in words, with questions first.
struct DossierListing {
  private let dossier: Dossier
  private let showsAll: Bool

  /// The number of places of a check that are listed, unless the user asks for all.
  private static let most = 5

  init(_ dossier: Dossier, showsAll: Bool) { (self.dossier, self.showsAll) = (dossier, showsAll) }

  func text(_ terminal: Terminal) -> String {
    let head = """
      \(dossier.export.name.printable) of \(dossier.export.end)
      \(dossier.records) records and sessions, days in \(dossier.zone.id).
      """
    var parts = [head]
    for (level, heading) in [
      (CheckResult.Level.question, "To ask about"), (.noted, "Noted"), (.usual, "As usual"),
    ] {
      let results = dossier.results.filter { $0.level == level }
      if results.isEmpty { continue }
      let lines = [terminal.paint(heading, .bold)] + results.flatMap(lines(of:))
      parts.append(lines.joined(separator: "\n"))
    }
    let looked = Set(dossier.results.map(\.check))
    let others = ExportCheck.allCases.filter { !looked.contains($0) }
    if !others.isEmpty {
      parts.append(
        "Nothing to look at for: \(others.map(\.rawValue).joined(separator: ", ")).")
    }
    parts.append(
      dossier.questions == 0
        ? "Nothing to ask about. That proves nothing: a careful edit shows in none of these checks."
        : "Each is a question to the person, and not a verdict: ask how it came about before you decide."
    )
    return parts.joined(separator: "\n\n")
  }

  /// Returns a line about the places that are not listed; `nil` where all are.
  private func rest(of result: CheckResult, listed: Int) -> String? {
    let isCut = result.places.count == CheckResult.mostPlaces && result.unusual > listed
    guard listed < result.places.count || isCut else { return nil }
    return "the first \(listed) of \(result.unusual)"
      + (listed < result.places.count ? ": `--all` lists \(result.places.count)" : "")
  }

  private func lines(of result: CheckResult) -> [String] {
    guard result.level != .usual else {
      return [
        "  \(Wording.usual(result.check)) (\(result.check.rawValue)): \(result.looked) looked at"
      ]
    }
    var lines = [
      "  \(result.unusual) of \(result.looked) \(Wording.unusual(result.check)) (\(result.check.rawValue))"
    ]
    let listed = showsAll ? result.places[...] : result.places.prefix(Self.most)
    lines += listed.map { place in
      let metric = place.metric.map { " \($0.id)" } ?? ""
      let location = place.place.map { "  \("\($0)".printable)" } ?? ""
      return "    \(place.day)\(metric) of \(place.source.printableName)\(location)"
    }
    if let rest = rest(of: result, listed: listed.count) { lines.append("    \(rest)") }
    lines.append("    \(Wording.honestly(result.check))")
    lines.append("    \(Wording.bound(result.honest))")
    return lines
  }
}

/// The number of honest exports that each check was tried on, and the number in which it asked a
/// question.
struct CalibrationListing {
  private let calibration: Calibration

  init(_ calibration: Calibration) { self.calibration = calibration }

  var text: String {
    var table = Table([
      .init(heading: "check"), .init(heading: "exports", isNumeric: true),
      .init(heading: "asked", isNumeric: true), .init(heading: "at most", isNumeric: true),
    ])
    table.rows = calibration.counts.map {
      row($0.check.rawValue, exports: $0.exports, asked: $0.asked)
    }
    table.rows.append(row("any", exports: calibration.exports, asked: calibration.asked))
    return table.text()
  }

  private func row(_ name: String, exports: Int, asked: Int) -> [String] {
    let bound = HonestCounts.bound(asked: asked, of: exports).map { "\($0) %" } ?? "-"
    return [name, "\(exports)", "\(asked)", bound]
  }
}
