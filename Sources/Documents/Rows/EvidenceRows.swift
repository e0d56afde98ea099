package import DaymarkModel

/// The versions of the evidence document; the raw value is that of the member `schema`.
package enum EvidenceVersion: String, CaseIterable, Comparable, Sendable {
  /// The first version, with the same figures, in which the outcomes of a verdict meant something
  /// else.
  case first = "daymark/evidence@1"
  /// The version before strength training and the operator's files were added.
  case second = "daymark/evidence@2"
  /// The version before the decisions of earlier runs were added.
  case third = "daymark/evidence@3"
  /// The version that is written today.
  case fourth = "daymark/evidence@4"

  /// Orders versions by age, the oldest first.
  package static func < (a: EvidenceVersion, b: EvidenceVersion) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// The values of the member `schema` in a verdict's document.
package enum VerdictVersion {
  package static let written = "daymark/verdict@2"
  package static let older = "daymark/verdict@1"
}

extension Members<Evidence> {
  /// The evidence document: daily aggregates, the inputs and sources behind them, and the verdict
  /// on them.
  ///
  /// Raw samples, times within a day, and names of devices and files are not in it. See Evidence, "The evidence
  /// document".
  package static let evidence = Members(
    blank,
    [
      .schema(EvidenceVersion.fourth.rawValue), .tool, .challenge, .subject, .zone,
      .derivedIfAny("contact", .text, sentence: "Whom to write to.", \.challenge.contact),
      .derived("sources", .list(Members<EvidenceSource>.source.kind), \.sourceRows),
      .derived("policy", Members<Policies>.policies.kind, \.policies),
      .derived("inputs", .list(Members<EvidenceInput>.evidenceInput.kind), \.orderedInputs),
      .derivedIfAny(
        "operatorFiles", .operatorFiles,
        sentence: "What the operator says of the meaning of data; one of a kind."
      ) { $0.operatorFiles.isEmpty ? nil : $0.operatorFiles },
      .derived("sessions", .list(Members<EvidenceSession>.session.kind), \.sessionRows),
      .derivedIfAny(
        "loggedSessions", Members<LoggedSessionCount>.loggedSessions.kind,
        sentence: "Sessions of workout logs, and those that no recording met.", \.loggedSessions),
      .derived("quality", .list(Members<DayQuality>.quality.kind), \.qualityRows),
      .derivedIfAny(
        "twoFigures", .list(Members<DayRivals>.rivals.kind, atLeast: 1),
        sentence:
          "The days on which a phone's sum and a day total are two figures and nobody chose one."
      ) { $0.rivalRows.isEmpty ? nil : $0.rivalRows },
      .derivedIfAny(
        "openDays", .list(Members<DayBounds>.bounds.kind, atLeast: 1),
        sentence: "The days that rejected records leave open, with the bounds of their figures."
      ) { $0.aggregates.bounds.isEmpty ? nil : $0.aggregates.bounds },
      .derivedIfAny(
        "undatedRecords", .list(Members<UndatedRecords>.undated.kind, atLeast: 1),
        sentence: "Rejected records of which the time is not known; each may be of any day."
      ) { $0.aggregates.undated.isEmpty ? nil : $0.aggregates.undated },
      .derivedIfAny(
        "featNames", .featNames,
        sentence: "The operator's names of the feats that the rule asks about."
      ) { $0.aggregates.featNames.isEmpty ? nil : $0.aggregates.featNames },
      .derivedIfAny(
        "openings", .list(Members<Opening>.opening.kind, atLeast: 1),
        sentence: "What was handed in and not understood: it leaves days and sessions open above."
      ) { $0.aggregates.openings.isEmpty ? nil : $0.aggregates.openings },
      .derivedIfAny(
        "history", Members<EvidenceHistory>.history.kind,
        sentence: "What earlier runs decided, taken on trust.", \.history),
      .derived("verdict", verdictInEvidence.kind) { $0 },
    ], Members<SubjectAggregates>.dailyArrays.inside(\.aggregates))

  /// The document `verdict.json`: the outcome, its reasons, and the tree that explains them.
  ///
  /// Numbers are in the unit that their node states; values of days are in the canonical unit of
  /// the leaf's value.
  package static let verdict = Members(
    blank,
    [
      .schema(VerdictVersion.written), .tool, .challenge, .subject, .zone,
      .derivedIfAny("damage", .damage) { $0.inputs.damaged.isEmpty ? nil : $0.inputs.damaged },
    ], Members<Verdict>.verdict.inside(\.verdict), ofBoth)

  private static let verdictInEvidence = Members(
    blank, Members<Verdict>.verdict.without(["explanation"]).inside(\.verdict), ofBoth)

  private static let ofBoth: [Member<Evidence>] = [
    .derived("rule", Members<Rule>.rule.kind("rule"), \.rule),
    .derived("aggregatesSha256", .digest, \.aggregates.digest),
  ]

  /// Evidence with empty members, from which reading starts.
  private static let blank = Evidence(
    toolVersion: "",
    challenge: Challenge(
      id: "", title: "", period: .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0))),
    subject: Subject(id: ""), policies: Policies(), inputs: [],
    aggregates: SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC)),
    rule: Rule(name: "", version: "", title: "", requires: Condition(.all([]))),
    verdict: .undecided,
    limits: Limits(
      identity: LimitsIdentity(name: "", version: "", digest: .ofNothing), limits: [:],
      runningRecords: []))
}

extension Member {
  /// The member `schema`, which states the version of a document.
  package static func schema(_ name: String) -> Member {
    .derived("schema", .constant(name)) { _ in name }
  }
}

extension Member<Evidence> {
  fileprivate static let tool = derived("tool", Members<Tool>.tool.kind("tool")) {
    Tool(version: $0.toolVersion)
  }
  fileprivate static let challenge = derived(
    "challenge", Kind<Challenge>.challenge.described(definition("challenge")), \.challenge)
  fileprivate static let subject = derived("subject", .text, \.subject.id)
  fileprivate static let zone = derived(
    "zone", Members<ResolvedZone>.zone.kind("zone"), \.aggregates.zone)
}

extension Kind<[InputDamage]> {
  /// The damage from which days suffer, whether or not a reason names it.
  package static let damage = list(
    Members<InputDamage>.inputDamage.kind("inputDamage"), atLeast: 1
  ).converted({ $0 }, { $0.sorted { $0.digest < $1.digest } })
}

extension Evidence {
  /// The inputs ordered by SHA-256; an archive that was handed in twice differs in what was
  /// rejected, and is ordered by its whole row.
  fileprivate var orderedInputs: [EvidenceInput] {
    let rows = inputs.map { (input: $0, bytes: Members<EvidenceInput>.input.kind.bytes($0)) }
    return rows.sorted { a, b in
      guard a.input.digest == b.input.digest else { return a.input.digest < b.input.digest }
      return a.bytes.lexicographicallyPrecedes(b.bytes)
    }.map(\.input)
  }

  fileprivate var history: EvidenceHistory? {
    var history = EvidenceHistory()
    for input in inputs {
      guard let known = input.history else { continue }
      history.inputs.append(.init(digest: input.digest, history: known))
    }
    history.inputs.sort { $0.digest < $1.digest }
    history.supersedes = supersedes
    return history.isEmpty ? nil : history
  }

  fileprivate var loggedSessions: LoggedSessionCount? {
    aggregates.loggedSessions.map { LoggedSessionCount(count: $0.count, unmet: $0.unmet) }
  }
}

extension SubjectAggregates {
  /// SHA-256 over the canonical JSON of an object with the `daily*` arrays of the evidence and
  /// nothing else; the verdict states it as `aggregatesSha256`.
  ///
  /// Source: Evidence, "The evidence document".
  package var digest: Digest {
    Digest(of: Members<SubjectAggregates>.dailyArrays.kind.bytes(self))
  }
}

// MARK: History

/// The records of earlier runs, which neither archives nor the pipeline can show.
package struct EvidenceHistory: Hashable, Sendable {
  /// An input that does not count because of when it was first seen.
  package struct Input: Hashable, Sendable {
    package var digest: Digest
    package var history: InputHistory

    package init(digest: Digest, history: InputHistory) {
      (self.digest, self.history) = (digest, history)
    }
  }

  /// The inputs, ascending by digest.
  package var inputs: [Input] = []

  /// The final verdict that the document's own replaces.
  package var supersedes: Supersedes?

  package init() {}

  package var isEmpty: Bool { self == EvidenceHistory() }
}

extension Members<EvidenceHistory> {
  package static let history = Members(
    EvidenceHistory(),
    [
      .unlessEmpty(
        "inputs", \.inputs, .list(Members<EvidenceHistory.Input>.input.kind, atLeast: 1),
        "The inputs that were set aside for when they were first seen."),
      .optional("supersedes", \.supersedes, Members<Supersedes>.supersedes.kind),
    ])
}

extension Members<Supersedes> {
  package static let supersedes = Members(
    Supersedes(.ofNothing, causes: []),
    [
      .needed("sha256", \.verdict, .digest, "Of the former verdict.json, which was final."),
      .needed("causes", \.causes, .list(.text, atLeast: 1), "What changed."),
    ])
}

extension Members<EvidenceHistory.Input> {
  fileprivate static let input = Members(
    EvidenceHistory.Input(
      digest: .ofNothing,
      history: InputHistory(.inputReceiptUnknown, firstSeen: Instant(milliseconds: 0))),
    [.needed("sha256", \.digest, .digest)], Members<InputHistory>.history.inside(\.history))
}

// MARK: Rows

extension Members<EvidenceSource> {
  fileprivate static let source = Members(
    EvidenceSource(key: "", provider: "", deviceClass: .app),
    [
      .needed("key", \.key, Kind<String>.text.described(definition("sourceKey"))),
      .needed("provider", \.provider, .provider), .needed("class", \.deviceClass, .deviceClass),
    ])
}

extension Members<EvidenceSession> {
  fileprivate static let session = Members(
    EvidenceSession(day: CivilDay(ordinal: 0), kind: .other),
    [
      .needed("date", \.day, .day), .needed("kind", \.kind, .activityKind),
      .needed("from", \.inputs, .list(.digest, atLeast: 1)),
      .needed(
        "fields", \.fields,
        .map(ActivityField.self, .count, names: Kind<ActivityField>.word.schema),
        "Indices into the session's `from`."),
    ])
}

/// The number of sessions in session logs.
private struct LoggedSessionCount: Sendable {
  var count: Int
  var unmet: Int
}

extension Members<LoggedSessionCount> {
  fileprivate static let loggedSessions = Members(
    LoggedSessionCount(count: 0, unmet: 0),
    [.needed("count", \.count, .countFromOne), .needed("unmet", \.unmet, .count)])
}

extension Members<DayQuality> {
  package static let quality = Members(
    DayQuality(day: CivilDay(ordinal: 0), metric: .steps),
    [
      .needed("date", \.day, .day), .needed("metric", \.metric, .metric),
      .optional(
        "naive", \.naive, .amount, "Sum over all sources before merging; heart rate has none."),
      .optional(
        "manualShare", \.manualShare,
        Kind<Quantity>.amount.described(
          .object(["type": .string("number"), "minimum": .number(0), "maximum": .number(1)]))),
      .needed("sources", \.sources, .bySource), .needed("complete", \.isComplete, .flag),
      .unlessEmpty(
        "figures", \.figures, .map(FlagCode.self, .amount, names: definition("flagCode")),
        "What limits are compared with, by the code of the flag, in its unit."),
    ])
}

extension Members<DayRivals> {
  package static let rivals = Members(
    DayRivals(day: CivilDay(ordinal: 0), metric: .steps),
    [
      .needed("date", \.day, .day), .needed("metric", \.metric, .metric),
      .needed(
        "smaller", \.smaller, .amount, "The figure that does not count; the larger does."),
      .needed(
        "sources", \.sources,
        .list(Kind<String>.text.described(definition("sourceKey")), atLeast: 2),
        "The phone's key, and that of the source of the day total."),
    ])
}

extension Kind<[String: Quantity]> {
  /// An amount for each source, by the source's key.
  fileprivate static let bySource = map(
    { $0 }, { $0 }, .amount, names: definition("sourceKey"))
}
