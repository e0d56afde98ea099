package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkIngest
package import DaymarkModel
import DaymarkStore
import Foundation

/// The result of reading one shard of a pipeline's subjects.
package struct ShardSummary: Sendable {
  /// The id of the challenge.
  package var challenge: String
  package var shard: Shard
  /// The folder of the readings.
  package var folder: String
  /// The number of subjects in the shard.
  package var subjects = 0
  /// The number of subjects that were read now.
  package var read = 0
  /// The number of subjects with an earlier reading that is still valid.
  package var reused = 0
  /// The subjects without a reading and why, in ascending order of subjects.
  package var failures: [(subject: String, finding: Finding)] = []
  /// The number of subjects that failed or have data that could not be read or understood.
  package var damagedSubjects = 0
}

/// Reads the subjects of one shard into files, for a run that decides on the readings of all of them.
///
/// The readings are written to `readings` in the output folder, one file per subject, and no two
/// shards write the same file. A subject with a valid reading is not read again. Nothing is
/// decided, and no store is written. The book of earlier runs, if there is one, is read for the
/// hand-in.
///
/// - Parameters:
///   - shard: The shard to read.
///   - configuration: The challenge, its subjects and policies.
///   - options: The output folder, the number of jobs, and the instant that verdicts are for.
///   - progress: The same as for ``runPipeline(_:options:progress:)``.
/// - Returns: The numbers of read and reused subjects, and the failures.
/// - Throws: `DaymarkError` `file.unwritable` or `reader.refused`; `config.bad_value` for a
///   recurring challenge; `CancellationError`.
package func readShard(
  _ shard: Shard, of configuration: PipelineConfiguration, options: RunOptions,
  progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
) async throws -> ShardSummary {
  try configuration.requireOneChallenge()
  let subjects = configuration.subjects.filter { shard.contains($0.id) }
  let asOf = options.asOf ?? configuration.asOf ?? options.now
  let book = try Book(
    ifBesideStore: options.storePath ?? defaultStorePath(inOutputFolder: options.outputFolder))
  defer { try? book?.close() }
  let reporter = ProgressReporter(
    RunProgress(
      totalBytes: subjects.reduce(0) { $0 + $1.archiveBytes },
      totalSubjects: subjects.count),
    report: progress)
  let reader = ShardReader(
    options: options, asOf: asOf,
    earlier: try EarlierRuns(of: configuration, asOf: asOf, now: options.now, from: book),
    folder: ReadingsFolder(inOutputFolder: options.outputFolder), progress: reporter,
    readers: RunReaders(
      options.readers, jobs: max(1, options.jobs), options: options.reading))
  if !subjects.isEmpty {
    let findings = try reader.readers.start()
    reporter.update { $0.findings = findings }
  }
  try reader.putList(of: subjects, in: shard)
  let width = reader.readers.width(jobs: max(1, options.jobs))
  let results = try await sideBySide(subjects, jobs: width) { subject in
    try reader.read(subject)
  }
  return ShardSummary(
    challenge: configuration.challenge.id, shard: shard, folder: reader.folder.path,
    subjects: results.count, read: results.count { !$0.isReused && $0.failure == nil },
    reused: results.count(where: \.isReused),
    failures: zip(subjects, results).compactMap { subject, result in
      result.failure.map { (subject.id, $0) }
    }.sorted { $0.subject.utf8.lexicographicallyPrecedes($1.subject.utf8) },
    damagedSubjects: results.count(where: \.isDamaged))
}

/// Reads single subjects of a shard into their files.
private struct ShardReader: Sendable {
  let options: RunOptions
  let asOf: Instant
  let earlier: EarlierRuns
  let folder: ReadingsFolder
  let progress: ProgressReporter
  let readers: RunReaders

  /// The result for one subject, whose reading is in its file.
  struct Result: Sendable {
    var isReused = false
    var failure: Finding?
    var isDamaged: Bool
  }

  /// Reads a subject into its file, unless the reading there is still valid.
  ///
  /// - Throws: `file.unwritable`; `CancellationError`.
  func read(_ subject: Subject) throws -> Result {
    let file = folder.file(of: subject.id)
    var doneBytes: Int64 = 0
    progress.update { $0.subject = subject.id }
    let request = try request(for: subject)
    let reused =
      subject.failureBeforeReading == nil
      ? try reusableReading(of: subject, request, in: file) : nil
    let reading =
      try reused?.listed(for: request)
      ?? reading(of: subject, request) { more in
        doneBytes += more
        progress.update { $0.doneBytes += more }
      }
    if reused != reading {
      try makeFolder(parentFolder(of: file), mode: options.fileMode)
      if try putFile(reading.line, at: file, mode: options.fileMode) {
        try flushFolder(parentFolder(of: file))
      }
    }
    progress.update {
      $0.doneBytes += subject.archiveBytes - doneBytes
      $0.readSubjects += 1
      $0.doneSubjects += 1
      $0.subject = subject.id
      $0.findings =
        (reading.reading?.aggregates.findings ?? []) + (reading.failure.map { [$0] } ?? [])
    }
    return Result(
      isReused: reused != nil, failure: reading.failure,
      isDamaged: reading.failure != nil || reading.isDamaged == true)
  }

  /// Writes which subjects the shard has.
  func putList(of subjects: [Subject], in shard: Shard) throws {
    let list = ListedSubjects(
      isListedAfterDeadline: earlier.isListedAfterDeadline, subjects: subjects.map(\.id).sorted())
    try folder.put(list, of: shard, mode: options.fileMode)
  }

  private func reading(
    of subject: Subject, _ request: SubjectRequest, progress: (Int64) -> Void
  ) throws -> ReadingDocument {
    if let failure = subject.failureBeforeReading {
      return ReadingDocument(of: subject, failure: failure)
    }
    return try readers.read(request, progress: progress)
  }

  private func request(for subject: Subject) throws -> SubjectRequest {
    try earlier.request(
      for: subject, showsNames: options.reading.showsNames, isCareful: options.reading.isCareful)
  }

  /// Returns the reading in a subject's file if reading the archives again would give the same.
  private func reusableReading(
    of subject: Subject, _ request: SubjectRequest, in file: String
  ) throws -> ReadingDocument? {
    guard let bytes = FileManager.default.contents(atPath: file),
      let found = Members<ReadingDocument>.reading.kind.value(Array(bytes)), found.failure == nil,
      let reading = found.reading
    else { return nil }
    let known = Dictionary(
      found.archives.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    // Nothing is hashed here: the stamps alone show whether archives have changed.
    for path in subject.archives {
      let stamp = try? subject.systemFiles.stamp(of: path).text
      guard stamp != nil, known[absolutePath(path)]?.stamp == stamp else { return nil }
    }
    let archives = try ArchiveSet(of: request) { known[$0] }
    let isAsked =
      request.key(of: archives).text == reading.settings
      && reading.origin.holds(asOf: request.instant(of: archives))
    return isAsked ? found : nil
  }
}

extension ReadingDocument {
  /// Returns the reading as a request for the same archives would give it now.
  fileprivate func listed(for request: SubjectRequest) -> ReadingDocument {
    var reading = ReadingDocument(of: request)
    (reading.archives, reading.namedDigests, reading.settings) = (archives, namedDigests, settings)
    reading.reading = self.reading
    return reading
  }
}
