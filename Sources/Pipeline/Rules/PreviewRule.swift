import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
package import DaymarkIngest
import DaymarkModel
package import DaymarkReport

/// Writes a page about a rule.
///
/// The page shows the rule in words, its days on a calendar, its test cases with their answers,
/// and the number of cases that would pass with other thresholds.
///
/// - Parameters:
///   - path: The path of the rule, as for `loadRuleTests(at:)`.
///   - target: The path of the page to write.
///   - showsValues: Whether the page shows days from archives too, and not only the invented days
///     of cases.
///   - options: The limits on hostile archives.
///   - words: The sentences of findings.
///   - gaps: Returns sentences about what the cases do not show.
/// - Returns: The results of the cases.
/// - Throws: `ConfigurationError`; `DaymarkError` `file.unwritable`; `CancellationError`.
package func writePreview(
  ofRuleAt path: String, to target: String, showsValues: Bool = false,
  options: ReadOptions = ReadOptions(),
  words: ReportWords, gaps: (RuleTestSummary) -> [String]
) throws -> RuleTestSummary {
  let tests = try loadRuleTests(at: path)
  let rule = tests.rule.naming(feats: tests.featNames)
  let days = daysOfCases(ofRuleAt: path)?.days ?? []
  let period = days.last.map { Period.days(from: days[0], to: $0) }
  var preview = RulePreview(
    of: rule, rule.plainSentence,
    over: period ?? .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0)),
    toolVersion: daymarkVersion)
  preview.calendars = rule.calendars(over: days)
  var lines = rule.shownThresholds.map { ThresholdTally(rule, $0) }
  // Names of cases are unique, so they can be keys.
  var charts: [String: [DayChart]] = [:]
  let summary = try testRules(tests, options: options) { test, aggregates, verdict in
    if showsValues || !test.isOfArchives {
      charts[test.name] =
        SubjectReport(
          of: verdict, by: rule, "", on: aggregates, in: test.challenge, toolVersion: daymarkVersion
        ).charts
    }
    for index in lines.indices { lines[index].count(verdict, aggregates, in: test.challenge) }
  }
  preview.cases = summary.results.map { result in
    let test = result.test
    var shown = RulePreview.Case(
      test.name, over: test.challenge.period, expected: test.expected.outcome, result.verdict,
      isAsExpected: result.hasPassed)
    shown.charts = charts[test.name] ?? []
    return shown
  }
  preview.gaps = gaps(summary)
  preview.lines = preview.cases.isEmpty ? [] : lines.map(\.curve)
  let page = try ReportPages(words: words).preview(preview)
  _ = try putFile(Array(page.utf8), at: target)
  return summary
}

extension RuleTest {
  fileprivate var isOfArchives: Bool { if case .archives = given { true } else { false } }
}

extension Rule {
  /// The days that the leaves use.
  ///
  /// Leaves with the same days share a calendar.
  fileprivate func calendars(over days: [CivilDay]) -> [RulePreview.Calendar] {
    var calendars: [RulePreview.Calendar] = []
    for (_, leaf) in leaves {
      let calendar = leaf.calendar(over: days)
      if let same = calendars.firstIndex(where: {
        $0.days == calendar.days && $0.weekStartsOn == calendar.weekStartsOn
      }) {
        calendars[same].requirements += calendar.requirements
      } else {
        calendars.append(calendar)
      }
    }
    return calendars
  }
}

extension Leaf {
  fileprivate func calendar(over period: [CivilDay]) -> RulePreview.Calendar {
    var weekStartsOn = CivilDay.Weekday.monday
    if case .week(let first)? = measure.recurrence?.stretch { weekStartsOn = first }
    var counted: [ClosedRange<CivilDay>]?
    if let recurrence = measure.recurrence, let first = period.first, let last = period.last {
      let bounds = (max(first, days.from ?? first), min(last, days.to ?? last))
      counted = bounds.0 <= bounds.1 ? recurrence.stretches(within: bounds.0...bounds.1) : []
    }
    return RulePreview.Calendar(
      plainRequirement, weekStartsOn: weekStartsOn,
      days: period.map { day in
        let isCounted = counted.map { $0.contains { $0.contains(day) } } ?? true
        return StreakCalendar.Day(
          day, !days.contains(day) ? .idle : isCounted ? .active : .rest)
      })
  }
}
