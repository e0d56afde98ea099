package import DaymarkDocuments
package import DaymarkModel

/// The document `verdict.json`: the outcome, its reasons, and the explanation.
///
/// The schema is ``DocumentSchema/verdict``.
package func verdictDocument(_ evidence: Evidence) -> JSONValue {
  Members<Evidence>.verdict.kind.json(evidence)
}

/// The canonical bytes of ``verdictDocument(_:)``, as `verdict.json` holds them.
package func verdictBytes(_ evidence: Evidence) -> [UInt8] {
  Members<Evidence>.verdict.kind.bytes(evidence)
}

extension EvidenceClaim {
  /// Makes the document `verdict.json` that belongs to the evidence.
  ///
  /// - Parameter stored: The stored document beside the evidence, of which only the explanation is
  ///   used, because the evidence has none.
  package func verdictDocument(explainedAsIn stored: JSONValue?) -> JSONValue {
    guard case .object(var members)? = document["verdict"] else { return .null }
    members["schema"] = .string(hasOlderVerdict ? VerdictVersion.older : VerdictVersion.written)
    for name in ["tool", "challenge", "subject", "zone"] { members[name] = document[name] }
    if !hasOlderVerdict, !damage.isEmpty {
      members["damage"] = Kind<[InputDamage]>.damage.json(damage)
    }
    members["explanation"] = stored?["explanation"] ?? .object([:])
    return .object(members)
  }
}

/// The statements of a document about a verdict that are needed to compute the verdict again.
package struct VerdictClaim: Hashable, Sendable {
  package var rule: Rule
  package var outcome: Outcome
  /// The reasons that can be read.
  package var reasons: [Reason]
  package var score: ScoreValue?
  package var asOf: Instant
  package var finality: Finality
  package var completeness: Completeness
  /// The limits by which flags were raised; `nil` when they cannot be read.
  package var limits: LimitsIdentity?
  /// The flags that can be read.
  package var flags: [QualityFlag]
  /// The flags that follow from comparing subjects; `nil` before that comparison.
  package var sharing: [QualityFlag]?

  /// Reads a verdict.
  ///
  /// - Returns: `nil` without a rule, an outcome, or an instant.
  init?(_ members: JSONValue) {
    guard let rule = Kind.ruleDefinition.value(of: members["rule"]?["definition"]),
      let outcome = Kind.outcome.value(of: members["outcome"]),
      let asOf = Kind.instant.value(of: members["asOf"])
    else { return nil }
    (self.rule, self.outcome, self.asOf) = (rule, outcome, asOf)
    reasons =
      Kind.list(Members<Reason>.reason.kind, forgives: true).value(of: members["reasons"]) ?? []
    score = Members<ScoreValue>.score.kind.value(of: members["score"])
    finality =
      members["final"] == .bool(true)
      ? .final : .provisional(until: Kind.instant.value(of: members["openUntil"]))
    completeness = members.string("complete").flatMap(Completeness.init) ?? .unstated
    let quality = members["quality"]
    limits = Members<LimitsIdentity>.limits.kind.value(of: quality?["limits"])
    flags =
      Kind.list(Members<QualityFlag>.flag.kind, forgives: true).value(of: quality?["flags"]) ?? []
    sharing = quality?["sharing"] == nil ? flags.filter(\.code.isOfSharing) : nil
  }
}
