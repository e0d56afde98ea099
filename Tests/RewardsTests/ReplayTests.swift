import DaymarkDocuments
import DaymarkModel
import DaymarkRewards
import DaymarkTestSupport
import Foundation
import Testing

/// Books over programmes and histories of chance; see Rewards, "Time".
struct ReplayTests {
  /// Seeds that are tried one after the other.
  struct Seeds: CustomTestStringConvertible {
    var list: [Int]

    var testDescription: String {
      list.count == 1 ? "\(list[0])" : "\(list.first ?? 0) to \(list.last ?? 0)"
    }
  }

  /// So many as `DAYMARK_HISTORIES` says, by the hundred; else some, with those that once differed.
  static let seeds: [Seeds] = {
    let differed = [
      127, 178, 183, 290, 310, 529, 751, 1050, 1712, 1949, 1993, 2111, 8459, 24538,
    ]
    guard let all = ProcessInfo.processInfo.environment["DAYMARK_HISTORIES"].flatMap({ Int($0) })
    else { return (Sweep.over(0..<120, step: 7) + differed).map { Seeds(list: [$0]) } }
    return stride(from: 0, to: all, by: 100).map { Seeds(list: Array($0..<min(all, $0 + 100))) }
  }()

  /// The text of a line as the plain books write it.
  static func text(_ line: LedgerLine) -> String {
    let about: String
    switch line.part {
    case .base: about = "base \(line.day)"
    case .streak: about = "streak \(line.streak ?? "?") \(line.day)"
    case .bonus:
      let challenge = line.challenge.map { of in
        of.challenge + (of.occurrence.map { "@\($0)" } ?? "")
      }
      about = "bonus \(challenge ?? "?") \(line.day)"
    case nil:
      if let redemption = line.redemption {
        about = "\(redemption)\(line.reason.map { " \($0)" } ?? "") \(line.day)"
      } else if let badge = line.badge {
        about = "\(badge) \(line.day)"
      } else if let milestone = line.milestone {
        about = "\(line.streak ?? "?") \(milestone) \(line.day)"
      } else if let reason = line.reason {
        about = "\(line.streak ?? "?") \(reason) \(line.day)"
      } else {
        about = "\(line.day) \(line.streak ?? "?")"
      }
    }
    return "\(line.knownAt) \(line.kind) \(about) \(line.points) = \(line.balance)"
  }

  static func text(_ streak: StreakBook) -> String {
    func text(_ run: StreakBook.Run?) -> String {
      run.map { "\($0.first)...\($0.last):\($0.count)" } ?? "-"
    }
    return "\(streak.name) \(streak.state) \(text(streak.current)) \(text(streak.longest)) "
      + "\(text(streak.longestOfSeason)) left \(streak.freezesLeft) "
      + "reserved \(streak.freezesReserved) spent \(streak.freezesSpent) "
      + "next \(streak.nextMilestone ?? 0)"
  }

  @Test(arguments: seeds)
  func `the books are those of somebody who works everything out at every instant`(
    seeds: Seeds
  ) {
    for seed in seeds.list {
      let random = RandomHistory(seed: UInt64(seed))
      let books = keepBooks(random.history, asOf: random.end)
      let plain = PlainBooks(random.history, asOf: random.end)
      #expect(books.lines.map(Self.text) == plain.lines, "seed \(seed)")
      let streaks = plain.programme(at: random.end)?.streaks ?? [:]
      #expect(
        books.streaks.map(Self.text)
          == streaks.keys.sorted().map { plain.present($0, milestones: streaks[$0]!.milestones) },
        "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `the ledger at an instant is a prefix of the ledger at any later one`(seeds: Seeds) {
    for seed in seeds.list {
      let random = RandomHistory(seed: UInt64(seed))
      let whole = keepBooks(random.history, asOf: random.end).ledgerBytes
      // A run a week, of which each knows what there was by then.
      for days in stride(from: -42, through: 0, by: 7) {
        let asOf = random.end.advanced(byDays: days)
        let known = keepBooks(random.history.known(at: asOf), asOf: asOf)
        #expect(whole.starts(with: known.ledgerBytes), "seed \(seed), \(asOf)")
        #expect(known == keepBooks(random.history, asOf: asOf), "seed \(seed), \(asOf)")
      }
    }
  }

  @Test(arguments: seeds)
  func `the order of rows changes no byte`(seeds: Seeds) {
    for seed in seeds.list {
      let random = RandomHistory(seed: UInt64(seed))
      var (history, chance) = (random.history, SeededGenerator(seed: UInt64(seed)))
      let books = keepBooks(history, asOf: random.end)
      history.programmes.shuffle(using: &chance)
      history.zones.shuffle(using: &chance)
      history.joined.shuffle(using: &chance)
      history.pauses.shuffle(using: &chance)
      history.days.shuffle(using: &chance)
      history.complete.shuffle(using: &chance)
      history.verdicts.shuffle(using: &chance)
      history.freezes.shuffle(using: &chance)
      history.redemptions.shuffle(using: &chance)
      let again = keepBooks(history, asOf: random.end)
      let document = Members<RewardBooks>.rewards.kind
      #expect(again.ledgerBytes == books.ledgerBytes, "seed \(seed)")
      #expect(document.bytes(again) == document.bytes(books), "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `the lines add up, and nothing is taken back unless something became known`(seeds: Seeds) {
    for seed in seeds.list {
      let random = RandomHistory(seed: UInt64(seed))
      let books = keepBooks(random.history, asOf: random.end)
      let news = Set(random.history.days.map(\.knownAt) + random.history.verdicts.map(\.knownAt))
      var balance = 0
      for line in books.lines {
        balance += line.points
        #expect(line.balance == balance, "seed \(seed)")
        let takesBack =
          line.kind == .corrected && line.points < 0
          || [.undone, .freezeLost, .freezeReturned].contains(line.kind)
        if takesBack {
          #expect(news.contains(line.knownAt), "seed \(seed): \(Self.text(line))")
        }
        // Only what the operator did, and what says something else than points, may have none.
        if [.earned, .corrected, .redeemed].contains(line.kind) { #expect(line.points != 0) }
        if line.kind == .corrected { #expect(line.because != nil || line.verdict != nil) }
        // Each change of a streak names the record that made it; what holds again may do so by a day that is settled
        // only now, of which nothing changed.
        let isOfStreak = line.streak != nil && line.part == nil
        if isOfStreak, [.freezeLost, .freezeReturned, .undone].contains(line.kind) {
          #expect(line.because != nil, "seed \(seed): \(Self.text(line))")
        }
      }
      #expect(zip(books.lines, books.lines.dropFirst()).allSatisfy { $0.knownAt <= $1.knownAt })
      #expect(books.points.balance == balance, "seed \(seed)")
      #expect(
        balance == books.points.earned - books.points.redeemed - books.points.spentOnFreezes)
    }
  }

  @Test(arguments: seeds)
  func `a ledger and books are read again as they were written`(seeds: Seeds) {
    for seed in seeds.list {
      let random = RandomHistory(seed: UInt64(seed))
      var books = keepBooks(random.history, asOf: random.end)
      let line = Members<LedgerLine>.ledger.kind
      let rows = books.ledgerBytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
      #expect(rows.map(line.value) == books.lines, "seed \(seed)")
      let document = Members<RewardBooks>.rewards.kind
      let read = document.value(document.bytes(books))
      books.lines = []
      #expect(read == books, "seed \(seed)")
    }
  }
}
