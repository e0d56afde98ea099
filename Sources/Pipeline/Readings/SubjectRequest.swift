import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// One subject's archives by their paths, and the settings to read them under: what whoever spreads
/// subjects over machines asks a worker for.
///
/// Its JSON is an interface: see Scale, "What a worker is asked". What is left out is as in a pipeline
/// that does not say it.
struct SubjectRequest: Hashable, Codable, Sendable {
  /// The id of the subject.
  var subject: String
  /// Paths to archives or folders.
  var archives: [String]
  /// When archives were received, by path.
  var receivedAt: [String: Instant]?
  /// As of ``Subject/address``; a reading does not depend on it.
  var address: String?
  /// The subject's own zone.
  var timeZone: Zone?
  var loadUnit: LoadUnit?
  var dateOrder: DateOrder?
  /// As of ``LogSettings/bodyWeight``.
  var bodyWeight: Quantity?
  /// As of ``LogSettings/sex``; a reading does not depend on it.
  var sex: Sex?
  var challengeZone: Zone?
  /// The first and last day of the period.
  var from, to: CivilDay?
  /// The bounds of a period of instants.
  var start, end: Instant?
  var proofDeadline: Instant?
  var manualEntries: ManualEntryPolicy?
  var sourcePriority: [String]?
  var lateInputs: LateInputPolicy?
  /// What says the meaning of the data, whole, one of a kind.
  var operatorFiles: [OperatorFile]?
  var readLimits: [ReadLimit: Int]?
  /// Bounds plausible times where an input does not state its export date.
  var asOf: Instant
  var showNames: Bool?
  /// Whether the parser of all XML alone reads Health exports.
  var careful: Bool?

  init(
    _ subject: Subject, of configuration: PipelineConfiguration, asOf: Instant,
    showsNames: Bool = false, isCareful: Bool = false
  ) {
    let (challenge, policies) = (configuration.challenge, configuration.policies)
    self.subject = subject.id
    archives = subject.archives
    receivedAt = subject.receivedAt
    address = subject.address
    timeZone = subject.zone
    loadUnit = subject.logs.loadUnit
    dateOrder = subject.logs.dateOrder
    bodyWeight = subject.logs.bodyWeight
    sex = subject.logs.sex
    challengeZone = challenge.zone
    switch challenge.period {
    case .days(let first, let last): (from, to) = (first, last)
    case .instants(let interval): (start, end) = (interval.start, interval.end)
    }
    proofDeadline = challenge.proofDeadline
    manualEntries = policies.manualEntries
    sourcePriority = policies.sourceOrder.patterns
    lateInputs = policies.lateInputs
    let files = configuration.operatorFiles(of: subject)
    operatorFiles = files.isEmpty ? nil : files
    readLimits = configuration.readLimits
    self.asOf = asOf
    showNames = showsNames ? true : nil
    careful = isCareful ? true : nil
  }

  private var period: Period? {
    if let from, let to { return .days(from: from, to: max(from, to)) }
    if let start, let end { return .instants(Interval(start, max(start, end))) }
    return nil
  }

  private var policies: Policies {
    Policies(
      manualEntries: manualEntries ?? .exclude,
      sourceOrder: SourceOrder(patterns: sourcePriority ?? []),
      lateInputs: lateInputs ?? .setAside,
      logs: LogSettings(loadUnit: loadUnit, dateOrder: dateOrder, bodyWeight: bodyWeight))
  }

  /// The terms of being late, for archives of which somebody may have said when they were received.
  func late(_ receivedAt: [Digest: Instant]) -> LateInputs {
    LateInputs(deadline: lateInputs == .accept ? nil : proofDeadline, receivedAt: receivedAt)
  }

  /// What the days depend on beside the archives' bytes.
  func settings(of inputs: [Digest], _ late: LateInputs) -> ReadingSettings {
    ReadingSettings(
      inputs: inputs, subjectZone: timeZone, challengeZone: challengeZone, policies: policies,
      operatorFiles: (operatorFiles ?? []).map(\.identity), period: period, late: late,
      readLimits: readLimits ?? [:],
      // Whoever asks for care wants what was read before read again.
      programVersion: daymarkVersion + (careful == true ? " --careful" : ""),
      zoneDataVersion: Zone.dataVersion)
  }

  /// The request to read archives that were hashed.
  ///
  /// - Parameter options: Those of the request when `nil`.
  func reading(
    of archives: [ArchiveIdentity], _ late: LateInputs, options: ReadOptions? = nil
  ) -> WorkerRequest {
    let options =
      options ?? readOptions(showsNames: showNames ?? false, isCareful: careful ?? false)
    let reading = ReadingRequest(
      subjectZone: timeZone, challengeZone: challengeZone, policies: policies, asOf: asOf,
      late: late, operatorFiles: operatorFiles ?? [], person: subject,
      options: options.setting(readLimits ?? [:]))
    return WorkerRequest(archives: archives, reading: reading, period: period)
  }

  /// What the store keeps of what was read.
  func stored(_ fresh: ArchiveAggregates, under settings: String) -> StoredReading {
    let statesDates = fresh.inputs.allSatisfy { $0.believedExportDate(asOf: asOf) != nil }
    return StoredReading(
      settings: settings, asOf: statesDates ? nil : asOf, inputs: fresh.evidenceInputs,
      aggregates: fresh.aggregates, documents: Set(fresh.inputs.flatMap(\.documentDigests)))
  }
}

extension SubjectRequest {
  /// Hashes and reads the archives.
  ///
  /// - Parameters:
  ///   - hashing: Called for every piece that is hashed; an error of it ends the reading.
  ///   - hashed: Told what is known before anything is read.
  ///   - read: Reads the archives.
  /// - Returns: Also for a subject whose archives cannot be read, with the failure.
  /// - Throws: What the closures throw, a `DaymarkError` apart.
  func read(
    hashing: () throws -> Void = Task.checkCancellation,
    hashed: (ReadingDocument) throws -> Void = { _ in },
    by read: (WorkerRequest) throws -> ArchiveAggregates
  ) throws -> ReadingDocument {
    var reading = ReadingDocument(of: self)
    do {
      // Without data there is no verdict, not even that data is missing.
      guard !archives.isEmpty else {
        throw DaymarkError(.fileMissing) { $0.reason = .noArchives }
      }
      let set = try ArchiveSet(archives, receivedAt: receivedAt ?? [:], check: hashing) { _ in nil }
      let late = late(set.receivedAt)
      let settings = settings(of: set.archives.map(\.digest), late).text
      // In the order in which they are read.
      (reading.archives, reading.settings) = (set.hashed.sorted { $0.digest < $1.digest }, settings)
      try hashed(reading)
      let fresh = try read(self.reading(of: set.archives, late))
      reading.keep(stored(fresh, under: settings))
    } catch let error as DaymarkError {
      reading.failure = error.finding
    }
    return reading
  }
}
