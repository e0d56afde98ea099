public import DaymarkModel

/// The progress of a run at one report.
public struct RunProgress: Hashable, Sendable {
  /// The total size of the pipeline's archives, in bytes.
  public var totalBytes: Int64
  /// The number of bytes that were read or need not be read again.
  public var doneBytes: Int64 = 0
  /// The number of subjects of the run.
  public var totalSubjects: Int
  /// The number of subjects whose archives are read or need not be read.
  package var readSubjects = 0
  /// The number of subjects that failed or have a verdict, which may still change because of data
  /// shared with others.
  package var decidedSubjects = 0
  /// The number of subjects that failed or are decided and written.
  ///
  /// Until all subjects are read, only unchanged and failed subjects count.
  public var doneSubjects = 0
  /// The subject that was last begun or made progress.
  public var subject: String?
  /// The findings since the last report.
  public var findings: [Finding] = []

  package init(totalBytes: Int64, totalSubjects: Int) {
    self.totalBytes = totalBytes
    self.totalSubjects = totalSubjects
  }
}
