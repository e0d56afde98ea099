import DaymarkModel

/// The boards of feats, as text.
struct FeatListing {
  private let picture: FeatPicture
  /// The id of the person whose line is always shown and about whom more is shown.
  private let person: String?
  /// The number of places of a board that are shown.
  private let top: Int
  private let names: [String: String]

  /// Makes the listing of all boards, or of what concerns one person.
  ///
  /// - Parameters:
  ///   - picture: The boards.
  ///   - person: An id, or the name that boards show for it; `nil` for everybody.
  ///   - top: The number of places of a board that are shown.
  init(_ picture: FeatPicture, person: String?, top: Int) {
    (self.picture, self.top) = (picture, top)
    names = Dictionary(
      picture.list.people.compactMap { person in person.name.map { (person.id, $0) } }
    ) { first, _ in first }
    let ids = Set(picture.entries.flatMap { $0.histories.map(\.person) })
    let named = names.filter { $0.value == person }.keys
    self.person = person.map { !ids.contains($0) && named.count == 1 ? named.first ?? $0 : $0 }
  }

  func text(_ terminal: Terminal) -> String {
    let head =
      "\(picture.list.title ?? "Feats"), as of \(picture.asOf) in \(picture.zone.id);"
      + " places against \(picture.since)"
    let unknown = refused(picture.unknown.map { ($0.attempt.person, $0, nil) }, naming: true)
    return
      ([head] + picture.entries.map { text(of: $0, terminal) }
      + (unknown.isEmpty ? [] : ["Attempts at feats that do not exist\n" + unknown]))
      .joined(separator: "\n\n")
  }

  private func text(of entry: FeatPicture.Entry, _ terminal: Terminal) -> String {
    let boards = entry.boards.map { terminal.paint($0.title, .bold) + "\n" + text(of: $0) }
    let refusals = entry.histories.flatMap { history in
      history.attempts.filter { $0.refusal != nil }.map {
        (history.person, $0, Optional(entry.feat))
      }
    }
    let refused = refused(refusals, naming: false)
    return
      ([terminal.paint(title(of: entry.feat), .bold)] + boards
      + personParts(of: entry)
      + (refused.isEmpty ? [] : ["Attempts that do not count\n" + refused]))
      .joined(separator: "\n\n")
  }

  private func title(of feat: Feat) -> String {
    "\(feat.name) (\(feat.id)): \(feat.counts.rawValue)"
      + (feat.durationSeconds.map { " in \($0) s" } ?? "")
      + (feat.month.map { ", \($0)" } ?? "")
  }

  // MARK: Boards

  private func text(of board: FeatBoard) -> String {
    guard !board.standings.isEmpty else { return "Nobody has an attempt that counts." }
    let hasPoints = board.standings.contains { $0.points != nil }
    var table = Table(
      [
        .init(heading: "rank", isNumeric: true), .init(heading: "person"),
        .init(heading: board.feat.counts.heading, isNumeric: true), .init(heading: "on"),
        .init(heading: "to beat", isNumeric: true), .init(heading: "missing", isNumeric: true),
        .init(heading: "tier"), .init(heading: "before"),
      ]
        + (hasPoints ? ["DOTS", "IPF GL", "Wilks"] : []).map { .init(heading: $0, isNumeric: true) }
    )
    table.rows = board.standings.filter { $0.rank <= top || $0.person == person }.map { standing in
      row(standing) + (hasPoints ? points(standing.points) : [])
    }
    let hidden = board.standings.count - table.rows.count
    return table.text() + (hidden > 0 ? "\nand \(hidden) more" : "")
  }

  private func row(_ standing: FeatStanding) -> [String] {
    [
      standing.isTied ? "=\(standing.rank)" : "\(standing.rank)", name(standing.person),
      "\(standing.value)", "\(standing.best.attempt.day)", "\(standing.toBeat)",
      standing.gap.map { "\($0)" } ?? "-", standing.tier?.rawValue ?? "-",
      standing.rankBefore.map { "\(standing.movement.rawValue), \($0)" } ?? "new",
    ]
  }

  private func points(_ points: LiftingPoints?) -> [String] {
    [points?.dots, points?.ipfGL, points?.wilks].map { $0.map { "\($0)" } ?? "-" }
  }

  // MARK: One person

  private func personParts(of entry: FeatPicture.Entry) -> [String] {
    guard let person else { return [] }
    let histories = entry.histories.filter { $0.person == person }
    return histories.isEmpty ? ["\(name(person)) has no attempt."] : histories.map(text)
  }

  private func text(of history: FeatHistory) -> String {
    let count = history.counted.count
    var lines = [
      "\(name(history.person)): \(count) \(count == 1 ? "attempt counts" : "attempts count")"
    ]
    if let average = history.average, let best = history.best?.value {
      lines[0] += ", best \(best), average \(average.rounded)"
    }
    var records = Table([
      .init(heading: "record"), .init(heading: "value", isNumeric: true),
      .init(heading: "before", isNumeric: true),
    ])
    records.rows = history.records.map { record in
      [
        Wording.words(record.kind), "\(record.value)",
        record.before.map { "\($0)" } ?? "first attempt",
      ]
    }
    if !records.rows.isEmpty { lines.append(records.text()) }
    var attempts = Table([
      .init(heading: "attempt on"), .init(heading: history.feat.counts.heading, isNumeric: true),
      .init(heading: "what it brought"),
    ])
    attempts.rows = history.attempts.reversed().map { judged in
      ["\(judged.attempt.day)", judged.value.map { "\($0)" } ?? "-", gain(judged, history.feat)]
    }
    return (lines + [attempts.text()]).joined(separator: "\n")
  }

  private func gain(_ judged: JudgedAttempt, _ feat: Feat) -> String {
    if let refusal = judged.refusal { return "does not count: " + Wording.words(refusal, feat) }
    let isBaseline = !judged.records.isEmpty && judged.records.allSatisfy { $0.before == nil }
    let records = judged.records.filter { $0.before != nil }.map { Wording.words($0.kind) }
    return
      ((isBaseline ? ["first of its kind"] : records.map { "record: \($0)" })
      + (judged.milestone.map { ["milestone \($0)"] } ?? [])).joined(separator: "; ")
  }

  // MARK: Refused attempts

  /// The largest number of refused attempts that are shown.
  private static let mostRefused = 20

  private func refused(
    _ attempts: [(person: String, judged: JudgedAttempt, feat: Feat?)], naming: Bool
  ) -> String {
    guard !attempts.isEmpty else { return "" }
    var table = Table(
      (naming ? [.init(heading: "feat")] : []) + [
        .init(heading: "person"), .init(heading: "on"), .init(heading: "line", isNumeric: true),
        .init(heading: "why"),
      ])
    table.rows = attempts.prefix(Self.mostRefused).map { person, judged, feat in
      (naming ? [judged.attempt.feat] : []) + [
        name(person), "\(judged.attempt.day)", judged.attempt.line.map { "\($0)" } ?? "-",
        Wording.words(judged.refusal ?? .unknownFeat, feat),
      ]
    }
    let hidden = attempts.count - table.rows.count
    return table.text() + (hidden > 0 ? "\nand \(hidden) more" : "")
  }

  private func name(_ id: String) -> String { names[id] ?? id }
}
