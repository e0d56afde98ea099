import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkTestSupport
import Testing

struct DocumentSchemaTests {
  /// A document of the schema with every field that there can be.
  private func sample(_ schema: DocumentSchema) throws -> JSONValue {
    var evidence = try SampleEvidence.full()
    switch schema {
    case .evidence:
      evidence.challenge.contact = "help@steps.example"
      evidence.aggregates.strengthDays = [.sample]
      evidence.aggregates.feats = [
        DailyFeat(
          day: CivilDay(ordinal: 20_332), id: "pushups-1min", counts: .repetitions, attempts: 1,
          best: Quantity(42), refused: [.tooFast: 2])
      ]
      evidence.policies.logs = LogSettings(
        loadUnit: .pound, dateOrder: .monthDay, bodyWeight: Quantity(80), sex: .female)
      evidence.operatorFiles = [
        OperatorFile(.exercises, path: "exercises.yaml", contents: "exercises: []").identity
      ]
      return evidenceDocument(evidence)
    case .verdict: return verdictDocument(evidence)
    case .decision: return Members<Decision>.decision.kind.json(.sample)
    case .attestation: return try SampleProof.statement(on: evidence)
    case .commitment: return Members<Commitment>.commitment.kind.json(SampleProof.commitment)
    case .disclosure: return Members<Disclosure>.disclosure.kind.json(SampleProof.disclosure)
    case .inclusion: return Members<Inclusion>.inclusion.kind.json(SampleProof.inclusion)
    case .consistency:
      return Members<Consistency>.consistency.kind.json(
        Consistency(from: "a", to: "b", [.ofNothing]))
    case .payout: return Members<Payout>.payout.kind.json(SampleProof.payout)
    case .records:
      evidence.aggregates.activities += [ActivityKind.walk, .hike].map {
        DailyActivities(
          day: evidence.aggregates.days[0].day, kind: $0, sessions: 1, minutes: Quantity(1),
          distance: Quantity(1), energy: Quantity(1), elevationGain: Quantity(1))
      }
      return lightChallengeRecords(evidence)
    case .leaderboard: return try LeaderboardDocumentTests.document()
    case .verification:
      return Members<Verification>.verification.kind.json(VerificationDocumentTests.sample())
    case .examination: return Members<ExportComparison>.examination.kind.json(.sample)
    case .dossier: return Members<Dossier>.dossier.kind.json(.sample)
    case .calibration: return Members<Calibration>.calibration.kind.json(Calibration())
    case .run: return try sampleRun()
    case .rewards: return Members<RewardBooks>.rewards.kind.json(.sample)
    case .ledger: return Members<LedgerLine>.ledger.kind.json(.sample)
    }
  }

  @Test(arguments: DocumentSchema.allCases)
  func `full sample is accepted`(schema: DocumentSchema) throws {
    let validator = try SchemaValidator(schema.text)
    #expect(try validator.accepts(try sample(schema)))
  }

  @Test func `documents without data and of instants are accepted`() throws {
    var evidence = try SampleEvidence.full()
    evidence.aggregates = SubjectAggregates(
      zone: ResolvedZone(.fixedOffset(seconds: -5400), by: .fixedOffset))
    evidence.challenge.proofDeadline = nil
    evidence.challenge.period = .instants(Interval(Instant(seconds: 0), Instant(seconds: 86_400)))
    evidence.subject.address = nil
    #expect(try SchemaValidator(DocumentSchema.evidence.text).accepts(evidenceDocument(evidence)))
    #expect(try SchemaValidator(DocumentSchema.verdict.text).accepts(verdictDocument(evidence)))
    #expect(
      try SchemaValidator(DocumentSchema.records.text).accepts(lightChallengeRecords(evidence)))
  }

  @Test(arguments: ["1/3", "2", "0.25", "12.37", "99.99", "250/1", "999/998"])
  func `every weight that a rule can have is accepted`(text: String) throws {
    var evidence = try SampleEvidence.full()
    let weight = try #require(Weight(text))
    let sum = try #require(
      WeightedSum([
        WeightedSum.Term(.metric(.distanceWalkingRunning)),
        WeightedSum.Term(.metric(.distanceCycling), times: weight),
      ]))
    evidence.rule.requires = Condition(
      .leaf(Leaf(.total, of: .weighted(sum), .atLeast(Quantity(100_000)))))
    #expect(try SchemaValidator(DocumentSchema.verdict.text).accepts(verdictDocument(evidence)))
  }

  /// The fields that may be absent, by the name of the last step or the last two.
  private static let optional: [DocumentSchema: Set<String>] = [
    .evidence: [
      ".contact", "reasons.damage", "damage.limits", "inputs.limits", "verdict.openUntil",
      "score.damaged",
      "inputs.receivedAt", "inputs.late",
      "challenge.proofDeadline", "reasons.required", "reasons.actual", "condition.reason",
      "dailyActivities.distanceMeters", "dailyActivities.kilocalories",
      "dailyActivities.elevationGainMeters", "quality.naive", "quality.manualShare",
      "quality.figures", "verdict.score", "flags.date", "flags.metric", "flags.kind",
      "flags.source", ".dailyStrength", ".dailyFeats", "dailyFeats.greatest",
      "dailyFeats.refused", ".operatorFiles", "policy.loadUnit", "policy.dateOrder",
      "policy.bodyWeightKilograms", "policy.sex", "dailyStrength.secondsUnderTension",
      "dailyStrength.setsByBodyWeight",
      "lifts.heaviestKilograms", "lifts.bestEstimateKilograms", "lifts.meanEstimateKilograms",
    ],
    .verdict: [
      "reasons.damage", "damage.limits", ".openUntil", "score.damaged", ".damage",
      "challenge.proofDeadline", "reasons.required", "reasons.actual", "reason.required",
      "reason.actual", "condition.reason", "explanation.children", "children.metric",
      "children.required", "children.actual", "children.margin", "children.reason",
      "children.days", "days.value", "days.missed", "children.name", "children.unit",
      "children.span", "children.weeks", ".score", "flags.date", "flags.metric", "flags.kind",
      "flags.source",
    ],
    .leaderboard: [
      "challenge.proofDeadline", ".asOf", ".toBeat", "standings.rank", "standings.score",
      "standings.next",
    ],
    .verification: [
      "subjects.subject", "subjects.challenge", "subjects.error", "error.place",
      "subjects.decision", "subjects.outcome", "subjects.final", "subjects.contact",
      "subjects.attestedBy", "subjects.notAttested",
    ],
    .examination: [
      "counts.metric", "differences.question", "differences.metric", "differences.session",
      "differences.unit", "differences.earlierDay", "differences.place",
      "differences.earlierPlace", "differences.amount", "differences.earlierAmount",
      "place.entry", "place.line", "place.byte", "earlierPlace.entry", "earlierPlace.line",
      "earlierPlace.byte", "explained.metric",
    ],
    .dossier: [
      "results.places", "places.metric", "places.place", "place.entry", "place.line", "place.byte",
    ],
    .payout: ["lines.address", "lines.basis", "basis.rank", ".feeAddress", ".cancelled"],
    .commitment: ["signatures.keyid"], .disclosure: ["signatures.keyid"],
    .run: [
      "subjects.verdict", "subjects.stale", "subjects.error", "error.place", "verdict.openUntil",
      "stale.openUntil", "inputs.damage", "inputs.late", "inputs.limits", "inputs.rows",
      "subjects.operatorFiles",
    ],
    .rewards: [
      ".programme", ".expectedBonuses", ".repeatedRedemptions", "points.nextLevelAt",
      "streaks.current", "streaks.longest", "streaks.longestOfSeason", "streaks.freezesReserved",
      "streaks.freezesSpent", "streaks.nextMilestone", "badges.held", "expectedBonuses.occurrence",
    ],
    .ledger: [
      ".part", ".streak", ".challenge", ".occurrence", ".verdict", ".from", ".to", ".badge",
      ".milestone", ".redemption", ".reason", ".because",
    ],
    .records: [
      ".user_id", ".distance_m", ".calories", ".elev_gain_m", ".max_hr_bpm",
    ],
  ]

  @Test(arguments: DocumentSchema.allCases)
  func `every field dropped is refused unless it may be absent`(schema: DocumentSchema) throws {
    let validator = try SchemaValidator(schema.text)
    let document = try sample(schema)
    for field in fields(of: document) {
      let changed = document.changing(field) { $0[field.name] = nil }
      #expect(
        try validator.accepts(changed) == mayBeAbsent(field, schema), "\(field.description)")
    }
  }

  private func mayBeAbsent(_ field: Field, _ schema: DocumentSchema) -> Bool {
    // Maps: any of their keys may be absent.
    let maps = [
      "rejected", "sources", "fields", "figures", "missed", "findings", "files", "skipped",
      "refused", "setsByBodyWeight",
    ]
    if maps.contains(field.parent), field.isMapEntry { return true }
    if schema == .run, field.parent == "flags" { return true }
    // What a rule may leave out; `definition` itself requires its members.
    if field.path.contains("definition") {
      let optional = [
        "reason", "name", "misses", "over", "on", "from", "to", "kind", "indoor", "where",
        "weekStartsOn", "partialWeeks", "score", "quality", "codes", "onBreach",
        "upTo",
      ]
      return optional.contains(field.name) || field.parent == "where"
    }
    let optional = Self.optional[schema] ?? []
    // `calories` and `elev_gain_m` are the one value of energy and of flights.
    if schema == .records, field.siblings.count == 9 { return field.name == "user_id" }
    return optional.contains("\(field.parent).\(field.name)")
  }

  @Test(arguments: DocumentSchema.allCases)
  func `every field renamed is refused`(schema: DocumentSchema) throws {
    let validator = try SchemaValidator(schema.text)
    let document = try sample(schema)
    for field in fields(of: document) {
      let changed = document.changing(field) {
        $0[field.name + "X"] = $0.removeValue(forKey: field.name)
      }
      #expect(try !validator.accepts(changed), "\(field.description)")
    }
  }

  @Test(arguments: DocumentSchema.allCases)
  func `every field of another type is refused`(schema: DocumentSchema) throws {
    let validator = try SchemaValidator(schema.text)
    let document = try sample(schema)
    for field in fields(of: document) {
      for other in [JSONValue.string("x"), .number(-1.5), .bool(false), .null, .array([.null])] {
        guard !other.hasSameType(as: field.value) else { continue }
        // A threshold of a rule may be negative and without unit.
        if other == .number(-1.5), field.isThreshold { continue }
        let changed = document.changing(field) { $0[field.name] = other }
        #expect(try !validator.accepts(changed), "\(field.description) as \(other)")
      }
    }
  }

  @Test(arguments: DocumentSchema.allCases)
  func `foreign field is refused at every level`(schema: DocumentSchema) throws {
    let validator = try SchemaValidator(schema.text)
    let document = try sample(schema)
    for field in fields(of: document) {
      let changed = document.changing(field) { $0["foreign"] = .number(1) }
      #expect(try !validator.accepts(changed), "\(field.description)")
    }
  }
}
