import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation

/// Two exports on disk, read as the program reads them.
struct ExaminedFiles: ~Copyable {
  let folder: ScratchFolder

  init(later: String, earlier: String) throws {
    let folder = try ScratchFolder()
    try later.write(toFile: "\(folder.path)/later.xml", atomically: true, encoding: .utf8)
    try earlier.write(toFile: "\(folder.path)/earlier.xml", atomically: true, encoding: .utf8)
    self.folder = folder
  }

  func examined() throws -> ExportComparison {
    try examineExport(
      "\(folder.path)/later.xml", against: "\(folder.path)/earlier.xml",
      asOf: Instant(seconds: Int64(MadeLife.earlierExport + 400 * 86_400))
    ).comparison
  }
}

/// The comparison of two made exports.
func examined(_ later: MadeExport, against earlier: MadeExport) throws -> ExportComparison {
  try ExaminedFiles(later: later.text, earlier: earlier.text).examined()
}
