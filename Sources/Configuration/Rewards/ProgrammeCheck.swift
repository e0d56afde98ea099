package import DaymarkModel

/// The mistakes in a programme, and what is unusual about it.
package struct ProgrammeCheck: Hashable, Sendable {
  /// The path of `programme.yaml`.
  package var path: String
  /// `nil` where it could not be read.
  package var programme: Programme?
  /// Why the programme cannot be used, by file and place.
  package var errors: [Finding] = []
  /// What the author can hardly have meant; looked for in a programme without errors.
  package var warnings: [Finding] = []
}

/// Checks the programme in a folder, with all files that it names.
///
/// - Throws: ``ConfigurationError`` when `programme.yaml` is not there or cannot be read, so that nothing is known.
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
