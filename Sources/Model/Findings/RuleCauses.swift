/// The reason for which a file that people write cannot be read.
package enum SyntaxProblem: Hashable, Codable, Sendable {
  case empty, notUTF8, unreadable
  /// An anchor or alias of YAML, which Daymark does not allow.
  case alias
  case nodes(atMost: Int)
  case bytes(atMost: Int)
  /// A line of `rules.lock` that is not name, version and SHA-256.
  case lockLine
  /// Quotes that RFC 4180 does not allow: one that is not closed, one inside an unquoted field, and
  /// text after a closing quote.
  case openQuote, quoteInField, textAfterQuote
  /// The message of the YAML parser, in its own words.
  case parser(String)
}

/// The reason for which a condition always or never holds, or could be written shorter.
package enum LintCause: Hashable, Codable, Sendable {
  /// No value that a figure can have lies between the two thresholds; values are multiples of the
  /// unit's step.
  case noStepBetween(Unit)
  case heartRateRange
  case nothingBelowZero, everySessionTakesTime
  case averageOfOneDay
  case allDays(Int)
  /// `misses` allows more days than a streak of `days` days leaves of the `of` days of the period.
  case room(days: Int, of: Int)
}

/// The bound of plausible amounts that a threshold exceeds.
package enum PlausibleBound: Hashable, Codable, Sendable {
  case least(Quantity, Unit)
  case most(Quantity, Unit, days: Int)
  case mostInSession(Quantity, Unit)
}

/// The nearest thing that Daymark's rules can express to a rule of another server.
package enum NearestForm: Hashable, Codable, Sendable {
  case anyCondition, weeklyDays, weeklyOccurrences, totalOfPeriod, totalOfSessions
  case averageHeartRate, speedFlags, leaderboard
  /// The keys have no effect in LightChallenge unless the named mode is set.
  case competitiveMode, dailyPeriod
  case typeWithSessions
  case metricOfSessions(ActivityKind)
  case metrics([String])
  case dailyFigure(Metric)
  case sessionsOfThreshold, conditionsApart, oneComparison
}
