import DaymarkModel

// Pages are no part of the evidence. A run that changes what they show removes them, so that nobody takes
// the old for new; `--report` writes them again.

/// Removes the pages of one subject.
///
/// - Parameter folder: Of the subject.
/// - Returns: The names of those that were there.
func removePages(ofSubjectIn folder: String) throws -> [String] {
  try ReportFile.ofSubject.map(\.rawValue).filter { try removeFile(at: "\(folder)/\($0)") }
}

/// Removes the pages of a challenge that stand for all subjects: its own, and those without names.
///
/// - Parameter folder: Of the challenge.
/// - Returns: The names of those that were there, below the folder.
func removePages(ofChallengeIn folder: String) throws -> [String] {
  var removed: [String] = []
  let anonymous = "\(folder)/\(ReportFile.anonymousFolder)"
  for number in visibleNames(inFolder: anonymous) where Int(number) != nil {
    let pages = try removePages(ofSubjectIn: "\(anonymous)/\(number)")
    removed += pages.map { "\(ReportFile.anonymousFolder)/\(number)/\($0)" }
    removeFolderIfEmpty("\(anonymous)/\(number)")
  }
  for place in ["", "\(ReportFile.anonymousFolder)/"] {
    let name = place + ReportFile.index.rawValue
    if try removeFile(at: "\(folder)/\(name)") { removed.append(name) }
  }
  removeFolderIfEmpty(anonymous)
  return removed
}
