import DaymarkModel

/// Subjects that are not those that `pipeline.yaml` names.
package enum OtherSubjects: Sendable {
  /// Those of a folder with a folder for each.
  case inbox(String)
  /// Those of a CSV file with a row for each archive.
  case manifest(String)
}

/// Reads the pipeline in a folder, with other subjects than its own.
///
/// - Throws: As ``loadPipeline(at:)``.
package func loadPipeline(
  at folder: String, subjectsFrom source: OtherSubjects
) throws -> PipelineConfiguration {
  var configuration = try loadPublishedPipeline(at: folder)
  let findings = FindingCollector()
  let list =
    switch source {
    case .inbox(let path): readInbox(at: path, findings, missingAt: InputLocation(file: path))
    case .manifest(let path): readManifest(at: path, findings, missingAt: InputLocation(file: path))
    }
  if let list, let path = configuration.rulePath {
    checkFeats(
      of: configuration.rule, at: path, configuration.operatorFiles, list.subjects, findings)
  }
  guard let list, findings.isEmpty else { throw findings.error() }
  (configuration.subjects, configuration.warnings) = (list.subjects, list.warnings)
  return configuration
}
