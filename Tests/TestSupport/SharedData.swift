import Foundation

/// Real and broken files that are too large or not ours to keep in the project.
///
/// They are looked for in the folder that `DAYMARK_SHARED_DATA` names, else in `../shared/data` beside
/// the package. Tests over them are `.enabled(if: SharedData.isPresent)`, so that a skip shows.
package enum SharedData {
  /// The folder, whether it is there or not.
  package static let folder: String = {
    if let named = ProcessInfo.processInfo.environment["DAYMARK_SHARED_DATA"] { return named }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared/data").path
  }()

  package static var isPresent: Bool { FileManager.default.fileExists(atPath: folder) }

  /// Path of a file below the folder.
  package static func path(_ relative: String) -> String { folder + "/" + relative }
}
