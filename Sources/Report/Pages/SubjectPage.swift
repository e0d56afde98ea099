package import DaymarkModel

// The page of a person: see Reports, "The person".

extension ReportPages {
  /// - Returns: HTML; the same for the same report.
  package func subject(_ report: SubjectReport) -> String {
    page("subject", SubjectPage(report: report, words: words).values)
  }
}

struct SubjectPage {
  /// So many days of a change are named.
  private static let mostChangedDays = 7

  let report: SubjectReport
  let words: ReportWords

  var verdict: Verdict { report.verdict }

  var values: [String: Any] {
    present([
      "title": report.challenge.title.shortened(), "name": report.name.shortened(to: 80),
      "outcomeStyle": verdict.outcome.rawValue, "mark": verdict.outcome.mark,
      "sentence": verdict.outcome.sentence, "finality": finality,
      "reasons": verdict.reasons.map { ["text": $0.text.shortened().asSentence, "code": $0.code] },
      "unjudged": unjudged, "change": change, "ruleTitle": report.ruleHeading,
      "ruleSentence": report.ruleSentence.shortened(to: 2000),
      "period": report.challenge.period.words, "zone": report.aggregates.zone.zone.id,
      "zoneMethod": report.aggregates.zone.method.words, "asOf": verdict.asOf.words,
      "charts": report.charts.map { ChartSection(chart: $0).values },
      "version": report.toolVersion,
    ])
    .merging(CountedSection(report: report).values) { own, _ in own }
    .merging(SessionSection(report: report).values) { own, _ in own }
    .merging(DataSection(report: report, words: words).values) { own, _ in own }
  }

  /// Why somebody did not pass though a condition below is undetermined.
  private var unjudged: String? {
    guard verdict.outcome == .fail, verdict.explanation.answer == .undetermined else { return nil }
    return "What the data leaves open counts as not done: the rule says so."
  }

  /// Whether the verdict may still change, and why.
  private var finality: String {
    if let until = verdict.openUntil {
      return "This may still change until \(until.words): proof that comes until then counts."
    }
    switch (verdict.phase, verdict.outcome) {
    case (.ended, .undetermined):
      return
        "This is final: the time for proof ended on \(report.deadline.words). What follows from it is for"
        + " whoever runs the challenge to say."
    case (.ended, _): return "This is final: the time for proof is over."
    case (_, .pass): return "This is final: nothing that is still to come can change it."
    case (_, _): return "This is final: it can no longer be met."
    }
  }

  /// What is still needed, or would have been enough.
  private var change: [String: Any]? {
    guard let change = report.change, !change.steps.isEmpty else { return nil }
    let isOpen = verdict.openUntil != nil
    let heading =
      switch verdict.outcome {
      case .pass: "How close it was: it would not have passed with"
      case .undetermined where isOpen: "Still needed, by \(report.deadline.words)"
      case .fail where isOpen: "What would still be enough, by \(report.deadline.words)"
      case .fail, .undetermined: "The smallest change that would have been enough"
      }
    return [
      "heading": heading,
      "steps": change.steps.map { step -> [String: Any] in
        present(["text": step.text.asSentence, "days": days(step)])
      },
    ]
  }

  private func days(_ step: VerdictChange.Step) -> String? {
    guard !step.days.isEmpty, !step.isAnywhere else { return nil }
    let named = step.days.prefix(Self.mostChangedDays).map { $0.day.shortWords }
    let more = step.days.count - named.count
    let list = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return verdict.outcome == .pass ? "such as on \(list)" : "on \(list)"
  }
}

extension SubjectReport {
  /// The author's words for the rule, where they are not the title itself.
  fileprivate var ruleHeading: String {
    rule.title == challenge.title ? "The rule" : rule.title.shortened()
  }
}

extension ZoneMethod {
  fileprivate var words: String {
    switch self {
    case .subject: "given for this person"
    case .challenge: "given for the challenge"
    case .inferred: "inferred from the archives"
    case .fixedOffset: "the offset that the archive states"
    case .assumedUTC: "no zone is known"
    }
  }
}

/// The section of one condition.
private struct ChartSection {
  /// The units of results that are counted.
  private static let nouns = ["day", "week", "session", "condition"]

  let chart: DayChart

  var values: [String: Any] {
    let bars = DayBars(chart: chart)
    let isRange = chart.bars.contains { $0.range != nil }
    return present([
      "title": chart.title.shortened(to: 120), "requirement": chart.requirement.shortened(),
      "answer": chart.answer.word, "answerStyle": chart.answer.rawValue, "reached": reached,
      "progress": progress, "axis": bars.axis, "plot": bars.plot, "legend": legend,
      "caption": caption, "isRange": isRange,
      "rows": chart.bars.filter { $0.standing != .notAsked }.map { bar -> [String: Any] in
        [
          "day": bar.day.weekdayWords, "value": bar.value?.exactWords(chart.unit) ?? "–",
          "standing": bar.standing.words,
          "range": bar.range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "–",
        ]
      },
      "hasWeeks": !chart.weeks.isEmpty,
      "weeks": chart.weeks.map { week -> [String: Any] in
        [
          "days": week.days.words,
          "actual": chart.comparison == nil
            ? week.actual.exactWords(chart.unit) : "\(week.actual)",
          "answer": week.answer.word,
        ]
      },
    ])
  }

  private func amount(_ quantity: Quantity) -> String {
    switch chart.resultUnit {
    case let unit? where Self.nouns.contains(unit):
      Int(quantity.microUnits / 1_000_000).counting(unit)
    default: quantity.exactWords(chart.unit)
    }
  }

  /// `6 of 7 days`, `38.2 km of 100 km`.
  private var reached: String? {
    guard let actual = chart.actual, let required = chart.required, required > .zero else {
      return chart.actual.map(amount)
    }
    // `6 of 7 days`: the noun stands once.
    let isNoun = chart.resultUnit.map { Self.nouns.contains($0) } ?? false
    return "\(isNoun ? actual.exactWords(.count) : amount(actual)) of \(amount(required))"
  }

  /// How much of a sum is done.
  private var progress: String? {
    guard chart.comparison == nil, let actual = chart.actual, let required = chart.required,
      required > .zero
    else { return nil }
    var drawing = Drawing(height: 14)
    let part = min(100, max(0, percent(Int128(actual.microUnits), of: Int128(required.microUnits))))
    drawing.box("track", x: 0, y: 0, width: 100, height: 14)
    drawing.box("o-\(chart.answer.rawValue)", x: 0, y: 0, width: part, height: 14)
    return drawing.svg("progress")
  }

  private var legend: [[String: Any]] {
    let shown = DayStanding.allCases.filter { standing in
      standing != .notAsked && chart.bars.contains { $0.standing == standing && $0.isVisible }
    }
    var legend = shown.map { ["style": "b-\($0.style)", "words": $0.words] }
    if let comparison = chart.comparison {
      let bounds = comparison.thresholds.map { $0.thresholdWords(in: chart.unit) }
      legend.append(["style": "k-goal", "words": "the line: \(bounds.joined(separator: " and "))"])
    }
    return legend
  }

  private var caption: String {
    // Distances have theirs at each figure, for some are meters and some kilometers.
    let unit =
      chart.unit == .count || chart.unit == .meter ? "" : ", in \(chart.unit.plainName)"
    var text = "A bar for each day\(unit)."
    if let span = chart.span {
      text += " The days that decided: \(span.words)."
    } else if !chart.weeks.isEmpty {
      text += " Below the days, the weeks."
    }
    if chart.bars.contains(where: { $0.value == nil && $0.standing != .notAsked }) {
      text += " An empty slot is a day of which nothing is known."
    }
    return text
  }
}

extension Unit {
  fileprivate var plainName: String {
    switch self {
    case .kilocalorie: "kilocalories"
    case .beatsPerMinute: "beats a minute"
    case .minute: "minutes"
    default: rawValue
    }
  }
}
