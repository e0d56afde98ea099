import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// The readings in a folder that a run has imported into its store.
struct ImportedReadings: Sendable {
  /// The path of the folder.
  let folder: String
  /// The subjects whose reading was not in the store before.
  private(set) var fresh: Set<String> = []
  /// The findings for subjects that could not be read, by id.
  private(set) var failures: [String: Finding] = [:]
  /// The digests of the archives of subjects whose reading counts, by id; without those whose
  /// archives could not be hashed.
  private(set) var handedIn: [String: [Digest]] = [:]
  /// What ``SubjectReading/said`` has of them, by id.
  private(set) var said: [String: [String: [Digest]]] = [:]
  /// Why no reading of a subject serves the run, by id, where there are readings.
  private(set) var refusals: [String: Finding.Reason] = [:]
  /// The subjects whose hand-in the run may close and of which no reading knows everything that was
  /// handed in by the proof deadline.
  private(set) var unlisted: Set<String> = []
  /// The findings about files and lines in the folder that are no readings.
  private(set) var findings: [Finding] = []
}

extension ImportedReadings {
  /// Imports every reading of the pipeline's subjects that this version made under the pipeline's
  /// settings.
  ///
  /// Of several readings of one subject the last counts, in the order of
  /// ``ReadingsFolder/files()``.
  ///
  /// - Parameters:
  ///   - folder: The folder of the readings.
  ///   - configuration: The pipeline.
  ///   - asOf: The instant of the run.
  ///   - earlier: The records of earlier runs, which decide whether an input came too late.
  ///   - store: The store that gets the readings.
  ///   - batch: The batch that writes to the store, which is empty before and afterwards.
  ///   - progress: Called with the subject of each line.
  /// - Throws: The errors of ``ReadingsFolder/visit(_:other:)``; `store.unusable`.
  init(
    of folder: String, for configuration: PipelineConfiguration, asOf: Instant,
    after earlier: EarlierRuns, into store: Store, by batch: WriteBatch, progress: (String) -> Void
  ) throws {
    self.init(folder: folder)
    let closing = Set(configuration.subjects.filter(earlier.handIn.mayClose).map(\.id))
    let subjects = Dictionary(configuration.subjects.map { ($0.id, $0) }) { first, _ in first }
    // The subjects whose last line the store may not have yet.
    var waiting: Set<String> = []
    let rule = configuration.rule.digest
    var (malformed, served) = ([Finding](), Set<String>())
    try ReadingsFolder(path: folder).visit { head, line, place in
      guard let subject = subjects[head.subject] else { return }
      progress(subject.id)
      guard head.isOfThisVersion else {
        if !served.contains(subject.id) { refusals[subject.id] = .otherSettings }
        return
      }
      guard let found = Members<SubjectReading>.reading.kind.value(line) else {
        malformed.append(Finding(.readingMalformed, at: place))
        return
      }
      let known = try earlier.known(of: subject)
      guard found.serves(subject, of: configuration, asOf: asOf, known) else {
        if !served.contains(subject.id) { refusals[subject.id] = .otherSettings }
        return
      }
      guard found.isListedAfterDeadline || !closing.contains(subject.id) else {
        if !served.contains(subject.id) { refusals[subject.id] = .listedEarly }
        return
      }
      served.insert(subject.id)
      refusals[subject.id] = nil
      failures[subject.id] = found.failure
      handedIn[subject.id] = found.settings == nil ? nil : found.archives.map(\.digest)
      said[subject.id] = found.said
      guard let reading = found.reading, found.failure == nil else { return }
      // An import would delete the verdict of a subject that cannot be decided again.
      if let refusal = try earlier.refusal(of: reading.inputs, in: folder, of: subject) {
        failures[subject.id] = refusal
        return
      }
      if !waiting.insert(subject.id).inserted {
        try batch.flush()
        waiting = [subject.id]
      }
      let key = SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
      // Replacing the same reading would also delete the verdicts on it.
      if let origin = try store.readingOrigin(of: key), origin.settings == reading.settings,
        origin.holds(asOf: known.instant(for: origin.inputs) ?? asOf)
      {
        return
      }
      fresh.insert(subject.id)
      var update = SubjectUpdate(key: key, rule: configuration.rule, ruleDigest: rule)
      update.reading = reading
      try batch.add(update)
    } other: {
      malformed.append($0)
    }
    try batch.flush()
    unlisted = closing.subtracting(served)
    findings = malformed
  }

  private init(folder: String) { self.folder = folder }

  /// Returns the origin of the reading of a subject that the store has now.
  ///
  /// - Throws: `DaymarkError` with the reason for which the subject could not be read;
  ///   `reading.missing`; `store.unusable`.
  func origin(
    of subject: Subject, _ configuration: PipelineConfiguration, asOf: Instant,
    _ known: SubjectHandIn, in store: Store
  ) throws -> ReadingOrigin {
    if let failure = failures[subject.id] { throw DaymarkError(failure) }
    let key = SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
    let request = SubjectRequest(subject, of: configuration, asOf: asOf)
    if !unlisted.contains(subject.id), let origin = try store.readingOrigin(of: key),
      request.asks(for: origin.settings),
      origin.holds(asOf: known.instant(for: origin.inputs) ?? asOf)
    {
      return origin
    }
    throw DaymarkError(.readingMissing) {
      $0.folder = folder
      $0.reason = refusals[subject.id]
    }
  }
}

extension SubjectRequest {
  /// Whether the request asks for a reading under these settings, whatever the archives were.
  fileprivate func asks(for settings: String) -> Bool {
    ReadingKey(settings)?.apartFromArchives == key().apartFromArchives
  }
}

extension SubjectReading {
  /// Whether reading the subject under the pipeline's settings would give this reading.
  fileprivate func serves(
    _ subject: Subject, of configuration: PipelineConfiguration, asOf: Instant,
    _ known: SubjectHandIn
  ) -> Bool {
    // Archives that could not be hashed have no settings.
    guard let settings else { return failure != nil }
    guard SubjectRequest(subject, of: configuration, asOf: asOf).asks(for: settings) else {
      return false
    }
    guard failure == nil, let reading else { return failure != nil }
    return reading.origin.holds(asOf: known.instant(for: reading.inputs) ?? asOf)
  }
}
