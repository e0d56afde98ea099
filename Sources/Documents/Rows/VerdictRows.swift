package import DaymarkModel

extension Members<Reason> {
  package static let reason = Members(
    Reason(code: "", text: ""),
    [
      .needed("code", \.code, .reasonCode), .needed("text", \.text, .text),
      .optional("required", \.required, .difference), .optional("actual", \.actual, .difference),
      .unlessEmpty(
        "damage", \.damage, .list(Members<InputDamage>.inputDamage.kind("inputDamage"), atLeast: 1),
        "The inputs whose damage is the reason."),
    ])
}

extension Kind<String> {
  /// The code of a reason, such as `streak.too_short`.
  package static let reasonCode = text.described(
    .object([
      "type": .string("string"),
      "pattern": .string("^[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)+$"),
    ]))
}

extension Members<ScoreValue> {
  package static let score = Members(
    ScoreValue(.zero, unit: .count, isFinal: false),
    [
      .needed("value", \.value, .difference), .needed("unit", \.unit, .scoreUnit),
      .needed("final", \.isFinal, .flag),
      .unlessEmpty(
        "damaged", \.restsOnDamage, .truth,
        "Damage may have changed it, so that it has no rank."),
    ])
}

extension Kind<Unit> {
  /// The units that scores can have.
  package static let scoreUnit = word.described(
    .object(["enum": .array(["count", "m", "kcal", "bpm", "min", "kg"].map { .string($0) })]))
}

// MARK: Explanation

extension Members<Explanation> {
  package static let explanation: Members<Explanation> = Members(
    Explanation(key: "", answer: .undetermined),
    [
      .needed("key", \.key, .ruleKey), .optional("name", \.name, .text),
      .needed("answer", \.answer, .outcome), .optional("metric", \.metric, .metric),
      .optional("required", \.required, .text), .optional("unit", \.unit, .unitText),
      .optional("actual", \.actual, .difference), .optional("margin", \.margin, .difference),
      .optional("reason", \.reason, Members<Reason>.reason.kind("reason")),
      .optional("span", \.span, Members<ClosedRange<CivilDay>>.span.kind),
      .unlessEmpty("days", \.days, .list(Members<Explanation.Day>.day.kind("day"), atLeast: 1)),
      .unlessEmpty(
        "weeks", \.weeks, .list(Members<Explanation.Week>.week.kind("week"), atLeast: 1)),
      .optional(
        "target", \.target, Members<Explanation.Target>.target.kind,
        "What the days before the period make the leaf ask for."),
      .unlessEmpty("children", \.children, .children),
    ])
}

extension Kind<[Explanation]> {
  /// The conditions that a condition combines, which have the same members themselves.
  fileprivate static let children: Kind<[Explanation]> = {
    // The list of an explanation's members contains itself, so that it is not complete when this
    // kind is made.
    let node = Kind<Explanation>(
      schema: definition("node"),
      write: { node, writer in Members<Explanation>.explanation.kind.write(node, &writer) },
      read: { reader in Members<Explanation>.explanation.kind.read(&reader) })
    return .list(node, atLeast: 1)
  }()
}

extension Kind<String> {
  fileprivate static let ruleKey = text.described(
    .object(["type": .string("string"), "pattern": .string("^[a-zA-Z]+$")]))
  fileprivate static let unitText = text.described(
    .object(["type": .string("string"), "pattern": .string("^[a-zA-Z/]+$")]))
}

extension Kind<Outcome> {
  package static let outcome = word.described(definition("outcome"))
}

extension Members<ClosedRange<CivilDay>> {
  fileprivate static let span = Members(
    CivilDay(ordinal: 0)...CivilDay(ordinal: 0),
    [.needed("from", \.first, .day), .needed("to", \.last, .day)])
}

extension ClosedRange<CivilDay> {
  /// The first day; setting it makes a range of this day alone, which the last day then extends.
  fileprivate var first: CivilDay {
    get { lowerBound }
    set { self = newValue...newValue }
  }

  fileprivate var last: CivilDay {
    get { upperBound }
    set { self = lowerBound...Swift.max(lowerBound, newValue) }
  }
}

extension Members<Explanation.Day> {
  static let day = Members(
    Explanation.Day(day: CivilDay(ordinal: 0), value: nil, standing: .unknown),
    [
      .needed("date", \.day, .day), .optional("value", \.value, .difference),
      .needed("standing", \.standing, .word),
      .unlessEmpty(
        "missed", \.missed, .counts(of: ActivityQuantity.self),
        "How many sessions are not as this requirement of `where` asks."),
    ])
}

extension Members<Explanation.Target> {
  fileprivate static let target = Members(
    Explanation.Target(nil, days: []),
    [
      .optional("amount", \.amount, .difference, "Absent where too few days are known."),
      .needed("days", \.days, .list(Members<Explanation.Day>.day.kind("day"), atLeast: 1)),
    ])
}

extension Members<Explanation.Week> {
  static let week = Members(
    Explanation.Week(
      days: CivilDay(ordinal: 0)...CivilDay(ordinal: 0), actual: .zero, answer: .undetermined),
    Members<ClosedRange<CivilDay>>.span.inside(\.days),
    [
      .needed("actual", \.actual, .difference), .needed("answer", \.answer, .outcome),
    ])
}

// MARK: Quality

extension Members<LimitsIdentity> {
  package static let limits = Members(
    LimitsIdentity(name: "", version: "", digest: .ofNothing),
    [
      .needed("name", \.name, .text), .needed("version", \.version, .text),
      .needed("sha256", \.digest, .digest),
    ])
}

extension Members<QualityFlag> {
  package static let flag = Members(
    QualityFlag(.manualShare, .noted, measured: .zero, limit: .zero),
    [
      .needed("code", \.code, .flagCode), .needed("level", \.level, .word),
      .optional("date", \.day, .day), .optional("metric", \.metric, .metric),
      .optional("kind", \.kind, .activityKind), .needed("measured", \.measured, .difference),
      .needed("limit", \.limit, .difference),
      .derived("unit", .text.described(.units(of: FlagCode.allCases))) { $0.code.unit },
      .optional("source", \.source, .text, "Who says so."),
    ])
}

extension Kind<FlagCode> {
  package static let flagCode = word.described(definition("flagCode"))
}

extension JSONValue {
  /// The units in which flags of some codes are measured, without repetition.
  fileprivate static func units(of codes: [FlagCode]) -> JSONValue {
    let units = codes.reduce(into: [String]()) { if !$0.contains($1.unit) { $0.append($1.unit) } }
    return .object(["enum": .array(units.map { .string($0) })])
  }
}

extension Members<QualityFlags> {
  package static let quality = Members(
    QualityFlags([], limits: LimitsIdentity(name: "", version: "", digest: .ofNothing)),
    [
      .needed("limits", \.limits, Members<LimitsIdentity>.limits.kind),
      .needed("flags", \.flags, .list(Members<QualityFlag>.flag.kind("flag"))),
      .unlessEmpty(
        "sharing", \.isSharingPending, .pending,
        "Flags of sharing are still to come: not all subjects were looked at."),
    ])
}

extension Kind<Bool> {
  fileprivate static let pending = spelled(
    .object(["const": .string("pending")]), { _ in "pending" }, { $0 == "pending" ? true : nil })
}

// MARK: Verdict

extension Verdict {
  /// A verdict whose members are not filled yet, from which reading starts.
  package static let undecided = Verdict(
    outcome: .undetermined, reasons: [],
    explanation: Explanation(key: "", answer: .undetermined), asOf: Instant(milliseconds: 0),
    phase: .upcoming,
    quality: QualityFlags([], limits: LimitsIdentity(name: "", version: "", digest: .ofNothing)))
}

extension Members<Verdict> {
  /// A verdict, in the form that every document and the store use.
  package static let verdict = Members(
    Verdict.undecided,
    [
      .needed("outcome", \.outcome, .outcome),
      .needed("reasons", \.reasons, .reasons), .needed("asOf", \.asOf, .instant),
      .needed("phase", \.phase, .phase), .needed("final", \.finality.isFinal, .flag),
      .optional("openUntil", \.finality.openUntil, .instant),
      .unlessEmpty(
        "complete", \.completeness, .word,
        "Of whom the operator says that they have handed in everything."),
      .optional("score", \.score, Members<ScoreValue>.score.kind("scoreValue")),
      .needed("quality", \.quality, Members<QualityFlags>.quality.kind("verdictQuality")),
      .needed("explanation", \.explanation, Members<Explanation>.explanation.kind("node")),
    ])
}

extension Kind<[Reason]> {
  package static let reasons = list(Members<Reason>.reason.kind("reason")).described(
    .object([
      "type": .string("array"), "items": definition("reason"), "maxItems": .number(3),
    ]))
}

extension Kind<Phase> {
  package static let phase = word.described(definition("phase"))
}

extension Outcome {
  /// The word in place of an outcome, in `verdicts.csv`, for a subject whose archives could not be
  /// read.
  package static let unreadableWord = "unreadable"
}
