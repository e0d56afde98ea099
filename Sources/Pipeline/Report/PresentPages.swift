import DaymarkModel
package import DaymarkReport
import Foundation

/// The pages in the folder of a challenge, which a run writes again when it changes their content.
package struct PresentPages: Sendable {
  private let challenge: String
  private let hasNames: Bool
  private let isAnonymous: Bool
  private let hasCards: Bool

  /// Looks for existing pages.
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

  /// Writes the existing pages again from the present content of the store.
  ///
  /// - Parameters:
  ///   - asksForNames: Whether the pages with names are written even if they did not exist.
  ///   - path: The file of the store.
  ///   - options: The same as for ``writeReport(of:store:options:words:)``.
  ///   - words: The sentences of findings.
  /// - Returns: The pages with names; `nil` where none existed and none were requested.
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
