import DaymarkModel

// Sentences about rules that are imported from LightChallenge.
extension Wording {
  static func imported(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let here = facts.path.map { "`\($0)`" } ?? "this"
    let nearest = facts.nearest.map(words)
    // Sentences about that server describe its code at the time of writing.
    func there(_ what: String) -> Parts { ("\(here): \(what)", nil) }
    return switch finding.code {
    case .importUnknownKey:
      ("\(here) is an unknown key\(facts.expectedWords)", facts.suggestionWords)
    case .importMissingKey: ("\(here) is missing\(facts.expectedWords)", nil)
    case .importBadValue:
      ("the value of \(here) is wrong\(facts.expectedWords)", facts.suggestionWords)
    case .importInexpressible:
      ("no rule of daymark can express \(here)", nearest.map { "the nearest is \($0)" })
    case .importLeftOut: ("\(here) is left out", nearest.map { "the nearest is \($0)" })
    case .importApproximated:
      ("\(here) is only similar here" + (nearest.map { ": the rule asks for \($0)" } ?? ""), nil)
    case .importPassesWithoutRule:
      there(
        "that server passes everybody if it does not know the rule, and it may not know this one")
    case .importCompetitivePasses:
      there("that server passes everybody in this mode, whatever the conditions say")
    case .importNeverMet: there("nobody can meet this on that server, which never counts any of it")
    case .importRecordedDays:
      there(
        "that server divides by the days with records alone; here all days count, unless you add"
          + " `over: recordedDays`")
    case .importIgnoresPeriod:
      there(
        "that server counts every record of the person, in the challenge's time or not; here only"
          + " days of the period count")
    case .importCalendarMonth:
      there("a week is a calendar month on that server; here it is a week from Monday")
    case .importFixedDay:
      there(
        "a day always has 86,400 seconds on that server; here it is the civil day of the person's"
          + " zone, of 23 to 25 hours")
    case .importMissingIsZero:
      there("what is missing is 0 on that server and so meets this; here it is not known")
    case .importGPSContinuity:
      there("a session without GPS, such as one indoors, scores 0 on that server and fails there")
    default:
      (
        "the file is not a rule of LightChallenge",
        "give one JSON object with `type: \"fitness\"`, or with `challengeType`"
      )
    }
  }

  private static func words(_ nearest: NearestForm) -> String {
    switch nearest {
    case .anyCondition: "a rule that asks for something"
    case .weeklyDays: "`weekly` with days"
    case .weeklyOccurrences: "that many sessions in `minOccurrences` of `weeklyTarget`"
    case .totalOfPeriod: "`total` with the threshold times the days of the period"
    case .totalOfSessions: "`total` with all sessions together"
    case .averageHeartRate: "`averageHeartRate` under `where`"
    case .speedFlags:
      "`quality: { flags: { atMost: 0, codes: [run.speed, cycle.speed] } }`; the distance of such"
        + " jumps is never counted"
    case .leaderboard: "the ranks of `daymark leaderboard`; who wins is decided outside"
    case .competitiveMode: "`mode: \"competitive\"`, without which it says nothing"
    case .dailyPeriod: "the period `daily`, without which it asks for nothing"
    case .typeWithSessions: "a type of challenge that has sessions"
    case .metricOfSessions(let kind): "a metric of \(kind.rawValue) sessions"
    case .metrics(let names): oneOf(names)
    case .dailyFigure(let metric):
      "the daily figure `\(metric.id)`, which holds more than recorded sessions"
    case .sessionsOfThreshold:
      "days with a session that reaches the threshold, as no daily figure is kept of them"
    case .conditionsApart: "each condition by itself, so that different days may meet them"
    case .oneComparison: "one comparison for each metric, or >= and <= together"
    }
  }
}
