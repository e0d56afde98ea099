public import DaymarkModel

/// `verdict.json`: the outcome, its reasons, and the tree that explains them.
///
/// The schema is ``DocumentSchema/verdict``. Numbers are in canonical units of the node's metric.
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
  return [
    "outcome": .string(verdict.outcome.rawValue),
    "reasons": .array(verdict.reasons.map(reasonRow)),
    "asOf": .string("\(verdict.asOf)"),
    "phase": .string(verdict.phase.rawValue),
    "rule": .object([
      "name": .string(rule.name), "version": .string(rule.version),
      "sha256": .string(rule.digest.hex), "definition": rule.definition,
    ]),
    "aggregatesSha256": .string(aggregatesDigest(evidence.aggregates).hex),
  ]
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
    "key": .string(node.key), "answer": .string(node.answer.rawValue),
    "metric": node.metric.map { .string($0.id) },
    "required": node.required.map(JSONValue.string),
    "actual": node.actual.map(JSONValue.number), "margin": node.margin.map(JSONValue.number),
    "reason": node.reason.map(reasonRow),
    "days": node.days.isEmpty ? nil : .array(node.days.map(explanationDay)),
    "children": node.children.isEmpty ? nil : .array(node.children.map(explanationNode)),
  ])
}

private func explanationDay(_ day: Explanation.Day) -> JSONValue {
  .object(present: [
    "date": .string("\(day.day)"), "value": day.value.map(JSONValue.number),
    "standing": .string(day.standing.rawValue),
  ])
}
