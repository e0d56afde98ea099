import DaymarkIngest
import DaymarkModel

/// The access to inputs with the protection of a run over an inbox: links that lead out of the
/// input's folder are not followed.
///
/// Other people may put files into a folder of an inbox, so a run does not trust links there.
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

  /// Returns the inputs with a link that leads out of their folder, so that a run over an inbox has
  /// read other bytes than a reader that follows links.
  func differing(of paths: [String]) -> [String] {
    paths.filter { path in
      guard let stamp = try? stamp(of: path) else { return false }
      return stamp != (try? SystemFiles().stamp(of: path))
    }
  }
}
