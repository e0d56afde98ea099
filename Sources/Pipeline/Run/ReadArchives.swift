import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import DaymarkNormalize
import DaymarkStore
import Foundation

/// Reads and normalises one subject's archives.
///
/// An archive that cannot be read is still an input, with damage to every day. A file without
/// anything that counts is set aside; see Pipelines, "Subjects".
///
/// - Parameters:
///   - job: The archives, and the parameters for reading them.
///   - progress: Called with the number of bytes that were read since the last call.
/// - Returns: The samples, the facts of the inputs in the order of the archives, and the findings
///   about files that were set aside.
/// - Throws: The errors of `readInput` where nothing can be read; `file.missing`,
///   `file.unreadable`; `file.changed` for an archive that is no longer the one that was hashed;
///   `CancellationError`.
func readArchives(
  _ job: ReadingJob, progress: (Int64) -> Void
) throws -> (samples: SampleSet, facts: [InputFacts], setAside: [Finding]) {
  var reading = try SampleCollector(job)
  for archive in job.archives { try reading.read(archive, progress) }
  let isOfParticipant = job.parameters.isOfParticipant
  if !reading.hasRead, job.parameters.setsFilesAside, !reading.setAside.isEmpty,
    reading.hasEmptyFile || !isOfParticipant
  {
    // There are no other files, so these are the inputs. Nobody can know what an empty file was
    // meant to be.
    var all = job
    all.parameters.setsFilesAside = false
    return try readArchives(all, progress: progress)
  }
  if let failure = reading.failure, !reading.hasRead, !(isOfParticipant && reading.hasOpenings) {
    throw failure
  }
  return try (consume reading).finish()
}

/// Reads a subject's archives one after the other.
private struct SampleCollector: ~Copyable {
  private let parameters: ReadingParameters
  /// The number of each archive in the order of their paths, from 1.
  private let numbers: [String: Int]
  private let options: ReadOptions
  /// The budget that all archives share.
  private let budget: ReadBudget
  private var normalizer: Normalizer
  private var facts: [InputFacts] = []
  /// The archives, in the order of ``facts``.
  private var archives: [ArchiveIdentity] = []
  private(set) var setAside: [Finding] = []
  /// The error of the first archive that cannot be read.
  private(set) var failure: DaymarkError?
  /// Whether at least one archive could be read.
  private(set) var hasRead = false
  /// Whether an input is recognised as a table, or as data of a provider, that the program does not
  /// read.
  ///
  /// Bytes without anything recognisable may be a broken upload, and a link may lead to another
  /// person's data. The participant must hand those in again, so they do not count here.
  var hasOpenings: Bool {
    facts.flatMap(\.unread).contains {
      $0.code != .archiveUnrecognised && $0.code != .archiveLinkOutside
    }
  }
  /// Whether a file without any bytes was set aside.
  private(set) var hasEmptyFile = false

  init(_ job: ReadingJob) throws {
    parameters = job.parameters
    let paths = job.archives.map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    numbers = Dictionary(zip(paths, 1...)) { first, _ in first }
    options = try parameters.readOptions
    budget = ReadBudget(options)
    normalizer = Normalizer(
      policies: parameters.policies, asOf: parameters.asOf, period: job.readPeriod,
      mostKept: parameters.mostKept, mostSets: parameters.mostSets,
      store: SpooledBytes(options.files), keptExports: parameters.keptExports)
  }

  mutating func read(_ archive: ArchiveIdentity, _ progress: (Int64) -> Void) throws {
    normalizer.beginInput()
    do {
      let input = try readWhole(archive, progress)
      hasRead = true
      add(input, of: archive)
    } catch let error as DaymarkError where !error.finding.code.isOfSystem {
      if parameters.setsFilesAside, error.finding.facts.reason?.isOfNothing == true {
        if error.finding.facts.reason == .empty { hasEmptyFile = true }
        return setAside.append(
          Finding(.fileSetAside, at: InputLocation(file: shownName(of: archive))) {
            $0.reason = error.finding.facts.reason
          })
      }
      failure = failure ?? error
      // The records of this archive that were read before the error are dropped.
      normalizer.beginInput()
      var input = InputFacts(
        name: inputName(of: archive.path), shownName: shownName(of: archive), format: .unread,
        digest: archive.digest, bytes: archive.bytes, findings: [error.finding])
      let code = error.finding.code
      if code.isOfUnreadData {
        var opening = error.unread ?? Opening(unread: code, archive.digest)
        opening.input = archive.digest
        input.unread = [opening]
      }
      add(input, of: archive)
    }
  }

  private func shownName(of archive: ArchiveIdentity) -> String {
    let name = inputName(of: archive.path)
    return options.showsNames ? name : inputName(name, number: numbers[archive.path] ?? 1)
  }

  private mutating func add(_ input: InputFacts, of archive: ArchiveIdentity) {
    archives.append(archive)
    let accepted = Set(parameters.setAside[input.digest]?.compactMap(\.finding) ?? [])
    let input = input.accepting(accepted)
    normalizer.endInput(input, accepting: accepted)
    facts.append(input)
  }

  private mutating func readWhole(
    _ archive: ArchiveIdentity, _ progress: (Int64) -> Void
  ) throws -> InputFacts {
    var told: Int64 = 0
    let input: InputFacts
    do {
      input = try readInput(
        at: archive.path, number: numbers[archive.path] ?? 1,
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
      // An archive that changed while it was read may be refused for half of one file and half of
      // another.
      try archive.checkUnchanged(in: options.files)
      throw error
    }
    try archive.checkUnchanged(in: options.files)
    // A reader may stop before the last byte.
    progress(input.bytes - told)
    return input
  }

  consuming func finish() throws -> (
    samples: SampleSet, facts: [InputFacts], setAside: [Finding]
  ) {
    let beginnings = try beginnings()
    var (facts, setAside, parameters) = (facts, setAside, parameters)
    // `finish` consumes the normalizer: a copy would keep every sample twice.
    let samples = normalizer.finish(
      subjectZone: parameters.subjectZone, challengeZone: parameters.challengeZone,
      beginnings: beginnings)
    for (input, healer) in samples.healing.inputs { facts[input].heal(by: facts[healer].digest) }
    for (input, gap) in samples.healing.gaps {
      let finding = Finding(.inputNotHealed, at: facts[input].location()) {
        ($0.sha256, $0.day, $0.metric) = (facts[gap.export].digest, gap.day, gap.metric)
        $0.device = samples.sources[Int(gap.source)].deviceClass
      }
      facts[input].findings.append(finding)
    }
    return (samples, facts, setAside)
  }

  /// The least number of bytes that identify a file as the beginning of another.
  ///
  /// Fewer bytes are the beginning of many files.
  private static let leastBeginning: Int64 = 128

  /// Finds the damaged files that are the beginning of a sound file that was handed in later, by
  /// index of the input.
  private func beginnings() throws -> [Int: Int] {
    var found: [Int: Int] = [:]
    for (input, damaged) in facts.enumerated()
    where !damaged.damage.isEmpty && damaged.bytes >= Self.leastBeginning {
      found[input] = try facts.indices.first { index in
        let archive = archives[index]
        guard facts[index].isSound, archive.bytes > damaged.bytes,
          (try? options.files.stamp(of: archive.path))?.isFolder != true
        else { return false }
        let beginning = try InputIdentity(
          ofFirst: damaged.bytes, ofFileAt: archive.path, in: options.files,
          check: Task.checkCancellation)
        return beginning.digest == damaged.digest
      }
    }
    return found
  }
}

extension Finding.Reason {
  /// Whether the file contains nothing that counts, so that it need not be handed in again.
  fileprivate var isOfNothing: Bool { self == .empty || self == .nothingRecorded }
}

extension InputFacts {
  /// Returns the facts with some findings accepted by the operator.
  ///
  /// Findings of these codes leave no day open any more and are reported as accepted.
  fileprivate func accepting(_ codes: Set<FindingCode>) -> InputFacts {
    if codes.isEmpty { return self }
    var facts = self
    for index in facts.findings.indices where codes.contains(facts.findings[index].code) {
      let code = facts.findings[index].code
      facts.findings[index].code = .inputSetAside
      facts.findings[index].facts = Finding.Facts { $0.finding = code }
    }
    facts.unread.removeAll { codes.contains($0.code) }
    if !facts.findings.contains(where: { $0.code.incompleteDays == .touched }) {
      facts.damagedSpans = []
    }
    return facts
  }
}

extension FindingCode {
  /// Whether the system causes the finding, and not the archive.
  package var isOfSystem: Bool {
    switch self {
    case .fileMissing, .fileUnreadable, .fileChanged, .fileUnwritable: true
    default: false
    }
  }
}
