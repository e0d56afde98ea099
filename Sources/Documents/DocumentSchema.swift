import CDaymarkTexts
import DaymarkModel

/// The JSON Schemas (draft 2020-12) of Daymark's documents; none allows members that it does not
/// name.
package enum DocumentSchema: String, CaseIterable, Sendable {
  case evidence, verdict, decision, attestation, commitment, disclosure, inclusion, consistency,
    records, leaderboard, verification, examination, dossier, calibration, run, rewards, ledger
  /// The document of a payout; the schema named `payout` is that of the file that people write.
  case payout = "payout-document"

  /// The schema as indented JSON text.
  package var text: String { document.indented() + "\n" }

  /// The schema as a JSON value.
  package var document: JSONValue {
    switch self {
    case .evidence:
      schema(
        Members<Evidence>.evidence.kind,
        "Daymark evidence: one subject's daily aggregates and the verdict on them")
    case .verdict:
      schema(
        Members<Evidence>.verdict.kind,
        "Daymark verdict: the outcome of a rule on one subject, and why")
    case .decision:
      schema(
        Members<Decision>.decision.kind,
        "Daymark decision: what a person decided on one subject, beside the verdict")
    case .attestation:
      schema(
        Statement<AttestedEvidence>.members.kind,
        "Daymark attestation: the in-toto statement about a subject's files, inside its envelope")
    case .commitment:
      schema(
        Members<Commitment>.commitment.kind,
        "Daymark commitment: the secret behind what can be shown of a subject's figures")
    case .disclosure:
      schema(
        Members<Disclosure>.disclosure.kind,
        "Daymark disclosure: some figures of a subject, and what shows that they are attested")
    case .inclusion:
      schema(
        Members<Inclusion>.inclusion.kind, "Daymark inclusion: where an attestation stands in a log"
      )
    case .consistency:
      schema(
        Members<Consistency>.consistency.kind,
        "Daymark consistency: that an earlier checkpoint is a part of a later one")
    case .payout:
      schema(Members<Payout>.payout.kind, "Daymark payout: who gets what of the stakes, and why")
    case .leaderboard:
      schema(
        Members<ChallengeBoard>.leaderboard.kind,
        "Daymark leaderboard: the subjects of a challenge in the order of their scores")
    case .verification:
      schema(
        Members<Verification>.verification.kind,
        "Daymark verification: what was compared with what, and what was taken on trust")
    case .examination:
      schema(
        Members<ExportComparison>.examination.kind,
        "Daymark examination: what differs between two exports of one person on the days of both")
    case .dossier:
      schema(
        Members<Dossier>.dossier.kind,
        "Daymark dossier: what is usual in one export, and what is not")
    case .calibration:
      schema(
        Members<Calibration>.calibration.kind,
        "Daymark calibration: on how many honest exports each check was tried")
    case .run:
      schema(
        Members<RunSummary>.run.kind,
        "Daymark run: what was read, found, decided and written; without health values")
    case .rewards:
      schema(
        Members<RewardBooks>.rewards.kind,
        "Daymark rewards: a subject's streaks, points, levels and badges at an instant")
    case .ledger:
      schema(
        Members<LedgerLine>.ledger.kind,
        "Daymark ledger: a line of the points, freezes, milestones and badges that were booked")
    case .records: embedded(daymark_records_schema_json())
    }
  }
}

private func embedded(_ text: UnsafePointer<CChar>) -> JSONValue {
  (try? JSONValue(parsing: String(cString: text).utf8)) ?? .null
}

private func schema<Row>(_ kind: Kind<Row>, _ title: String) -> JSONValue {
  guard case .object(var keywords) = kind.schema else { return kind.schema }
  let used = definitions(usedBy: kind.schema)
  keywords["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
  keywords["title"] = .string(title)
  if !used.isEmpty { keywords["$defs"] = .object(used) }
  return .object(keywords)
}

/// The definitions to which a schema refers, directly or through other definitions.
private func definitions(usedBy schema: JSONValue) -> [String: JSONValue] {
  var used: [String: JSONValue] = [:]
  var waiting = schema.references
  while let name = waiting.popFirst() {
    guard used[name] == nil, let definition = definitions[name] else { continue }
    used[name] = definition
    waiting.formUnion(definition.references)
  }
  return used
}

extension JSONValue {
  /// The names of the definitions to which the value refers.
  fileprivate var references: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: []) { names, member in
        if member.key == "$ref", case .string(let path) = member.value {
          names.insert(String(path.trimmingPrefix("#/$defs/")))
        }
        names.formUnion(member.value.references)
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.references) }
    default: []
    }
  }
}

/// All definitions that the schemas share.
private let definitions: [String: JSONValue] = {
  guard case .object(let texts) = embedded(daymark_definitions_json()) else { return [:] }
  return texts.merging(ruleDefinitions) { $1 }.merging([
    "activityKind": Kind<ActivityKind>.word.schema, "challenge": Kind<Challenge>.challenge.schema,
    "day": Members<Explanation.Day>.day.kind.schema,
    "flag": Members<QualityFlag>.flag.kind.schema, "flagCode": Kind<FlagCode>.word.schema,
    "inputDamage": Members<InputDamage>.inputDamage.kind.schema,
    "logRows": Members<LogRows>.logRows.kind.schema,
    "metric": .object(["enum": .array(Metric.allCases.map { .string($0.id) })]),
    "node": Members<Explanation>.explanation.kind.schema, "outcome": Kind<Outcome>.word.schema,
    "phase": Kind<Phase>.word.schema,
    "readLimits": Kind<[ReadLimit: Int]>.limits.schema,
    "reason": Members<Reason>.reason.kind.schema,
    "rule": Members<Rule>.rule.kind.schema, "scoreValue": Members<ScoreValue>.score.kind.schema,
    "tool": Members<Tool>.tool.kind.schema,
    "verdictQuality": Members<QualityFlags>.quality.kind.schema,
    "week": Members<Explanation.Week>.week.kind.schema,
    "zone": Members<ResolvedZone>.zone.kind.schema,
  ]) { $1 }
}()
