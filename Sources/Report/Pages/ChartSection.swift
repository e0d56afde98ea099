import DaymarkModel

/// A section of conditions on the same days: one chart, and what each condition asks for.
struct ChartSection {
  /// The most days without data that the table lists; of more it states only the number.
  private static let mostEmptyRows = 7

  /// The conditions, in the order of the rule.
  let conditions: [DayChart]
  /// Whether the subject failed.
  var isFail = false

  /// The chart that is drawn: the first that has a threshold or marks days.
  private var chart: DayChart {
    conditions.first { $0.hasMarks } ?? conditions[0]
  }

  /// The sections of all conditions; those on the same days share one.
  static func sections(of charts: [DayChart], isFail: Bool) -> [ChartSection] {
    var groups: [[DayChart]] = []
    for chart in charts {
      let place = groups.firstIndex { group in
        let hasMarks = chart.hasMarks && group.contains(where: \.hasMarks)
        return group[0].title == chart.title && !hasMarks
          && group[0].bars.map(\.figure) == chart.bars.map(\.figure)
      }
      if let place { groups[place].append(chart) } else { groups.append([chart]) }
    }
    return groups.map { ChartSection(conditions: $0, isFail: isFail) }
  }

  var values: [String: Any] {
    let bars = DayBars(chart: chart)
    let isRange = chart.bars.contains { $0.range != nil }
    return present([
      "title": chart.title.shortened(to: 120), "asks": conditions.map(ask),
      "axis": bars.axis, "plot": bars.plot, "legend": legend,
      "caption": caption, "isRange": isRange,
      "rows": rows.map { bar -> [String: Any] in
        [
          "day": bar.day.weekdayWords,
          "value": bar.isUnknown ? "–" : bar.value?.exactWords(chart.unit) ?? "–",
          "standing": chart.words(of: bar.standing),
          "range": bar.range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "–",
        ]
      },
      "moreRows": moreRows,
      "hasWeeks": !chart.weeks.isEmpty,
      "stretch": stretch.prefix(1).uppercased() + stretch.dropFirst(),
      "weeks": chart.weeks.map { week -> [String: Any] in
        [
          "days": week.days.words,
          "actual": chart.comparison == nil
            ? week.actual.exactWords(chart.unit) : "\(week.actual)",
          "answer": chart.turned(week.answer).word,
        ]
      },
    ])
  }

  /// Returns the requirement of one condition, and the degree to which it was met.
  private func ask(_ condition: DayChart) -> [String: Any] {
    let answer = condition.turned(condition.answer)
    return present([
      "requirement": (condition.isAlternative ? "or " : "") + condition.asked.shortened(),
      "answer": answer == .undetermined ? "not known" : answer.word,
      "answerStyle": answer.rawValue,
      "reached": condition.reached, "progress": progress(condition),
      "openWords": condition.answer == .undetermined ? openWords(condition) : nil,
    ])
  }

  /// Returns the words for what happens with the unknown days.
  private func openWords(_ condition: DayChart) -> String {
    if condition.isReachedByWhatIsRead {
      return isFail
        ? "the rest of the data is lost, so no day is certain, and uncertain days count as not done"
        : "the rest of the data is lost, so no day is certain"
    }
    let counting = condition.isNegated ? "against it" : "as not done"
    return isFail
      ? "from the recorded data alone; missing data counts \(counting)"
      : "the missing data could decide it either way"
  }

  /// A bar of how far a sum has come, with a mark at the threshold and labels at the ends.
  private func progress(_ condition: DayChart) -> String? {
    guard condition.comparison == nil, !condition.isNegated, let actual = condition.actual,
      let required = condition.target?.lower?.threshold, required > .zero
    else { return nil }
    var drawing = Drawing(height: 34)
    let most = Int128(max(actual.microUnits, required.microUnits))
    let goal = percent(Int128(required.microUnits), of: most)
    drawing.box("track", x: 0, y: 0, width: 100, height: 14)
    drawing.box(
      "o-\(condition.answer.rawValue)", x: 0, y: 0,
      width: max(0, percent(Int128(actual.microUnits), of: most)), height: 14)
    drawing.line("goal", x1: goal, y1: 0, x2: goal, y2: 18)
    // Closer to the left end there is no room for both labels.
    if goal > 30 { drawing.text("start", x: 0, y: 30, "0") }
    drawing.text(
      goal > 50 ? "end goal-text" : "start goal-text", x: goal, y: 30,
      "asked for: \(condition.amount(required))")
    return drawing.svg("progress")
  }

  /// The word for the stretches of the chart's conditions: `week`, `month` or `stretch`.
  private var stretch: String { chart.stretchNoun }

  // MARK: The numbers

  private var emptyRows: [DayChart.Bar] { chart.bars.filter { $0.standing == .nothing } }

  private var rows: [DayChart.Bar] {
    let leavesOut = emptyRows.count > Self.mostEmptyRows
    return chart.bars.filter {
      $0.standing != .notAsked && !(leavesOut && $0.standing == .nothing)
    }
  }

  private var moreRows: String? {
    guard emptyRows.count > Self.mostEmptyRows else { return nil }
    return "The other \(emptyRows.count.counting("day")) have no data that counts."
  }

  // MARK: Words

  private var legend: [[String: Any]] {
    let shown = DayStanding.allCases.filter { standing in
      standing != .notAsked && chart.bars.contains { $0.standing == standing && $0.isVisible }
    }
    var legend = shown.map { standing in
      ["style": "b-\(chart.style(of: standing))", "words": chart.words(of: standing)]
    }
    if let comparison = chart.comparison {
      let bounds = comparison.thresholds.map { $0.thresholdWords(in: chart.unit) }
      legend.append(["style": "k-goal", "words": "the line: \(bounds.joined(separator: " and "))"])
    }
    for answer in [Outcome.pass, .undetermined, .fail]
    where chart.weeks.contains(where: { $0.answer == answer }) {
      let style = "o-\(chart.turned(answer).rawValue) k-band"
      legend.append(["style": style, "words": "a \(stretch) \(chart.words(ofStretch: answer))"])
    }
    if chart.weeks.isEmpty, chart.decidedSpan != nil {
      legend.append(["style": "k-span k-band", "words": chart.spanWords])
    }
    return legend
  }

  private var caption: String {
    // Distances have their unit at each figure, because some are in meters and some in kilometers.
    let unit =
      chart.unit == .count || chart.unit == .meter ? "" : ", in \(chart.unit.plainName)"
    var text = "A bar for each day\(unit)."
    if let span = chart.decidedSpan {
      text += " \(chart.spanWords.asSentence): \(span.words)."
    } else if !chart.weeks.isEmpty {
      text += " Below the days, the \(stretch == "stretch" ? "stretches of days" : stretch.plural)."
    }
    if chart.bars.contains(where: { $0.value == nil && $0.standing != .notAsked }) {
      text += " An empty slot is a day of which nothing is known."
    }
    return text
  }
}

extension DayChart {
  /// The class of the stylesheet for a day's standing.
  func style(of standing: DayStanding) -> String {
    if standing == .met && comparison == nil { return "counts" }
    return (isNegated && comparison != nil ? standing.negated : standing).style
  }

  /// Returns the words for a day's standing.
  func words(of standing: DayStanding) -> String {
    // Where days add up to one figure, no single day is as the rule asks, so it counts instead.
    guard comparison != nil else { return standing == .met ? "counts" : standing.words }
    guard isNegated else { return standing.words }
    return switch standing {
    case .met: "counts against the rule"
    case .short: "does not count against the rule"
    case .nothing, .incomplete, .notOver, .notAsked: standing.words
    }
  }

  /// Returns the words for a week or another stretch with an answer of the condition.
  fileprivate func words(ofStretch answer: Outcome) -> String {
    switch answer {
    case .pass: isNegated ? "that counts against the rule" : "as the rule asks"
    case .fail: isNegated ? "that does not count against the rule" : "short of it"
    case .undetermined: "open"
    }
  }

  /// Whether the chart shows more than the days' values: a threshold, or days that decided.
  fileprivate var hasMarks: Bool { comparison != nil || span != nil || !weeks.isEmpty }

  /// The thing that the result counts, such as `day` or `run`; `nil` for an amount.
  private var noun: String? { resultUnit.flatMap { Unit(rawValue: $0) == nil ? $0 : nil } }

  /// An amount in the unit of the result, in words.
  fileprivate func amount(_ quantity: Quantity) -> String {
    guard let noun else { return quantity.exactWords(unit) }
    return Int(quantity.microUnits / 1_000_000).counting(noun)
  }

  /// The reached amount in words, for example `6 of 7 days` or `38.2 km of 100 km`.
  ///
  /// Beyond what is required, and for upper bounds, it is the figure alone.
  package var reached: String? {
    guard let actual else { return nil }
    let known = answer == .undetermined ? ", as far as is known" : ""
    guard let target, !isNegated, target.upper == nil, let required = target.lower?.threshold,
      required > .zero, actual <= required
    else { return amount(actual) + known }
    // The noun is written once: `6 of 7 days`.
    return "\(noun == nil ? amount(actual) : actual.exactWords(.count)) of \(amount(required))"
      + (isRun ? " in a row" : "") + known
  }

  /// Whether the readable data reaches the requirement, although the answer is still undetermined.
  fileprivate var isReachedByWhatIsRead: Bool {
    guard answer == .undetermined, !isNegated, let actual, let target, target.upper == nil,
      let required = target.lower?.threshold
    else { return false }
    return actual >= required
  }

  /// The distance of the figure from the threshold: `2.2 km`; `nil` under a `not`, where to be at
  /// the threshold is too much.
  var spare: String? {
    guard !isNegated, let actual, let target else { return nil }
    let margin = target.margin(of: Int128(actual.microUnits)).magnitude
    guard let spare = Quantity(exactly: Int128(margin)), spare > .zero else { return "nothing" }
    guard noun == nil, unit == .count else { return amount(spare) }
    let one = spare == Quantity(1) ? nounOfOne : nil
    return "\(amount(spare)) \(one ?? title.lowercased())"
  }

  /// Whether the condition asks for days in a row.
  private var isRun: Bool { span != nil && noun == "day" }

  /// The meaning of the span of days, in words.
  fileprivate var spanWords: String {
    if isRun { return "the longest run" }
    return span?.lowerBound == span?.upperBound ? "the best day" : "the best stretch"
  }

  /// The run of days or the best days that the condition's figure is about; `nil` where all days are
  /// still unknown.
  var decidedSpan: ClosedRange<CivilDay>? {
    answer == .undetermined && actual == .zero ? nil : span
  }
}

extension DayChart.Bar {
  /// The bar without its standing, for a chart of values alone.
  fileprivate var figure: DayChart.Bar {
    DayChart.Bar(day: day, value: value, range: range, standing: .notAsked)
  }
}

extension Unit {
  fileprivate var plainName: String {
    switch self {
    case .kilocalorie: "kilocalories"
    case .beatsPerMinute: "beats a minute"
    case .minute: "minutes"
    case .bodyWeight: "multiples of the body's weight"
    default: rawValue
    }
  }
}
