import DaymarkIngest
import DaymarkModel

/// Files as a run over an inbox saw them: the folder in which an input lies is one that others may fill, and no link leads
/// out of it.
struct InboxFiles: InputFiles {
  private func files(around path: String) -> SystemFiles {
    SystemFiles(within: parentFolder(of: absolutePath(of: path)))
  }

  func absolutePath(of path: String) -> String { SystemFiles().absolutePath(of: path) }

  func stamp(of path: String) throws -> InputStamp { try files(around: path).stamp(of: path) }

  func files(of path: String) throws -> [FolderFile]? { try files(around: path).files(of: path) }

  func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32 {
    try files(around: path).open(file, of: path, at: place)
  }

  func close(_ descriptor: Int32) { SystemFiles().close(descriptor) }

  func makeScratchFile() throws -> Int32 { try SystemFiles().makeScratchFile() }

  /// Those of some inputs in which such a run has seen something else than where their links lead.
  func differing(of paths: [String]) -> [String] {
    paths.filter { path in
      guard let stamp = try? stamp(of: path) else { return false }
      return stamp != (try? SystemFiles().stamp(of: path))
    }
  }
}
