public import DaymarkModel

/// The progress of a run, as one report tells it.
public struct RunProgress: Hashable, Sendable {
  /// Size of all archives of the pipeline.
  public var totalBytes: Int64
  /// Bytes read, or known from before.
  public var doneBytes: Int64 = 0
  /// The number of subjects of the run.
  public var totalSubjects: Int
  /// Those whose archives are read, known from before, or not to be read.
  package var readSubjects = 0
  /// Those that have a verdict, which may still change where subjects share something, or have failed.
  package var decidedSubjects = 0
  /// Those that are decided and written, or have failed.
  ///
  /// Before all are read only these.
  public var doneSubjects = 0
  /// The subject that was last begun or moved on.
  public var subject: String?
  /// What was found since the last report.
  public var findings: [Finding] = []

  package init(totalBytes: Int64, totalSubjects: Int) {
    self.totalBytes = totalBytes
    self.totalSubjects = totalSubjects
  }
}
