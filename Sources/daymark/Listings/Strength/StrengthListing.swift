import DaymarkModel

/// The picture of a subject's strength training as text, fitted to the width of the terminal.
struct StrengthListing {
  /// The parts of the picture that are shown, and their unit.
  struct Options {
    /// The unit of loads.
    var unit = LoadUnit.kilogram
    /// Whether signs of earlier weeks are shown, too.
    var showsHistory = false
    /// The sex by which points are worked out.
    var sex: Sex?
    /// The body weight for sessions that do not state it.
    ///
    /// - Units: kilograms, in micro-units.
    var bodyWeight: Quantity?
  }

  private let picture: StrengthPicture
  private let history: StrengthHistory
  private let options: Options
  private var unit: LoadUnit { options.unit }

  init(_ picture: StrengthPicture, _ options: Options = Options()) {
    (self.picture, self.options) = (picture, options)
    history = picture.history
  }

  /// The largest number of weeks, lifts and names that the text shows.
  ///
  /// Other formats have all.
  private static let mostWeeks = 8
  private static let mostLifts = 10
  private static let mostNames = 20
  /// The number of complete weeks whose signs are shown; signs of earlier weeks are shown on
  /// request.
  private static let recentWeeks = 4

  func text(_ terminal: Terminal) -> String {
    guard let first = history.days.first, let last = history.days.last else {
      return "No sets of strength training in these logs."
    }
    let sessions = history.sessions
    let title =
      "\(sessions) \(sessions == 1 ? "session" : "sessions") from \(first.day) to \(last.day)"
      + " in \(picture.zone.words)"
    let parts: [(title: String, lines: [String])] = [
      ("What is due", signs), ("Earlier", options.showsHistory ? earlierSigns : []),
      ("Weeks", weeks), ("Muscles against landmarks, which are opinions of coaches", bars),
      ("Muscles by three methods", methods), ("Records", records),
      ("Heaviest \(unit.rawValue) by repetitions", maxima), ("Squat, bench press, deadlift", total),
      ("Compared with the session before", sessionsBefore),
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
    let signs = sentences { isRecent($0) }
    let note =
      earlierSigns.isEmpty || options.showsHistory
      ? [] : [wrapped("What stood out before that: --history.")]
    return
      (signs.isEmpty
      ? ["Nothing stands out in the last \(Self.recentWeeks) complete weeks."] : signs) + note
  }

  private var earlierSigns: [String] { sentences { !isRecent($0) } }

  private func sentences(of isWanted: (StrengthSign) -> Bool) -> [String] {
    picture.signs.filter(isWanted).map {
      wrapped("- " + Wording.sentence($0, loadsIn: unit), indent: 2)
    }
  }

  private func isRecent(_ sign: StrengthSign) -> Bool {
    guard let first = history.weeks.filter(\.isComplete).suffix(Self.recentWeeks).first,
      let last = sign.weeks.last
    else { return true }
    return last >= first.monday
  }

  private var weeks: [String] {
    var table = Table(
      [.init(heading: "week of")]
        + [
          "sessions", "sets", "hard", "reps", "volume \(unit.rawValue)", "under tension",
          "rests kept",
        ].map {
          .init(heading: $0, isNumeric: true)
        })
    let shown = history.weeks.suffix(Self.mostWeeks)
    table.rows = shown.map { week in
      let figures = week.figures
      return [
        "\(week.monday)\(week.isComplete ? " " : "*")", "\(figures.sessions)", "\(figures.sets)",
        "\(figures.hardSets)", "\(figures.repetitions)",
        figures.volume?.rounded(in: unit) ?? "unknown",
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
        + ["share ‰", "volume \(unit.rawValue)", "fractional sets", "effective reps"].map {
          .init(heading: $0, isNumeric: true)
        })
    table.rows = muscles.map {
      [
        $0.muscle, "\($0.shareOfEffort)", $0.volumeByShare?.rounded(in: unit) ?? "unknown",
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
      .init(heading: "exercise"), .init(heading: "heaviest \(unit.rawValue)", isNumeric: true),
      .init(heading: "on"), .init(heading: "best estimate \(unit.rawValue)", isNumeric: true),
      .init(heading: "on"),
    ])
    table.rows = mainLifts.compactMap { lift in
      guard let heaviest = lift.record(\.heaviest) else { return nil }
      let best = lift.record(\.bestEstimate)
      return [
        lift.lift.title.shortened(to: 24), heaviest.figures.heaviest?.tenths(in: unit) ?? "-",
        "\(heaviest.day)", best?.figures.bestEstimate?.tenths(in: unit) ?? "-",
        best.map { "\($0.day)" } ?? "-",
      ]
    }
    guard !table.rows.isEmpty else { return [] }
    return [table.text(), "Estimates by the formula \(history.formula.rawValue)."]
  }

  private static let shownRepetitions = [1, 2, 3, 5, 8, 10, 12]

  /// The table of the heaviest loads of the main lifts, by the least number of repetitions.
  private var maxima: [String] {
    var table = Table(
      [.init(heading: "exercise")]
        + Self.shownRepetitions.map { .init(heading: "\($0)", isNumeric: true) })
    table.rows = mainLifts.filter { !$0.heaviest.isEmpty }.map { lift in
      [lift.lift.title.shortened(to: 24)]
        + Self.shownRepetitions.map { lift.heaviest(repetitions: $0)?.tenths(in: unit) ?? "-" }
    }
    return table.rows.isEmpty ? [] : [table.text()]
  }

  /// The sum of the three lifts of a contest, with its points where sex and weight are known.
  private var total: [String] {
    guard let lifted = sum(\.heaviest) else { return [] }
    let estimated = sum(\.bestEstimate).map {
      ", and \($0.tenths(in: unit)) \(unit.rawValue) by the best estimates"
    }
    return [
      wrapped(
        "The heaviest loads together: \(lifted.tenths(in: unit)) \(unit.rawValue)\(estimated ?? "")."
      )
    ] + points(of: lifted)
  }

  private func sum(_ figure: KeyPath<StrengthFigures, Quantity?>) -> Quantity? {
    let best = PowerLift.allCases.compactMap { $0.best(in: history, figure) }
    guard best.count == PowerLift.allCases.count else { return nil }
    return Quantity(exactly: best.reduce(Int128(0)) { $0 + Int128($1.microUnits) })
  }

  private func points(of load: Quantity) -> [String] {
    let weight = picture.sessions.last { $0.bodyWeight != nil }?.bodyWeight ?? options.bodyWeight
    guard let sex = options.sex, let weight else {
      return [wrapped("Give --sex and the body's weight for points.")]
    }
    let points = LiftingPoints(
      load: load, bodyWeight: weight, sex: sex, contest: LiftingContest(.total))
    let words = [
      ("DOTS", points.dots), ("IPF GL", points.ipfGL), ("Wilks 2020", points.wilks2020),
    ].compactMap { name, value in value.map { "\(name) \($0)" } }
    return [
      wrapped(
        "Points at \(weight.tenths(in: unit)) \(unit.rawValue): \(words.joined(separator: ", ")).")
    ]
  }

  /// The exercises of the last session, each beside the last earlier session with the same
  /// exercise.
  private var sessionsBefore: [String] {
    let last = history.days.last?.day
    let lifts = history.lifts.filter { $0.sessions.count > 1 && $0.sessions.last?.day == last }
    guard !lifts.isEmpty else { return [] }
    var table = Table(
      [.init(heading: "exercise"), .init(heading: "before")]
        + ["sets", "volume \(unit.rawValue)", "estimate \(unit.rawValue)"].map {
          .init(heading: $0, isNumeric: true)
        })
    table.rows = lifts.prefix(Self.mostLifts).map { lift in
      let pair = lift.sessions.suffix(2).map(\.figures)
      func both(_ text: (StrengthFigures) -> String) -> String {
        pair.map(text).joined(separator: " > ")
      }
      return [
        lift.lift.title.shortened(to: 22), lift.sessions.dropLast().last.map { "\($0.day)" } ?? "",
        both { "\($0.sets)" }, both { $0.volume?.rounded(in: unit) ?? "?" },
        both { $0.bestEstimate?.tenths(in: unit) ?? "-" },
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
      wrapped("They count for no muscle. Say what they mean in a file for --exercises.")
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
