import DaymarkModel

// What is found in a rule that is imported.
extension Wording {
  /// - Returns: `nil` for codes of anything else.
  static func importParts(_ finding: Finding) -> (what: String, remedy: String?)? {
    let facts = finding.facts
    let here = facts.path.map { "`\($0)`" } ?? "this"
    let expected = facts.expected.map { "; expected \(words($0))" } ?? ""
    let suggestion = facts.suggestion.map { "did you mean `\($0)`?" }
    let nearest = facts.nearest.map { "nearest comes \($0)" }
    // Of that server, as its code stood when these pages were written.
    func there(_ what: String) -> (String, String?) { ("\(here): \(what)", nil) }
    return switch finding.code {
    case .importUnreadable:
      (
        "is no rule of LightChallenge",
        "give one JSON object with `type: \"fitness\"`, or with `challengeType`"
      )
    case .importUnknownKey: ("\(here) is no key there\(expected)", suggestion)
    case .importMissingKey: ("\(here) is missing\(expected)", nil)
    case .importBadValue: ("\(here) cannot be what stands there\(expected)", suggestion)
    case .importInexpressible: ("\(here) cannot be said in a rule of daymark", nearest)
    case .importLeftOut: ("\(here) is left out", nearest)
    case .importApproximated:
      (
        "\(here) is not quite the same here" + (facts.nearest.map { "; it asks \($0)" } ?? ""),
        nil
      )
    case .importPassesWithoutRule:
      there("that server passes everybody when it finds no rule it knows, as it may not this one")
    case .importCompetitivePasses:
      there("that server passes everybody in this mode, whatever the conditions say")
    case .importNeverMet: there("nobody can meet this on that server, which never counts any")
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
        "a day has always 86,400 seconds on that server; here it is the civil day of the person's"
          + " zone, of 23 to 25 hours")
    case .importMissingIsZero:
      there("what is missing is 0 on that server and so meets this; here it is not known")
    case .importGPSContinuity:
      there("a session without GPS, such as one indoors, scores 0 on that server and fails there")
    default: nil
    }
  }
}
