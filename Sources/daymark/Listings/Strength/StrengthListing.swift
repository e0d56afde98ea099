import DaymarkModel

/// The picture of a subject's strength training as text, fitted to the width of the terminal.
struct StrengthListing {
  private let picture: StrengthPicture
  private let history: StrengthHistory

  init(_ picture: StrengthPicture) {
    self.picture = picture
    history = picture.history
  }

  /// The largest number of weeks, lifts and names that the text shows.
  ///
  /// Other formats have all.
  private static let mostWeeks = 8
  private static let mostLifts = 10
  private static let mostNames = 20

  func text(_ terminal: Terminal) -> String {
    guard let first = history.days.first, let last = history.days.last else {
      return "No sets of strength training in these logs."
    }
    let sessions = history.sessions
    let title =
      "\(sessions) \(sessions == 1 ? "session" : "sessions") from \(first.day) to \(last.day)"
      + " in \(picture.zone.words)"
    let parts: [(title: String, lines: [String])] = [
      ("What is due", signs), ("Weeks", weeks), ("Muscles against landmarks", bars),
      ("Muscles by three methods", methods), ("Records", records),
      ("Since the time before", sessionsBefore),
      ("Names that match no exercise", unmatched),
    ]
    return
      ([wrapped(title)]
      + parts.filter { !$0.lines.isEmpty }.map { part in
        terminal.paint(part.title, .bold) + "\n" + part.lines.joined(separator: "\n")
      }).joined(separator: "\n\n")
  }

  // MARK: Signs and weeks

  private var signs: [String] {
    let signs = picture.signs.map { wrapped("- " + Wording.sentence($0), indent: 2) }
    return signs.isEmpty ? ["Nothing stands out in the complete weeks."] : signs
  }

  private var weeks: [String] {
    var table = Table(
      [.init(heading: "week of")]
        + ["sessions", "sets", "hard", "reps", "volume kg", "under tension", "rests kept"].map {
          .init(heading: $0, isNumeric: true)
        })
    let shown = history.weeks.suffix(Self.mostWeeks)
    table.rows = shown.map { week in
      let figures = week.figures
      return [
        "\(week.monday)\(week.isComplete ? " " : "*")", "\(figures.sessions)", "\(figures.sets)",
        "\(figures.hardSets)", "\(figures.repetitions)",
        figures.volume?.rounded ?? "unknown",
        figures.timeUnderTension.map { "\($0.rounded) s" } ?? "-",
        figures.rests > 0 ? "\(figures.restsKept)/\(figures.rests)" : "-",
      ]
    }
    return [table.text()] + weekNotes(shown)
  }

  private func weekNotes(_ shown: ArraySlice<StrengthWeek>) -> [String] {
    var notes: [String] = []
    if let now = shown.last, shown.count > 1, let before = shown.dropLast().last {
      notes.append(
        "This week against the last: " + change(now.figures.sessions, before.figures.sessions)
          + " sessions, " + change(now.figures.hardSets, before.figures.hardSets) + " hard sets.")
    }
    if shown.contains(where: { !$0.isComplete }) { notes.append("* The week is not over.") }
    let figures = history.weeks.map(\.figures)
    func note(_ figure: KeyPath<StrengthFigures, Int>, _ words: String) {
      note(figures.reduce(0) { $0 + $1[keyPath: figure] }, words)
    }
    func note(_ sets: Int, _ words: String) {
      if sets > 0 { notes.append("\(sets) \(sets == 1 ? "set" : "sets") \(words)") }
    }
    note(\.setsOfUnknownUnit, "with a load of unknown unit: give --load-unit.")
    note(\.setsOfUnknownBodyWeight, "lift a body of unknown weight: give --body-weight.")
    for origin in BodyWeightOrigin.allCases {
      note(
        history.setsByBodyWeight[origin] ?? 0,
        "lift the body, by the weight of \(origin.words).")
    }
    note(\.hardSetsOfUnknownEffort, "count as hard though no effort is given.")
    return notes.map { wrapped($0) }
  }

  private func change(_ now: Int, _ before: Int) -> String {
    "\(now) (\(now >= before ? "+" : "")\(now - before))"
  }

  // MARK: Muscles

  /// The week whose muscles are shown: the last complete one, or the last where none is complete.
  private var muscleWeek: StrengthWeek? {
    history.weeks.last(where: \.isComplete) ?? history.weeks.last
  }

  private static let barWidth = 32

  private var bars: [String] {
    guard let week = muscleWeek, !week.landmarkSets.isEmpty else { return [] }
    var table = Table([
      .init(heading: "week of \(week.monday)"), .init(heading: "sets", isNumeric: true),
      .init(heading: "| least effective, ! most"), .init(heading: "useful", isNumeric: true),
      .init(heading: "most", isNumeric: true),
    ])
    table.rows = week.landmarkSets.map { sets in
      let useful = sets.landmark.mostAdaptive
      return [
        sets.landmark.name.shortened(to: 18), "\(sets.sets)", bar(sets),
        "\(useful.lowerBound)-\(useful.upperBound)", "\(sets.landmark.mostRecoverable)",
      ]
    }
    let unmatched = week.unmatchedHardSets
    let note = "\(unmatched) hard \(unmatched == 1 ? "set counts" : "sets count") for no muscle."
    return [table.text()] + (unmatched > 0 ? [note] : [])
  }

  /// Returns a bar of sets, in which the maximum recoverable volume takes three quarters of the
  /// width.
  private func bar(_ sets: LandmarkSets) -> String {
    let most = max(1, sets.landmark.mostRecoverable)
    func column(_ sets: Quantity) -> Int {
      Int(
        min(
          Int128(Self.barWidth),
          Int128(sets.microUnits) * Int128(Self.barWidth) * 3 / (Int128(most) * 4_000_000)))
    }
    let filled = column(sets.sets)
    var marks = [column(Quantity(sets.landmark.mostRecoverable)): "!"]
    let least = sets.landmark.leastEffective
    if least > 0 { marks[column(Quantity(least))] = "|" }
    return (0..<Self.barWidth).map { marks[$0] ?? ($0 < filled ? "#" : "·") }.joined()
  }

  private var methods: [String] {
    let muscles = muscleWeek?.muscles.filter { $0.effectiveRepetitions > .zero } ?? []
    guard !muscles.isEmpty else { return [] }
    var table = Table(
      [.init(heading: "muscle")]
        + ["share ‰", "volume kg", "fractional sets", "effective reps"].map {
          .init(heading: $0, isNumeric: true)
        })
    table.rows = muscles.map {
      [
        $0.muscle, "\($0.shareOfEffort)", $0.volumeByShare?.rounded ?? "unknown",
        "\($0.fractionalSets)", $0.effectiveRepetitions.tenths,
      ]
    }
    return [table.text()]
  }

  // MARK: Lifts

  /// The lifts with the most sets.
  private var mainLifts: [LiftHistory] {
    func sets(_ lift: LiftHistory) -> Int { lift.sessions.reduce(0) { $0 + $1.figures.sets } }
    return history.lifts.map { ($0, sets($0)) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.lift < $1.0.lift }
      .prefix(Self.mostLifts).map(\.0)
  }

  private var records: [String] {
    var table = Table([
      .init(heading: "exercise"), .init(heading: "heaviest kg", isNumeric: true),
      .init(heading: "on"), .init(heading: "best estimate kg", isNumeric: true),
      .init(heading: "on"),
    ])
    table.rows = mainLifts.compactMap { lift in
      guard let heaviest = lift.record(\.heaviest) else { return nil }
      let best = lift.record(\.bestEstimate)
      return [
        lift.lift.title.shortened(to: 24), heaviest.figures.heaviest?.tenths ?? "-",
        "\(heaviest.day)", best?.figures.bestEstimate?.tenths ?? "-",
        best.map { "\($0.day)" } ?? "-",
      ]
    }
    guard !table.rows.isEmpty else { return [] }
    return [table.text(), "Estimates by the formula \(history.formula.rawValue)."]
  }

  /// The exercises of the last session, each beside the last earlier session with the same
  /// exercise.
  private var sessionsBefore: [String] {
    let last = history.days.last?.day
    let lifts = history.lifts.filter { $0.sessions.count > 1 && $0.sessions.last?.day == last }
    guard !lifts.isEmpty else { return [] }
    var table = Table(
      [.init(heading: "exercise"), .init(heading: "before")]
        + ["sets", "volume kg", "estimate kg"].map { .init(heading: $0, isNumeric: true) })
    table.rows = lifts.prefix(Self.mostLifts).map { lift in
      let pair = lift.sessions.suffix(2).map(\.figures)
      func both(_ text: (StrengthFigures) -> String) -> String {
        pair.map(text).joined(separator: " > ")
      }
      return [
        lift.lift.title.shortened(to: 22), lift.sessions.dropLast().last.map { "\($0.day)" } ?? "",
        both { "\($0.sets)" }, both { $0.volume?.rounded ?? "?" },
        both { $0.bestEstimate?.tenths ?? "-" },
      ]
    }
    return [table.text()]
  }

  private var unmatched: [String] {
    guard !picture.unmatched.isEmpty else { return [] }
    let names = picture.unmatched.prefix(Self.mostNames).map { name in
      let near = name.nearest.map(\.id).joined(separator: ", ")
      let sets = "\(name.sets) \(name.sets == 1 ? "set" : "sets")"
      return wrapped(
        "- \(name.name.shortened(to: 40)), \(sets)" + (near.isEmpty ? "" : "; near: \(near)"),
        indent: 2)
    }
    let further = picture.unmatched.count - names.count
    return names + (further > 0 ? ["- and \(further) more"] : []) + [
      wrapped("They count for no muscle. Write what they mean to a file, and give --exercises.")
    ]
  }
}

extension Lift {
  /// The name for people.
  ///
  /// Some devices give no name.
  var title: String { name.isEmpty ? "unnamed exercise" : name.printable }
}

extension BodyWeightOrigin {
  var words: String {
    switch self {
    case .health: "a Health export"
    case .log: "the log"
    case .subject: "--body-weight"
    }
  }
}

extension String {
  /// Returns the beginning of a text with an ellipsis, if it is longer than the length.
  func shortened(to length: Int) -> String {
    count <= length ? self : prefix(length - 1) + "…"
  }
}

/// Breaks a text into lines of the terminal's width.
///
/// - Parameter indent: The number of columns by which lines after the first are indented.
func wrapped(_ text: String, indent: Int = 0) -> String {
  text.wrapped(to: Terminal.width, indent: indent).joined(separator: "\n")
}
