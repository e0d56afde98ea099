import DaymarkDocuments
import DaymarkModel
import Foundation

/// Reads the programme in a folder and the cases by which it is tested.
///
/// - Returns: The programme and its cases; a missing file of cases is no error.
/// - Throws: ``ConfigurationError`` with every error of the programme or, if it has none, of its
///   cases.
package func loadProgrammeTests(at folder: String) throws -> ProgrammeTests {
  let configuration = try loadProgramme(at: folder)
  let path = resolvedPath("programme_test.yaml", inFolder: folder)
  var tests = ProgrammeTests(
    programme: configuration.programme, path: path,
    isPresent: FileManager.default.fileExists(atPath: path))
  guard tests.isPresent else { return tests }
  let findings = FindingCollector()
  if let root = readYAML(at: path, findings) {
    tests.cases = ProgrammeTestReader(configuration, findings).cases(root)
  }
  guard findings.isEmpty else { throw findings.error() }
  return tests
}

/// Reads the cases of a programme.
private struct ProgrammeTestReader {
  let configuration: ProgrammeConfiguration
  let findings: FindingCollector

  init(_ configuration: ProgrammeConfiguration, _ findings: FindingCollector) {
    (self.configuration, self.findings) = (configuration, findings)
  }

  func cases(_ root: YAMLValue) -> [ProgrammeTest] {
    guard let elements = root.elements else {
      findings.add(.configBadValue, at: root.place, expected: .list(of: .testCase))
      return []
    }
    var names: Set<String> = []
    return elements.compactMap { element in
      guard let mapping = YAMLMapping(element, .programmeTest, findings) else { return nil }
      if let name = mapping.word("case"), !names.insert(name).inserted {
        findings.add(.configDuplicate, at: mapping.place(of: "case"), key: name)
      }
      return test(mapping)
    }
  }

  private func test(_ mapping: YAMLMapping) -> ProgrammeTest? {
    var programme = configuration.programme
    if mapping.has("period") {
      guard case .days(let from, let to)? = mapping.read("period", daysPeriod) else { return nil }
      (programme.from, programme.to) = (from, to)
    }
    let zone = mapping.read("timeZone") { Zone(name: $0) }
    let stated = mapping.read("known", StatedInstant.init)
    let name = mapping.read("case", freeText)
    guard let name, mapping.has("timeZone") == (zone != nil),
      mapping.has("known") == (stated != nil)
    else { return nil }
    // A case with a period of its own cannot use the instant at which the programme became known
    // for other days.
    let before = StatedInstant.endOf(programme.from.advanced(by: -1))
    let known = stated ?? (mapping.has("period") ? before : configuration.known ?? before)
    var test = ProgrammeTest(
      name: name, place: mapping.place, programme: programme, known: known,
      zone: zone ?? configuration.zone ?? .utc)
    test.handIns = mapping.mappings("handedIn", .givenHandIn) { handIn($0, test) }
    test.verdicts = mapping.mappings("verdicts", .givenVerdict, verdict)
    test.redemptions = rows(mapping, "redemptions", redemption)
    test.freezes = rows(mapping, "freezes", freeze)
    test.pauses = rows(mapping, "pauses", pause)
    let reader = ExpectedBooksReader(
      programme: programme, challenges: challenges, folder: configuration.folder)
    test.expected = mapping.mappings("expect", .expectedBooks, reader.books)
    return test
  }

  private var challenges: [String] { configuration.challenges.map(\.id) }

  // MARK: Facts of a test, each with the time at which it became known

  /// Reads a hand-in; where it does not name its days they are those of the case.
  private func handIn(_ mapping: YAMLMapping, _ test: ProgrammeTest) -> GivenHandIn? {
    let known = mapping.read("known", StatedInstant.init)
    let exported = mapping.read("exported") { Instant(rfc3339: $0) }
    let zone = mapping.read("timeZone") { Zone(name: $0) }
    let written = mapping.read("period", daysPeriod)
    guard mapping.has("timeZone") == (zone != nil), mapping.has("period") == (written != nil),
      mapping.has("exported") == (exported != nil)
    else { return nil }
    guard
      let period = written ?? test.programme.to.map({ .days(from: test.programme.from, to: $0) })
    else {
      mapping.missing("period")
      return nil
    }
    let challenge = Challenge(id: "", title: "", period: period, zone: zone ?? test.zone)
    guard !mapping.any(of: mapping.table.atLeastOneOf).isEmpty,
      case .figures(let aggregates, _)? = GivenFiguresReader(mapping, challenge).given(), let known
    else { return nil }
    return GivenHandIn(
      known: known, exported: exported, isComplete: mapping.readTruth("complete") ?? true,
      challenge: challenge, aggregates: aggregates)
  }

  private func verdict(_ mapping: YAMLMapping) -> GivenVerdict? {
    let outcome = mapping.choice("outcome", Outcome.self)
    let known = mapping.read("known", StatedInstant.init)
    let written = mapping.read("period", daysPeriod)
    let (rank, early) = (mapping.number("rank"), mapping.number("daysEarly", atLeast: 0))
    guard let id = mapping.known("challenge", among: challenges),
      let challenge = configuration.challenges.first(where: { $0.id == id }),
      mapping.has("period") == (written != nil), let place = place(of: challenge, mapping),
      case .days(let from, let to) = written ?? place.period, let outcome, let known
    else { return nil }
    return GivenVerdict(
      challenge: place.name, from: from, to: to, outcome: outcome,
      isFinal: mapping.readTruth("final") ?? true, rank: rank, daysEarly: early, known: known)
  }

  /// The challenge or occurrence that a verdict is on, with its period.
  private func place(
    of challenge: ProgrammeChallenge, _ mapping: YAMLMapping
  ) -> (name: ChallengeOccurrence, period: Period)? {
    guard let series = challenge.series else {
      guard let value = mapping["occurrence"] else {
        return (ChallengeOccurrence(challenge.id), challenge.period)
      }
      mapping.reject("occurrence", value, expected: .onlyWith(KeyTable.everyKey))
      return nil
    }
    if !mapping.has("occurrence") { mapping.missing("occurrence") }
    let occurrence = mapping.read("occurrence") { series.occurrence(named: $0) }
    return occurrence.map { ($0.name, .days(from: $0.from, to: $0.to)) }
  }

  // MARK: Rows

  private func rows<Entry: Hashable & Sendable>(
    _ mapping: YAMLMapping, _ key: String, _ entry: (YAMLMapping) -> Entry?
  ) -> [ProgrammeRow<Entry>] {
    guard case .list(.mapping(let table), _, _)? = mapping.table[key]?.form else { return [] }
    return mapping.mappings(key, table) { row in
      guard let known = row.read("known", StatedInstant.init), let entry = entry(row) else {
        return nil
      }
      let cells = table.keys.map { row[$0.name]?.text ?? "" }
      return ProgrammeRow(
        subject: nil, entry: entry, known: known, text: cells.joined(separator: ","))
    }
  }

  private func redemption(_ row: YAMLMapping) -> RedemptionEntry? {
    guard let id = row.read("id", freeText), let day = row.read("date", { CivilDay($0) }),
      let points = row.number("points")
    else { return nil }
    return RedemptionEntry(
      id: id, day: day, points: points, what: row.read("what", freeText) ?? "")
  }

  private func freeze(_ row: YAMLMapping) -> FreezeEntry? {
    let streaks = configuration.programme.streaks.filter { $0.value.freezes != nil }.keys.sorted()
    let named =
      row.has("streak")
      ? row.known("streak", among: streaks) : streaks.count == 1 ? streaks[0] : nil
    if named == nil, !row.has("streak") { row.missing("streak") }
    guard let named, let day = row.read("date", { CivilDay($0) }),
      let origin = row.choice("freeze", FreezeRow.Origin.self)
    else { return nil }
    return FreezeEntry(streak: named, day: day, origin: origin)
  }

  private func pause(_ row: YAMLMapping) -> PauseEntry? {
    guard let from = row.read("from", { CivilDay($0) }), let to = row.read("to", { CivilDay($0) })
    else { return nil }
    guard from <= to else {
      if let value = row["to"] { row.reject("to", value, expected: .dayNotBefore(from)) }
      return nil
    }
    return PauseEntry(from: from, to: to)
  }
}

extension YAMLMapping {
  /// Reads each mapping of a list; all are read, so that every error is reported.
  func mappings<Result>(
    _ key: String, _ table: KeyTable, _ read: (YAMLMapping) -> Result?
  ) -> [Result] {
    guard let value = self[key] else { return [] }
    guard let elements = value.elements,
      !elements.isEmpty || self.table[key]?.form.mayBeEmpty == true
    else {
      reject(key, value, expected: value.entries == nil ? nil : .dashes)
      return []
    }
    return elements.compactMap { element in
      YAMLMapping(element, table, key: key, findings).flatMap(read)
    }
  }
}
