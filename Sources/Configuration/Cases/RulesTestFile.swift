import DaymarkDocuments
package import DaymarkModel
import Foundation

// The cases of a rule, in rules_test.yaml.
extension KeyTable {
  static let ruleTest = KeyTable(
    [
      .needed("case", .text), .optional("period", .daysPeriod), .optional("timeZone", .zone),
      .optional("asOf", .instant), .optional("proofDeadline", .instant),
      .optional("days", .mapping(givenDays)), .optional("before", .mapping(givenDaysBefore)),
      .optional("heartMinutes", .list(.mapping(givenHeartMinutes), of: .object)),
      .optional("activities", .list(.mapping(givenSession), of: .session)),
      .optional("lifts", .list(.mapping(givenLift), of: .object)),
      .optional("gaps", .list(.mapping(givenGap), of: .object)),
      .optional("feats", .list(.mapping(givenFeat), of: .object)),
      .optional("manualShare", .mapping(givenShares)),
      .optional("lateShare", .mapping(givenShares)),
      .optional("flags", .list(.text, of: .flagCode)),
      .optional("archive", .path), .optional("archives", .list(.path, of: .path)),
      .needed("expect", .mapping(ruleTestExpectation)),
    ],
    atLeastOneOf: ["days", "heartMinutes", "activities", "lifts", "feats", "archive", "archives"])

  static let ruleTestExpectation = KeyTable([
    .needed("outcome", .choice(Outcome.allCases.map(\.rawValue))),
    .optional("reasons", .list(.text, of: .reasonCode)),
    .optional(
      "score", .word(Pattern("^[0-9]"), .scoreNumber, orAs: [.number])
    ),
  ])
}

extension Form {
  /// The first and last day of a case: `2025-09-01..2025-09-07`.
  static let daysPeriod = Form.word(
    Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}\\.\\.[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    .period)
}

/// Reads the rule in a folder and the cases by which it is tested.
///
/// - Parameter path: A folder with `rules.yaml` or `pipeline.yaml`, or the file of a rule.
/// - Returns: The rule, its cases, and what applies to cases with archives. A missing file of cases
///   is no error.
/// - Throws: ``ConfigurationError`` with every error of the rule and of its cases.
package func loadRuleTests(at path: String) throws -> RuleTests {
  let findings = FindingCollector()
  let tests = readRuleTests(at: path, nil, findings)
  guard let tests, findings.isEmpty else { throw findings.error() }
  return tests
}

/// Reads cases that are not written to a file yet; see ``loadRuleTests(at:)``.
///
/// - Parameter text: The contents of the future `rules_test.yaml`.
package func ruleTests(at path: String, with text: String) throws -> RuleTests {
  let findings = FindingCollector()
  let tests = readRuleTests(at: path, text, findings)
  guard let tests, findings.isEmpty else { throw findings.error() }
  return tests
}

/// The days that cases of a rule can use: those of its challenge, or enough weeks from the
/// beginning of September 2025 to hold what it asks for.
///
/// - Returns: `nil` when there are none; `isChallenge` is whether cases can leave them out.
package func daysOfCases(ofRuleAt path: String) -> (days: [CivilDay], isChallenge: Bool)? {
  let findings = FindingCollector()
  guard let folder = RulesFolder(at: path, findings) else { return nil }
  if let challenge = folder.challenge {
    let days = challenge.period.days(in: DayCalendar(zone: challenge.zone ?? .utc))
    return days.isEmpty ? nil : (days, true)
  }
  let first = CivilDay(ordinal: 20_332)
  let counts = [7, 14, 28, 35, 62, 92, 183, Period.mostDaysOfCase]
  return counts.lazy.map { first...first.advanced(by: $0 - 1) }.first { days in
    let errors = FindingCollector()
    let period = Period.days(from: days.lowerBound, to: days.upperBound)
    return readRule(at: folder.rulesPath, period: period, errors) != nil && errors.isEmpty
  }.map { days in
    ((0...first.distance(to: days.upperBound)).map { first.advanced(by: $0) }, false)
  }
}

private func readRuleTests(
  at path: String, _ text: String?, _ findings: FindingCollector
) -> RuleTests? {
  guard let folder = RulesFolder(at: path, findings),
    let rule = readRule(at: folder.rulesPath, period: folder.challenge?.period, findings),
    let limits = folder.limits ?? readShippedLimits(findings)
  else { return nil }
  var tests = RuleTests(
    rule: rule, path: folder.testsPath,
    isPresent: text != nil || FileManager.default.fileExists(atPath: folder.testsPath), cases: [],
    policies: folder.policies, operatorFiles: folder.operatorFiles, limits: limits)
  guard tests.isPresent else { return tests }
  let written =
    text.map { readYAML($0, file: folder.testsPath, findings) }
    ?? readYAML(at: folder.testsPath, findings)
  guard let root = written else { return nil }
  guard let elements = root.elements else {
    findings.add(.configBadValue, at: root.place, expected: .list(of: .testCase))
    return nil
  }
  let reader = RuleTestReader(folder: folder, rule: rule, findings: findings)
  var names: Set<String> = []
  for element in elements {
    guard let mapping = YAMLMapping(element, .ruleTest, findings), let test = reader.test(mapping)
    else { continue }
    if !names.insert(test.name).inserted {
      findings.add(.configDuplicate, at: mapping.place(of: "case"), key: test.name)
    }
    tests.cases.append(test)
  }
  return tests
}

/// Reads one case.
private struct RuleTestReader {
  let folder: RulesFolder
  let rule: Rule
  let findings: FindingCollector

  func test(_ mapping: YAMLMapping) -> RuleTest? {
    let name = mapping.read("case", freeText)
    let expected = mapping.mapping("expect", .ruleTestExpectation).flatMap(expectation)
    let asOf = mapping.read("asOf") { Instant(rfc3339: $0) }
    guard let challenge = challenge(mapping) else { return nil }
    guard let given = given(mapping, challenge), let name, let expected else { return nil }
    return RuleTest(
      name: name, place: mapping.place, challenge: challenge, asOf: asOf, given: given,
      expected: expected)
  }

  private func expectation(_ mapping: YAMLMapping) -> RuleTest.Expectation? {
    let outcome = mapping.choice("outcome", Outcome.self)
    let reasons = mapping.has("reasons") ? mapping.readList("reasons", freeText) : nil
    var score: Quantity?
    if let value = mapping["score"] {
      guard let unit = rule.score?.value.unit else {
        mapping.reject("score", value, expected: .scoredRule)
        return nil
      }
      score = mapping.read("score") { givenQuantity($0, in: unit) }
    }
    return outcome.map { RuleTest.Expectation(outcome: $0, reasons: reasons, score: score) }
  }

  /// The challenge of the case, with its own period, deadline and zone; without a period, those of
  /// the pipeline.
  private func challenge(_ mapping: YAMLMapping) -> Challenge? {
    let zone = mapping.read("timeZone") { Zone(name: $0) }
    guard mapping.has("timeZone") == (zone != nil) else { return nil }
    var challenge = Challenge(
      id: "test", title: "test",
      period: .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0)),
      zone: zone)
    if mapping.has("period") {
      guard let period = mapping.read("period", daysPeriod) else { return nil }
      challenge.period = period
      guard holdsRule(period, mapping) else { return nil }
      if usesArchives(mapping) { challenge.zone = zone ?? folder.challenge?.zone }
    } else {
      guard let own = folder.challenge else {
        findings.add(
          .configMissingKey, at: mapping.place,
          key: "period", expected: KeyTable.ruleTest["period"]?.expected)
        return nil
      }
      challenge = own
      if let zone { challenge.zone = zone }
    }
    return withDeadline(mapping, challenge)
  }

  private func withDeadline(_ mapping: YAMLMapping, _ challenge: Challenge) -> Challenge? {
    guard let value = mapping["proofDeadline"] else { return challenge }
    guard let deadline = mapping.read("proofDeadline", { Instant(rfc3339: $0) }) else { return nil }
    let calendar = DayCalendar(zone: challenge.zone ?? .utc)
    let end = challenge.period.interval(in: calendar).end
    guard deadline >= end else {
      mapping.reject(
        "proofDeadline", value, expected: .instantNotBeforeEnd(end))
      return nil
    }
    var challenge = challenge
    challenge.proofDeadline = deadline
    return challenge
  }

  /// Whether the period has room for everything that the rule asks for; if not, that is reported.
  private func holdsRule(_ period: Period, _ mapping: YAMLMapping) -> Bool {
    let errors = FindingCollector()
    _ = readRule(at: folder.rulesPath, period: period, errors)
    guard !errors.isEmpty, let value = mapping["period"],
      let place = errors.error().findings.first?.location
    else { return true }
    mapping.reject("period", value, expected: .periodThatHolds(place))
    return false
  }

  private func usesArchives(_ mapping: YAMLMapping) -> Bool {
    mapping.has("archive") || mapping.has("archives")
  }

  private func given(_ mapping: YAMLMapping, _ challenge: Challenge) -> RuleTest.Given? {
    let figures = ["days", "heartMinutes", "activities"]
    guard usesArchives(mapping) else {
      return mapping.any(of: mapping.table.atLeastOneOf).isEmpty
        ? nil : GivenFiguresReader(mapping, challenge).given()
    }
    var isSound = true
    for key in figures + ["before", "manualShare", "lateShare", "flags"] where mapping.has(key) {
      findings.add(
        .configBadValue, at: mapping.place(of: key),
        key: key, expected: .figuresOrArchive)
      isSound = false
    }
    guard let key = mapping.only(of: ["archive", "archives"]) else { return nil }
    let paths =
      key == "archive"
      ? mapping.word(key).map { [$0] } : mapping.readList(key) { $0 }
    let here = (folder.testsPath as NSString).deletingLastPathComponent
    return isSound ? paths.map { .archives($0.map { resolvedPath($0, inFolder: here) }) } : nil
  }
}

/// Reads `2025-09-01..2025-09-07`, with at most ``Period/mostDaysOfCase`` days.
package func daysPeriod(_ text: String) -> Period? {
  guard let dots = text.firstRange(of: ".."), let from = CivilDay(text[..<dots.lowerBound]),
    let to = CivilDay(text[dots.upperBound...]), from <= to,
    from.distance(to: to) < Period.mostDaysOfCase
  else { return nil }
  return .days(from: from, to: to)
}
