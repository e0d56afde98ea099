import Foundation

/// A pipeline over one subject with one archive.
struct OneSubject {
  let folder: String

  /// Writes the pipeline and its rule into a folder.
  ///
  /// - Parameter archive: The path of the subject's archive.
  init(_ archive: String, in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let pipeline = """
      pipeline: one
      challenge: { id: one, title: One, from: 2025-01-01, to: 2025-01-30, timeZone: Europe/Berlin }
      subjects: { list: [{ id: anna, archives: ["\(archive)"] }] }
      rules: rules.yaml
      asOf: 2026-01-01T00:00:00Z

      """
    let rules = """
      rule: one@1.0.0
      title: One
      requires:
        total: { metric: steps, atLeast: 1 }

      """
    try Data(pipeline.utf8).write(to: URL(fileURLWithPath: "\(folder)/pipeline.yaml"))
    try Data(rules.utf8).write(to: URL(fileURLWithPath: "\(folder)/rules.yaml"))
  }
}
