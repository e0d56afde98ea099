import DaymarkDocuments
import DaymarkModel
import DaymarkStore

// The entries of one subject in `run.json`, and the document without them; see Pipelines, "The run
// document".

extension JSONValue {
  /// Whether this document of a run is of the subject's challenge and names the subject.
  func names(_ key: SubjectKey) -> Bool {
    guard self["challenge"] == .string(key.challenge) else { return false }
    let id = JSONValue.string(key.subject)
    return elements("subjects").contains { $0["subject"] == id }
      || elements("sharing").contains { $0.elements("subjects").contains(id) }
      || elements("gone").contains(id)
  }

  /// Returns the run's document without one of its subjects, neither listed nor counted.
  func withoutSubject(_ subject: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    let id = JSONValue.string(subject)
    for entry in elements("subjects") where entry["subject"] == id {
      members["counts"] = members["counts"]?.subtracting(entry.countsOfOne)
      let findings = members["findings"]?.subtracting(entry["findings"])
      members["findings"] = findings?.subtracting(entry.errorOfOne).withoutZeros
      members["flags"] = members["flags"]?.subtracting(entry["verdict"]?["flags"]).withoutZeros
    }
    members["subjects"] = .array(elements("subjects").filter { $0["subject"] != id })
    members["gone"] = .array(elements("gone").filter { $0 != id })
    members["sharing"] = .array(
      elements("sharing").compactMap { group in
        guard case .object(var group) = group else { return nil }
        let others = JSONValue.object(group).elements("subjects").filter { $0 != id }
        group["subjects"] = .array(others)
        return others.count < 2 ? nil : .object(group)
      })
    return .object(members)
  }

  /// The counts that this one subject adds to the document's counts.
  private var countsOfOne: JSONValue {
    var names = ["subjects"]
    if case .string(let outcome)? = self["verdict"]?["outcome"] { names.append(outcome) }
    if self["error"] != nil { names.append("failed") }
    if self["stale"] != nil { names.append("stale") }
    if self["error"] != nil || hasDamage { names.append("damaged") }
    return .object(Dictionary(uniqueKeysWithValues: names.map { ($0, .number(1)) }))
  }

  /// The error that left this one subject without a verdict, as a count; `nil` without one.
  private var errorOfOne: JSONValue? {
    self["error"]?.string("code").map { JSONValue.object([$0: .number(1)]) }
  }

  private var hasDamage: Bool {
    guard case .object(let findings)? = self["findings"] else { return false }
    return findings.keys.contains { FindingCode(rawValue: $0)?.level == .damage }
  }

  /// Subtracts the numbers of the same names in another object, on every level.
  private func subtracting(_ other: JSONValue?) -> JSONValue {
    switch (self, other) {
    case (.number(let number), .number(let less)): .number(number - less)
    case (.object(let members), .some(let other)):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { ($0.key, $0.value.subtracting(other[$0.key])) }))
    default: self
    }
  }

  /// The object without members that count nothing.
  private var withoutZeros: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !$0.value.isZero })
  }

  private var isZero: Bool {
    switch self {
    case .number(let number): number == 0
    case .object(let members): members.values.allSatisfy(\.isZero)
    default: false
    }
  }
}
