public import DaymarkIngest
public import DaymarkModel

/// How and where a pipeline is run; what is decided does not depend on it, `asOf` apart.
public struct RunOptions: Sendable {
  /// The folder that outputs go to; made when it is not there.
  public var outputFolder: String
  /// `daymark.sqlite` in the output folder when `nil`.
  public var storePath: String?
  /// Goes before the pipeline's own. Where neither is given, `now` serves, and a stored verdict
  /// stands as long as its outcome, reasons and phase would be the same.
  public var asOf: Instant?
  /// The clock, read once by the caller.
  public var now: Instant
  /// The most subjects in work at a time; at least 1. Memory is that of so many subjects.
  public var jobs: Int
  public var reading: ReadOptions

  public init(
    outputFolder: String, storePath: String? = nil, asOf: Instant? = nil, now: Instant,
    jobs: Int = 1, reading: ReadOptions = ReadOptions()
  ) {
    self.outputFolder = outputFolder
    self.storePath = storePath
    self.asOf = asOf
    self.now = now
    self.jobs = jobs
    self.reading = reading
  }
}

/// Where a run is.
public struct RunProgress: Hashable, Sendable {
  /// Size of all archives of the pipeline.
  public var totalBytes: Int64
  /// Bytes read, or known from before.
  public var doneBytes: Int64 = 0
  public var totalSubjects: Int
  /// Those whose archives are read, known from before, or not to be read.
  public var readSubjects = 0
  /// Those that are decided and written, or have failed. Before all are read only these.
  public var doneSubjects = 0
  /// The subject that was last begun or moved on.
  public var subject: String?
  /// What was found since the last report.
  public var findings: [Finding] = []
}

/// How a run ended.
public struct RunSummary: Sendable {
  public var pipeline: String
  public var challenge: String
  public var rule: Rule
  /// The instant of evaluation; a stored verdict that stands has an earlier one of its own.
  public var asOf: Instant
  /// In the order of the pipeline.
  public var subjects: [SubjectSummary]
  /// Who has something in common. Evidence names nobody else, so this is for who runs the pipeline.
  public var sharing: [SharedData] = []
  /// Of the run itself, not of a subject.
  public var findings: [Finding] = []
  /// Wall time of the whole run.
  public var seconds: Double
}

/// What became of one subject.
public struct SubjectSummary: Sendable {
  /// The most that had to be done for it.
  public enum Work: String, Sendable, Comparable {
    /// Everything was there.
    case nothing
    /// Output files were written, or removed.
    case written
    /// The rule was evaluated on days known from before.
    case evaluated
    /// Its archives were read.
    case read

    public static func < (a: Work, b: Work) -> Bool {
      let order: [Work] = [.nothing, .written, .evaluated, .read]
      return (order.firstIndex(of: a) ?? 0) < (order.firstIndex(of: b) ?? 0)
    }
  }

  public var id: String
  /// Where its files are, relative to the output folder.
  public var folder: String
  /// `nil` when the subject failed. Its explanation is the root alone, without days: the whole is in
  /// `verdict.json` and in the store.
  public var verdict: Verdict?
  /// Why there is no verdict.
  public var error: Finding?
  /// Of its archives, its samples and its intake documents.
  public var findings: [Finding] = []
  public var inputs: [EvidenceInput] = []
  public var work = Work.nothing
  /// Digests of its output files, by name.
  public var files: [String: Digest] = [:]
  public var seconds = 0.0
}
