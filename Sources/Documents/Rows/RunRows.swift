package import DaymarkModel

extension Members<RunSummary> {
  /// The document `run.json`: what a run read, found, decided and wrote, how long it took, and
  /// which versions did it.
  ///
  /// Subjects stand in the order of their ids. It holds no health values.
  package static let run = Members(
    RunSummary(
      pipeline: "", challenge: "",
      rule: Rule(name: "", version: "", title: "", requires: Condition(.all([]))),
      asOf: Instant(milliseconds: 0), startedAt: Instant(milliseconds: 0)),
    [
      .schema("daymark/run@2"),
      .derived("tool", Members<Tool>.toolWithZoneData.kind) { _ in
        Tool(version: daymarkVersion, zoneData: Zone.dataVersion)
      },
      .needed("pipeline", \.pipeline, .text), .needed("challenge", \.challenge, .text),
      .derived("rule", Members<Rule>.ruleIdentity.kind, \.rule), .needed("asOf", \.asOf, .instant),
      .unlessEmpty(
        "newBook", \.beginsNewBook, .truth,
        "It began a new book, without what earlier runs saw and decided."),
      .needed("state", \.state, .word), .needed("startedAt", \.startedAt, .instant),
      .needed("seconds", \.seconds, .seconds),
      .derivedIfAny(
        "failure", Members<Finding>.error.kind, sentence: "What ended a run that failed.",
        \.failure),
      .derived("counts", Members<RunCounts>.counts.kind) { RunCounts($0.subjects) },
      .derived("findings", .findingCounts, \.foundCounts),
      .derived("flags", .flagCounts) { $0.subjects.compactMap(\.verdict).flagCounts },
      .derived("sharing", .list(Members<SharedData>.sharing.kind), \.sharing),
      .derived("subjects", .list(Members<SubjectSummary>.subject.kind)) {
        $0.subjects.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
      },
      .needed(
        "gone", \.goneSubjects, .list(.text),
        "No longer in the pipeline, but in the store or the outputs."),
    ])
}

extension RunSummary {
  /// The number of findings per code, of the run itself and of its subjects, with the errors of
  /// subjects that have no verdict.
  fileprivate var foundCounts: [FindingCode: Int] {
    let errors = subjects.compactMap(\.error)
    return errors.reduce(into: (findings + subjects.flatMap(\.findings)).counts) {
      $0[$1.code, default: 0] += 1
    }
  }
}

extension Kind<Double> {
  /// A time in seconds, to the millisecond.
  package static let seconds = Kind(
    schema: .object(["type": .string("number"), "minimum": .number(0)]),
    write: { $1.number(($0 * 1000).rounded() / 1000) },
    read: { reader in reader.number().flatMap { Double(String(decoding: $0, as: UTF8.self)) } })
}

extension Members<SubjectSummary> {
  fileprivate static let subject = Members(
    SubjectSummary(
      of: Subject(id: ""),
      in: Challenge(
        id: "", title: "", period: .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0)))),
    [
      .needed("subject", \.id, .text),
      .needed("folder", \.folder, .text, "Below the output folder."),
      .derivedIfAny(
        "verdict", Members<Verdict>.runVerdict.kind,
        sentence: "Its reasons name what came too late, as those of `verdicts.csv` do."
      ) { subject in
        subject.verdict.map { verdict in
          var told = verdict
          told.reasons = verdict.reasons(with: subject.inputs)
          return told
        }
      },
      .derivedIfAny("stale", Members<Verdict>.runVerdict.kind, sentence: "Of an earlier run.") {
        $0.stale?.verdict
      },
      .derivedIfAny("error", Members<Finding>.error.kind, \.error),
      .derivedIfAny("supersedes", Members<Supersedes>.supersedes.kind, \.supersedes),
      .needed(
        "settled", \.isSettled, .flag, "Whether the verdict knows what all subjects share."),
      .needed("work", \.work, .word), .needed("seconds", \.seconds, .seconds),
      .derived("inputs", .list(Members<EvidenceInput>.runInput.kind), \.inputs),
      .unlessEmpty("operatorFiles", \.operatorFiles, .operatorFiles),
      .derived("findings", .findingCounts, \.findings.counts),
      .needed("files", \.files, .files, "The digest of each file of the folder."),
    ])
}

extension Kind<[String: Digest]> {
  /// The digests of the files of a subject's folder, by file name.
  package static let files = map(
    { $0 }, { $0 }, .digest, names: Kind<OutputFile>.word.schema)
}

extension Members<Verdict> {
  /// A verdict in the record of a run: its outcome and the codes of its reasons, without amounts.
  fileprivate static let runVerdict = Members(
    Verdict.undecided,
    verdict.declared.filter {
      ["outcome", "phase", "asOf", "final", "openUntil", "complete"].contains($0.name)
    },
    [
      .derived("reasons", .list(.reasonCode), sentence: "Their codes.") { $0.reasons.map(\.code) },
      .derived("flags", .flagCounts) { [$0].flagCounts },
    ])
}

extension Members<SharedData> {
  fileprivate static let sharing = Members(
    SharedData(code: .sharedArchive, subjects: [], count: 1),
    [
      .needed(
        "code", \.code,
        Kind<FlagCode>.word.described(
          .object([
            "enum": .array(
              FlagCode.allCases.filter(\.isOfSharing).map { .string($0.rawValue) })
          ]))), .needed("count", \.count, .countFromOne),
      .derived("unit", .text, \.code.unit),
      .needed("subjects", \.subjects, .list(.text, atLeast: 2)),
    ])
}

// MARK: Counts

/// The number of subjects with each result.
private struct RunCounts: Sendable {
  var subjects = 0
  var pass = 0
  var fail = 0
  var undetermined = 0
  /// The number of subjects without a verdict; a subject that fails the challenge has one.
  var failed = 0
  var stale = 0
  var damaged = 0

  init(_ summaries: [SubjectSummary]) {
    func count(_ outcome: Outcome) -> Int { summaries.count { $0.verdict?.outcome == outcome } }
    (subjects, pass, fail) = (summaries.count, count(.pass), count(.fail))
    (undetermined, failed) = (count(.undetermined), summaries.count { $0.error != nil })
    (stale, damaged) = (summaries.count { $0.stale != nil }, summaries.count(where: \.isDamaged))
  }
}

extension Members<RunCounts> {
  fileprivate static let counts = Members(
    RunCounts([]),
    [
      .needed("subjects", \.subjects, .count), .needed("pass", \.pass, .count),
      .needed("fail", \.fail, .count), .needed("undetermined", \.undetermined, .count),
      .needed("failed", \.failed, .count), .needed("stale", \.stale, .count),
      .needed("damaged", \.damaged, .count),
    ])
}

/// The number of flags of one code that are noted, and that are flagged.
private struct LevelCounts: Sendable {
  var noted = 0
  var flagged = 0
}

extension Members<LevelCounts> {
  fileprivate static let levels = Members(
    LevelCounts(), [.needed("noted", \.noted, .count), .needed("flagged", \.flagged, .count)])
}

extension Kind<[FlagCode: LevelCounts]> {
  fileprivate static let flagCounts = map(
    FlagCode.self, Members<LevelCounts>.levels.kind, names: definition("flagCode"))
}

extension [Verdict] {
  /// The number of noted and of flagged flags, for each code with flags.
  fileprivate var flagCounts: [FlagCode: LevelCounts] {
    Dictionary(grouping: flatMap(\.quality.flags), by: \.code).mapValues { flags in
      LevelCounts(
        noted: flags.count { $0.level == .noted }, flagged: flags.count { $0.level == .flagged })
    }
  }
}
