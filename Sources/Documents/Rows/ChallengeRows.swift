package import DaymarkModel

extension Members<ResolvedZone> {
  package static let zone = Members(
    ResolvedZone(.utc, by: .assumedUTC),
    [.needed("id", \.zone, .zone), .needed("method", \.method, .word)])
}

/// The program that wrote a document.
package struct Tool: Hashable, Sendable {
  package var version: String
  /// The version of the zone data, where a document says it.
  package var zoneData: String?

  package init(version: String, zoneData: String? = nil) {
    (self.version, self.zoneData) = (version, zoneData)
  }
}

extension Members<Tool> {
  package static let tool = Members(
    Tool(version: ""),
    [
      .derived("name", .constant("daymark")) { _ in "daymark" },
      .needed("version", \.version, .text),
    ])

  package static let toolWithZoneData = Members(
    Tool(version: ""), tool.declared, [.needed("zoneData", \.zoneData, .text)])
}

extension Kind<String> {
  /// One text and no other.
  package static func constant(_ value: String) -> Kind {
    spelled(.object(["const": .string(value)]), { $0 }, { $0 == value ? $0 : nil })
  }
}

// MARK: Challenge

/// The members of a period among those of what it is the period of.
package struct PeriodBounds: Hashable, Sendable {
  package var from, to: CivilDay?
  package var start, end: Instant?

  package init(_ period: Period? = nil) {
    switch period {
    case .days(let first, let last)?: (from, to) = (first, last)
    case .instants(let interval)?: (start, end) = (interval.start, interval.end)
    case nil: break
    }
  }

  /// The period; `nil` where the bounds are none, or end before they begin.
  package var period: Period? {
    if let from, let to, from <= to { return .days(from: from, to: to) }
    if let start, let end, start < end { return .instants(Interval(start, end)) }
    return nil
  }
}

extension Members<PeriodBounds> {
  package static let periodBounds = Members(
    PeriodBounds(),
    [
      .optional("from", \.from, .day), .optional("to", \.to, .day),
      .optional("start", \.start, .instant), .optional("end", \.end, .instant),
    ])
}

extension Kind<Period> {
  package static let period = Members<PeriodBounds>.periodBounds.kind
    .converted(\.period) { PeriodBounds($0) }
}

/// A challenge while it is read: its period may be none.
private struct ChallengeRow: Sendable {
  var challenge = Challenge(
    id: "", title: "", period: .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0)))
  var bounds = PeriodBounds()
}

extension Members<ChallengeRow> {
  fileprivate static let row = Members(
    ChallengeRow(), keywords: keywords,
    [
      .needed("id", \.challenge.id, .text), .needed("title", \.challenge.title, .text),
      .optional("proofDeadline", \.challenge.proofDeadline, .instant),
      .optional("unreadUntil", \.challenge.unreadUntil, .instant),
    ], Members<PeriodBounds>.periodBounds.inside(\.bounds))

  private static let keywords: [String: JSONValue] = {
    let pairs = [["from", "to"], ["start", "end"]]
    return [
      "oneOf": .array(pairs.map { .object(["required": .array($0.map { .string($0) })]) }),
      "dependentRequired": .object(
        Dictionary(
          pairs.flatMap { pair in
            zip(pair, pair.reversed()).map { ($0, .array([.string($1)])) }
          }
        ) { $1 }),
    ]
  }()
}

extension Kind<Challenge> {
  /// A challenge, which does not say its zone in documents.
  package static let challenge = Members<ChallengeRow>.row.kind.converted { row in
    row.bounds.period.map { period in
      var challenge = row.challenge
      challenge.period = period
      return challenge
    }
  } _: {
    ChallengeRow(challenge: $0, bounds: PeriodBounds($0.period))
  }
}

extension Members<Policies> {
  /// The policies that are the same for every subject: nothing of a person is among them.
  ///
  /// Of a document that does not say so none was ever set aside for being late.
  package static let shared = Members(
    Policies(lateInputs: .accept),
    [
      .needed("manualEntries", \.manualEntries, .word),
      .always("lateInputs", \.lateInputs, .word),
    ])

  package static let policies = Members(
    Policies(lateInputs: .accept), shared.declared,
    Members<LogSettings>.logSettings.inside(\.logs))
}

extension Kind<[SportStatement]> {
  /// What somebody says of the sport of sessions whose files state none that is known.
  package static let sports = list(
    Members(
      SportStatement(all: .other),
      [.needed("files", \.files, .text), .needed("kind", \.kind, .activityKind)]
    ).kind)
}

extension Members<LogSettings> {
  /// What is said of a subject's workout logs.
  package static let logSettings = Members(
    LogSettings(),
    [
      .optional("loadUnit", \.loadUnit, .word), .optional("dateOrder", \.dateOrder, .word),
      .optional("bodyWeightKilograms", \.bodyWeight, .amount), .optional("sex", \.sex, .word),
      .unlessEmpty("sport", \.sports, .sports),
    ])
}

// MARK: Rule

extension Members<Rule> {
  /// A rule by its name, its version and its digest.
  package static let ruleIdentity = Members(
    Rule(name: "", version: "", title: "", requires: Condition(.all([]))),
    [
      .derived("name", .text, \.name), .derived("version", .text, \.version),
      .derived("sha256", .digest, \.digest),
    ])

  /// The same with all of it.
  package static let rule = Members(
    Rule(name: "", version: "", title: "", requires: Condition(.all([]))),
    ruleIdentity.declared, [.needed("definition", \.self, .ruleDefinition)])
}

extension Kind<Rule> {
  package static let ruleDefinition = Kind<JSONValue>.any.described(definition("definition"))
    .converted({ Rule(definition: $0) }, \.definition)
}
