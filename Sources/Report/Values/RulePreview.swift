package import DaymarkModel

/// A rule as its author looks at it before anybody takes part; see Testing, "A page to look at".
package struct RulePreview: Sendable {
  /// The days that one condition looks at.
  package struct Calendar: Hashable, Sendable {
    /// What is asked, of several conditions that look at the same days each.
    package var requirements: [String]
    /// The day in the first row.
    package var weekStartsOn: CivilDay.Weekday
    /// The days of the period: those that are looked at, of weeks or months that do not count, or not at all.
    package var days: [StreakCalendar.Day]

    package init(
      _ requirement: String, weekStartsOn: CivilDay.Weekday, days: [StreakCalendar.Day]
    ) {
      (requirements, self.weekStartsOn, self.days) = ([requirement], weekStartsOn, days)
    }
  }

  /// One case of `rules_test.yaml` with its answer.
  package struct Case: Sendable {
    package var name: String
    package var period: Period
    package var expected: Outcome
    /// `nil` where an archive could not be read.
    package var verdict: Verdict?
    /// Whether the answer, its reasons and its score are the expected ones.
    package var isAsExpected: Bool
    package var charts: [DayChart] = []

    package init(
      _ name: String, over period: Period, expected: Outcome, _ verdict: Verdict?,
      isAsExpected: Bool
    ) {
      (self.name, self.period, self.expected) = (name, period, expected)
      (self.verdict, self.isAsExpected) = (verdict, isAsExpected)
    }
  }

  package var rule: Rule
  /// What the rule asks for, in a sentence made from it.
  package var ruleSentence: String
  /// The days of the challenge, or of the longest case.
  package var period: Period
  package var calendars: [Calendar] = []
  package var cases: [Case] = []
  /// What no case shows, in sentences.
  package var gaps: [String] = []
  /// How many cases would have each outcome with other thresholds.
  package var lines: [ThresholdCurve] = []
  /// The version of the program.
  package var toolVersion: String

  package init(of rule: Rule, _ sentence: String, over period: Period, toolVersion: String) {
    (self.rule, ruleSentence, self.period) = (rule, sentence, period)
    self.toolVersion = toolVersion
  }
}
