package import DaymarkModel

/// The errors in a programme, and warnings about what is unusual in it.
package struct ProgrammeCheck: Hashable, Sendable {
  /// The path of `programme.yaml`.
  package var path: String
  /// The programme; `nil` where it could not be read.
  package var programme: Programme?
  /// The errors for which the programme cannot be used, ordered by file and place.
  package var errors: [Finding] = []
  /// The warnings about parts that the author probably does not mean.
  ///
  /// Only a programme without errors is searched for them.
  package var warnings: [Finding] = []
}

/// Checks the programme in a folder, with all files that it names.
///
/// - Throws: ``ConfigurationError`` when `programme.yaml` is missing or cannot be read, so that
///   nothing can be checked.
package func checkProgramme(at folder: String) throws -> ProgrammeCheck {
  var check = ProgrammeCheck(path: programmePath(inFolder: folder))
  do {
    let configuration = try loadProgramme(at: folder)
    (check.programme, check.warnings) = (configuration.programme, configuration.warnings)
  } catch let error as ConfigurationError {
    let isUnknown = error.findings.contains { finding in
      [.fileMissing, .fileUnreadable].contains(finding.code)
        && finding.location == InputLocation(file: check.path)
    }
    if isUnknown { throw error }
    check.errors = error.findings
  }
  return check
}
