package import DaymarkModel

/// A card that a participant may show to others: the title, the outcome, and one picture.
///
/// It contains no name, and no figures except those of a metric that the participant chose.
package struct ShareCard: Sendable {
  /// The card as SVG of 1200 by 630 pixels.
  package let picture: String
  /// A page of exactly the card's size, from which a PNG can be made.
  package let page: String
}

extension ReportPages {
  /// The card of a participant.
  ///
  /// - Parameter metric: The metric whose daily figures are shown; `nil` shows only which days
  ///   counted.
  package func card(_ report: SubjectReport, metric: Metric?) -> ShareCard {
    let drawing = CardDrawing(report: report, metric: metric)
    return ShareCard(
      picture: drawing.document,
      page: page(
        "card",
        [
          "title": report.challenge.title.shortened(to: 120),
          "outcome": report.verdict.outcome.cardWords, "picture": drawing.svg,
        ]))
  }
}

extension Outcome {
  fileprivate var cardWords: String {
    switch self {
    case .pass: "Done"
    case .fail: "Not this time"
    case .undetermined: "Under way"
    }
  }

  fileprivate var cardColours: (ground: String, accent: String) {
    switch self {
    case .pass: ("#0b3d2e", "#5fe0a9")
    case .fail: ("#3b2430", "#ffb199")
    case .undetermined: ("#1d3252", "#9cc7ff")
    }
  }
}

private struct CardDrawing {
  let report: SubjectReport
  let metric: Metric?

  private var outcome: Outcome { report.verdict.outcome }

  /// The picture as an SVG file of its own.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(svg)\n" }

  var svg: String {
    let (ground, accent) = outcome.cardColours
    var body = "<rect width=\"1200\" height=\"630\" fill=\"\(ground)\"/>"
    func text(
      _ x: Double, _ y: Double, _ size: Double, _ colour: String, _ words: String,
      _ weight: Int = 400
    ) {
      body +=
        "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" fill=\"\(colour)\" "
        + "font-weight=\"\(weight)\">\(markup(words))</text>"
    }
    for (index, line) in titleLines.enumerated() {
      text(80, 120 + Double(index) * 66, 54, "#ffffff", line, 700)
    }
    text(80, 300, 44, accent, "\(outcome.mark) \(outcome.cardWords)", 700)
    text(80, 345, 26, "#d7dee8", report.challenge.period.words)
    body += chart(accent)
    text(80, 590, 24, "#d7dee8", footer)
    text(1000, 590, 24, "#d7dee8", "daymark")
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\" width=\"1200\" "
      + "height=\"630\" role=\"img\" aria-label=\"\(markup(label))\" "
      + "font-family=\"system-ui, 'DejaVu Sans', sans-serif\">\(body)</svg>"
  }

  private var label: String {
    "\(report.challenge.title.shortened(to: 120)): \(outcome.cardWords)"
  }

  /// The title in at most two lines, broken between words.
  private var titleLines: [String] {
    var lines = [""]
    for word in report.challenge.title.split(whereSeparator: \.isWhitespace) {
      let longer =
        lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
      if longer.unicodeScalars.count <= 32 {
        lines[lines.count - 1] = longer
      } else if lines.count == 2 || lines[0].isEmpty {
        lines[lines.count - 1] = longer.shortened(to: 32)
        break
      } else {
        lines.append(String(word).shortened(to: 32))
      }
    }
    return lines
  }

  private var values: [CivilDay: Quantity] {
    guard let metric else { return [:] }
    var values: [CivilDay: Quantity] = [:]
    for day in report.aggregates.days where day.metric == metric { values[day.day] = day.value }
    return values
  }

  private var days: [CivilDay] {
    report.challenge.period.days(in: DayCalendar(zone: report.aggregates.zone.zone))
  }

  private func chart(_ accent: String) -> String {
    let (days, values) = (days, values)
    let standings = report.verdict.explanation.standings(on: days)
    let most = max(1, values.values.map(\.microUnits).max() ?? 1)
    let slot = 1040 / Double(max(1, days.count))
    var body = ""
    for (index, day) in days.enumerated() {
      let isMet = standings[index] == .met
      let height: Double
      if metric != nil {
        height = max(4, Double(values[day]?.microUnits ?? 0) / Double(most) * 150)
      } else {
        height = isMet ? 150 : standings[index] == .short ? 75 : 12
      }
      let x = 80 + Double(index) * slot
      body +=
        "<rect x=\"\(number(x))\" y=\"\(number(540 - height))\" width=\"\(number(slot * 0.82))\" "
        + "height=\"\(number(height))\" rx=\"\(number(min(8, slot * 0.2)))\" "
        + "fill=\"\(isMet ? accent : "#8793a5")\"/>"
    }
    return body
  }

  private var footer: String {
    if let metric {
      let sum = values.values.reduce(Int128(0)) { $0 + Int128($1.microUnits) }
      if metric.isCumulative, let total = Quantity(exactly: sum) {
        return "\(total.shortWords(metric.canonicalUnit)) \(metric == .steps ? "steps" : "in all")"
      }
    }
    let met = report.verdict.explanation.standings(on: days).count { $0 == .met }
    return "\(met.counting("day")) of \(days.count)"
  }
}
