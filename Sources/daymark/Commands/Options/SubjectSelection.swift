import ArgumentParser
import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline

/// The groups of subjects that a run prints.
struct SubjectSelection: CustomStringConvertible {
  /// A group of subjects, with the name that a user writes.
  enum Group: String, CaseIterable {
    case passed, failed, undetermined
    /// Subjects whose archives could not be read, so that they have no verdict.
    case unreadable
    case damaged
    /// Subjects with a flag of the level `flagged`.
    case flagged

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    func contains(_ subject: SubjectSummary) -> Bool {
      let verdict = subject.verdict
      return switch self {
      case .passed: verdict?.outcome == .pass
      case .failed: verdict?.outcome == .fail
      case .undetermined: verdict?.outcome == .undetermined
      case .unreadable: verdict == nil
      case .damaged: subject.isDamaged
      case .flagged: verdict?.quality.flags.contains { $0.level == .flagged } == true
      }
    }
  }

  private let groups: [Group]

  /// Reads names separated by commas, for example `failed,flagged`.
  init(_ text: String) throws {
    groups = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let name = part.split(separator: " ").joined(separator: " ")
      if let group = Group(rawValue: name) { return group }
      let names = Group.allCases.map(\.rawValue)
      let meant = suggestion(for: name, among: names).map { "; did you mean `\($0)`?" }
      throw ValidationError(
        "`\(name)` is no group of subjects\(meant ?? ""); expected \(Wording.oneOf(names))")
    }
  }

  func contains(_ subject: SubjectSummary) -> Bool {
    groups.contains { $0.contains(subject) }
  }

  /// The names as a user writes them, separated by commas.
  var description: String { groups.map(\.rawValue).joined(separator: ",") }

  /// The names in words, for example `failed or flagged`.
  var words: String { Wording.oneOf(groups.map(\.rawValue)) }
}
