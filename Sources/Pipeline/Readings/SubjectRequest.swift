import DaymarkConfiguration
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// A request to a worker to read one subject's archives, with their paths and the terms of reading
/// them.
///
/// A run sends requests, and so may a scheduler that spreads subjects over machines. The JSON form
/// is an interface: see Scale, "What a worker is asked". A member that is left out has the same
/// default as in a pipeline.
struct SubjectRequest: Hashable, Sendable {
  /// The id of the subject.
  var subject: String
  /// The paths of the archives or folders.
  var archives: [String]
  /// The subject's folder in an inbox, where other people may put files.
  var folder: String?
  /// The instants at which archives were received, by path.
  var receivedAt: [String: Instant] = [:]
  /// Whether one instant is stated for all archives together.
  var receivedTogether = false
  /// Whether the operator states that the subject has handed in everything.
  var isComplete = false
  /// The digests to which waivers and statements of receipt by file name apply, where the book has
  /// settled them, by their text.
  var settledNames: [String: [Digest]] = [:]
  /// The operator's waivers.
  var setAside: [InputWaiver.Statement] = []
  /// The records of earlier runs about archives; empty without a book.
  var handIn = SubjectHandIn()
  /// The archives as they were last hashed.
  ///
  /// An archive that has not changed since is not hashed again.
  var known: [ArchiveIdentity] = []
  var details = SubjectDetails()
  var challengeZone: Zone?
  var bounds = PeriodBounds()
  /// The number of days before the period that are read too.
  var daysBefore = 0
  /// Whether sleep is read.
  var readsSleep = false
  var proofDeadline: Instant?
  /// The policies, without the statements about the subject's logs.
  var policies = Policies()
  /// The operator's files that give the data its meaning, with their content, at most one per kind.
  var operatorFiles: [OperatorFile] = []
  var readLimits: [ReadLimit: Int] = [:]
  /// Whether the archives were listed at or after the proof deadline, so that they are all that were
  /// handed in by then.
  var isListedAfterDeadline = false
  /// The latest plausible time for an input that does not state its export date.
  var asOf: Instant
  var showsNames = false
  /// Whether Health exports are read with the full XML parser only.
  var isCareful = false

  /// Makes an empty request, from which reading a request's JSON starts.
  init() { (subject, archives, asOf) = ("", [], Instant(milliseconds: 0)) }

  init(
    _ subject: Subject, of configuration: PipelineConfiguration, asOf: Instant,
    showsNames: Bool = false, isCareful: Bool = false
  ) {
    (self.subject, archives, receivedAt) = (subject.id, subject.archives, subject.receivedAt)
    (folder, receivedTogether) = (subject.folder, subject.receivedTogether)
    (setAside, details) = (subject.setAside, SubjectDetails(of: subject))
    let challenge = configuration.challenge
    (challengeZone, proofDeadline) = (challenge.zone, challenge.proofDeadline)
    (bounds, daysBefore) = (PeriodBounds(challenge.period), configuration.rule.daysBefore)
    readsSleep = configuration.rule.asksForSleep
    policies = configuration.policies
    policies.logs = LogSettings()
    operatorFiles = configuration.operatorFiles(of: subject)
    readLimits = configuration.readLimits
    (self.asOf, self.showsNames, self.isCareful) = (asOf, showsNames, isCareful)
  }

  /// The operator's waivers and statements of receipt, with names of files in place of paths.
  var statements: ArchiveStatements {
    var statements = ArchiveStatements()
    statements.receipts = receivedAt.map { .init(of: fileName($0), at: $1) }.sorted {
      ($0.file, $0.receivedAt) < ($1.file, $1.receivedAt)
    }
    (statements.receivedTogether, statements.isComplete) = (receivedTogether, isComplete)
    statements.setAside = setAside
    return statements
  }

  /// The access to the archives' files within the subject's folder.
  var systemFiles: SystemFiles { SystemFiles(within: folder) }

  /// The period.
  ///
  /// One that would end before it begins is a single day or instant.
  private var period: Period? {
    if let from = bounds.from, let to = bounds.to { return .days(from: from, to: max(from, to)) }
    if let start = bounds.start, let end = bounds.end {
      return .instants(Interval(start, max(start, end)))
    }
    return nil
  }

  private var readPolicies: Policies {
    var policies = policies
    policies.logs = details.logs
    // No reading depends on the sex.
    policies.logs.sex = nil
    return policies
  }

  /// Returns the terms of the hand-in for archives whose receipt may be stated.
  private func handInTerms(of archives: ArchiveSet?) -> HandInTerms {
    var terms = HandInTerms(
      deadline: policies.lateInputs == .accept ? nil : proofDeadline,
      receivedAt: archives?.receivedAt ?? [:])
    terms.history = archives.map(history) ?? [:]
    return terms
  }

  private func history(of archives: ArchiveSet) -> [Digest: InputHistory] {
    handIn.history(
      among: archives.archives.map(\.digest).filter { archives.receivedAt[$0] == nil })
  }

  /// Returns the instant that archives are read for: that of a verdict that is kept, or the
  /// request's own.
  func instant(of archives: ArchiveSet) -> Instant {
    let history = history(of: archives)
    return handIn.instant(among: archives.archives.map { ($0.digest, history[$0.digest] != nil) })
      ?? asOf
  }

  /// Returns the key with everything that the days depend on.
  ///
  /// - Parameter archives: The archives; `nil` for the key without them.
  func key(of archives: ArchiveSet? = nil) -> ReadingKey {
    var key = ReadingKey(
      policies: readPolicies,
      // With `isCareful` the archives must be read again even where a reading exists.
      programVersion: daymarkVersion + (isCareful ? " --careful" : ""),
      zoneDataVersion: Zone.dataVersion)
    key.inputs = archives?.archives.map(\.digest) ?? []
    key.names = archives.map { $0.digestOfNames }
    key.handInTerms = handInTerms(of: archives)
    // When a late archive was first seen changes nothing that is read.
    key.handInTerms.history = key.handInTerms.history.mapValues {
      InputHistory($0.code, firstSeen: Instant(milliseconds: 0))
    }
    (key.setAside, key.unmet) = (archives?.setAside ?? [:], archives?.unmet ?? [])
    (key.subjectZone, key.challengeZone) = (details.timeZone, challengeZone)
    (key.operatorFiles, key.period) = (operatorFiles.map(\.identity), period)
    (key.daysBefore, key.readLimits) = (daysBefore, readLimits)
    key.readsSleep = readsSleep
    return key
  }

  /// Makes the job of reading hashed archives.
  func job(of archives: ArchiveSet, options: ReadOptions) -> ReadingJob {
    var parameters = ReadingParameters(
      subjectZone: details.timeZone, challengeZone: challengeZone, policies: readPolicies,
      asOf: instant(of: archives), handInTerms: handInTerms(of: archives),
      setAside: archives.setAside, waiversOnAny: archives.waiversOnAny, unmet: archives.unmet,
      operatorFiles: operatorFiles, person: subject,
      options: options.setting(readLimits))
    parameters.options.readsSleep = readsSleep
    (parameters.isOfParticipant, parameters.keptExports) = (true, .healthStores)
    return ReadingJob(
      archives: archives.archives, parameters: parameters, period: period, daysBefore: daysBefore)
  }

  /// Makes the reading from the days and sessions of the archives.
  func reading(
    _ fresh: ArchiveAggregates, of archives: ArchiveSet, under settings: String
  ) -> Reading {
    let asOf = instant(of: archives)
    let statesDates = fresh.inputs.flatMap(\.eachPart).allSatisfy {
      $0.believedExportDate(asOf: asOf) != nil
    }
    let inputs = fresh.evidenceInputs
    let shared = zip(fresh.inputs, inputs).filter(\.1.mayBeShared).flatMap(\.0.documentDigests)
    var reading = Reading(
      settings: settings, asOf: statesDates ? nil : asOf, inputs: inputs,
      aggregates: fresh.aggregates, documents: Set(shared))
    reading.firstTooLate = fresh.firstTooLate
    return reading
  }
}

extension SubjectRequest {
  /// Hashes and reads the archives.
  ///
  /// - Parameters:
  ///   - options: The options for reading; `nil` for those of the request.
  ///   - files: The access to the archives' files; `nil` for the file system.
  ///   - hashing: Called for every chunk that is hashed. An error that it throws ends the reading.
  ///   - hashed: Gets the subject after its archives are hashed and before they are read.
  ///   - read: Reads the archives.
  /// - Returns: The reading, or the failure where the archives cannot be read.
  /// - Throws: The errors of the closures, other than a `DaymarkError`, which becomes the failure.
  func read(
    options: ReadOptions? = nil, files: (any InputFiles)? = nil,
    hashing: () throws -> Void = Task.checkCancellation,
    hashed: (ReadingDocument) throws -> Void = { _ in },
    by read: (ReadingJob) throws -> ArchiveAggregates
  ) throws -> ReadingDocument {
    var options = options ?? readOptions(showsNames: showsNames, isCareful: isCareful)
    let files = files ?? systemFiles
    options.files = files
    var reading = ReadingDocument(of: self)
    do {
      let known = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
      let set = try ArchiveSet(of: self, in: files, check: hashing) { known[$0] }
      let settings = key(of: set).text
      // The archives are in the order in which they are read.
      (reading.archives, reading.settings) = (set.given.sorted { $0.digest < $1.digest }, settings)
      reading.namedDigests = set.namedDigests.mapValues { $0.sorted() }
      try hashed(reading)
      reading.keep(self.reading(try read(job(of: set, options: options)), of: set, under: settings))
    } catch let error as DaymarkError {
      reading.failure = error.finding
    }
    return reading
  }
}

extension Members<SubjectRequest> {
  static let request = Members(
    SubjectRequest(),
    [
      .needed("subject", \.subject, .text), .needed("archives", \.archives, .list(.text)),
      .optional("folder", \.folder, .text),
      .unlessEmpty("receivedAt", \.receivedAt, .map({ $0 }, { $0 }, .instant)),
      .unlessEmpty("receivedTogether", \.receivedTogether, .flag),
      .unlessEmpty("complete", \.isComplete, .flag),
      .unlessEmpty("bound", \.settledNames, .map({ $0 }, { $0 }, .list(.digest))),
      .unlessEmpty("setAside", \.setAside, .list(Members<InputWaiver.Statement>.statement.kind)),
      .unlessEmpty("known", \.known, .list(Members<ArchiveIdentity>.archive.kind)),
      .optional("challengeZone", \.challengeZone, .zone),
      .optional("proofDeadline", \.proofDeadline, .instant),
      .unlessEmpty("listedAfterDeadline", \.isListedAfterDeadline, .flag),
      .unlessEmpty("daysBefore", \.daysBefore, .count),
      .unlessEmpty("sleep", \.readsSleep, .flag),
      .always("manualEntries", \.policies.manualEntries, .word),
      .always("lateInputs", \.policies.lateInputs, .word),
      .unlessEmpty(
        "sourcePriority", \.policies.sourceOrder,
        Kind<[String]>.list(.text).converted(SourceOrder.init(patterns:), \.patterns)),
      .unlessEmpty("operatorFiles", \.operatorFiles, .list(.operatorFile)),
      .unlessEmpty("readLimits", \.readLimits, .readLimits), .needed("asOf", \.asOf, .instant),
      .unlessEmpty("showNames", \.showsNames, .flag),
      .unlessEmpty("careful", \.isCareful, .flag),
    ], Members<SubjectDetails>.details.inside(\.details),
    Members<PeriodBounds>.periodBounds.inside(\.bounds),
    Members<SubjectHandIn>.handIn.inside(\.handIn))
}

/// A file of the operator in a request, with its content.
private struct OperatorFileRow: Sendable {
  var kind = OperatorFile.Kind.columns
  var path = ""
  var contents = ""
}

extension Kind<OperatorFile> {
  fileprivate static let operatorFile = Members(
    OperatorFileRow(),
    [
      .needed("kind", \.kind, .word), .needed("path", \.path, .text),
      .needed("contents", \.contents, .text),
    ]
  ).kind.converted(
    { OperatorFile($0.kind, path: $0.path, contents: $0.contents) },
    { OperatorFileRow(kind: $0.kind, path: $0.path, contents: $0.contents) })
}
