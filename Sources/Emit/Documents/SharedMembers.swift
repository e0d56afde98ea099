import DaymarkModel

// The members that several documents have, each beside what reads it.

func toolMember(_ evidence: Evidence) -> JSONValue {
  .object(["name": .string("daymark"), "version": .string(evidence.toolVersion)])
}

func challengeMember(_ challenge: Challenge) -> JSONValue {
  var members = challenge.period.members
  members["id"] = .string(challenge.id)
  members["title"] = .string(challenge.title)
  members["proofDeadline"] = challenge.proofDeadline.map { .string("\($0)") }
  return .object(members)
}

extension Challenge {
  /// Reads a ``challengeMember(_:)``, which does not say a zone.
  init?(member: JSONValue) {
    guard let id = member.string("id"), let title = member.string("title"),
      let period = Period(members: member)
    else { return nil }
    self.init(
      id: id, title: title, period: period,
      proofDeadline: member.string("proofDeadline").flatMap(Instant.init(rfc3339:)))
  }
}

func policyMember(_ policies: Policies) -> JSONValue {
  .object(present: [
    "manualEntries": .string(policies.manualEntries.rawValue),
    "lateInputs": .string(policies.lateInputs.rawValue),
    "loadUnit": policies.logs.loadUnit.map { .string($0.rawValue) },
    "dateOrder": policies.logs.dateOrder.map { .string($0.rawValue) },
    "bodyWeightKilograms": policies.logs.bodyWeight.map(JSONValue.number),
    "sex": policies.logs.sex.map { .string($0.rawValue) },
  ])
}

func ruleMember(_ rule: Rule) -> JSONValue {
  .object([
    "name": .string(rule.name), "version": .string(rule.version),
    "sha256": .string(rule.digest.hex), "definition": rule.definition,
  ])
}

func zoneMember(_ resolved: ResolvedZone) -> JSONValue {
  .object(["id": .string(resolved.zone.id), "method": .string(resolved.method.rawValue)])
}

extension ResolvedZone {
  /// Reads a ``zoneMember(_:)``.
  init?(member: JSONValue) {
    guard let zone = member.string("id").flatMap({ Zone(id: $0) }),
      let method = member.string("method").flatMap(ZoneMethod.init)
    else { return nil }
    self.init(zone, by: method)
  }
}
