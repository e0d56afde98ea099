import DaymarkModel
import DaymarkReport

/// One subject's verdict on the terminal, with the reasons, a bar per day for each condition, and
/// the metrics that several sources recorded.
///
/// It contains the subject's health figures.
struct SubjectListing {
  let report: SubjectReport
  let terminal: Terminal

  func text(width: Int) -> String {
    let parts =
      [heading(width), reasons(width)]
      + report.charts.map { DayBarListing(chart: $0, terminal: terminal).text(width: width) }
      + [legend(width)] + report.counted.map { counted($0, width) } + [
        sessions(width), hint(width),
        report.challenge.contact.map {
          Wording.contact($0).wrapped(to: width).joined(separator: "\n")
        },
      ]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  private func heading(_ width: Int) -> String {
    let (verdict, zone) = (report.verdict, report.aggregates.zone)
    let title =
      "\(report.name.printableName) in \(report.challenge.id): \(verdict.outcome.rawValue)"
    let lines = [
      report.ruleSentence,
      "\(report.challenge.period.words), days in \(zone.words), as of \(verdict.asOf)",
    ]
    return
      (title.wrapped(to: width).map { terminal.paint($0, verdict.outcome.colour) }
      + lines.flatMap { $0.wrapped(to: width) }).joined(separator: "\n")
  }

  private func reasons(_ width: Int) -> String {
    var lines = report.verdict.reasons(with: report.inputs).map { "- \($0.line)" }
    let notCounted = [report.typedInSentence].compactMap(\.self) + report.inputs.leftOutSentences
    lines += notCounted.map { "- \($0.printable)" }
    lines += report.inputs.damaged.map { "- damaged: \($0.words)" }
    lines.append(Wording.sentence(report.verdict.finality))
    if let decision = report.decision { lines.append(Wording.sentence(decision)) }
    if let change = report.possibleChange, report.verdict.outcome != .pass {
      func list(_ steps: [VerdictChange.Step]) -> String {
        steps.map(\.text).joined(separator: ", and ")
      }
      let (repairs, others) = (list(change.repairs), list(change.others))
      let steps = [repairs, others].filter { !$0.isEmpty }
        .joined(separator: "; if that is not enough: ")
      lines.append("\(report.changeHeading): \(steps).")
    }
    if let sentence = report.noChangeSentence { lines.append(sentence) }
    return lines.flatMap { $0.wrapped(to: width, indent: $0.hasPrefix("-") ? 2 : 0) }
      .joined(separator: "\n")
  }

  /// Returns the legend of the characters in the bars.
  private func legend(_ width: Int) -> String? {
    let bars = report.charts.flatMap(\.bars)
    var words: [String] = []
    if report.charts.contains(where: { $0.comparison?.thresholds.count == 1 }) {
      words.append("| marks the threshold.")
    }
    if bars.contains(where: { $0.standing == .incomplete && $0.value != nil }) {
      words.append("* The day is incomplete or damaged.")
    }
    if bars.contains(where: { $0.value == nil && $0.standing != .notOver }) {
      words.append("- Nothing is known of the day.")
    }
    return words.isEmpty
      ? nil : words.joined(separator: " ").wrapped(to: width).joined(separator: "\n")
  }

  /// Returns the sources of the day on which adding them up would be furthest from the counted
  /// total; `nil` where it makes no difference.
  private func counted(_ metric: CountedMetric, _ width: Int) -> String? {
    guard metric.naiveTotal != metric.total, let day = metric.tellingDay else { return nil }
    let unit = metric.metric.canonicalUnit
    var table = Table([
      .init(heading: "source"), .init(heading: "recorded", isNumeric: true),
      .init(heading: "counted", isNumeric: true),
      .init(heading: "recorded by a better one", isNumeric: true),
    ])
    table.rows = day.parts.map { part in
      [
        report.aggregates.sources.name(part.source), part.offered.words(in: unit),
        part.counted.words(in: unit), part.covered.words(in: unit),
      ]
    }
    let sum =
      "Adding up would have given \(day.naive.words(in: unit)) instead of "
      + "\(day.value.words(in: unit)), and in all \(total(metric.naiveTotal, unit)) instead of "
      + "\(total(metric.total, unit))."
    let title = terminal.paint("Counted once: \(metric.name) on \(day.day)", .bold)
    return ([title, table.text(width: width)] + sum.wrapped(to: width)).joined(separator: "\n")
  }

  private func total(_ microUnits: Int128, _ unit: Unit) -> String {
    Quantity(microUnits: Int64(clamping: microUnits)).words(in: unit)
  }

  private func sessions(_ width: Int) -> String? {
    let sessions = report.aggregates.sessions
    guard !sessions.isEmpty else { return nil }
    var table = Table([
      .init(heading: "session"), .init(heading: "kind"), .init(heading: "minutes", isNumeric: true),
      .init(heading: "m", isNumeric: true), .init(heading: "kcal", isNumeric: true),
    ])
    table.rows = sessions.map { session in
      let activity = session.activity
      func text(_ field: ActivityField) -> String { activity.values[field].map { "\($0)" } ?? "-" }
      return [
        "\(session.day)", activity.kind.rawValue, minutes(activity), text(.distanceMeters),
        text(.kilocalories),
      ]
    }
    return table.text(width: width)
  }

  private func minutes(_ activity: Activity) -> String {
    activity.values[.activeSeconds].map {
      "\(dividedRounding(Int128($0.microUnits), by: 60_000_000))"
    } ?? "-"
  }

  private func hint(_ width: Int) -> String? {
    // Only the store allows a search for the smallest change.
    report.isAlone
      ? nil
      : "`daymark explain \(report.challenge.id) \(report.subject.printableName) --why-not` says more."
        .wrapped(to: width).joined(separator: "\n")
  }
}
