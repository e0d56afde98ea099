import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import DaymarkNormalize
import DaymarkStore
import Foundation

/// The settings of a reading of one subject's archives.
package struct ReadingRequest: Hashable, Codable, Sendable {
  var subjectZone: Zone?
  var challengeZone: Zone?
  var policies: Policies
  /// Bounds plausible times where an input does not state its export date.
  var asOf: Instant
  var late = LateInputs()
  /// What says the meaning of the data, one of a kind.
  var operatorFiles: [OperatorFile] = []
  /// The id of the subject, whose rows alone count in a file of several people's attempts; all count when
  /// `nil`.
  var person: String?
  var options: ReadOptions
  /// Whether files that are no archives may lie beside them; the inputs of a document are all archives.
  var setsFilesAside = true
  /// The number of an input's samples up to which those before the period are kept, too.
  var mostKept = Normalizer.mostKept
  /// The number of an input's sets up to which they are kept, and not only counted.
  var mostSets = Int.max

  /// The options, with what the policies and the operator's files say of workout logs.
  var readOptions: ReadOptions {
    get throws {
      var options = options
      options.logs = policies.logs
      options.person = person
      if let file = operatorFiles[.columns] { options.tables = try loadColumns(in: file) }
      return options
    }
  }
}

/// Reads and normalises one subject's archives.
///
/// One that cannot be read is an input all the same, whose damage is of every day. A file that is none is
/// set aside; see Pipelines, "Subjects".
///
/// - Parameters:
///   - archives: As they were when they were hashed, which is not done again.
///   - period: The only time of which anybody asks; all time when `nil`.
///   - progress: Told how many more bytes were read.
/// - Returns: The samples, the facts of the inputs they refer to, in the order of the archives, and what is
///   said of files that were set aside.
/// - Throws: What `readInput` throws, when nothing can be read; `file.missing`, `file.unreadable`;
///   `file.changed` when an archive is no longer the one that was hashed; `CancellationError`.
func readArchives(
  _ archives: [ArchiveIdentity], _ request: ReadingRequest, over period: Period? = nil,
  progress: (Int64) -> Void
) throws -> (samples: SampleSet, facts: [InputFacts], setAside: [Finding]) {
  var reading = try SubjectReading(request, period)
  for archive in archives { try reading.read(archive, progress) }
  if !reading.hasRead, request.setsFilesAside, !reading.setAside.isEmpty {
    // They lie beside nothing, so they are what there is.
    var all = request
    all.setsFilesAside = false
    return try readArchives(archives, all, over: period, progress: progress)
  }
  if let failure = reading.failure, !reading.hasRead { throw failure }
  return (consume reading).finish()
}

/// The reading of a subject's archives, one after the other.
private struct SubjectReading: ~Copyable {
  private let request: ReadingRequest
  private let options: ReadOptions
  /// All archives share it.
  private let budget: ReadingBudget
  private var normalizer: Normalizer
  private var facts: [InputFacts] = []
  private(set) var setAside: [Finding] = []
  /// Why the first of those that cannot be read cannot.
  private(set) var failure: DaymarkError?
  /// Whether anything could be read.
  private(set) var hasRead = false

  init(_ request: ReadingRequest, _ period: Period?) throws {
    self.request = request
    options = try request.readOptions
    budget = ReadingBudget(options)
    normalizer = Normalizer(
      policies: request.policies, asOf: request.asOf, period: period, mostKept: request.mostKept,
      mostSets: request.mostSets, store: SpooledBytes())
  }

  mutating func read(_ archive: ArchiveIdentity, _ progress: (Int64) -> Void) throws {
    normalizer.beginInput()
    do {
      let input = try readWhole(archive, progress)
      let isStray = request.setsFilesAside && archive.isStray(for: nil)
      if isStray, !input.damage.isEmpty { return setAside.append(archive.setAside()) }
      hasRead = true
      add(input)
    } catch let error as DaymarkError where !error.finding.code.isOfSystem {
      if request.setsFilesAside, archive.isStray(for: error) {
        return setAside.append(archive.setAside(for: error))
      }
      failure = failure ?? error
      // What was read of it before is dropped.
      normalizer.beginInput()
      add(
        InputFacts(
          name: archive.name, format: .unread, digest: archive.digest, bytes: archive.bytes,
          findings: [error.finding]))
    }
  }

  private mutating func add(_ input: InputFacts) {
    normalizer.endInput(input)
    facts.append(input)
  }

  private mutating func readWhole(
    _ archive: ArchiveIdentity, _ progress: (Int64) -> Void
  ) throws -> InputFacts {
    var told: Int64 = 0
    let input: InputFacts
    do {
      input = try readInput(
        at: archive.path,
        identity: InputIdentity(digest: archive.digest, bytes: archive.bytes),
        options: options, budget: budget,
        progress: { done in
          progress(done - told)
          told = done
        },
        receive: { batch in
          try Task.checkCancellation()
          normalizer.add(batch)
        })
    } catch let error as DaymarkError {
      // Half of one file and half of another may well be refused.
      try archive.checkUnchanged()
      throw error
    }
    try archive.checkUnchanged()
    // A reader need not come to the last byte.
    progress(input.bytes - told)
    return input
  }

  consuming func finish() -> (samples: SampleSet, facts: [InputFacts], setAside: [Finding]) {
    let (facts, setAside, request) = (facts, setAside, request)
    // Consumed, for a copy of it would keep every sample twice.
    let samples = normalizer.finish(
      subjectZone: request.subjectZone, challengeZone: request.challengeZone)
    return (samples, facts, setAside)
  }
}

extension ArchiveIdentity {
  fileprivate var name: String { URL(fileURLWithPath: path).lastPathComponent }

  /// Whether it is a file that only lies beside archives: one that is empty, or whose name is no archive's
  /// and no document's.
  ///
  /// A folder needs no such name; it is one when nothing in it is recognised.
  ///
  /// - Parameter error: Why it cannot be read; `nil` when it can.
  fileprivate func isStray(for error: DaymarkError?) -> Bool {
    if error?.finding.facts.reason == .empty { return true }
    if isInputName(name) { return false }
    return !isFolder || error?.finding.code == .archiveUnrecognised
  }

  private var isFolder: Bool { (try? InputStamp(ofInputAt: path))?.isFolder == true }

  fileprivate func setAside(for error: DaymarkError? = nil) -> Finding {
    Finding(.fileSetAside, at: InputLocation(file: name)) {
      $0.reason = error?.finding.facts.reason
    }
  }
}

extension FindingCode {
  /// Whether the system is the cause, and not the archive.
  package var isOfSystem: Bool {
    switch self {
    case .fileMissing, .fileUnreadable, .fileChanged, .fileUnwritable: true
    default: false
    }
  }
}
