import ArgumentParser
import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline

/// The subjects of a run that are printed.
struct SubjectSelection: CustomStringConvertible {
  /// A group of subjects, as people call it.
  enum Group: String, CaseIterable {
    case passed, failed, undetermined
    /// Those whose archives could not be read, so that they have no verdict.
    case unreadable
    case damaged
    /// Those with a flag of the level `flagged`.
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

  /// Reads names with commas between.
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

  /// As people write it.
  var description: String { groups.map(\.rawValue).joined(separator: ",") }

  /// `failed or flagged`.
  var words: String { Wording.oneOf(groups.map(\.rawValue)) }
}
