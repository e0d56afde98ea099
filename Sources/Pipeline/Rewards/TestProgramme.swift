package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
package import DaymarkModel
import DaymarkRewards

/// The results of the test cases of a programme.
package struct ProgrammeTestSummary: Sendable {
  /// The test cases, with their programme.
  package var tests: ProgrammeTests
  /// The results, in the order of the file.
  package var results: [ProgrammeTestResult] = []

  /// Whether there are test cases and every one has the expected books.
  package var hasPassed: Bool {
    !results.isEmpty && results.allSatisfy(\.differences.isEmpty)
  }
}

/// The result of one test case.
package struct ProgrammeTestResult: Sendable {
  /// A part of the books that differs from the expected one.
  package enum Difference: Hashable, Sendable {
    /// A figure, for example `streaks.learning.current`.
    case figure(ExpectedFigure, actual: String)
    /// A line of the ledger; `nil` where there is no such line.
    case line(ExpectedLine, actual: LedgerLine?)
    /// A line of the ledger that the case does not expect.
    case further(ExpectedBooks, actual: LedgerLine)
    /// The first different line of a whole ledger; `nil` where one of the two is shorter.
    case ledger(ExpectedLedger, line: Int, expected: String?, actual: String?)
  }

  /// The test case.
  package var test: ProgrammeTest
  /// The differences, in the order of the case.
  package var differences: [Difference] = []
}

/// Makes the books of each test case and compares them with the expected ones.
///
/// - Parameters:
///   - tests: The programme and its cases.
///   - name: The name of the only case to run; `nil` for all.
package func testProgramme(
  _ tests: ProgrammeTests, only name: String? = nil
) -> ProgrammeTestSummary {
  var summary = ProgrammeTestSummary(tests: tests)
  for test in tests.cases where name == nil || name == test.name {
    let history = RewardHistory(of: test)
    var result = ProgrammeTestResult(test: test)
    var told = 0
    for expected in test.expected {
      let asOf = expected.asOf.instant(in: DayCalendar(zone: test.zone))
      let books = keepBooks(history, asOf: asOf)
      result.differences += expected.differences(from: books, since: told)
      told = books.lines.count
    }
    summary.results.append(result)
  }
  return summary
}

// MARK: Facts of a test, each with the time at which it became known

extension RewardHistory {
  /// Makes the history that a test case describes.
  fileprivate init(of test: ProgrammeTest) {
    self.init(subject: "")
    let calendar = DayCalendar(zone: test.zone)
    programmes = [
      ProgrammeVersion(
        test.programme, digest: .ofNothing, at: test.known.instant(in: calendar))
    ]
    zones = [Known(test.zone, at: Instant(milliseconds: 0))]
    for (number, handIn) in test.handIns.enumerated() {
      add(handIn, Digest(of: Array("hand-in \(number + 1)".utf8)), of: test)
    }
    verdicts = test.verdicts.enumerated().map { number, given in
      KnownVerdict(
        given.challenge, from: given.from, to: given.to, given.outcome, isFinal: given.isFinal,
        rank: given.rank, lead: given.daysEarly.map { Int64($0) * 86_400_000 },
        digest: Digest(of: Array("verdict \(number + 1)".utf8)),
        at: given.known.instant(in: calendar))
    }
    // Each row of a test case states the instant at which it became known.
    redemptions = test.redemptions.compactMap { row in
      row.known.map { known in
        Redemption(
          id: row.entry.id, day: row.entry.day, points: row.entry.points, what: row.entry.what,
          row: row.text, at: known.instant(in: calendar))
      }
    }
    freezes = test.freezes.compactMap { row in
      row.known.map { known in
        FreezeRow(
          streak: row.entry.streak, day: row.entry.day, row.entry.origin, row: row.text,
          at: known.instant(in: calendar))
      }
    }
    pauses = test.pauses.compactMap { row in
      row.known.map {
        Pause(from: row.entry.from, to: row.entry.to, at: $0.instant(in: calendar))
      }
    }
  }

  /// Adds a version of each day of a hand-in, including days without data.
  private mutating func add(_ handIn: GivenHandIn, _ input: Digest, of test: ProgrammeTest) {
    let zone = handIn.challenge.zone ?? test.zone
    let calendar = DayCalendar(zone: zone)
    let known = handIn.known.instant(in: DayCalendar(zone: test.zone))
    let exported = handIn.exported ?? known
    if zones.last?.value != zone { zones.append(Known(zone, at: known)) }
    if handIn.isComplete {
      let end = handIn.challenge.period.interval(in: calendar).end
      complete.append(Known(min(exported, end), at: known))
    }
    let figures = rewardFigures(
      of: test.programme.values, on: handIn.aggregates, of: handIn.challenge, asOf: known)
    for day in handIn.challenge.period.days(in: calendar) {
      let stretch = calendar.interval(of: day)
      guard stretch.start < known else { break }
      days.append(
        DayVersion(
          day, stretch, figures[day]?.figures ?? [:], exportedAt: exported, lastSample: known,
          input: input, at: known))
    }
  }
}

// MARK: What the books say

extension ExpectedBooks {
  /// Returns the parts of books that differ from the expected ones.
  ///
  /// - Parameter told: The number of ledger lines at the instant before.
  fileprivate func differences(
    from books: RewardBooks, since told: Int
  ) -> [ProgrammeTestResult.Difference] {
    var differences: [ProgrammeTestResult.Difference] = figures.compactMap { expected in
      let actual = books.text(at: expected.path)
      return actual == expected.text ? nil : .figure(expected, actual: actual)
    }
    if let difference = ledger?.difference(from: books) { differences.append(difference) }
    guard let lines else { return differences }
    let actual = Array(books.lines.dropFirst(told))
    for (place, line) in lines.enumerated() {
      guard place < actual.count else {
        differences.append(.line(line, actual: nil))
        continue
      }
      if !line.fits(actual[place]) { differences.append(.line(line, actual: actual[place])) }
    }
    return differences + actual.dropFirst(lines.count).map { .further(self, actual: $0) }
  }
}

extension ExpectedLedger {
  /// Returns the first different line; `nil` for equal ledgers.
  fileprivate func difference(from books: RewardBooks) -> ProgrammeTestResult.Difference? {
    let actual = String(decoding: books.ledgerBytes, as: UTF8.self).split(separator: "\n")
      .map(String.init)
    guard
      let place = (0..<max(lines.count, actual.count)).first(where: { place in
        place >= lines.count || place >= actual.count || lines[place] != actual[place]
      })
    else { return nil }
    return .ledger(
      self, line: place + 1, expected: place < lines.count ? lines[place] : nil,
      actual: place < actual.count ? actual[place] : nil)
  }
}

extension ExpectedLine {
  /// Whether a line has all expected members.
  fileprivate func fits(_ line: LedgerLine) -> Bool {
    let json = Members<LedgerLine>.ledger.kind.json(line)
    return members.allSatisfy { member in json[member.name]?.figureText == member.text }
  }
}

extension RewardBooks {
  /// Returns a figure as text, as a case writes it; 0 where there is none.
  fileprivate func text(at path: [String]) -> String {
    let document = Members<RewardBooks>.rewards.kind.json(self)
    switch path[0] {
    case "badges":
      guard let badge = badges.first(where: { $0.id == path[1] }) else { return "0 %" }
      return badge.held.first.map { "\($0.day)" } ?? "\(badge.progress) %"
    case "streaks":
      let streak = document.elements("streaks").first { $0.string("name") == path[1] }
      return streak?[path[2]]?.figureText ?? (path[2] == "freezesSpent" ? "" : "0")
    case "expectedBonuses":
      return "\(expected.filter { $0.challenge.challenge == path[1] }.reduce(0) { $0 + $1.points })"
    default: return document[path[0]]?[path[1]]?.figureText ?? "0"
    }
  }
}

extension JSONValue {
  /// The text of a value in a case: for an array its length, and for a cause its day.
  fileprivate var figureText: String {
    switch self {
    case .string(let text): text
    case .number(let number): "\(Int(number))"
    case .array(let elements): elements.map(\.figureText).joined(separator: ", ")
    case .object: (self["count"] ?? self["day"])?.figureText ?? ""
    case .bool, .null: ""
    }
  }
}
