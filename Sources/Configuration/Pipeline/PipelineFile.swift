import DaymarkDocuments
public import DaymarkModel

/// A pipeline as it is written: `pipeline.yaml` and the files that it names.
public struct PipelineConfiguration: Hashable, Sendable {
  /// The folder from which the pipeline was read; `nil` for a pipeline that is in no file.
  package var folder: String?
  /// The name, of the characters a-z, 0-9 and -.
  public var name: String
  /// The challenge; the first occurrence of a recurring one.
  package var challenge: Challenge
  /// The series of a recurring challenge; `nil` for one that takes place once.
  package var series: ChallengeSeries?
  /// The intake service; `nil` means that no body is written.
  package var intake: Intake?
  /// The subjects in the order in which they are written, or by name for an inbox.
  ///
  /// Paths of archives are relative to the file that names them.
  package var subjects: [Subject]
  /// Whether ``subjects`` is everybody who takes part.
  ///
  /// It is not where subjects are taken from readings of which some may be missing.
  package var knowsEverybody = true
  /// The rule that decides.
  package var rule: Rule
  /// The rule's file, beside which `rules.lock` lies; `nil` for a rule that is in no file.
  package var rulePath: String?
  /// The policies by which data is chosen.
  package var policies = Policies()
  /// The instant of evaluation; `nil` for the clock's.
  package var asOf: Instant?
  /// The limits by which flags are raised.
  package var limits: Limits
  /// The limits on hostile archives that differ from the usual ones.
  package var readLimits: [ReadLimit: Int] = [:]
  /// The operator's files beside `pipeline.yaml`, at most one of a kind, in the order of the kinds.
  package var operatorFiles: [OperatorFile] = []
  /// Whether the operator states that every subject has handed in everything.
  package var isComplete = false
  /// Whether a subject's folder in an inbox may be a link.
  package var followsLinks = false
  /// The subjects whose folder in the inbox was replaced by something else.
  ///
  /// They exist only if earlier runs know them.
  package var misplaced: [Subject] = []
  /// Findings that are worth knowing and stop nothing.
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

  /// Returns the operator's statement about who has handed in everything, as far as that
  /// matters to a subject's verdict.
  package func completeness(of subject: Subject) -> Completeness {
    guard isComplete(subject) else { return .unstated }
    let asksOthers = rule.quality.contains(where: \.asksAboutSharing)
    return asksOthers && subjects.allSatisfy(isComplete) ? .everybody : .subject
  }

  /// Returns the pipelines to run at an instant: the pipeline itself, or one for each occurrence of
  /// a recurring challenge that has begun.
  ///
  /// Before the first occurrence has begun it is that one.
  package func occurrences(asOf: Instant) -> [PipelineConfiguration] {
    guard let series else { return [self] }
    // Where the challenge leaves the zone to its subjects, the latest possible day counts.
    let calendar = DayCalendar(zone: series.zone ?? .fixedOffset(seconds: 14 * 3600))
    let begun = series.occurrences(through: calendar.day(containing: asOf))
    return begun.isEmpty
      ? [taking(place: challenge)] : begun.map { taking(place: series.challenge($0)) }
  }

  /// The pipeline of one challenge: itself, or that of an occurrence with an id such as
  /// `weekend-warrior@2026-09-05`.
  ///
  /// - Returns: `nil` where it has no challenge of that id.
  package func occurrence(ofID id: String) -> PipelineConfiguration? {
    guard let series else { return challenge.id == id ? self : nil }
    return series.occurrence(ofID: id).map { taking(place: series.challenge($0)) }
  }

  /// Refuses a recurring challenge, for commands that need a single period.
  ///
  /// - Throws: `DaymarkError` `config.bad_value`.
  package func requireOneChallenge() throws {
    guard series != nil else { return }
    let place = folder.map { InputLocation(file: resolvedPath("pipeline.yaml", inFolder: $0)) }
    throw DaymarkError(.configBadValue, at: place) {
      ($0.key, $0.expected) = (KeyTable.everyKey, .challengeOnce)
    }
  }

  private func taking(place occurrence: Challenge) -> PipelineConfiguration {
    var configuration = self
    configuration.series = nil
    configuration.challenge = occurrence
    configuration.challenge.unreadUntil = challenge.unreadUntil
    configuration.challenge.contact = challenge.contact
    return configuration
  }

  package func isComplete(_ subject: Subject) -> Bool { isComplete || subject.isComplete }

  /// The intake for a subject, with the token of the subject's link, which is preferred to the
  /// pipeline's.
  package func intake(of subject: Subject?) -> Intake? {
    guard var intake, let link = subject?.link else { return intake }
    (intake.evidenceToken, intake.evidenceExpires) = (link.token, link.expires)
    return intake
  }

  /// The operator's files for a subject, whose own are preferred to those beside `pipeline.yaml`.
  package func operatorFiles(of subject: Subject) -> [OperatorFile] {
    operatorFiles.replaced(by: subject.files)
  }
}

/// Reads the pipeline in a folder: `pipeline.yaml`, its rule, and its manifest or inbox.
///
/// A subject with an unknown zone, wrong settings beside its folder, or missing archives is no
/// error here; it makes that subject alone fail.
///
/// - Throws: ``ConfigurationError`` with every error of all these files.
public func loadPipeline(at folder: String) throws -> PipelineConfiguration {
  try loadPipeline(at: folder, isPublished: false)
}

/// Reads the pipeline in a folder as it may be published: with its rule, and without people's data.
///
/// - Returns: As ``loadPipeline(at:)``, but without subjects where the manifest or inbox is
///   missing.
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
  challenge?.refuseIntake(in: file)
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
  let (waivers, sports) = (waiversForAll(in: file), sports(in: file))
  if let rule, let rulePath, let subjects {
    checkFeats(of: rule, at: rulePath, operatorFiles, subjects.subjects, findings)
  }
  let series = challenge?.series
  guard let name, let challenge = challenge?.challenge(over: period), let subjects, let rule,
    let limits
  else { return nil }
  var configuration = PipelineConfiguration(
    name: name, challenge: challenge, intake: intake, subjects: subjects.subjects, rule: rule,
    limits: limits)
  configuration.folder = folder
  configuration.series = series
  configuration.rulePath = rulePath
  configuration.asOf = asOf
  configuration.operatorFiles = operatorFiles
  configuration.take(subjects)
  configuration.followsLinks = followsLinks
  configuration.challenge.unreadUntil = unreadUntil
  configuration.challenge.contact = contact
  configuration.addStatementsAboutAll(waivers, sports)
  if let policies { configuration.policies = policies }
  if let readLimits { configuration.readLimits = readLimits }
  configuration.isComplete = file.readTruth("complete") ?? false
  return configuration
}

extension PipelineConfiguration {
  /// Takes over the subjects of a list, with its warnings.
  mutating func take(_ list: SubjectList) {
    (subjects, misplaced, warnings) = (list.subjects, list.misplaced, list.warnings)
    refuseLookalikes()
    for index in subjects.indices { subjects[index].takeLink(to: intake) }
  }

  /// Makes subjects fail whose ids look alike and differ in bytes, such as `é` in one character or
  /// in two, because they may be one person.
  package mutating func refuseLookalikes() {
    // Swift compares strings that look alike as equal.
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

  /// Adds the pipeline's waivers and statements about all subjects to each subject, after the
  /// subject's own.
  fileprivate mutating func addStatementsAboutAll(
    _ waivers: [InputWaiver.Statement], _ sports: [SportStatement]
  ) {
    for index in subjects.indices {
      subjects[index].setAside += waivers
      subjects[index].logs.sports += sports
    }
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

/// A path as the system takes it; a relative one is resolved against a folder.
func resolvedPath(_ path: String, inFolder folder: String) -> String {
  if path.hasPrefix("/") || folder.isEmpty { return path }
  return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
}
