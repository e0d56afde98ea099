import DaymarkModel

extension Wording {
  /// Returns the sentence about a finding in workout logs.
  static func log(_ finding: Finding) -> Parts {
    let facts = finding.facts
    return switch finding.code {
    case .logRowUnread: (rowUnread(facts.skip), "correct it in the app, and export the log again")
    case .logEffortUnread:
      ("an effort is not a number from 1 to 10; the set counts without it", nil)
    case .logRepetitionBegun:
      ("a number of repetitions is not whole; those that were completed count", nil)
    case .logUnitUnknown:
      (
        "the log does not say whether loads are kilograms or pounds; they are unknown",
        "write `loadUnit: kg` or `loadUnit: lb` for the subject, or give `--load-unit`"
      )
    case .logLoadMissing:
      (
        "no heading of the log is that of the loads, so all of them are unknown",
        "call that column `Weight (kg)` or `Weight (lb)`, or export again"
      )
    case .logDateOrder:
      (
        "no date of the log tells whether the day or the month stands first; the rows are left out",
        "write `dateOrder: day-month` or `dateOrder: month-day` for the subject, or give"
          + " `--date-order`"
      )
    case .logYearMissing:
      (
        "neither the log nor its name says the year; its sets are left out",
        "name the file with the date, such as `2026-01-14.csv`"
      )
    case .logDateMissing:
      (
        "neither the log nor its name says the date; its sets are left out",
        "name the file with the date, such as `Strength_2026-09-21.csv`"
      )
    case .logDateFromName:
      ("the date of a session is that of the file's name, which anybody can change", nil)
    case .logUnmet:
      (
        "a session of a workout log that no device recorded counts only as strength training",
        "to count it among activities, too: `--manual-entries include`, or `manualEntries: include`"
          + " in a pipeline"
      )
    case .logSessionTooLong:
      (
        "a session is longer than 24 hours, as one that somebody forgot to end; its sets count, and its"
          + " length is left out", nil
      )
    case .sessionsSame:
      ("a session\(day(facts)) is in the logs of two apps; it counts once", nil)
    case .sessionsAlike:
      (
        "two apps have sessions\(day(facts)) with some of the same sets, and neither time nor sets say"
          + " that they are one; both count",
        "if they are one, hand in the log of one app"
      )
    case .exerciseUnmatched: (unmatched(facts.known ?? []), settle)
    default: revised(facts)
    }
  }

  /// Returns the first day of the finding in words.
  private static func day(_ facts: Finding.Facts) -> String {
    facts.day.map { " on \($0)" } ?? ""
  }

  private static func unmatched(_ names: [String]) -> String {
    let list = names.map { "`\($0.printableName)`" }.joined(separator: ", ")
    return "a name in a workout log matches no exercise; its sets count for no exercise and no"
      + " muscle" + (list.isEmpty ? "" : ": " + list)
  }

  private static let settle =
    "settle it in `exercises.yaml`; `daymark strength LOG` lists the names with the nearest exercises"

  private static func rowUnread(_ skip: LogRows.Skip?) -> String {
    switch skip {
    case .noExercise: "a row names no exercise; it is left out"
    case .noSession: "a row belongs to no session of the log; it is left out"
    case .badDate: "a row has no real date; it is left out"
    case .unknownWord:
      "a row has a word for the kind of set, or for yes or no, that is not known; it is left out"
    case .unknownKind: "a row has a kind of session that is not known; it is left out"
    case .badNumber:
      "a figure of a row is no number, or beyond what anybody does; the row is left out"
    default: "a row cannot be understood; it is left out"
    }
  }

  private static func revised(_ facts: Finding.Facts) -> Parts {
    guard let day = facts.day, let exercise = facts.exercise else {
      return ("further sets differ between two exports; those of the newer one count", nil)
    }
    return (
      "sets of exercise \(exercise) of the session on \(day) differ between two exports; those of"
        + " the newer one count", nil
    )
  }
}
