import DaymarkConfiguration
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// One subject's archives by their paths, and the terms of reading them: what a run, and whoever spreads subjects
/// over machines, asks a worker for.
///
/// Its JSON is an interface: see Scale, "What a worker is asked". What is left out is as in a pipeline
/// that does not say it.
struct SubjectRequest: Hashable, Sendable {
  /// The id of the subject.
  var subject: String
  /// Paths to archives or folders.
  var archives: [String]
  /// The folder of an inbox that they lie in, which others may fill.
  var folder: String?
  /// When archives were received, by path.
  var receivedAt: [String: Instant] = [:]
  /// Whether one instant was said for all archives, and not for each.
  var receivedTogether = false
  /// The digests that what is said of names is about, where the book has settled it.
  var bound: [String: [Digest]] = [:]
  /// The operator's decisions on archives.
  var setAside: [SetAside.Statement] = []
  /// What earlier runs know of archives, wherever a book says so.
  var handIn = SubjectHandIn()
  /// Archives as they were when they were hashed; those that have not changed since are not hashed again.
  var known: [ArchiveIdentity] = []
  var details = SubjectDetails()
  var challengeZone: Zone?
  var bounds = PeriodBounds()
  /// How many days before the period are read, too.
  var daysBefore = 0
  var proofDeadline: Instant?
  /// Without what is said of the subject's logs.
  var policies = Policies()
  /// What says the meaning of the data, whole, one of a kind.
  var operatorFiles: [OperatorFile] = []
  var readLimits: [ReadLimit: Int] = [:]
  /// Bounds plausible times where an input does not state its export date.
  var asOf: Instant
  var showsNames = false
  /// Whether the parser of all XML alone reads Health exports.
  var isCareful = false

  /// A request of nobody, which those that are read begin as.
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
    policies = configuration.policies
    policies.logs = LogSettings()
    operatorFiles = configuration.operatorFiles(of: subject)
    readLimits = configuration.readLimits
    (self.asOf, self.showsNames, self.isCareful) = (asOf, showsNames, isCareful)
  }

  /// The files of the archives as the file system has them.
  var systemFiles: SystemFiles { SystemFiles(within: folder) }

  /// A period that ends before it begins is one day or instant.
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
    // No reading depends on it.
    policies.logs.sex = nil
    return policies
  }

  /// The terms of being late, for archives of which somebody may have said when they were received.
  private func late(_ archives: ArchiveSet?) -> LateInputs {
    var late = LateInputs(
      deadline: policies.lateInputs == .accept ? nil : proofDeadline,
      receivedAt: archives?.receivedAt ?? [:])
    late.history = archives.map(history) ?? [:]
    return late
  }

  private func history(of archives: ArchiveSet) -> [Digest: InputHistory] {
    handIn.history(
      among: archives.archives.map(\.digest).filter { archives.receivedAt[$0] == nil })
  }

  /// The instant that archives are read for: that of a verdict that stands, or the request's own.
  func instant(of archives: ArchiveSet) -> Instant {
    let history = history(of: archives)
    return handIn.instant(among: archives.archives.map { ($0.digest, history[$0.digest] != nil) })
      ?? asOf
  }

  /// What the days depend on beside the archives' bytes.
  ///
  /// - Parameter archives: `nil` for what does not depend on them.
  func key(of archives: ArchiveSet? = nil) -> ReadingKey {
    var key = ReadingKey(
      policies: readPolicies,
      // Whoever asks for care wants what was read before read again.
      programVersion: daymarkVersion + (isCareful ? " --careful" : ""),
      zoneDataVersion: Zone.dataVersion)
    key.inputs = archives?.archives.map(\.digest) ?? []
    key.late = late(archives)
    (key.setAside, key.unmet) = (archives?.setAside ?? [:], archives?.unmet ?? [])
    (key.subjectZone, key.challengeZone) = (details.timeZone, challengeZone)
    (key.operatorFiles, key.period) = (operatorFiles.map(\.identity), period)
    (key.daysBefore, key.readLimits) = (daysBefore, readLimits)
    return key
  }

  /// The job of reading archives that were hashed.
  ///
  func job(of archives: ArchiveSet, options: ReadOptions) -> ReadingJob {
    var parameters = ReadingParameters(
      subjectZone: details.timeZone, challengeZone: challengeZone, policies: readPolicies,
      asOf: instant(of: archives), late: late(archives), setAside: archives.setAside,
      decisionsOnAny: archives.ofAny, unmet: archives.unmet,
      operatorFiles: operatorFiles, person: subject,
      options: options.setting(readLimits))
    (parameters.isOfParticipant, parameters.keptExports) = (true, .healthStores)
    return ReadingJob(
      archives: archives.archives, parameters: parameters, period: period, daysBefore: daysBefore)
  }

  /// The reading that archives gave.
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
  ///   - options: Those of the request when `nil`.
  ///   - files: Opens the archives; the file system when `nil`.
  ///   - hashing: Called for every piece that is hashed; an error of it ends the reading.
  ///   - hashed: Given what is known before anything is read.
  ///   - read: Reads the archives.
  /// - Returns: Also for a subject whose archives cannot be read, with the failure.
  /// - Throws: What the closures throw, a `DaymarkError` apart.
  func read(
    options: ReadOptions? = nil, files: (any InputFiles)? = nil,
    hashing: () throws -> Void = Task.checkCancellation,
    hashed: (SubjectReading) throws -> Void = { _ in },
    by read: (ReadingJob) throws -> ArchiveAggregates
  ) throws -> SubjectReading {
    var options = options ?? readOptions(showsNames: showsNames, isCareful: isCareful)
    let files = files ?? systemFiles
    options.files = files
    var reading = SubjectReading(of: subject, details)
    do {
      let known = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
      let set = try ArchiveSet(of: self, in: files, check: hashing) { known[$0] }
      let settings = key(of: set).text
      // In the order in which they are read.
      (reading.archives, reading.settings) = (set.given.sorted { $0.digest < $1.digest }, settings)
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
      .unlessEmpty("bound", \.bound, .map({ $0 }, { $0 }, .list(.digest))),
      .unlessEmpty("setAside", \.setAside, .list(Members<SetAside.Statement>.statement.kind)),
      .unlessEmpty("known", \.known, .list(Members<ArchiveIdentity>.archive.kind)),
      .optional("challengeZone", \.challengeZone, .zone),
      .optional("proofDeadline", \.proofDeadline, .instant),
      .unlessEmpty("daysBefore", \.daysBefore, .count),
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

/// A file of the operator's as a request brings it.
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
