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
      "key": .string(key), "answer": .string(answer.rawValue),
      "metric": metric.map { .string($0.id) }, "required": required.map { .string($0) },
      "actual": actual.map(JSONValue.text), "margin": margin.map(JSONValue.text),
      "reason": reason?.stored,
      "days": days.isEmpty ? nil : .array(days.map(\.stored)),
      "children": children.isEmpty ? nil : .array(children.map(\.stored)),
    ])
  }

  init?(stored: JSONValue) {
    guard let key = stored.string("key"),
      let answer = stored.string("answer").flatMap(Outcome.init)
    else { return nil }
    self.init(
      key: key, answer: answer, metric: stored.string("metric").flatMap { Metric(id: $0) },
      required: stored.string("required"), actual: stored.quantity("actual"),
      margin: stored.quantity("margin"),
      reason: stored["reason"].flatMap(Reason.init(stored:)),
      days: stored.elements("days").compactMap(Day.init(stored:)),
      children: stored.elements("children").compactMap(Explanation.init(stored:)))
    guard days.count == stored.elements("days").count,
      children.count == stored.elements("children").count
    else { return nil }
  }
}

extension Explanation.Day {
  fileprivate var stored: JSONValue {
    .object(present: [
      "day": .string("\(day)"), "value": value.map(JSONValue.text),
      "standing": .string(standing.rawValue),
    ])
  }

  fileprivate init?(stored: JSONValue) {
    guard let day = stored.string("day").flatMap({ CivilDay($0) }),
      let standing = stored.string("standing").flatMap(Standing.init)
    else { return nil }
    self.init(day: day, value: stored.quantity("value"), standing: standing)
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
