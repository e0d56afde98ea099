import DaymarkDocuments
public import DaymarkModel

/// A pipeline as written: `pipeline.yaml` and the files that it names.
public struct PipelineConfiguration: Hashable, Sendable {
  /// The folder that it was read from; `nil` of one that is in no file.
  package var folder: String?
  /// `[a-z0-9-]+`.
  public var name: String
  /// The challenge that is run.
  package var challenge: Challenge
  /// The intake; without it no body is written.
  package var intake: Intake?
  /// The subjects in the order written; those of an inbox by name.
  ///
  /// Archives are resolved from the file that names them.
  package var subjects: [Subject]
  /// The rule that decides.
  package var rule: Rule
  /// The rule's file, beside which `rules.lock` lies; `nil` of a rule that is in none.
  package var rulePath: String?
  /// The policies that days are made with.
  package var policies = Policies()
  /// The instant that verdicts are for; the clock's when `nil`.
  package var asOf: Instant?
  /// The limits that quality measures are compared with.
  package var limits: Limits
  /// The limits on hostile archives that are other than usual.
  package var readLimits: [ReadLimit: Int] = [:]
  /// The operator's files beside `pipeline.yaml`, one of a kind, in the order of the kinds.
  package var operatorFiles: [OperatorFile] = []
  /// Whether the operator says that every subject has handed in everything.
  package var isComplete = false
  /// Whether a subject's folder in an inbox may be a link.
  package var followsLinks = false
  /// Who they would be whose names something else than a folder has in the inbox, if earlier runs knew them.
  package var misplaced: [Subject] = []
  /// The findings that are worth knowing but stop nothing.
  public var warnings: [Finding] = []

  package init(
    name: String, challenge: Challenge, intake: Intake? = nil, subjects: [Subject], rule: Rule,
    limits: Limits
  ) {
    self.name = name
    self.challenge = challenge
    self.intake = intake
    self.subjects = subjects
    self.rule = rule
    self.limits = limits
  }

  /// Of whom the operator says that they have handed in everything, as far as a subject's verdict depends on it.
  package func completeness(of subject: Subject) -> Completeness {
    guard isComplete(subject) else { return .unstated }
    let asksOthers = rule.quality.contains(where: \.asksAboutSharing)
    return asksOthers && subjects.allSatisfy(isComplete) ? .everybody : .subject
  }

  package func isComplete(_ subject: Subject) -> Bool { isComplete || subject.isComplete }

  /// The operator's files for a subject: its own go before those beside `pipeline.yaml`.
  package func operatorFiles(of subject: Subject) -> [OperatorFile] {
    operatorFiles.replaced(by: subject.files)
  }
}

/// Reads the pipeline in a folder: `pipeline.yaml`, its rules, and its manifest or inbox.
///
/// A subject with an unknown zone, wrong settings beside its folder, or archives that do not exist is no
/// error here: that fails the subject alone.
///
/// - Throws: ``ConfigurationError`` with every error of all these files.
public func loadPipeline(at folder: String) throws -> PipelineConfiguration {
  try loadPipeline(at: folder, isPublished: false)
}

/// Reads the pipeline in a folder as it was published: with its rules, and not with people's data.
///
/// - Returns: As ``loadPipeline(at:)``; without subjects where the manifest or inbox is not there.
/// - Throws: As ``loadPipeline(at:)``.
public func loadPublishedPipeline(at folder: String) throws -> PipelineConfiguration {
  try loadPipeline(at: folder, isPublished: true)
}

private func loadPipeline(at folder: String, isPublished: Bool) throws -> PipelineConfiguration {
  let findings = FindingCollector()
  let configuration = readPipeline(at: folder, isPublished: isPublished, findings)
  guard let configuration, findings.isEmpty else { throw findings.error() }
  return configuration
}

private func readPipeline(
  at folder: String, isPublished: Bool, _ findings: FindingCollector
) -> PipelineConfiguration? {
  let path = resolvedPath("pipeline.yaml", inFolder: folder)
  guard let root = readYAML(at: path, findings), let file = YAMLMapping(root, .pipeline, findings)
  else { return nil }
  let name = file.word("pipeline")
  let challenge = file.mapping("challenge", .challenge).map { ChallengeReader($0) }
  let period = challenge?.period()
  let intake = file.mapping("intake", .intake).flatMap(readIntake)
  let followsLinks = file.readTruth("followLinks") ?? false
  let subjects = file.mapping("subjects", .subjects).flatMap {
    readSubjects($0, in: folder, followsLinks: followsLinks, mayBeAbsent: isPublished)
  }
  let policies = file.mapping("policies", .policies).map(readPolicies)
  let asOf = file.read("asOf") { Instant(rfc3339: $0) }
  let rulePath = file.word("rules").map { resolvedPath($0, inFolder: folder) }
  let rule = rulePath.flatMap {
    readRule(at: $0, period: period, findings, missingAt: file["rules"]?.place)
  }
  let limits = readLimits(of: file, inFolder: folder)
  let readLimits = file.mapping("readLimits", .readLimits).map(readReadLimits)
  let operatorFiles = readOperatorFiles(inFolder: folder, findings)
  let unreadUntil = file.read("unreadUntil") { Instant(rfc3339: $0) }
  let contact = file.read("contact", freeText)
  let (decisions, sports) = (decisionsForAll(in: file), sports(in: file))
  if let rule, let rulePath, let subjects {
    checkFeats(of: rule, at: rulePath, operatorFiles, subjects.subjects, findings)
  }
  guard let name, let challenge = challenge?.challenge(over: period), let subjects, let rule,
    let limits
  else { return nil }
  var configuration = PipelineConfiguration(
    name: name, challenge: challenge, intake: intake, subjects: subjects.subjects, rule: rule,
    limits: limits)
  configuration.folder = folder
  configuration.rulePath = rulePath
  configuration.asOf = asOf
  configuration.operatorFiles = operatorFiles
  configuration.take(subjects)
  configuration.followsLinks = followsLinks
  configuration.challenge.unreadUntil = unreadUntil
  configuration.challenge.contact = contact
  configuration.sayOfAll(decisions, sports)
  if let policies { configuration.policies = policies }
  if let readLimits { configuration.readLimits = readLimits }
  configuration.isComplete = file.readTruth("complete") ?? false
  return configuration
}

extension PipelineConfiguration {
  /// Takes the subjects of a list, and what is said of it.
  mutating func take(_ list: SubjectList) {
    (subjects, misplaced, warnings) = (list.subjects, list.misplaced, list.warnings)
    refuseLookalikes()
  }

  /// Fails subjects whose ids look alike and have other bytes, as `é` has in one character and in two: nobody can tell
  /// whether they are one person.
  package mutating func refuseLookalikes() {
    // Strings are equal for Swift when they look alike.
    for places in Dictionary(grouping: subjects.indices, by: { subjects[$0].id }).values
    where Set(places.map { Array(subjects[$0].id.utf8) }).count > 1 {
      for place in places where subjects[place].problem == nil {
        let subject = subjects[place]
        subjects[place].problem = Finding(
          .configBadValue, at: subject.folder.map { InputLocation(file: $0) }
        ) { ($0.key, $0.value, $0.expected) = ("id", subject.id, .sameBytes) }
      }
    }
  }

  /// Says of every subject what the pipeline says of all, behind what is said of the subject.
  fileprivate mutating func sayOfAll(
    _ decisions: [SetAside.Statement], _ sports: [SportStatement]
  ) {
    for index in subjects.indices {
      subjects[index].setAside += decisions
      subjects[index].logs.sports += sports
    }
  }
}

struct ChallengeReader {
  let mapping: YAMLMapping

  init(_ mapping: YAMLMapping) { self.mapping = mapping }

  /// Two days or two instants; a mixture is reported.
  func period() -> Period? {
    let usesInstants = mapping.has("start") || mapping.has("end")
    let usesDays = mapping.has("from") || mapping.has("to")
    if usesDays, usesInstants {
      for key in ["start", "end"] where mapping.has(key) {
        mapping.findings.add(
          .configBadValue, at: mapping.place(of: key),
          key: key, expected: .daysOrInstants)
      }
      return nil
    }
    return usesInstants ? instants() : days()
  }

  private func days() -> Period? {
    guard let (from, to) = bounds("from", "to", { CivilDay($0) }) else { return nil }
    guard from <= to else {
      rejectLast("to", .dayNotBefore(from))
      return nil
    }
    return .days(from: from, to: to)
  }

  private func instants() -> Period? {
    guard let (start, end) = bounds("start", "end", { Instant(rfc3339: $0) }) else { return nil }
    guard start < end else {
      rejectLast("end", .instantAfter(start))
      return nil
    }
    return .instants(Interval(start, end))
  }

  private func bounds<Bound>(
    _ first: String, _ last: String, _ read: (String) -> Bound?
  ) -> (Bound, Bound)? {
    for key in [first, last] where !mapping.has(key) {
      mapping.findings.add(
        .configMissingKey, at: mapping.place,
        key: key, expected: mapping.table[key]?.expected)
    }
    let lower = mapping.read(first, read)
    let upper = mapping.read(last, read)
    if let lower, let upper { return (lower, upper) }
    return nil
  }

  private func rejectLast(_ key: String, _ expected: ExpectedValue) {
    if let value = mapping[key] { mapping.reject(key, value, expected: expected) }
  }

  func challenge(over period: Period?) -> Challenge? {
    let id = mapping.read("id", challengeFolderID)
    let title = mapping.read("title", freeText)
    let zone = mapping.read("timeZone") { Zone(name: $0) }
    let deadline = mapping.read("proofDeadline") { Instant(rfc3339: $0) }
    guard let id, let title, let period else { return nil }
    // Where the challenge leaves the zone to its subjects, the earliest end there can be.
    let calendar = DayCalendar(zone: zone ?? .fixedOffset(seconds: 14 * 3600))
    let end = period.interval(in: calendar).end
    if let deadline, deadline < end {
      rejectLast("proofDeadline", .instantNotBeforeEnd(end))
      return nil
    }
    return Challenge(id: id, title: title, period: period, proofDeadline: deadline, zone: zone)
  }
}

func readIntake(_ mapping: YAMLMapping) -> Intake? {
  let profile = mapping.read("profile", Intake.Profile.init(rawValue:))
  let intake = Intake(
    profile: profile ?? .daymark,
    challengeID: mapping.word("challengeId"),
    modelHash: mapping.word("modelHash"),
    evidenceToken: mapping.read("evidenceToken", freeText),
    evidenceExpires: mapping.word("evidenceExpires"))
  return profile == nil ? nil : intake
}

private func readReadLimits(_ mapping: YAMLMapping) -> [ReadLimit: Int] {
  ReadLimit.settable.reduce(into: [:]) { $0[$1] = mapping.read($1.rawValue) { Int($0) } }
}

func readPolicies(_ mapping: YAMLMapping) -> Policies {
  Policies(
    manualEntries: mapping.read("manualEntries", ManualEntryPolicy.init(rawValue:)) ?? .exclude,
    sourceOrder: SourceOrder(patterns: mapping.readList("sourcePriority", freeText) ?? []),
    lateInputs: mapping.read("lateInputs", LateInputPolicy.init(rawValue:)) ?? .setAside)
}

/// A path as the system takes it, given one relative to a folder.
func resolvedPath(_ path: String, inFolder folder: String) -> String {
  if path.hasPrefix("/") || folder.isEmpty { return path }
  return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
}
