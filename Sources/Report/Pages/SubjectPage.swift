import DaymarkDocuments
import DaymarkModel

// The page of a person; see Reports, "The person".

extension ReportPages {
  /// The page of a person.
  ///
  /// - Returns: HTML; equal reports give equal bytes.
  package func subject(_ report: SubjectReport) -> String {
    page("subject", SubjectPage(report: report, words: words).values)
  }
}

struct SubjectPage {
  /// The most days of a change that are named.
  private static let mostChangedDays = 7
  /// The most archives without anything of the period that are named.
  private static let mostOutside = 3

  let report: SubjectReport
  let words: ReportWords

  var verdict: Verdict { report.verdict }

  var values: [String: Any] {
    present([
      "title": report.challenge.title.shortened(), "name": report.name.shortened(to: 80),
      "outcomeStyle": verdict.outcome.rawValue, "mark": verdict.outcome.mark,
      "sentence": verdict.outcome.sentence, "finality": finality,
      "reasons": verdict.reasons(with: report.inputs).map { reason in
        ["text": sentence(reason), "code": reason.code]
      },
      "isBesideOthers": report.isAlone ? nil : true, "contact": contact,
      "number": report.files["evidence.json"].map { String($0.hex.prefix(12)) },
      "isFinal": verdict.finality.isFinal ? true : nil, "proof": deadlineSentence,
      "decision": decision, "outside": outside, "unjudged": unjudged, "flagged": flagged,
      "leftOut": report.inputs.leftOutSentences, "typedIn": report.typedInSentence,
      "score": score,
      "change": change, "noChange": report.noChangeSentence,
      "ruleTitle": report.ruleHeading,
      "ruleSentence": report.ruleSentence.shortened(to: 2000),
      "period": report.challenge.period.words, "zone": report.aggregates.zone.zone.id,
      "zoneMethod": report.aggregates.zone.method.words,
      "asOf": words(verdict.asOf),
      "charts": ChartSection.sections(of: report.charts, isFail: verdict.outcome == .fail)
        .map(\.values),
      "version": report.toolVersion,
    ])
    .merging(CountedSection(report: report).values) { own, _ in own }
    .merging(SessionSection(report: report).values) { own, _ in own }
    .merging(StatedSection(report: report).values) { own, _ in own }
    .merging(DataSection(report: report, words: words).values) { own, _ in own }
  }

  /// The contact of the operator, as a link if the text is a plain address.
  private var contact: [String: Any]? {
    report.challenge.contact.map { text in
      present(["text": text.shortened(to: 300), "link": linkTarget(text)])
    }
  }

  /// A person's decision, with the reason in that person's words.
  private var decision: [String: Any]? {
    report.decision.map { present in
      let decision = present.decision
      return [
        "heading": present.holds
          ? "Decided by a person: \(decision.outcome.word)"
          : "Decided by a person, to be confirmed",
        "because": decision.because.shortened(to: 1000),
        "by": decision.by.shortened(to: 80),
        "at": words(decision.at),
        "standing": present.holds
          ? "This decision does not change the verdict above, which follows from the data."
          : "It was \(decision.outcome.word), but was about an earlier verdict. It does not apply"
            + " until somebody confirms it.",
      ]
    }
  }

  /// A reason, with the figure that was reached; only this page may tell it.
  private func sentence(_ reason: Reason) -> String {
    let text = reason.plainText.shortened().asSentence
    // The author's sentence for a combination of conditions belongs to none of their charts.
    let chart = zip(verdict.explanation.leaves, report.charts).first { $0.0.reason == reason }?.1
    // The sentence states numbers of days, weeks and sessions already.
    guard let chart, chart.answer == .fail, let reached = chart.reached, !text.contains(reached)
    else { return text }
    return text.contains("\(reached.prefix { $0 != " " }) of") ? text : "\(text): \(reached)"
  }

  /// The sentence about the deadline for data; `nil` where no deadline is stated.
  private var deadlineSentence: String? {
    guard report.challenge.proofDeadline != nil else { return nil }
    let verb = verdict.phase == .ended ? "could" : "can"
    return "Proof \(verb) be handed in until \(report.deadlineWords)."
  }

  /// The score in words, and whether it has a rank.
  private var score: String? {
    verdict.score.map { score in
      "Score: \(score.value.exactWords(score.unit))."
        + (verdict.outcome == .pass ? "" : " Only those who pass are ranked.")
    }
  }

  /// The sentences about archives that have nothing of the period, for a subject who did not pass.
  private var outside: [String] {
    guard verdict.outcome != .pass else { return [] }
    return report.aggregates.findings.filter { $0.code == .inputOutsidePeriod }
      .prefix(Self.mostOutside)
      .map { finding in
        let sentence = words.participantSentence(finding, !verdict.finality.isFinal).shortened()
        return "One archive has no data of this period: \(sentence)."
      }
  }

  /// The sentence about why the subject failed although a condition is undetermined.
  private var unjudged: String? {
    guard verdict.outcome == .fail, verdict.explanation.answer == .undetermined else { return nil }
    return "Days without data count as not done in this challenge."
  }

  /// The sentence beside a pass whose data was flagged, and beside a verdict that waits for
  /// somebody to look at it.
  private var flagged: String? {
    let isFlagged = verdict.quality.flags.contains { $0.level == .flagged }
    let waits = verdict.reasons.contains { $0.code == "quality.flags" }
    if verdict.outcome == .undetermined, waits {
      return "What looks unusual holds the result up until whoever runs the challenge has looked at"
        + " it. If you can say how it came about, write to them; see below."
    }
    return verdict.outcome == .pass && isFlagged
      ? "Some of the data looks unusual. That does not affect the result; see below." : nil
  }

  /// An instant in the subject's zone.
  private func words(_ instant: Instant) -> String {
    instant.words(in: report.aggregates.zone.zone)
  }

  /// Whether the verdict may still change, and why.
  private var finality: String {
    guard verdict.finality.isFinal else {
      if let until = verdict.finality.openUntil {
        return
          "This is provisional: another archive may change it until \(words(until))."
      }
      return verdict.phase == .ended && verdict.restsOnUnread
        ? "This is provisional until whoever runs the challenge has looked at the files that could not be read, or makes a decision."
        : "This is provisional: another archive, or a file that could not be read, may change it."
    }
    switch (verdict.phase, verdict.outcome) {
    case _ where verdict.completeness != .unstated:
      return "This is final: everything was handed in."
    case (.ended, .undetermined):
      return
        "The time for proof ended on \(report.deadlineWords), so another archive cannot change this. Whoever"
        + " runs the challenge decides what follows."
    case (.ended, _): return "This is final: the time for proof is over."
    case (_, .pass): return "This is final: nothing that is still to come can change it."
    case (_, _): return "This is final: it can no longer be met."
    }
  }

  /// The change that is still needed, or that would have been enough.
  private var change: [String: Any]? {
    guard let change = report.possibleChange else { return nil }
    let spare = change.steps.compactMap(spare)
    if verdict.outcome == .pass, spare.count == change.steps.count {
      if spare.allSatisfy({ $0.amount == "nothing" }) { return nil }
      // A single amount stands in the heading already.
      let isOne = spare.count == 1
      return [
        "heading": isOne ? "To spare: \(spare[0].amount)" : "To spare", "hasSteps": !isOne,
        "steps": spare.map { ["text": "\($0.amount): \($0.requirement)"] },
      ]
    }
    return [
      "heading": report.changeHeading, "hasSteps": true,
      "steps": (change.repairs + change.others).enumerated().map { index, step in
        // If data is missing, nobody knows what it will show, so further steps are conditional.
        let isSecond = index > 0 && index == change.repairs.count
        let text = isSecond ? "If that is not enough: \(step.text)" : step.text
        return present(["text": text.asSentence, "days": days(step)])
      },
    ]
  }

  /// Returns the amount by which a condition is exceeded, with its requirement; `nil` for a step
  /// that is about no condition.
  private func spare(_ step: VerdictChange.Step) -> (amount: String, requirement: String)? {
    guard let place = report.rule.leaves.firstIndex(where: { $0.path == step.path }),
      report.charts.indices.contains(place), let spare = report.charts[place].spare
    else { return nil }
    return (spare, report.charts[place].requirement.shortened())
  }

  private func days(_ step: VerdictChange.Step) -> String? {
    // Where only another export helps, days that are still to come are no example.
    guard !step.days.isEmpty, !step.isAnywhere, report.daysToComeSuffice else { return nil }
    let place = report.rule.leaves.firstIndex { $0.path == step.path }
    let leaf = place.map { report.rule.leaves[$0].leaf }
    if let leaf, !leaf.asksEachDay, let place, report.charts.indices.contains(place),
      case let weeks = report.charts[place].weeks.map(\.days), !weeks.isEmpty
    {
      // On which days of the week it is done is everybody's own choice.
      let asked = weeks.filter { week in step.days.contains { week.contains($0.day) } }
      let such = verdict.outcome == .pass ? "such as from" : "from"
      return "\(such) \(asked.prefix(Self.mostChangedDays).map(\.words).joined(separator: ", "))"
    }
    let named = step.days.prefix(Self.mostChangedDays).map { change in
      // A date alone would be read as one session.
      guard case .activities(.sessions, _) = leaf?.value, change.then > Quantity(1) else {
        return change.day.shortWords
      }
      let count = Int(change.then.microUnits / 1_000_000)
      return "\(change.day.shortWords) (\(count.counting("session")))"
    }
    let more = step.days.count - named.count
    let list = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return verdict.outcome == .pass ? "such as on \(list)" : "on \(list)"
  }
}

/// The target of a link to a web or mail address; `nil` for anything else, because documents come
/// from anybody.
private func linkTarget(_ text: String) -> String? {
  guard text.count <= 300 else { return nil }
  if text.wholeMatch(of: #/https?:\/\/[!-~]+/#) != nil { return text }
  return text.wholeMatch(of: #/[A-Za-z0-9._+\-]+@[A-Za-z0-9.\-]+/#) == nil ? nil : "mailto:\(text)"
}

extension SubjectReport {
  /// The heading of the rule: its title, unless the challenge has the same.
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
    case .assumedUTC: "no time zone is known"
    }
  }
}
