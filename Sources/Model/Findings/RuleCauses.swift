/// The cause why a file that people write cannot be read.
package enum SyntaxProblem: Hashable, Codable, Sendable {
  case empty, notUTF8, unreadable
  /// An anchor or an alias of YAML.
  case alias
  case nodes(atMost: Int)
  case bytes(atMost: Int)
  /// A line of `rules.lock` that is not name, version and SHA-256.
  case lockLine
  /// Quotes that RFC 4180 does not allow: a field whose quote does not end, one with a quote inside, one
  /// that goes on behind its quote.
  case openQuote, quoteInField, textAfterQuote
  /// The message of the YAML parser, in its own words.
  case parser(String)
}

/// The cause why a condition always or never holds, or says the same as a shorter one.
package enum LintCause: Hashable, Codable, Sendable {
  /// No step of the unit lies between the two thresholds.
  case noStepBetween(Unit)
  case heartRateRange
  case nothingBelowZero, everySessionTakesTime
  case averageOfOneDay
  case allDays(Int)
  /// `misses` beyond what the period leaves.
  case room(days: Int, of: Int)
}

/// The bound of the plausible that a threshold is past.
package enum PlausibleBound: Hashable, Codable, Sendable {
  case least(Quantity, Unit)
  case most(Quantity, Unit, days: Int)
  case mostInSession(Quantity, Unit)
}

/// The nearest that this language has to a rule of another server.
package enum NearestForm: Hashable, Codable, Sendable {
  case anyCondition, weeklyDays, totalOfPeriod, totalOfSessions
  case averageHeartRate, speedFlags, leaderboard
  /// Said of keys that ask for nothing without it.
  case competitiveMode, dailyPeriod
  case typeWithSessions
  case metricOfSessions(ActivityKind)
  case metrics([String])
  case dailyFigure(Metric)
  case sessionsOfThreshold, conditionsApart, oneComparison
}
