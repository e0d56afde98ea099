public import DaymarkModel

/// `verdict.json`: the outcome, its reasons, and the tree that explains them.
///
/// The schema is ``DocumentSchema/verdict``. Numbers are in the unit that the node names,
/// those of days in the canonical unit of what each day has.
public func verdictDocument(_ evidence: Evidence) -> JSONValue {
  var members = verdictMembers(evidence)
  members["schema"] = .string("daymark/verdict@1")
  members["tool"] = toolMember(evidence)
  members["challenge"] = challengeMember(evidence.challenge)
  members["subject"] = .string(evidence.subject.id)
  members["zone"] = zoneMember(evidence.aggregates.zone)
  members["explanation"] = explanationNode(evidence.verdict.explanation)
  return .object(members)
}

/// What `verdict.json` and the evidence's `verdict` both say.
func verdictMembers(_ evidence: Evidence) -> [String: JSONValue] {
  let (verdict, rule) = (evidence.verdict, evidence.rule)
  var members: [String: JSONValue] = [
    "outcome": .string(verdict.outcome.rawValue),
    "reasons": .array(verdict.reasons.map(reasonRow)),
    "asOf": .string("\(verdict.asOf)"),
    "phase": .string(verdict.phase.rawValue),
    "rule": .object([
      "name": .string(rule.name), "version": .string(rule.version),
      "sha256": .string(rule.digest.hex), "definition": rule.definition,
    ]),
    "aggregatesSha256": .string(aggregatesDigest(evidence.aggregates).hex),
    "quality": qualityMember(verdict.quality, evidence.limits),
  ]
  members["score"] = verdict.score.map(scoreMember)
  return members
}

func scoreMember(_ score: ScoreValue) -> JSONValue {
  .object([
    "value": .number(score.value), "unit": .string(score.unit.rawValue),
    "final": .bool(score.isFinal),
  ])
}

private func qualityMember(_ quality: QualityFlags, _ limits: Limits) -> JSONValue {
  let identity = quality.limits
  // Of other limits only those who have their file can say whose they are.
  let sources = limits.identity == identity ? limits.limits.mapValues(\.source) : [:]
  return .object([
    "limits": .object([
      "name": .string(identity.name), "version": .string(identity.version),
      "sha256": .string(identity.digest.hex),
    ]),
    "flags": .array(quality.flags.map { flagRow($0, source: sources[$0.code]) }),
  ])
}

private func flagRow(_ flag: QualityFlag, source: String?) -> JSONValue {
  .object(present: [
    "code": .string(flag.code.rawValue), "level": .string(flag.level.rawValue),
    "date": flag.day.map { .string("\($0)") }, "metric": flag.metric.map { .string($0.id) },
    "kind": flag.kind.map { .string($0.rawValue) }, "measured": .number(flag.measured),
    "limit": .number(flag.limit), "unit": .string(flag.code.unit),
    "source": source.map(JSONValue.string),
  ])
}

private func reasonRow(_ reason: Reason) -> JSONValue {
  .object(present: [
    "code": .string(reason.code), "text": .string(reason.text),
    "required": reason.required.map(JSONValue.number),
    "actual": reason.actual.map(JSONValue.number),
  ])
}

private func explanationNode(_ node: Explanation) -> JSONValue {
  .object(present: [
    "key": .string(node.key), "name": node.name.map(JSONValue.string),
    "answer": .string(node.answer.rawValue),
    "metric": node.metric.map { .string($0.id) },
    "required": node.required.map(JSONValue.string), "unit": node.unit.map(JSONValue.string),
    "actual": node.actual.map(JSONValue.number), "margin": node.margin.map(JSONValue.number),
    "reason": node.reason.map(reasonRow), "span": node.span.map { .object(fromTo($0)) },
    "days": node.days.isEmpty ? nil : .array(node.days.map(explanationDay)),
    "weeks": node.weeks.isEmpty ? nil : .array(node.weeks.map(explanationWeek)),
    "children": node.children.isEmpty ? nil : .array(node.children.map(explanationNode)),
  ])
}

/// First and last day.
private func fromTo(_ days: ClosedRange<CivilDay>) -> [String: JSONValue] {
  ["from": .string("\(days.lowerBound)"), "to": .string("\(days.upperBound)")]
}

private func explanationWeek(_ week: Explanation.Week) -> JSONValue {
  var members = fromTo(week.days)
  members["actual"] = .number(week.actual)
  members["answer"] = .string(week.answer.rawValue)
  return .object(members)
}

private func explanationDay(_ day: Explanation.Day) -> JSONValue {
  .object(present: [
    "date": .string("\(day.day)"), "value": day.value.map(JSONValue.number),
    "standing": .string(day.standing.rawValue),
    "missed": day.missed.isEmpty
      ? nil
      : .object(
        Dictionary(uniqueKeysWithValues: day.missed.map { ($0.rawValue, .number($1)) })),
  ])
}
