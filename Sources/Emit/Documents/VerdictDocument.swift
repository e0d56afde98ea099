package import DaymarkModel

/// The value of `schema`; another version has another.
let verdictSchemaName = "daymark/verdict@2"
let olderVerdictSchemaName = "daymark/verdict@1"

/// The document `verdict.json`: the outcome, its reasons, and the tree that explains them.
///
/// The schema is ``DocumentSchema/verdict``. Numbers are in the unit that the node names,
/// those of days in the canonical unit of what each day has.
package func verdictDocument(_ evidence: Evidence) -> JSONValue {
  var members = verdictMembers(evidence)
  members["schema"] = .string(verdictSchemaName)
  members["tool"] = toolMember(evidence)
  members["challenge"] = challengeMember(evidence.challenge)
  members["subject"] = .string(evidence.subject.id)
  members["zone"] = zoneMember(evidence.aggregates.zone)
  members["damage"] = damageMember(evidence.inputs.damaged)
  members["explanation"] = VerdictCoding.document.json(evidence.verdict.explanation)
  return .object(members)
}

/// The damage that days suffer from, whether or not a reason hangs on it.
private func damageMember(_ damage: [InputDamage]) -> JSONValue? {
  let rows = damage.sorted { $0.digest < $1.digest }
  return rows.isEmpty ? nil : .array(rows.map(\.json))
}

extension EvidenceClaim {
  /// The document `verdict.json` that goes with the evidence.
  ///
  /// - Parameter stored: The one that lies beside it; only its explanation is taken from there, which
  ///   the evidence does not have.
  package func verdictDocument(explainedAsIn stored: JSONValue?) -> JSONValue {
    guard case .object(var members)? = document["verdict"] else { return .null }
    members["schema"] = .string(hasOlderVerdict ? olderVerdictSchemaName : verdictSchemaName)
    for name in ["tool", "challenge", "subject", "zone"] { members[name] = document[name] }
    if !hasOlderVerdict { members["damage"] = damageMember(damage) }
    members["explanation"] = stored?["explanation"] ?? .object([:])
    return .object(members)
  }
}

/// The members that `verdict.json` and the evidence's `verdict` both have.
func verdictMembers(_ evidence: Evidence) -> [String: JSONValue] {
  let (verdict, rule, coding) = (evidence.verdict, evidence.rule, VerdictCoding.document)
  var members: [String: JSONValue] = [
    "outcome": .string(verdict.outcome.rawValue),
    "reasons": .array(verdict.reasons.map(coding.json)),
    "asOf": .string("\(verdict.asOf)"),
    "phase": .string(verdict.phase.rawValue),
    "final": .bool(verdict.openUntil == nil),
    "rule": ruleMember(rule),
    "aggregatesSha256": .string(aggregatesDigest(evidence.aggregates).hex),
    "quality": coding.json(verdict.quality, sourcesIn: evidence.limits),
  ]
  members["openUntil"] = verdict.openUntil.map { .string("\($0)") }
  members["score"] = verdict.score.map(coding.json)
  return members
}

/// The claims of ``verdictMembers(_:)`` that a verdict is made from again.
package struct VerdictClaim: Hashable, Sendable {
  package var rule: Rule
  package var outcome: Outcome
  package var score: ScoreValue?
  package var asOf: Instant
  /// The limits that the flags were compared with; `nil` when they cannot be read.
  package var limits: LimitsIdentity?
  /// The flags that only a look at other subjects' data gives; `nil` before that look.
  package var sharing: [QualityFlag]?

  /// - Returns: `nil` without a rule, an outcome, or an instant.
  init?(_ members: JSONValue) {
    guard let rule = members["rule"]?["definition"].flatMap({ Rule(definition: $0) }),
      let outcome = members.string("outcome").flatMap(Outcome.init),
      let asOf = members.string("asOf").flatMap(Instant.init(rfc3339:))
    else { return nil }
    self.rule = rule
    self.outcome = outcome
    score = members["score"].flatMap(VerdictCoding.document.score)
    self.asOf = asOf
    let quality = members["quality"]
    limits = quality.flatMap(VerdictCoding.document.limits)
    let isPending = quality.map(VerdictCoding.document.isSharingPending) ?? false
    sharing =
      isPending
      ? nil
      : (quality?.elements("flags") ?? []).compactMap(VerdictCoding.document.flag)
        .filter(\.code.isOfSharing)
  }
}
