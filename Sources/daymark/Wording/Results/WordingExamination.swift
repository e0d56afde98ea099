import DaymarkModel

// Words for the differences between two exports of one person, and for the questions about them.

extension Wording {
  /// Returns the words for a changed record or session, and for why it is a question.
  static func words(_ difference: ExportDifference) -> String {
    switch difference.question {
    case .unmarked:
      "was marked as typed in by hand in the earlier export, and is no longer"
    case .predates: earlierWords(difference)
    case .rose:
      difference.kind == .added
        ? "was written after the earlier export into a day that was over, which watches and phones do not do"
        : "says more than in the earlier export, and nothing explains why"
    case nil: notedWords(difference)
    }
  }

  /// Returns the words for a record that contradicts its own creation date.
  private static func earlierWords(_ difference: ExportDifference) -> String {
    switch difference.kind {
    case .added, .removed:
      "says that it was written before the earlier export, which does not have it"
    case .changed:
      "says that it was written before the earlier export, which has another amount or time"
    case .moved:
      "lies at another time than in the earlier export"
        + (difference.earlierDay == difference.day
          ? "" : difference.earlierDay.map { ", where it was on \($0)" } ?? "")
    }
  }

  private static func notedWords(_ difference: ExportDifference) -> String {
    switch difference.kind {
    case .added:
      difference.raises
        ? "is new; the earlier export may have lacked it, or not understood it"
        : "is new, with an amount of zero"
    case .changed: "is not as it was, and says no more than before"
    case .moved: "lies at another time than in the earlier export"
    case .removed: "is gone, while others around it are there"
    }
  }

  /// Returns the words for a kind of difference, which follow the number.
  static func words(_ kind: ExplainedCount.Kind) -> String {
    switch kind {
    case .condensed: "in the place of several earlier ones, with the same sum (condensed)"
    case .late: "which came in after the earlier export was made (late)"
    case .imported: "written afterwards, by an app that had nothing there (imported)"
    case .deletedAsOne: "gone with the workout or the source that had it (deletedAsOne)"
    case .editedInApp: "written again by its app (editedInApp)"
    case .climbAdded: "with a climb, which the earlier export states for none (climbAdded)"
    case .typedIn: "typed in by hand, and marked so (typedIn)"
    }
  }

  /// Returns the sentence about why two exports cannot be compared.
  static func incomparable(_ finding: Finding) -> Parts {
    switch finding.facts.reason {
    case .sameFile: ("both are the same file, byte for byte", "give the other export")
    case .damaged:
      (
        "a damaged export cannot be compared"
          + (finding.facts.finding.map { ": \($0.rawValue)" } ?? ""),
        "hand it in again as it was downloaded"
      )
    case .otherProvider:
      ("the two are not of one provider", "give two exports of the same app or service")
    case .severalExports:
      ("the file holds several Health exports", "unpack it, and give each export by itself")
    case .nothingRecorded:
      ("an export has neither a date nor a record", "give two exports that hold something")
    default: ("the two exports cannot be compared", nil)
    }
  }
}
