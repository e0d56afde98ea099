package import DaymarkModel

extension Members<ResolvedZone> {
  package static let zone = Members(
    ResolvedZone(.utc, by: .assumedUTC),
    [.needed("id", \.zone, .zone), .needed("method", \.method, .word)])
}

/// The program and version that wrote a document.
package struct Tool: Hashable, Sendable {
  package var version: String
  /// The version of the zone data, where the document states it.
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
  /// A fixed text; any other text cannot be read.
  package static func constant(_ value: String) -> Kind {
    spelled(.object(["const": .string(value)]), { $0 }, { $0 == value ? $0 : nil })
  }
}

// MARK: Challenge

/// The members of a period, which stand among those of the challenge it belongs to.
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

  /// The period; `nil` where bounds are missing, or the period ends before it begins.
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

/// A challenge while it is read, when its period may still be missing.
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
  /// A challenge; documents do not state its zone.
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
  /// The policies that are the same for every subject, so that they reveal nothing about one.
  ///
  /// A document that does not state the policy for late inputs is older than the policy, and then
  /// no input was left out for being late.
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
  /// The operator's statements of the sport of sessions whose files do not state a known one.
  package static let sports = list(
    Members(
      SportStatement(all: .other),
      [.needed("files", \.files, .text), .needed("kind", \.kind, .activityKind)]
    ).kind)
}

extension Members<LogSettings> {
  /// The operator's settings for a subject's workout logs.
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
  /// The name, version and digest of a rule.
  package static let ruleIdentity = Members(
    Rule(name: "", version: "", title: "", requires: Condition(.all([]))),
    [
      .derived("name", .text, \.name), .derived("version", .text, \.version),
      .derived("sha256", .digest, \.digest),
    ])

  /// A rule with its definition.
  package static let rule = Members(
    Rule(name: "", version: "", title: "", requires: Condition(.all([]))),
    ruleIdentity.declared, [.needed("definition", \.self, .ruleDefinition)])
}

extension Kind<Rule> {
  package static let ruleDefinition = Kind<JSONValue>.any.described(definition("definition"))
    .converted({ Rule(definition: $0) }, \.definition)
}
