import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// The readings in a folder that a run has imported into its store.
struct ImportedReadings: Sendable {
  /// The path of the folder.
  let folder: String
  /// The subjects whose reading was not in the store before.
  fileprivate(set) var fresh: Set<String> = []
  /// The findings for subjects that could not be read, by id.
  fileprivate(set) var failures: [String: Finding] = [:]
  /// The digests of the archives of subjects whose reading counts, by id; without those whose
  /// archives could not be hashed.
  fileprivate(set) var handedIn: [String: [Digest]] = [:]
  /// The digests of the archives whose names the operator's statements name, by the subject's id,
  /// then by the text of the statement; see ``ReadingDocument/namedDigests``.
  fileprivate(set) var namedDigests: [String: [String: [Digest]]] = [:]
  /// Why no reading of a subject serves the run, by id, where there are readings.
  fileprivate(set) var refusals: [String: Finding.Reason] = [:]
  /// The subjects whose hand-in the run may close and of which no reading knows everything that was
  /// handed in by the proof deadline.
  fileprivate(set) var unlisted: Set<String> = []
  /// The findings about files and lines in the folder that are no readings.
  fileprivate(set) var findings: [Finding] = []

  /// Whether a subject handed in anything, as far as its archives could be hashed.
  var handsInAnything: Bool { handedIn.values.contains { !$0.isEmpty } }
}

extension ImportedReadings {
  fileprivate init(folder: String) { self.folder = folder }

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

/// Imports the readings of a folder that this version made under the settings of a pipeline.
struct ReadingsImporter: ~Copyable {
  private let configuration: PipelineConfiguration
  private let subjects: [String: Subject]
  private let asOf: Instant
  /// The records of earlier runs, which decide whether an input came too late.
  private let earlier: EarlierRuns
  private let store: Store
  /// The batch that writes to the store.
  private let batch: WriteBatch
  /// The subjects whose hand-in may close, so that their archives must be listed after the deadline.
  private let due: Set<String>
  /// The subjects that the pipeline newly states to have handed in everything.
  private let complete: Set<String>
  private var served: Set<String> = []
  private var imported: ImportedReadings

  init(
    of folder: String, for configuration: PipelineConfiguration, asOf: Instant,
    after earlier: EarlierRuns, into store: Store, by batch: WriteBatch
  ) {
    (self.configuration, self.asOf, self.earlier) = (configuration, asOf, earlier)
    (self.store, self.batch) = (store, batch)
    subjects = Dictionary(configuration.subjects.map { ($0.id, $0) }) { first, _ in first }
    due = Set(configuration.subjects.filter(earlier.handIn.isDue).map(\.id))
    complete = Set(configuration.subjects.filter(earlier.handIn.isNewlyComplete).map(\.id))
    imported = ImportedReadings(folder: folder)
  }

  /// Imports every reading that counts: of several readings of one subject the last that serves, in
  /// the order of ``ReadingsFolder/files()``.
  ///
  /// - Parameter progress: Called with each subject.
  /// - Throws: The errors of ``ReadingsFolder/files()`` and ``ReadingsFolder/visit(_:_:other:)``;
  ///   `store.unusable`.
  consuming func run(progress: (String) -> Void) throws -> ImportedReadings {
    let folder = ReadingsFolder(path: imported.folder)
    for file in try folder.files().reversed() { try add(file, of: folder, progress) }
    try batch.flush()
    imported.unlisted = due.union(complete).subtracting(served)
    return imported
  }

  private mutating func add(
    _ file: String, of folder: ReadingsFolder, _ progress: (String) -> Void
  ) throws {
    let last = try lastServing(in: file, of: folder)
    var malformed: [Finding] = []
    try folder.visit(file) { head, line, place in
      guard let subject = subjects[head.subject], !served.contains(subject.id),
        last[subject.id] ?? place.line == place.line
      else { return }
      progress(subject.id)
      guard head.isOfThisVersion else { return refuse(subject, .otherSettings) }
      guard let found = Members<ReadingDocument>.reading.kind.value(line) else {
        return malformed.append(Finding(.readingMalformed, at: place))
      }
      if let reason = try refusal(of: found, subject) { return refuse(subject, reason) }
      try add(found, of: subject)
    } other: {
      malformed.append($0)
    }
    imported.findings = malformed + imported.findings
  }

  /// Finds the line of the last reading that serves, for subjects with several lines in a file.
  private func lastServing(in file: String, of folder: ReadingsFolder) throws -> [String: Int] {
    var (lines, repeated) = (Set<String>(), Set<String>())
    try folder.visit(file) { head, _, _ in
      if !lines.insert(head.subject).inserted { repeated.insert(head.subject) }
    }
    var last: [String: Int] = [:]
    if repeated.isEmpty { return last }
    try folder.visit(file) { head, line, place in
      guard repeated.contains(head.subject), let subject = subjects[head.subject],
        !served.contains(subject.id), head.isOfThisVersion,
        let found = Members<ReadingDocument>.reading.kind.value(line),
        try refusal(of: found, subject) == nil
      else { return }
      last[subject.id] = place.line
    }
    return last
  }

  private mutating func refuse(_ subject: Subject, _ reason: Finding.Reason) {
    imported.refusals[subject.id] = reason
  }

  /// Returns why a reading does not serve the run; `nil` for one that does.
  private func refusal(of found: ReadingDocument, _ subject: Subject) throws -> Finding.Reason? {
    let known = try earlier.known(of: subject)
    guard found.serves(subject, of: configuration, asOf: asOf, known) else { return .otherSettings }
    // A reading of which no archive could be hashed closes no hand-in, so that it cannot come too
    // early.
    guard found.settings != nil else { return nil }
    let isLate = found.isListedAfterDeadline && configuration.knowsEverybody
    let isEarly =
      due.contains(subject.id) && !isLate
      || complete.contains(subject.id) && !found.statements.isComplete
    return isEarly ? .listedEarly : nil
  }

  /// Imports the reading that counts of a subject.
  private mutating func add(_ found: ReadingDocument, of subject: Subject) throws {
    imported.refusals[subject.id] = nil
    served.insert(subject.id)
    imported.namedDigests[subject.id] = found.namedDigests
    imported.failures[subject.id] = found.failure
    if found.settings != nil {
      let archives = found.archives.map(\.digest)
      imported.handedIn[subject.id] = archives
      // An import, or a failure, would delete the verdict of a subject that cannot be decided again.
      if let refusal = try earlier.refusal(
        of: subject, found.reading?.inputs ?? [], among: archives, in: imported.folder)
      {
        imported.failures[subject.id] = refusal
      }
    }
    guard let reading = found.reading, imported.failures[subject.id] == nil else { return }
    let key = SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
    let known = try earlier.known(of: subject)
    // Replacing the same reading would also delete the verdicts on it.
    if let origin = try store.readingOrigin(of: key), origin.settings == reading.settings,
      origin.holds(asOf: known.instant(for: origin.inputs) ?? asOf)
    {
      return
    }
    imported.fresh.insert(subject.id)
    var update = SubjectUpdate(
      key: key, rule: configuration.rule, ruleDigest: configuration.rule.digest)
    update.reading = reading
    try batch.add(update)
  }
}

extension SubjectRequest {
  /// Whether the request asks for a reading under these settings, whatever the archives were.
  fileprivate func asks(for settings: String) -> Bool {
    ReadingKey(settings)?.apartFromArchives.text == key().apartFromArchives.text
  }
}

extension ReadingDocument {
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
