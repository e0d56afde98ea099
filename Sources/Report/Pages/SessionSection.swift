import DaymarkModel

/// The sections of recorded sessions and of strength sets.
struct SessionSection {
  private static let mostDays = 62
  private static let mostSessions = 250
  private static let mostSets = 300

  let report: SubjectReport

  private var calendar: DayCalendar { DayCalendar(zone: report.aggregates.zone.zone) }

  var values: [String: Any] {
    let sessions = report.aggregates.sessions
    let days = Dictionary(grouping: sessions, by: \.day).sorted { $0.key < $1.key }
    let calendar = calendar
    let sets = exercises
    return present([
      "hasSessions": !sessions.isEmpty,
      "lanes": days.prefix(Self.mostDays).map { day, sessions -> [String: Any] in
        [
          "day": day.weekdayWords,
          "bar": SessionLine(sessions: sessions, calendar: calendar).svg,
          "words": sessions.map(\.activity.headline).counted.shortened(to: 60),
        ]
      },
      "sessionLegend": legend, "sessionCaption": caption(sessions.count, days: days.count),
      "sessions": sessions.prefix(Self.mostSessions).map { values($0, calendar) },
      "hasStrength": !sets.isEmpty,
      "strength": Array(sets.prefix(Self.mostSets)),
      "moreStrength": sets.count > Self.mostSets
        ? "And \(grouped(sets.count - Self.mostSets)) more." : nil,
    ])
  }

  private func caption(_ count: Int, days: Int) -> String {
    var text = "\(count.counting("session")) by time of day."
    if report.aggregates.sessions.contains(where: { !notes($0).isEmpty }) {
      text += " Some do not count in full; see the table."
    }
    if days > Self.mostDays { text += " The first \(Self.mostDays) days are drawn." }
    if count > Self.mostSessions { text += " The first \(Self.mostSessions) are in the table." }
    return text
  }

  private func values(_ session: Session, _ calendar: DayCalendar) -> [String: Any] {
    let activity = session.activity
    let first: [ActivityField] = [.distanceMeters, .activeSeconds]
    let order = first + ActivityField.allCases.filter { !first.contains($0) }
    let fields = order.compactMap { field -> [String: Any]? in
      guard let value = activity.values[field] else { return nil }
      return [
        "name": field.name, "value": field.words(value),
        "origin": origin(of: field, session),
      ]
    }
    let place = activity.isIndoor ? "indoor " : ""
    let merged = session.inputs.count
    return [
      "when":
        "\(session.day.weekdayWords), \(activity.start.clock(calendar)) to \(activity.end.clock(calendar))",
      "what": place + activity.headline
        + (merged > 1 ? ", recorded \(merged) times and counted once" : ""),
      "figures": fields, "notes": notes(session),
    ]
  }

  /// Returns the notes about a session that does not count in full.
  private func notes(_ session: Session) -> [String] {
    let activity = session.activity
    var notes: [String] = []
    let isDamaged = session.inputs.contains {
      report.inputs.indices.contains($0) && !report.inputs[$0].damage.isEmpty
    }
    if isDamaged { notes.append("The file is damaged, so there may have been more.") }
    if activity.kind == .other, activity.values[.distanceMeters] ?? .zero > .zero {
      notes.append(
        "Its sport is unknown, so its distance does not count as walking, running, cycling or swimming."
      )
    }
    return notes
  }

  /// The colours of the kinds of sessions that occur.
  private var legend: [[String: Any]] {
    let kinds = Set(report.aggregates.sessions.map(\.activity.kind))
    return SessionLine.groups.compactMap { group in
      let shown = group.kinds.filter(kinds.contains)
      guard !shown.isEmpty else { return nil }
      return ["style": "s-\(group.style)", "words": shown.map(\.words).joined(separator: ", ")]
    }
  }

  /// The file that a figure is from, by its format and the beginning of its digest.
  private func origin(of field: ActivityField, _ session: Session) -> String {
    let place = session.origins[field] ?? 0
    guard session.inputs.indices.contains(place),
      case let input = session.inputs[place], report.inputs.indices.contains(input)
    else { return "an unknown file" }
    return "\(report.inputs[input].format) \(report.inputs[input].digest.short)"
  }

  /// The sets of each exercise of each strength session, in words: `8 × 60 kg, 8 × 60 kg`.
  private var exercises: [[String: Any]] {
    report.aggregates.strength.flatMap { session -> [[String: Any]] in
      var order: [String?] = []
      for set in session.sets where !order.contains(set.exercise) { order.append(set.exercise) }
      return order.map { exercise in
        let sets = session.sets.filter { $0.exercise == exercise }
        return [
          "day": session.day.weekdayWords, "exercise": (exercise ?? "not named").shortened(to: 80),
          "sets": sets.map(\.words).joined(separator: ", "),
        ]
      }
    }
  }
}

extension Activity {
  /// The main figures of a session in words: `run, 5.2 km, 31 min, 5:58 min/km`.
  fileprivate var headline: String {
    let (distance, time) = (values[.distanceMeters], values[.activeSeconds])
    var parts = [kind.words]
    if let distance, distance > .zero { parts.append(distance.shortWords(.meter)) }
    if let time, time > .zero { parts.append(ActivityField.activeSeconds.words(time)) }
    if let distance, let time, distance > .zero, [.run, .walk, .hike].contains(kind) {
      let pace = dividedRounding(Int128(time.microUnits) * 1000, by: Int128(distance.microUnits))
      if let pace = Quantity(exactly: pace * 1_000_000) {
        parts.append(pace.words(in: .secondPerKilometer))
      }
    }
    return parts.joined(separator: ", ")
  }
}

extension StrengthSet {
  /// The set in words: `8 × 60 kg`, `12`, `45 s`.
  fileprivate var words: String {
    var parts: [String] = []
    if let repetitions { parts.append("\(repetitions)") }
    if let mass = load?.mass {
      let sign = load?.meaning == .assistance ? "−" : load?.meaning == .added ? "+" : ""
      parts.append("\(sign)\(mass.exactWords(.kilogram))")
    }
    if let distance { parts.append(distance.exactWords(.meter)) }
    if let duration { parts.append(duration.exactWords(.second)) }
    let text = parts.isEmpty ? "a set" : parts.joined(separator: " × ")
    return kind == .warmUp ? "\(text) (warm-up)" : text
  }
}

extension [String] {
  /// The words with the number of times that each occurs, in the order of their first occurrence:
  /// `2 runs, 1 ride`.
  fileprivate var counted: String {
    var order: [String] = []
    for word in self where !order.contains(word) { order.append(word) }
    return order.map { word in
      let number = count { $0 == word }
      return number == 1 ? word : "\(number) × \(word)"
    }.joined(separator: ", ")
  }
}
