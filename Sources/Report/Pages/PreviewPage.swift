import DaymarkModel

// The page of a rule; see Testing, "A page to look at".

extension ReportPages {
  /// The page of a rule with its cases.
  ///
  /// - Returns: HTML; equal previews give equal bytes.
  package func preview(_ preview: RulePreview) -> String {
    page("preview", PreviewPage(preview: preview).values)
  }
}

/// The values of the page of a rule.
struct PreviewPage {
  let preview: RulePreview

  var values: [String: Any] {
    [
      "title": preview.rule.title.shortened(), "name": "\(preview.rule.versionedName)",
      "ruleSentence": preview.ruleSentence.shortened(to: 2000), "period": preview.period.words,
      "calendars": preview.calendars.map(values), "hasCases": !preview.cases.isEmpty,
      "cases": preview.cases.map(values), "tally": tally,
      "hasGaps": !preview.gaps.isEmpty, "gaps": preview.gaps,
      "hasLines": !preview.lines.isEmpty,
      "lines": preview.lines.map { curve -> [String: Any] in
        ["name": curve.name.asSentence, "plot": ThresholdBars(curve: curve).svg]
      },
      "version": preview.toolVersion,
    ]
  }

  // MARK: Days

  private func values(_ calendar: RulePreview.Calendar) -> [String: Any] {
    var days = StreakCalendar(streak: "")
    days.days = calendar.days
    let picture = StreakCalendarPicture(calendar: days, weekStartsOn: calendar.weekStartsOn)
    let marks = [StreakCalendar.Mark.active, .rest, .idle].filter { mark in
      picture.shown.contains { $0.mark == mark }
    }
    let weeks = Dictionary(grouping: picture.shown) {
      $0.date.week(beginningOn: calendar.weekStartsOn)
    }
    return [
      "requirements": calendar.requirements.map { $0.asSentence.shortened(to: 300) },
      "calendar": picture.svg, "weekday": calendar.weekStartsOn.shortName,
      "legend": marks.map { mark -> [String: Any] in
        ["key": StreakCalendarPicture.key(mark), "words": mark.wordsOfRule]
      },
      "letterWords": marks.map { "\($0.letter) is \($0.wordsOfRule)" }.joined(separator: ", "),
      "weeks": weeks.sorted { $0.key < $1.key }.map { first, days -> [String: Any] in
        ["first": first.words, "letters": days.map(\.mark.letter).joined()]
      },
    ]
  }

  // MARK: Cases

  private var tally: String {
    let met = preview.cases.count(where: \.isAsExpected)
    return "\(met) of \(preview.cases.count.counting("case")) as expected."
  }

  private func values(_ test: RulePreview.Case) -> [String: Any] {
    let outcome = test.verdict?.outcome
    return present([
      "name": test.name.shortened(to: 200), "when": test.period.words,
      "answer": outcome?.word ?? "not read", "style": outcome?.rawValue ?? "undetermined",
      "mark": outcome?.mark ?? "–",
      "unexpected": test.isAsExpected ? nil : "not as expected: \(test.expected.word)",
      "reasons": (test.verdict?.reasons ?? []).map { ["text": $0.text, "code": $0.code] },
      "charts": ChartSection.sections(of: test.charts, isFail: outcome == .fail).map(\.values),
    ])
  }
}

extension StreakCalendar.Mark {
  /// The meaning of the mark on the calendar of a rule.
  fileprivate var wordsOfRule: String {
    switch self {
    case .active: "looked at"
    case .rest: "in a week, month or stretch that does not count"
    default: "not looked at"
    }
  }
}
