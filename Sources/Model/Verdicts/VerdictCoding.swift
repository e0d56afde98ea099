/// The JSON of a verdict, which this file alone writes and reads.
///
/// The spellings differ in what stands under "Differences" and in nothing else.
package enum VerdictCoding: CaseIterable, Sendable {
  /// The spelling of `verdict.json` and of the evidence; see Evidence, "The verdict".
  case document
  /// The spelling of the store's rows.
  case stored
}

// MARK: Differences

extension VerdictCoding {
  /// The name of a day.
  private var dayKey: String {
    switch self {
    case .document: "date"
    case .stored: "day"
    }
  }

  /// The name of a score's being final.
  private var finalKey: String {
    switch self {
    case .document: "final"
    case .stored: "isFinal"
    }
  }

  /// A number for readers, decimal text where every amount must come back exactly.
  private func json(_ amount: Quantity) -> JSONValue {
    switch self {
    case .document: .number(amount)
    case .stored: .string("\(amount)")
    }
  }

  private func amount(_ json: JSONValue?) -> Quantity? {
    switch (self, json) {
    case (.document, .number?): json.flatMap { Quantity(decimalText: $0.canonicalText) }
    case (.stored, .string(let text)?): Quantity(decimalText: text)
    default: nil
    }
  }

  /// First and last day: named, or as a pair.
  private func json(_ span: ClosedRange<CivilDay>) -> JSONValue {
    let (first, last) = (
      JSONValue.string("\(span.lowerBound)"), JSONValue.string("\(span.upperBound)")
    )
    return switch self {
    case .document: .object(["from": first, "to": last])
    case .stored: .array([first, last])
    }
  }

  private func span(_ json: JSONValue) -> ClosedRange<CivilDay>? {
    let bounds: (JSONValue?, JSONValue?)
    switch (self, json) {
    case (.document, _): bounds = (json["from"], json["to"])
    case (.stored, .array(let pair)) where pair.count == 2: bounds = (pair[0], pair[1])
    case (.stored, _): return nil
    }
    guard case (.string(let from)?, .string(let to)?) = bounds, let first = CivilDay(from),
      let last = CivilDay(to), first <= last
    else { return nil }
    return first...last
  }

  /// The days of a week stand beside its other members, or in one of their own.
  private func members(of days: ClosedRange<CivilDay>) -> [String: JSONValue] {
    switch (self, json(days)) {
    case (.document, .object(let bounds)): bounds
    case (_, let span): ["days": span]
    }
  }

  private func days(ofWeek json: JSONValue) -> ClosedRange<CivilDay>? {
    switch self {
    case .document: span(json)
    case .stored: json["days"].flatMap(span)
    }
  }

  /// The identity of limits is a member of its own, or stands beside the flags.
  private func members(of limits: LimitsIdentity) -> [String: JSONValue] {
    let identity: [String: JSONValue] = [
      "name": .string(limits.name), "version": .string(limits.version),
      "sha256": .string(limits.digest.hex),
    ]
    return switch self {
    case .document: ["limits": .object(identity)]
    case .stored: identity
    }
  }

  /// The limits that flags were compared with.
  package func limits(inQuality json: JSONValue) -> LimitsIdentity? {
    let identity =
      switch self {
      case .document: json["limits"]
      case .stored: json
      }
    guard let name = identity?.string("name"), let version = identity?.string("version"),
      let digest = identity?.string("sha256").flatMap({ Digest(hex: $0) })
    else { return nil }
    return LimitsIdentity(name: name, version: version, digest: digest)
  }

  /// Readers are told a flag's unit, and whose limit it passed.
  private func explanatoryMembers(
    of flag: QualityFlag, source: String?
  ) -> [String: JSONValue?] {
    switch self {
    case .document:
      ["unit": .string(flag.code.unit), "source": source.map { .string($0) }]
    case .stored: [:]
    }
  }
}

// MARK: Reasons and score

extension VerdictCoding {
  /// The JSON of a reason, which ``reason(_:)`` reads.
  package func json(_ reason: Reason) -> JSONValue {
    .object(present: [
      "code": .string(reason.code), "text": .string(reason.text),
      "required": reason.required.map(json), "actual": reason.actual.map(json),
      "damage": list(reason.damage, \.json),
    ])
  }

  /// The reason that JSON holds; `nil` without a code or a text.
  package func reason(_ json: JSONValue) -> Reason? {
    guard let code = json.string("code"), let text = json.string("text"),
      let damage = every(json.elements("damage"), { InputDamage(json: $0) })
    else { return nil }
    return Reason(
      code: code, text: text, required: amount(json["required"]), actual: amount(json["actual"]),
      damage: damage)
  }

  /// The JSON of a score, which ``score(_:)`` reads.
  package func json(_ score: ScoreValue) -> JSONValue {
    .object(present: [
      "value": json(score.value), "unit": .string(score.unit.rawValue),
      finalKey: .bool(score.isFinal), "damaged": score.restsOnDamage ? .bool(true) : nil,
    ])
  }

  /// The score that JSON holds; `nil` when a part is not there.
  package func score(_ json: JSONValue) -> ScoreValue? {
    guard let value = amount(json["value"]), let unit = json.string("unit").flatMap(Unit.init),
      case .bool(let isFinal)? = json[finalKey]
    else { return nil }
    return ScoreValue(
      value, unit: unit, isFinal: isFinal, restsOnDamage: json["damaged"] == .bool(true))
  }
}

// MARK: Explanation

extension VerdictCoding {
  /// The JSON of an explanation, which ``explanation(_:)`` reads.
  package func json(_ node: Explanation) -> JSONValue {
    .object(present: [
      "key": .string(node.key), "name": node.name.map { .string($0) },
      "answer": .string(node.answer.rawValue), "metric": node.metric.map { .string($0.id) },
      "required": node.required.map { .string($0) }, "unit": node.unit.map { .string($0) },
      "actual": node.actual.map(json), "margin": node.margin.map(json),
      "reason": node.reason.map(json), "span": node.span.map(json),
      "days": list(node.days, json), "weeks": list(node.weeks, json),
      "children": list(node.children, json),
    ])
  }

  /// The explanation that JSON holds; `nil` when a node, a day or a week of it cannot be read.
  package func explanation(_ json: JSONValue) -> Explanation? {
    guard let key = json.string("key"), let answer = json.string("answer").flatMap(Outcome.init),
      let days = every(json.elements("days"), day), let weeks = every(json.elements("weeks"), week),
      let children = every(json.elements("children"), explanation)
    else { return nil }
    return Explanation(
      key: key, name: json.string("name"), answer: answer,
      metric: json.string("metric").flatMap { Metric(id: $0) }, required: json.string("required"),
      unit: json.string("unit"), actual: amount(json["actual"]), margin: amount(json["margin"]),
      reason: json["reason"].flatMap(reason), span: json["span"].flatMap(span), days: days,
      weeks: weeks, children: children)
  }

  private func json(_ day: Explanation.Day) -> JSONValue {
    let missed = day.missed.map { ($0.rawValue, JSONValue.number($1)) }
    return .object(present: [
      dayKey: .string("\(day.day)"), "value": day.value.map(json),
      "standing": .string(day.standing.rawValue),
      "missed": missed.isEmpty ? nil : .object(Dictionary(uniqueKeysWithValues: missed)),
    ])
  }

  private func day(_ json: JSONValue) -> Explanation.Day? {
    guard let day = json.string(dayKey).flatMap({ CivilDay($0) }),
      let standing = json.string("standing").flatMap(Explanation.Day.Standing.init)
    else { return nil }
    var explained = Explanation.Day(day: day, value: amount(json["value"]), standing: standing)
    guard case .object(let missed)? = json["missed"] else { return explained }
    for (key, count) in missed {
      guard let quantity = ActivityQuantity(rawValue: key), case .number(let count) = count,
        let count = Int(exactly: count)
      else { return nil }
      explained.missed[quantity] = count
    }
    return explained
  }

  private func json(_ week: Explanation.Week) -> JSONValue {
    var members = members(of: week.days)
    members["actual"] = json(week.actual)
    members["answer"] = .string(week.answer.rawValue)
    return .object(members)
  }

  private func week(_ json: JSONValue) -> Explanation.Week? {
    guard let days = days(ofWeek: json), let actual = amount(json["actual"]),
      let answer = json.string("answer").flatMap(Outcome.init)
    else { return nil }
    return Explanation.Week(days: days, actual: actual, answer: answer)
  }
}

// MARK: Quality

extension VerdictCoding {
  /// The JSON of flags and of the limits they passed, which ``quality(_:)`` reads.
  ///
  /// - Parameter limits: Those that have the sources of the limits, which only
  ///   ``document`` names. Of other limits than the flags' no source is known.
  package func json(_ quality: QualityFlags, sourcesIn limits: Limits? = nil) -> JSONValue {
    let isOwn = limits?.identity == quality.limits
    var members = members(of: quality.limits)
    members["flags"] = .array(
      quality.flags.map { json($0, source: isOwn ? limits?.limits[$0.code]?.source : nil) })
    if quality.isSharingPending { members["sharing"] = Self.pending }
    return .object(members)
  }

  /// The flags that JSON holds; `nil` when one of them, or the limits, cannot be read.
  package func quality(_ json: JSONValue) -> QualityFlags? {
    guard let limits = limits(inQuality: json), let flags = every(json.elements("flags"), flag)
    else { return nil }
    return QualityFlags(flags, limits: limits, isSharingPending: isSharingPending(inQuality: json))
  }

  private static let pending = JSONValue.string("pending")

  /// Whether the flags of sharing were still to come.
  package func isSharingPending(inQuality json: JSONValue) -> Bool {
    json["sharing"] == Self.pending
  }

  private func json(_ flag: QualityFlag, source: String?) -> JSONValue {
    let members: [String: JSONValue?] = [
      "code": .string(flag.code.rawValue), "level": .string(flag.level.rawValue),
      dayKey: flag.day.map { .string("\($0)") }, "metric": flag.metric.map { .string($0.id) },
      "kind": flag.kind.map { .string($0.rawValue) }, "measured": json(flag.measured),
      "limit": json(flag.limit),
    ]
    return .object(
      present: members.merging(explanatoryMembers(of: flag, source: source)) { own, _ in own })
  }

  /// The flag that JSON holds; `nil` when a part is not there.
  package func flag(_ json: JSONValue) -> QualityFlag? {
    guard let code = json.string("code").flatMap(FlagCode.init),
      let level = json.string("level").flatMap(QualityFlag.Level.init),
      let measured = amount(json["measured"]), let limit = amount(json["limit"])
    else { return nil }
    return QualityFlag(
      code, level, day: json.string(dayKey).flatMap { CivilDay($0) },
      metric: json.string("metric").flatMap { Metric(id: $0) },
      kind: json.string("kind").flatMap(ActivityKind.init), measured: measured, limit: limit)
  }
}

// MARK: Lists

/// A list, left out where it is empty.
private func list<Element>(
  _ elements: [Element], _ json: (Element) -> JSONValue
) -> JSONValue? {
  elements.isEmpty ? nil : .array(elements.map(json))
}

/// Every element, or nothing when one cannot be read.
private func every<Element>(
  _ elements: [JSONValue], _ read: (JSONValue) -> Element?
) -> [Element]? {
  let values = elements.compactMap(read)
  return values.count == elements.count ? values : nil
}
