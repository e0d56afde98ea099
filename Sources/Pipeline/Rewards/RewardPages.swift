import DaymarkConfiguration
import DaymarkModel
import DaymarkReport
import Foundation

/// The pages of a programme, in the folder of its files.
struct RewardPages {
  let folder: String
  let mode: FileMode

  private var index: String { "\(folder)/\(ReportFile.index.rawValue)" }

  /// Whether an earlier run has written pages.
  var areThere: Bool { FileManager.default.fileExists(atPath: index) }

  /// Writes the page of the programme and a page of each subject.
  ///
  /// - Parameter running: The running challenges, for the subjects' progress; `nil` to leave the
  ///   progress out.
  /// - Returns: The path of the programme's page.
  func put(
    _ pictures: [RewardPicture], _ running: RunningChallenges?,
    _ configuration: ProgrammeConfiguration, asOf: Instant
  ) throws -> String {
    let own = Dictionary(uniqueKeysWithValues: pictures.map { ($0.books.subject, $0) })
    let subjects = try RewardRank.all(of: pictures.map(\.books)).compactMap { rank in
      try own[rank.subject].map { picture in
        var subject = SubjectRewards(rank, folder: folderName(of: rank.subject), picture)
        subject.running = try running?.progress(of: rank.subject, asOf: asOf) ?? []
        return subject
      }
    }
    let report = ProgrammeReport(
      pictures.lazy.compactMap(\.programme).first ?? configuration.programme, asOf: asOf,
      subjects: subjects, toolVersion: daymarkVersion)
    // These pages contain no findings, so their sentences are not needed.
    let pages = try ReportPages(words: ReportWords { $0.code.rawValue })
    for subject in subjects {
      let page = "\(folder)/\(subject.folder)/\(ReportFile.subject.rawValue)"
      _ = try putFile(Array(pages.rewards(of: subject, in: report).utf8), at: page, mode: mode)
    }
    _ = try putFile(Array(pages.programme(report).utf8), at: index, mode: mode)
    try flushFolder(folder)
    return index
  }
}
