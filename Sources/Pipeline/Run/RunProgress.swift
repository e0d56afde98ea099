package import DaymarkModel

/// The progress of a run, as one report tells it.
package struct RunProgress: Hashable, Sendable {
  /// Size of all archives of the pipeline.
  package var totalBytes: Int64
  /// Bytes read, or known from before.
  package var doneBytes: Int64 = 0
  /// The number of subjects of the run.
  package var totalSubjects: Int
  /// Those whose archives are read, known from before, or not to be read.
  package var readSubjects = 0
  /// Those that are decided and written, or have failed.
  ///
  /// Before all are read only these.
  package var doneSubjects = 0
  /// The subject that was last begun or moved on.
  package var subject: String?
  /// What was found since the last report.
  package var findings: [Finding] = []

  package init(totalBytes: Int64, totalSubjects: Int) {
    self.totalBytes = totalBytes
    self.totalSubjects = totalSubjects
  }
}
