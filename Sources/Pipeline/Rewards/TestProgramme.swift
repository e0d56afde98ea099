package import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
package import DaymarkModel
import DaymarkRewards

/// The results of the cases of a programme.
package struct ProgrammeTestSummary: Sendable {
  /// The cases, with their programme.
  package var tests: ProgrammeTests
  /// In the order of the file.
  package var results: [ProgrammeTestResult] = []

  /// Every case is as expected, and there is one.
  package var hasPassed: Bool {
    !results.isEmpty && results.allSatisfy(\.differences.isEmpty)
  }
}

/// The result of one case.
package struct ProgrammeTestResult: Sendable {
  /// A part of the books that is not as expected.
  package enum Difference: Hashable, Sendable {
    /// A figure, such as `streaks.learning.current`.
    case figure(ExpectedFigure, actual: String)
    /// A line of the ledger; `nil` where there is no such line.
    case line(ExpectedLine, actual: LedgerLine?)
    /// A line of which the case does not know.
    case further(ExpectedBooks, actual: LedgerLine)
    /// The first line of a whole ledger that is another; `nil` where one of both is shorter.
    case ledger(ExpectedLedger, line: Int, expected: String?, actual: String?)
  }

  /// The case.
  package var test: ProgrammeTest
  /// In the order of the case.
  package var differences: [Difference] = []
}

/// Keeps the books of each case, and compares them with what the case expects.
///
/// - Parameters:
///   - tests: The programme and its cases.
///   - name: The name of the one case to run; all when `nil`.
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

// MARK: What became known

extension RewardHistory {
  /// The history that a case tells.
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
    // Each of a case's rows says when it became known.
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

  /// Adds a version of each day of a hand-in, also of those that it knows nothing of.
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
  /// The parts of books that are not as expected.
  ///
  /// - Parameter told: How many lines there were at the instant before.
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
  /// The first line that is another.
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
  /// Whether a line has all members that are asked for.
  fileprivate func fits(_ line: LedgerLine) -> Bool {
    let json = Members<LedgerLine>.ledger.kind.json(line)
    return members.allSatisfy { member in json[member.name]?.figureText == member.text }
  }
}

extension RewardBooks {
  /// A figure as a case writes it; 0 where there is none.
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
  /// What a case writes of a value: of a run its length, and of a cause its day.
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
