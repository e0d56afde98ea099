package import DaymarkModel

extension Rule {
  /// Reads a rule from its ``definition``, as evidence contains it.
  ///
  /// Nothing is ignored or assumed: an unknown or missing key, or a threshold in another unit than
  /// the canonical one, gives `nil`. A rule that can be read is therefore exactly the one that was
  /// written.
  package init?(definition: JSONValue) {
    self.init(reading: definition)
    // A member that was not understood is missing when the rule is written again.
    guard self.definition == definition else { return nil }
  }

  /// Reads a rule from a definition that may also contain standard values.
  package init?(reading definition: JSONValue) {
    guard case .string(let identity)? = definition["rule"],
      let identity = VersionedName(identity),
      case .string(let title)? = definition["title"],
      let requires = definition["requires"].flatMap({ Condition(definition: $0) }),
      case .string(let policy)? = definition["onMissing"],
      let onMissing = MissingPolicy(rawValue: policy)
    else { return nil }
    var quality: [QualityGate] = []
    if case .array(let gates)? = definition["quality"] {
      quality = gates.compactMap { QualityGate(definition: $0) }
    }
    self.init(
      name: identity.name, version: identity.version, title: title, requires: requires,
      onMissing: onMissing,
      score: definition["score"].flatMap { Score(definition: $0) }, quality: quality)
  }
}

extension Condition {
  fileprivate init?(definition: JSONValue) {
    guard case .object(let members) = definition,
      let entry = members.first(where: { $0.key != "reason" && $0.key != "name" }),
      let kind = Kind(key: entry.key, definition: entry.value)
    else { return nil }
    func text(_ key: String) -> String? {
      if case .string(let text)? = members[key] { text } else { nil }
    }
    self.init(kind, reason: text("reason"), name: text("name"))
  }
}

extension JSONValue {
  /// The requirements that a leaf with `each: true` stands for: one for each of its names, with
  /// that name alone.
  ///
  /// It is `nil` for a leaf without `each`.
  package var ofEachName: [JSONValue]? {
    guard case .object(var members) = self,
      members.removeValue(forKey: KeyTable.eachKey) != nil,
      case .object(var asked)? = members["where"], let names = asked[KeyTable.nameKey]
    else { return nil }
    let each = if case .array(let elements) = names { elements } else { [names] }
    return each.map { name in
      asked[KeyTable.nameKey] = name
      members["where"] = .object(asked)
      return .object(members)
    }
  }
}

extension Condition.Kind {
  /// Reads a condition from its definition.
  ///
  /// - Parameters:
  ///   - key: The key of the condition in a rule file; `use` is not accepted.
  ///   - definition: What stands under the key.
  package init?(key: String, definition: JSONValue) {
    func parts(_ definition: JSONValue?) -> [Condition]? {
      guard case .array(let elements)? = definition else { return nil }
      let parts = elements.compactMap { Condition(definition: $0) }
      return parts.count == elements.count ? parts : nil
    }
    switch key {
    case "all":
      guard let parts = parts(definition) else { return nil }
      self = .all(parts)
    case "any":
      guard let parts = parts(definition) else { return nil }
      self = .any(parts)
    case "some":
      guard let count = definition.wholeNumber("count"), let parts = parts(definition["of"]) else {
        return nil
      }
      self = .some(count: count, of: parts)
    case "not":
      guard let part = Condition(definition: definition) else { return nil }
      self = .not(part)
    default:
      if let each = definition.ofEachName {
        let leaves = each.compactMap { Leaf(key: key, definition: $0) }
        guard leaves.count == each.count else { return nil }
        self = .all(leaves.map { Condition(.leaf($0)) })
      } else if let leaf = Leaf(key: key, definition: definition) {
        self = .leaf(leaf)
      } else if let kind = LeafKind.all.first(where: { $0.key == key }),
        let joint = kind.joint?.value(of: definition)
      {
        self = .jointly(joint)
      } else {
        return nil
      }
    }
  }
}

extension Leaf {
  /// Reads a leaf from its definition.
  ///
  /// - Parameters:
  ///   - key: The key of the leaf in a rule file; see ``key``.
  ///   - definition: What stands under the key.
  package init?(key: String, definition: JSONValue) {
    guard let kind = LeafKind.all.first(where: { $0.key == key }),
      let leaf = kind.leaf.value(of: definition)
    else { return nil }
    self = leaf
  }
}

extension Score {
  /// Reads a score from its definition.
  ///
  /// - Parameter definition: An object whose only member is a leaf's key, as in a rule file.
  package init?(definition: JSONValue) {
    guard case .object(let members) = definition, let (key, fields) = members.first,
      let part = LeafKind.all.first(where: { $0.key == key })?.score,
      let score = part.value(of: fields)
    else { return nil }
    self = score
  }
}

extension QualityGate {
  package init?(definition: JSONValue) {
    func share(_ key: String) -> (Metric, Int)? {
      guard let gate = definition[key], case .string(let id)? = gate["metric"],
        case .string(let text)? = gate["atMost"], let metric = Metric(id: id),
        let percent = Quantity(decimalText: text.prefix { $0 != " " })
      else { return nil }
      return (metric, Int(percent.microUnits / 10_000))
    }
    let measure: Measure
    if let (metric, atMost) = share("manualShare") {
      measure = .manualShare(metric, atMost: atMost)
    } else if let (metric, atMost) = share("lateShare") {
      measure = .lateShare(metric, atMost: atMost)
    } else if let flags = definition["flags"], case .number(let number)? = flags["atMost"],
      let atMost = Int(exactly: number), atMost >= 0
    {
      var codes: Set<FlagCode>?
      if case .array(let names)? = flags["codes"] {
        codes = Set(FlagCode.allCases.filter { names.contains(.string($0.rawValue)) })
      }
      measure = .flags(codes, atMost: atMost)
    } else {
      return nil
    }
    var onBreach = BreachPolicy.undetermined
    if case .string(let text)? = definition["onBreach"], let policy = BreachPolicy(rawValue: text) {
      onBreach = policy
    }
    self.init(measure, onBreach: onBreach)
  }
}

extension JSONValue {
  /// A member that is a whole number from 1 up; `nil` for anything else, because evaluation
  /// subtracts from these numbers.
  func wholeNumber(_ key: String) -> Int? {
    guard case .number(let number)? = self[key], number >= 1 else { return nil }
    return Int(exactly: number)
  }
}
