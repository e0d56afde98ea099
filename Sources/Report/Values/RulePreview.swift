package import DaymarkModel

/// A rule as its author looks at it before anybody takes part; see Testing, "A page to look at".
package struct RulePreview: Sendable {
  /// The days that some conditions count.
  package struct Calendar: Hashable, Sendable {
    /// The requirement of each of the conditions.
    package var requirements: [String]
    /// The weekday in the first row.
    package var weekStartsOn: CivilDay.Weekday
    /// The days of the period, marked as counted, as part of a week or month that does not count,
    /// or as not counted.
    package var days: [StreakCalendar.Day]

    package init(
      _ requirement: String, weekStartsOn: CivilDay.Weekday, days: [StreakCalendar.Day]
    ) {
      (requirements, self.weekStartsOn, self.days) = ([requirement], weekStartsOn, days)
    }
  }

  /// One case of `rules_test.yaml` with its verdict.
  package struct Case: Sendable {
    package var name: String
    package var period: Period
    package var expected: Outcome
    /// The verdict; `nil` where an archive could not be read.
    package var verdict: Verdict?
    /// Whether the outcome, reasons and score are the expected ones.
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
  /// The requirement of the rule, in a sentence derived from it.
  package var ruleSentence: String
  /// The period of the challenge, or of the longest case.
  package var period: Period
  package var calendars: [Calendar] = []
  package var cases: [Case] = []
  /// The sentences about what no case covers.
  package var gaps: [String] = []
  /// For thresholds of the rule, the number of cases with each outcome at other values.
  package var lines: [ThresholdCurve] = []
  /// The version of Daymark that made the preview.
  package var toolVersion: String

  package init(of rule: Rule, _ sentence: String, over period: Period, toolVersion: String) {
    (self.rule, ruleSentence, self.period) = (rule, sentence, period)
    self.toolVersion = toolVersion
  }
}
