import DaymarkDocuments
package import DaymarkModel

/// A rule as the text of a `rules.yaml`, from which the same rule is read.
///
/// Each named condition is written once, under `conditions:`; conditions of one name must be equal,
/// as in every rule that was loaded.
package func ruleText(_ rule: Rule) -> String {
  var printer = RulePrinter()
  let definition = rule.definition
  var lines = [
    "rule: \(rule.versionedName)", "title: \(scalar(rule.title))", "requires:",
  ]
  if let requires = definition["requires"] {
    lines += indented(printer.condition(requires, rule.requires))
  }
  if rule.onMissing != .fail { lines.append("onMissing: \(rule.onMissing.rawValue)") }
  if case .object(let score)? = definition["score"] {
    lines += ["score:"] + indented(fields(of: score, in: .score))
  }
  if case .array(let gates)? = definition["quality"] {
    lines.append("quality:")
    lines += gates.flatMap { gate -> [String] in
      guard case .object(let members) = gate else { return [] }
      return listItem(fields(of: members, in: .gates))
    }.map { "  " + $0 }
  }
  let named = printer.definitions()
  if !named.isEmpty { lines += ["conditions:"] + indented(named) }
  return lines.joined(separator: "\n") + "\n"
}

private struct RulePrinter {
  /// The named conditions, in the order in which they occurred.
  private var named: [(name: String, definition: JSONValue, condition: Condition)] = []

  /// The lines of a condition: one for each key, or a nested block.
  mutating func condition(
    _ definition: JSONValue, _ condition: Condition, asUse: Bool = true
  ) -> [String] {
    var lines: [String]
    if asUse, let name = condition.name {
      if !named.contains(where: { $0.name == name }) { named.append((name, definition, condition)) }
      lines = ["use: \(name)"]
    } else {
      lines = kind(definition, condition)
    }
    if asUse, let reason = condition.reason { lines.append("reason: \(scalar(reason))") }
    return lines
  }

  private mutating func kind(_ definition: JSONValue, _ condition: Condition) -> [String] {
    switch condition.kind {
    case .all(let parts): return ["all:"] + list(definition["all"], parts)
    case .any(let parts): return ["any:"] + list(definition["any"], parts)
    case .some(let count, let parts):
      return ["some:", "  count: \(count)", "  of:"]
        + indented(list(definition["some"]?["of"], parts))
    case .not(let part):
      return ["not:"] + indented(self.condition(definition["not"] ?? .null, part))
    case .leaf(let leaf): return asked(definition, leaf.key)
    case .jointly(let joint): return asked(definition, joint.recurrence.key)
    }
  }

  private func asked(_ definition: JSONValue, _ key: String) -> [String] {
    fields(of: definition[key].map { [key: $0] } ?? [:], in: .condition)
  }

  private mutating func list(_ definitions: JSONValue?, _ parts: [Condition]) -> [String] {
    guard case .array(let definitions)? = definitions else { return [] }
    var lines: [String] = []
    for (definition, part) in zip(definitions, parts) {
      lines += listItem(condition(definition, part))
    }
    return indented(lines)
  }

  /// The lines under `conditions:`; a condition there may use further ones, which follow it.
  mutating func definitions() -> [String] {
    var lines: [String] = []
    var next = 0
    while next < named.count {
      let (name, definition, condition) = named[next]
      lines += ["\(name):"] + indented(self.condition(definition, condition, asUse: false))
      next += 1
    }
    return lines
  }
}

private func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }

/// The lines of an element of a list.
private func listItem(_ lines: [String]) -> [String] {
  lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
}

/// The members as `key: value`, in the order of the table, which is that of messages.
private func fields(of members: [String: JSONValue], in table: KeyTable) -> [String] {
  let isElevation = members["sum"] == .string("elevationGain")
  return table.keys.compactMap { key in
    members[key.name].map { value in
      "\(key.name): \(oneLine(isElevation ? value : readable(value, of: key.name), key.form))"
    }
  }
}

/// A value on one line.
///
/// The words and amounts of a definition need no quotes.
private func oneLine(_ value: JSONValue, _ form: Form) -> String {
  switch (value, form) {
  case (.object(let members), .mapping(let table)):
    return "{ " + fields(of: members, in: table).joined(separator: ", ") + " }"
  case (.array(let elements), .list(let form, _, _)),
    (.array(let elements), .oneOrMore(let form, _)), (.array(let elements), let form):
    return "[" + elements.map { oneLine($0, form) }.joined(separator: ", ") + "]"
  case (_, .oneOrMore(let form, _)): return oneLine(value, form)
  case (.string(let text), _): return text
  default: return String(decoding: value.canonicalBytes(), as: UTF8.self)
  }
}

/// Thresholds as people write them: `5.2 km` for 5200 m, `6:00 min/km` for 360 s/km.
private func readable(_ value: JSONValue, of key: String) -> JSONValue {
  switch value {
  case .array(let bounds) where key == "between":
    return .array(bounds.map { readable($0, of: "atLeast") })
  case .string(let text) where Comparison.keys.contains(key):
    let parts = text.split(separator: " ")
    guard parts.count == 2, let amount = Quantity(decimalText: parts[0]),
      amount.microUnits % 1_000_000 == 0
    else { return value }
    let whole = amount.microUnits / 1_000_000
    switch parts[1] {
    case "m" where whole >= 1000:
      return .string("\(decimalText(ofMillionths: Int128(amount.microUnits / 1000))) km")
    case "s/km" where whole < 600_000:
      let seconds = whole % 60
      return .string("\(whole / 60):\(seconds < 10 ? "0" : "")\(seconds) min/km")
    default: return value
    }
  default: return value
  }
}

/// A text that people wrote, in quotes if YAML, or a reader that takes words for numbers, needs
/// them.
private func scalar(_ text: String) -> String {
  let words = #/[A-Za-z0-9][A-Za-z0-9.,%()'-]*( [A-Za-z0-9.,%()'-]+)+/#
  let isPlain = text.wholeMatch(of: words) != nil && text.contains(where: \.isLetter)
  return isPlain ? text : quotedScalar(text)
}

/// A text in double quotes, on one line.
func quotedScalar(_ text: String) -> String {
  // JSON strings are valid YAML, except for characters that YAML takes for line ends or does not
  // allow, and for what looks like an anchor or alias, which Daymark refuses everywhere.
  let quoted = String(decoding: JSONValue.string(text).canonicalBytes(), as: UTF8.self)
  return quoted.unicodeScalars.map { scalar in
    switch scalar.value {
    case 0x26, 0x2A, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }.joined()
}
