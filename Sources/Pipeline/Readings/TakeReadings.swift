import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// The readings of a folder, as far as a run took them into its store.
struct TakenReadings: Sendable {
  /// Where they lie.
  let folder: String
  /// The subjects whose reading the store did not have.
  private(set) var fresh: Set<String> = []
  /// Why subjects could not be read where that was tried.
  private(set) var failures: [String: Finding] = [:]
  /// The subjects that there are readings of, none of them under the settings of the run.
  private(set) var others: Set<String> = []
  /// What lies in the folder and is no reading.
  private(set) var findings: [Finding] = []
}

extension TakenReadings {
  /// Takes every reading of the pipeline's subjects that was made under its settings, by this version.
  ///
  /// Of several of one subject the last counts, in the order of ``ReadingsFolder/files()``.
  ///
  /// - Parameters:
  ///   - folder: Where they lie.
  ///   - configuration: The pipeline.
  ///   - asOf: The instant of the run.
  ///   - store: Has all of them afterwards.
  ///   - batch: Nothing waits in it before or afterwards.
  ///   - taken: Told of each line.
  /// - Throws: As ``ReadingsFolder/visit(_:other:)``; `store.unusable`.
  init(
    of folder: String, for configuration: PipelineConfiguration, asOf: Instant,
    into store: Store, by batch: WriteBatch, taken: (String) -> Void
  ) throws {
    self.init(folder: folder)
    let subjects = Dictionary(uniqueKeysWithValues: configuration.subjects.map { ($0.id, $0) })
    // A subject of which the store may not have the last line yet.
    var waiting: Set<String> = []
    let rule = configuration.rule.digest
    var (malformed, served) = ([Finding](), Set<String>())
    try ReadingsFolder(path: folder).visit { head, line, place in
      guard let subject = subjects[head.subject] else { return }
      taken(subject.id)
      guard head.isOfThisVersion else {
        if !served.contains(subject.id) { others.insert(subject.id) }
        return
      }
      guard let reading = message(ReadingDocument.self, in: line) else {
        malformed.append(Finding(.readingMalformed, at: place))
        return
      }
      guard reading.serves(subject, of: configuration, asOf: asOf) else {
        if !served.contains(subject.id) { others.insert(subject.id) }
        return
      }
      served.insert(subject.id)
      others.remove(subject.id)
      failures[subject.id] = reading.failure
      if let stored = reading.stored, reading.failure == nil {
        if !waiting.insert(subject.id).inserted {
          try batch.flush()
          waiting = [subject.id]
        }
        let key = SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
        // Verdicts on the reading that the store has would go with it.
        guard try !store.has(stored, of: key, asOf: asOf) else { return }
        fresh.insert(subject.id)
        try batch.add(
          SubjectChange(
            key: key, archives: [], reading: stored, rule: configuration.rule, ruleDigest: rule,
            proofDeadline: configuration.challenge.proofDeadline, verdict: nil, outputs: nil))
      }
    } other: {
      malformed.append($0)
    }
    try batch.flush()
    findings = malformed
  }

  private init(folder: String) { self.folder = folder }

  /// The reading of a subject that the store has now.
  ///
  /// - Throws: Why it could not be read; `reading.missing`; `store.unusable`.
  func origin(
    of subject: Subject, _ configuration: PipelineConfiguration, asOf: Instant, in store: Store
  ) throws -> ReadingOrigin {
    if let failure = failures[subject.id] { throw DaymarkError(failure) }
    let key = SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
    let expected = SubjectRequest(subject, of: configuration, asOf: asOf).comparableSettings
    if let origin = try store.readingOrigin(of: key),
      ReadingSettings.apartFromArchives(origin.settings) == expected, origin.holds(asOf: asOf)
    {
      return origin
    }
    throw DaymarkError(.readingMissing) {
      $0.folder = folder
      $0.reason = others.contains(subject.id) ? .otherSettings : nil
    }
  }
}

extension Store {
  /// Whether it has a reading under the same settings that holds as of an instant.
  fileprivate func has(
    _ reading: StoredReading, of key: SubjectKey, asOf: Instant
  ) throws -> Bool {
    guard let origin = try readingOrigin(of: key) else { return false }
    return origin.settings == reading.settings && origin.holds(asOf: asOf)
  }
}

extension SubjectRequest {
  /// The settings but for what is known of the archives alone.
  fileprivate var comparableSettings: JSONValue? {
    ReadingSettings.apartFromArchives(settings(of: [], late([:])).text)
  }
}

extension ReadingDocument {
  /// Whether it is what reading the subject under the pipeline's settings gives.
  fileprivate func serves(
    _ subject: Subject, of configuration: PipelineConfiguration, asOf: Instant
  ) -> Bool {
    // What could not even be hashed was tried under no settings.
    guard let settings else { return failure != nil }
    let request = SubjectRequest(subject, of: configuration, asOf: asOf)
    guard ReadingSettings.apartFromArchives(settings) == request.comparableSettings else {
      return false
    }
    return failure != nil || stored?.origin.holds(asOf: asOf) == true
  }
}
