package import DaymarkModel

extension Rule {
  /// The rule as JSON with every threshold in canonical units, so that two spellings of the same
  /// rule have the same digest.
  ///
  /// Evidence contains it, so that the rule can be read there.
  package var definition: JSONValue {
    .object(present: [
      "rule": .string("\(versionedName)"), "title": .string(title),
      "requires": requires.definition, "onMissing": .string(onMissing.rawValue),
      "score": score?.definition,
      "quality": quality.isEmpty ? nil : .array(quality.map(\.definition)),
    ])
  }

  /// The rule's name, version and digest, by which documents name it.
  package var identity: JSONValue {
    .object([
      "name": .string(name), "version": .string(version), "sha256": .string(digest.hex),
    ])
  }

  /// SHA-256 of the canonical JSON of ``definition``.
  package var digest: Digest { Digest(of: definition.canonicalBytes()) }
}

extension Condition {
  var definition: JSONValue {
    var members: [String: JSONValue] =
      switch kind {
      case .all(let parts): ["all": .array(parts.map(\.definition))]
      case .any(let parts): ["any": .array(parts.map(\.definition))]
      case .not(let part): ["not": part.definition]
      case .some(let count, let parts):
        ["some": .object(["count": .number(count), "of": .array(parts.map(\.definition))])]
      case .jointly(let joint): [joint.recurrence.key: joint.definition ?? .null]
      case .leaf(let leaf): [leaf.key: leaf.kind.leaf.definition(of: leaf) ?? .null]
      }
    if let reason { members["reason"] = .string(reason) }
    if let name { members["name"] = .string(name) }
    return .object(members)
  }
}

extension JointLeaves {
  fileprivate var definition: JSONValue? {
    LeafKind.all.lazy.compactMap { $0.joint?.definition(of: self) }.first
  }
}

extension Score {
  var definition: JSONValue {
    for kind in LeafKind.all {
      if let definition = kind.score?.definition(of: self) {
        return .object([kind.key: definition])
      }
    }
    return .null
  }
}

extension QualityGate {
  var definition: JSONValue {
    var members: [String: JSONValue] = [:]
    func share(_ key: String, _ metric: Metric, _ atMost: Int) {
      let percent = "\(Quantity(percentOf: atMost)) %"
      members[key] = .object(["metric": .string(metric.id), "atMost": .string(percent)])
    }
    switch measure {
    case .manualShare(let metric, let atMost): share("manualShare", metric, atMost)
    case .lateShare(let metric, let atMost): share("lateShare", metric, atMost)
    case .flags(let codes, let atMost):
      members["flags"] = .object(
        present: [
          "atMost": .number(atMost),
          "codes": codes.map { .array($0.map(\.rawValue).sorted().map { .string($0) }) },
        ])
    }
    if onBreach != .undetermined { members["onBreach"] = .string(onBreach.rawValue) }
    return .object(members)
  }
}
