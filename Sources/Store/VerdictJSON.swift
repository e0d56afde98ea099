import DaymarkModel

// Amounts stand as decimal text: a JSON number would not hold every one of them exactly.

extension Reason {
  var stored: JSONValue {
    .object(present: [
      "code": .string(code), "text": .string(text), "required": required.map(JSONValue.text),
      "actual": actual.map(JSONValue.text),
    ])
  }

  init?(stored: JSONValue) {
    guard let code = stored.string("code"), let text = stored.string("text") else { return nil }
    self.init(
      code: code, text: text, required: stored.quantity("required"),
      actual: stored.quantity("actual"))
  }
}

extension Explanation {
  var stored: JSONValue {
    .object(present: [
      "key": .string(key), "name": name.map { .string($0) }, "answer": .string(answer.rawValue),
      "metric": metric.map { .string($0.id) }, "required": required.map { .string($0) },
      "unit": unit.map { .string($0) },
      "actual": actual.map(JSONValue.text), "margin": margin.map(JSONValue.text),
      "reason": reason?.stored, "span": span?.stored,
      "days": days.isEmpty ? nil : .array(days.map(\.stored)),
      "weeks": weeks.isEmpty ? nil : .array(weeks.map(\.stored)),
      "children": children.isEmpty ? nil : .array(children.map(\.stored)),
    ])
  }

  init?(stored: JSONValue) {
    guard let key = stored.string("key"),
      let answer = stored.string("answer").flatMap(Outcome.init)
    else { return nil }
    self.init(
      key: key, name: stored.string("name"), answer: answer,
      metric: stored.string("metric").flatMap { Metric(id: $0) },
      required: stored.string("required"), unit: stored.string("unit"),
      actual: stored.quantity("actual"), margin: stored.quantity("margin"),
      reason: stored["reason"].flatMap(Reason.init(stored:)),
      span: stored["span"].flatMap(ClosedRange.init(stored:)),
      days: stored.elements("days").compactMap(Day.init(stored:)),
      weeks: stored.elements("weeks").compactMap(Week.init(stored:)),
      children: stored.elements("children").compactMap(Explanation.init(stored:)))
    guard days.count == stored.elements("days").count,
      weeks.count == stored.elements("weeks").count,
      children.count == stored.elements("children").count
    else { return nil }
  }
}

extension Explanation.Day {
  fileprivate var stored: JSONValue {
    .object(present: [
      "day": .string("\(day)"), "value": value.map(JSONValue.text),
      "standing": .string(standing.rawValue),
      "missed": missed.isEmpty
        ? nil
        : .object(
          Dictionary(uniqueKeysWithValues: missed.map { ($0.rawValue, .number($1)) })),
    ])
  }

  fileprivate init?(stored: JSONValue) {
    guard let day = stored.string("day").flatMap({ CivilDay($0) }),
      let standing = stored.string("standing").flatMap(Standing.init)
    else { return nil }
    self.init(day: day, value: stored.quantity("value"), standing: standing)
    guard case .object(let missed)? = stored["missed"] else { return }
    for (key, count) in missed {
      guard let quantity = ActivityQuantity(rawValue: key), case .number(let count) = count,
        let count = Int(exactly: count)
      else { return nil }
      self.missed[quantity] = count
    }
  }
}

extension Explanation.Week {
  fileprivate var stored: JSONValue {
    .object([
      "days": days.stored, "actual": .text(actual), "answer": .string(answer.rawValue),
    ])
  }

  fileprivate init?(stored: JSONValue) {
    guard let days = stored["days"].flatMap(ClosedRange.init(stored:)),
      let actual = stored.quantity("actual"),
      let answer = stored.string("answer").flatMap(Outcome.init)
    else { return nil }
    self.init(days: days, actual: actual, answer: answer)
  }
}

extension ClosedRange<CivilDay> {
  fileprivate var stored: JSONValue {
    .array([.string("\(lowerBound)"), .string("\(upperBound)")])
  }

  fileprivate init?(stored: JSONValue) {
    guard case .array(let bounds) = stored, bounds.count == 2,
      case .string(let first) = bounds[0], case .string(let last) = bounds[1],
      let first = CivilDay(first), let last = CivilDay(last), first <= last
    else { return nil }
    self = first...last
  }
}

extension ScoreValue {
  var stored: JSONValue {
    .object(["value": .text(value), "unit": .string(unit.rawValue), "isFinal": .bool(isFinal)])
  }

  init?(stored: JSONValue) {
    guard let value = stored.quantity("value"),
      let unit = stored.string("unit").flatMap(Unit.init),
      case .bool(let isFinal)? = stored["isFinal"]
    else { return nil }
    self.init(value, unit: unit, isFinal: isFinal)
  }
}

extension QualityFlags {
  var stored: JSONValue {
    .object([
      "name": .string(limits.name), "version": .string(limits.version),
      "sha256": .string(limits.digest.hex), "flags": .array(flags.map(\.stored)),
    ])
  }

  init?(stored: JSONValue) {
    guard let name = stored.string("name"), let version = stored.string("version"),
      let digest = stored.string("sha256").flatMap({ Digest(hex: $0) })
    else { return nil }
    self.init(
      stored.elements("flags").compactMap(QualityFlag.init(stored:)),
      limits: LimitsIdentity(name: name, version: version, digest: digest))
    guard flags.count == stored.elements("flags").count else { return nil }
  }
}

extension QualityFlag {
  fileprivate var stored: JSONValue {
    .object(present: [
      "code": .string(code.rawValue), "level": .string(level.rawValue),
      "day": day.map { .string("\($0)") }, "metric": metric.map { .string($0.id) },
      "kind": kind.map { .string($0.rawValue) }, "measured": .text(measured),
      "limit": .text(limit),
    ])
  }

  fileprivate init?(stored: JSONValue) {
    guard let code = stored.string("code").flatMap(FlagCode.init),
      let level = stored.string("level").flatMap(Level.init),
      let measured = stored.quantity("measured"), let limit = stored.quantity("limit")
    else { return nil }
    self.init(
      code, level, day: stored.string("day").flatMap { CivilDay($0) },
      metric: stored.string("metric").flatMap { Metric(id: $0) },
      kind: stored.string("kind").flatMap(ActivityKind.init), measured: measured, limit: limit)
  }
}

extension JSONValue {
  fileprivate static func text(_ quantity: Quantity) -> JSONValue { .string("\(quantity)") }

  fileprivate func string(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  fileprivate func quantity(_ key: String) -> Quantity? {
    string(key).flatMap { Quantity(decimalText: $0) }
  }

  fileprivate func elements(_ key: String) -> [JSONValue] {
    if case .array(let elements)? = self[key] { elements } else { [] }
  }
}
