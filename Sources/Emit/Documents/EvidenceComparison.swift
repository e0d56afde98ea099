package import DaymarkDocuments
package import DaymarkModel

extension EvidenceClaim {
  /// Returns the differences where the document contradicts itself: in its bytes, daily arrays or
  /// digests.
  ///
  /// - Parameter stored: The bytes from which the document was read.
  package func contradictions(in stored: [UInt8]) throws(DaymarkError) -> [DocumentDifference] {
    guard case .object(var members) = document, case .object(var verdict)? = members["verdict"]
    else { return [DocumentDifference(kind: .content)] }
    let arrays = Members<SubjectAggregates>.dailyArrays
    // An array without days may be absent.
    for array in arrays.declared { members[array.name] = nil }
    if case .object(let days) = arrays.kind.json(aggregates) {
      members.merge(days) { _, daily in daily }
    }
    verdict["aggregatesSha256"] = .string(aggregates.digest.hex)
    if !hasOlderVerdict { verdict["rule"] = Members<Rule>.rule.kind.json(self.verdict.rule) }
    members["verdict"] = .object(verdict)
    return try documentDifferences(stored: stored, rebuilt: .object(members))
  }

  /// Returns the differences between the document and one that was built again from the archives.
  ///
  /// Of a document of version 1 only figures are compared, because its verdict meant something
  /// else.
  ///
  /// - Parameter rebuilt: The document of this version, built from the archives.
  package func differences(from rebuilt: JSONValue) -> [DocumentDifference] {
    guard hasOlderVerdict else {
      return documentDifferences(document, rebuilt.asVersion(version))
    }
    return documentDifferences(document.figuresOfVersion1, rebuilt.figuresOfVersion1)
  }

  /// Returns the differences between the document and the settings of a pipeline, which no archive
  /// can show.
  ///
  /// - Parameters:
  ///   - files: The operator's files; `nil` where they are not known.
  ///   - completeness: The operator's statement about who has handed in everything;
  ///     `nil` where it is not known.
  ///   - asOf: The instant that verdicts are for; `nil` when the clock decides it.
  ///   - expectedZone: The zone of the subject or of the challenge; `nil` when it is found from the
  ///     archives.
  package func differences(
    from challenge: Challenge, _ policies: Policies, _ rule: Rule, _ limits: LimitsIdentity,
    operatorFiles files: [OperatorFileIdentity]?, completeness: Completeness?, asOf: Instant?,
    zone expectedZone: ResolvedZone?
  ) -> [DocumentDifference] {
    let contact = challenge.contact
    let challenge = Kind.challenge.json(challenge)
    var expected: [(path: [String], value: JSONValue?)] =
      memberNames(document["challenge"], challenge).map { (["challenge", $0], challenge[$0]) }
    expected += [
      (["contact"], contact.map { .string($0) }),
      (["policy"], policyMember(policies, ofVersion1: hasOlderVerdict)),
      (["verdict", "rule"], Members<Rule>.rule.kind.json(rule)),
      (["verdict", "quality", "limits"], Members<LimitsIdentity>.limits.kind.json(limits)),
    ]
    if hasStrength, let files {
      expected.append((["operatorFiles"], files.isEmpty ? nil : Kind.operatorFiles.json(files)))
    }
    if let completeness {
      let word = completeness == .unstated ? nil : JSONValue.string(completeness.rawValue)
      expected.append((["verdict", "complete"], word))
    }
    if let asOf { expected.append((["verdict", "asOf"], .string("\(asOf)"))) }
    if let expectedZone {
      expected.append((["zone"], Members<ResolvedZone>.zone.kind.json(expectedZone)))
    } else if zone.method == .subject || zone.method == .challenge {
      expected.append((["zone", "method"], nil))
    }
    return expected.compactMap { path, value in
      let found = path.reduce(document) { $0?[$1] }
      return firstDifference(found, value, at: "$." + path.joined(separator: ".")).map {
        DocumentDifference(path: $0, kind: .content)
      }
    }
  }
}

private func policyMember(_ policies: Policies, ofVersion1 isOlder: Bool) -> JSONValue {
  let member = Members<Policies>.policies.kind.json(policies)
  return isOlder ? member.keeping(membersOfVersion1["policy"] ?? []) : member
}

/// The members of version 1 by section; later versions may have more.
private let membersOfVersion1: [String: Set<String>] = [
  "inputs": ["format", "sha256", "bytes", "records", "rejected", "damage"],
  "sources": ["key", "provider", "class"],
  "sessions": ["date", "kind", "from", "fields"],
  "quality": ["date", "metric", "naive", "manualShare", "sources", "complete", "figures"],
  "policy": ["manualEntries"],
]

extension JSONValue {
  /// A document of this version as an earlier version would have it, for subjects without strength
  /// training.
  fileprivate func asVersion(_ version: EvidenceVersion) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members["schema"] = .string(version.rawValue)
    if version < .fourth, let history = members.removeValue(forKey: "history") {
      let firstSeen = history.elements("inputs").map { ($0["sha256"], $0["firstSeen"]) }
      members["inputs"] = .array(
        elements("inputs").map { input in
          guard case .object(var row) = input else { return input }
          row["firstSeen"] = firstSeen.first { $0.0 == row["sha256"] }?.1
          return .object(row)
        })
    }
    return .object(members)
  }

  /// The figures of a document as version 1 would have them.
  fileprivate var figuresOfVersion1: JSONValue {
    guard case .object(var members) = self else { return self }
    for name in ["schema", "tool", "verdict"] { members[name] = nil }
    for (section, names) in membersOfVersion1 {
      members[section] = members[section]?.keeping(names)
    }
    return .object(members)
  }

  /// An object, or each object of a list, reduced to these members.
  fileprivate func keeping(_ names: Set<String>) -> JSONValue {
    switch self {
    case .object(let members): .object(members.filter { names.contains($0.key) })
    case .array(let rows): .array(rows.map { $0.keeping(names) })
    default: self
    }
  }
}

private func memberNames(_ a: JSONValue?, _ b: JSONValue?) -> [String] {
  guard case .object(let a)? = a, case .object(let b)? = b else { return [] }
  return memberNames(a, b)
}
