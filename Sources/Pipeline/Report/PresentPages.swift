import DaymarkModel
package import DaymarkReport
import Foundation

/// The pages that stand in the folder of a challenge: a run that changes what they show writes them again.
package struct PresentPages: Sendable {
  private let challenge: String
  private let hasNames: Bool
  private let isAnonymous: Bool
  private let hasCards: Bool

  /// Looks what pages there are.
  package init(of challenge: String, inOutputFolder outputFolder: String) {
    self.challenge = challenge
    let folder = "\(outputFolder)/\(folderName(of: challenge))"
    let index = ReportFile.index.rawValue
    hasNames = FileManager.default.fileExists(atPath: "\(folder)/\(index)")
    isAnonymous = FileManager.default.fileExists(
      atPath: "\(folder)/\(ReportFile.anonymousFolder)/\(index)")
    hasCards =
      hasNames
      && visibleNames(inFolder: folder).contains {
        FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(ReportFile.card.rawValue)")
      }
  }

  /// Writes the pages that were there, as the store has it now.
  ///
  /// - Parameters:
  ///   - asksForNames: Whether those with names are to be written whatever there was.
  ///   - path: The store.
  ///   - options: As of ``writeReport(of:store:options:words:)``.
  ///   - words: The sentences of findings.
  /// - Returns: The pages with names; `nil` where none were there, nor asked for.
  package func renew(
    asksForNames: Bool, store path: String, options: ReportOptions, words: ReportWords
  ) throws -> ReportSummary? {
    var options = options
    options.makesCards = options.makesCards || hasCards
    let written =
      asksForNames || hasNames
      ? try writeReport(of: challenge, store: path, options: options, words: words) : nil
    if isAnonymous {
      (options.isAnonymous, options.makesCards) = (true, false)
      _ = try writeReport(of: challenge, store: path, options: options, words: words)
    }
    return written
  }
}
