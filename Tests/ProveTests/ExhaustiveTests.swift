import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline
@testable import DaymarkProve

/// Holds the solver's answers against trying the data of small domains one by one.
@Suite(.enabled(if: SolverProgram.isThere))
struct ExhaustiveTests {
  /// How many pairs are tried in all; `DAYMARK_PAIRS` asks for more.
  private static let pairs =
    ProcessInfo.processInfo.environment["DAYMARK_PAIRS"].flatMap { Int($0) }
    ?? (Sweep.isLong ? 120 : 60)

  /// Whether the share of decided pairs is asserted.
  ///
  /// Beside other tests the solver has less time. Of very many pairs those that take it long are
  /// left to a smaller number.
  private static let isCounted =
    ProcessInfo.processInfo.environment["DAYMARK_PAIRS"] != nil && pairs <= 1000
  private static let seconds = pairs <= 1000 ? 5 : 1

  @Test(arguments: 0..<2)
  func `where lack never helps it helps nobody in a small domain`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(60 + seed))
    var never = 0
    for _ in 0..<Self.pairs / 8 {
      let count = 1 + random.below(3)
      let pair = RulePair.random(&random, days: count, depth: random.below(2))
      let prover = RuleProver(
        days: (0..<count).map { pair.days.first.advanced(by: $0) }, sessionsPerDay: 2,
        seconds: Self.seconds)
      guard try await prover.dataWhoseLackHelps(pair.old).isNone else { continue }
      never += 1
      for member in SmallDomain(pair, &random).members(upTo: 300, &random) {
        let given = member.lacking(&random)
        guard given[1].isPart(of: given[0]),
          prover.outcome(of: pair.old, on: given[0]) == .fail
        else { continue }
        #expect(prover.outcome(of: pair.old, on: given[1]) != .pass, "\(pair.old) \(given)")
      }
    }
    #expect(never > Self.pairs / 40)
  }

  @Test func `what is impossible is nowhere in a small domain`() async throws {
    var tally = PairTally()
    try await withThrowingTaskGroup(of: PairTally.self) { group in
      for seed in 0..<4 {
        group.addTask { try await compared(seed: 40 + seed) }
        // Side by side the solver would have less time for each.
        if Self.isCounted, let one = try await group.next() { tally.add(one) }
      }
      for try await one in group { tally.add(one) }
    }
    #expect(tally.impossible > tally.asked / 10)
    // Of 500 pairs at least 95 in 100 are decided.
    #expect(tally.undecided * (Self.isCounted ? 20 : 3) <= tally.asked, "\(tally)")
    if Self.pairs > 120 { print("all: \(tally)") }
  }

  private func compared(seed: Int) async throws -> PairTally {
    var random = SeededGenerator(seed: UInt64(seed))
    var tally = PairTally()
    for _ in 0..<Self.pairs / 4 {
      let count = random.oneIn(4) ? 7 + random.below(8) : 1 + random.below(3)
      let pair = RulePair.random(&random, days: count, depth: random.below(3))
      let prover = RuleProver(
        days: (0..<count).map { pair.days.first.advanced(by: $0) }, sessionsPerDay: nil,
        seconds: Self.seconds)
      let start = ContinuousClock.now
      let better = try await prover.data(onWhich: pair.new, isBetterThan: pair.old)
      let worse = try await prover.data(onWhich: pair.old, isBetterThan: pair.new)
      tally.add(better, worse, pair, in: .now - start)
      guard better.isNone || worse.isNone else { continue }
      let domain = SmallDomain(pair, &random)
      tally.add(domain, upTo: 600)
      for given in domain.members(upTo: 600, &random) {
        let old = prover.outcome(of: pair.old, on: given).rank
        let new = prover.outcome(of: pair.new, on: given).rank
        #expect(!better.isNone || new <= old, "\(pair) \(given)")
        #expect(!worse.isNone || new >= old, "\(pair) \(given)")
      }
    }
    return tally
  }
}

/// What became of pairs of rules.
private struct PairTally: CustomStringConvertible {
  private(set) var asked = 0
  /// How many have an answer that there is no data as asked.
  private(set) var impossible = 0
  private(set) var undecided = 0
  /// Of those whose data was tried, how many had all of their small domain tried, and how many members there were.
  private var (wholeDomains, members) = (0, 0)
  private var took: [Duration] = []
  /// How many pairs were not decided because of leaves of a kind.
  private var doubts: [String: Int] = [:]

  mutating func add(
    _ better: FoundData, _ worse: FoundData, _ pair: RulePair, in time: Duration
  ) {
    asked += 1
    took.append(time)
    if better.isNone || worse.isNone { impossible += 1 }
    guard !better.isDecided || !worse.isDecided else { return }
    undecided += 1
    let paths = Set((better.doubts + worse.doubts).map(\.description))
    let leaves = (pair.old.leaves + pair.new.leaves).filter { paths.contains("\($0.path)") }
    for kind in Set(leaves.map(\.leaf.doubt)) { doubts[kind, default: 0] += 1 }
  }

  mutating func add(_ other: PairTally) {
    (asked, impossible) = (asked + other.asked, impossible + other.impossible)
    (undecided, took) = (undecided + other.undecided, took + other.took)
    (wholeDomains, members) = (wholeDomains + other.wholeDomains, members + other.members)
    doubts.merge(other.doubts, uniquingKeysWith: +)
  }

  mutating func add(_ domain: SmallDomain, upTo limit: Int) {
    if domain.size(upTo: limit) != nil { wholeDomains += 1 }
    members += (domain.size(upTo: limit) ?? limit) + 1
  }

  var description: String {
    let slow = took.sorted()
    let kinds = doubts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return """
      \(undecided) of \(asked) not decided (\(kinds.joined(separator: ", "))), \(impossible) with an \
      impossible side, on \(members) members, \(wholeDomains) domains whole; \
      \(took.count { $0 > .seconds(5) }) took more than 5 s, the median \(slow[slow.count / 2]), \
      the longest \(slow[slow.count - 1])
      """
  }
}

extension Leaf {
  /// Why formulas may not decide it.
  fileprivate var doubt: String {
    if baseline != nil { return "baseline" }
    guard case .activities(let sum, let test) = value else { return "\(key) of days" }
    if test.looksAtLogs { return "sessions of logs" }
    if sum == .sessions { return "number of sessions" }
    let isBetween = comparison.lower != nil && comparison.upper != nil
    return isBetween ? "sum of sessions between two bounds" : "sum of sessions"
  }
}
