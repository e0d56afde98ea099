import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Foundation
import Testing

/// Everything that was staked is paid, once; see Proof, "Pay out".
struct PayoutTests {
  private func policy(
    _ share: PayoutPolicy.Share = .equally, _ fill: (inout PayoutPolicy) -> Void = { _ in }
  ) -> PayoutPolicy {
    var policy = PayoutPolicy(asset: "USDC", share: share)
    fill(&policy)
    return policy
  }

  /// What each has, as `back+share`, and what the operator has.
  private func paid(
    _ policy: PayoutPolicy, _ people: [(String, UInt128, Outcome, Int?)]
  ) -> (lines: [String], fee: String) {
    let payout = Payout(
      policy, people.map { Stake($0.0, AtomicAmount($0.1)) },
      Dictionary(
        uniqueKeysWithValues: people.map {
          ($0.0, PayoutBasis($0.2, .verdict, .ofNothing, rank: $0.3))
        }))
    return (payout.lines.map { "\($0.stake.subject) \($0.back)+\($0.share)" }, "\(payout.fee)")
  }

  // MARK: Worked out by hand

  @Test func `those who passed share what the others lost, less the fee`() {
    // 50 and 51 are lost, 101 in all; 10 % of it are 10, and of 91 each of two has 45, one 1 more.
    let people: [(String, UInt128, Outcome, Int?)] = [
      ("dora", 51, .fail, nil), ("ben", 50, .fail, nil), ("clara", 40, .pass, nil),
      ("anna", 30, .pass, nil), ("emil", 20, .undetermined, nil),
    ]
    let ten = policy { $0.fee = 1000 }
    #expect(
      paid(ten, people).lines == ["anna 30+46", "ben 0+0", "clara 40+45", "dora 0+0", "emil 20+0"])
    #expect(paid(ten, people).fee == "10")
    let operators = policy { ($0.fee, $0.remainder) = (1000, .operator) }
    #expect(paid(operators, people).lines.prefix(3) == ["anna 30+45", "ben 0+0", "clara 40+45"])
    #expect(paid(operators, people).fee == "11")
    // By stake, of 91: anna 30/70, which is 39, and clara 40/70, which is 52.
    let stake = policy(.byStake) { $0.fee = 1000 }
    #expect(paid(stake, people).lines.prefix(3) == ["anna 30+39", "ben 0+0", "clara 40+52"])
  }

  @Test func `places share by their weights, and who shares a rank shares its places`() {
    // 100 lost. Two at rank 1 take the places 50 and 30, which are 80 of 100, and have 40 each; rank 3 has 20.
    let ranks = policy(.byRank) { $0.rankWeights = [50, 30, 20] }
    #expect(
      paid(
        ranks,
        [
          ("a", 10, .pass, 3), ("b", 10, .pass, 1), ("c", 10, .pass, 1), ("d", 100, .fail, nil),
          ("e", 10, .pass, 4), ("f", 10, .pass, nil),
        ]
      ).lines == ["a 10+20", "b 10+40", "c 10+40", "d 0+0", "e 10+0", "f 10+0"])
    // Of two who passed, the weights 50 and 30 are 5/8 and 3/8 of 100: 62 and 37, and 1 is left.
    #expect(
      paid(ranks, [("a", 1, .pass, 2), ("b", 1, .pass, 1), ("c", 100, .fail, nil)]).lines
        == ["a 1+38", "b 1+62", "c 0+0"])
  }

  @Test func `where nobody shares everybody has the stake back`() {
    let people: [(String, UInt128, Outcome, Int?)] = [
      ("a", 5, .fail, nil), ("b", 7, .undetermined, nil),
    ]
    let ten = policy { $0.fee = 1000 }
    #expect(paid(ten, people).lines == ["a 5+0", "b 7+0"] && paid(ten, people).fee == "0")
    // Nor is there anybody to share where nobody who passed has a rank.
    let ranks = policy(.byRank) { ($0.rankWeights, $0.fee) = ([1], 1000) }
    #expect(
      paid(ranks, people + [("c", 9, .pass, nil)]).lines == ["a 5+0", "b 7+0", "c 9+0"])
    let off = policy { ($0.isCancelled, $0.fee) = (true, 1000) }
    #expect(
      paid(off, people + [("c", 9, .pass, 1)]).lines == ["a 5+0", "b 7+0", "c 9+0"])
    #expect(paid(off, people).fee == "0")
  }

  @Test func `amounts of any size are exact`() throws {
    // A third of 10 to the 30th, which no number of JSON holds.
    let large = UInt128("1000000000000000000000000000000") ?? 0
    let result = paid(
      policy(),
      [("a", 1, .pass, nil), ("b", 1, .pass, nil), ("c", 1, .pass, nil), ("d", large, .fail, nil)])
    let third = "333333333333333333333333333333"
    #expect(
      result.lines == ["a 1+\(third.dropLast())4", "b 1+\(third)", "c 1+\(third)", "d 0+0"])
    let most = try #require(AtomicAmount(String(repeating: "9", count: 38)))
    #expect(AtomicAmount("0")?.units == 0)
    for text in [
      "", "01", "00", "+1", "-1", "1.0", "1e4", "1 ", "340282366920938463463374607431768211455",
    ] {
      #expect(AtomicAmount(text) == nil, "\(text)")
    }
    // What somebody else wrote may be as large as can be read, in every line: a sum of it ends nothing.
    var payout = Payout(
      policy(), (0..<9).map { Stake("p\($0)", AtomicAmount(1)) },
      Dictionary(
        uniqueKeysWithValues: (0..<9).map {
          ("p\($0)", PayoutBasis(.pass, .verdict, .ofNothing))
        }))
    for place in payout.lines.indices {
      (payout.lines[place].stake.amount, payout.lines[place].back) = (most, most)
      payout.lines[place].share = most
      #expect(payout.lines[place].total == AtomicAmount(2 * most.units))
    }
    #expect(payout.firstContradiction == "$.staked")
  }

  // MARK: Without the policy

  @Test func `a payout that does not add up, or gives a stake to the wrong one, is found`() {
    var good = Payout(
      policy { $0.fee = 1000 },
      [("anna", 30), ("ben", 50), ("clara", 20)].map { Stake($0.0, AtomicAmount($0.1)) },
      [
        "anna": PayoutBasis(.pass, .verdict, .ofNothing),
        "ben": PayoutBasis(.fail, .verdict, .ofNothing),
        "clara": PayoutBasis(.undetermined, .verdict, .ofNothing),
      ])
    // 50 are lost, 5 are the fee, and 45 Anna's.
    #expect(good.firstContradiction == nil && good.lines[0].share == AtomicAmount(45))
    func found(_ change: (inout Payout) -> Void) -> String? {
      var payout = good
      change(&payout)
      return payout.firstContradiction
    }
    #expect(found { $0.lines[0].share = AtomicAmount(46) } == "$.fee")
    #expect(found { $0.fee = AtomicAmount(4) } == "$.fee")
    #expect(found { $0.pool = AtomicAmount(51) } == "$.pool")
    #expect(found { $0.staked = AtomicAmount(101) } == "$.staked")
    #expect(found { $0.lines[1].back = AtomicAmount(50) } == "$.lines[1].back")
    #expect(found { $0.lines[2].back = .zero } == "$.lines[2].back")
    #expect(found { $0.lines[0].back = AtomicAmount(31) } == "$.lines[0].back")
    #expect(found { $0.lines[1].share = AtomicAmount(1) } == "$.lines[1].share")
    #expect(found { $0.lines[2].share = AtomicAmount(1) } == "$.lines[2].share")
    #expect(found { $0.lines[0].basis = nil } == "$.lines[0].basis")
    #expect(found { $0.lines.swapAt(0, 1) } == "$.lines[1].subject")
    #expect(found { $0.lines.append($0.lines[2]) } == "$.lines[3].subject")
    #expect(found { $0.isCancelled = true } == "$.lines[0].basis")
    good.lines[0].basis?.outcome = .fail
    #expect(good.firstContradiction == "$.lines[0].share")
  }

  // MARK: By chance

  /// Some in `make test`, 100,000 with `DAYMARK_PAYOUTS=100000`.
  private static let seeds: Range<UInt64> = {
    let count =
      ProcessInfo.processInfo.environment["DAYMARK_PAYOUTS"].flatMap { UInt64($0) } ?? 3000
    return 0..<count
  }()

  @Test func `every challenge adds up, and is what plain arithmetic gives`() {
    var shared = 0
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let challenge = RandomPayout(&random)
      let payout = Payout(challenge.policy, challenge.stakes, challenge.bases)
      let total = payout.lines.reduce(AtomicAmount.zero) { $0 + $1.total }
      #expect(total + payout.fee == payout.staked, "\(seed)")
      if challenge.isSmall {
        let plain = challenge.plain()
        #expect(
          payout.lines.map { "\($0.stake.subject) \($0.total)" }
            == plain.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }, "\(seed)")
      }
      for line in payout.lines where line.basis?.outcome != .pass {
        #expect(
          line.share == .zero && (line.back == .zero || line.back == line.stake.amount), "\(seed)")
        // Who has no answer never loses.
        #expect(line.basis?.outcome == .fail || line.back == line.stake.amount, "\(seed)")
      }
      #expect(
        Payout(challenge.policy, challenge.stakes.shuffled(using: &random), challenge.bases)
          == payout,
        "\(seed)")
      // Where nobody who passed has a place, the command pays nothing out.
      let hasPlaces = challenge.sumOfWeights > 0 || challenge.people(.pass).isEmpty
      if hasPlaces || challenge.policy.isCancelled {
        #expect(payout.firstContradiction == nil, "\(seed)")
      }
      if payout.pool > .zero { shared += 1 }
    }
    #expect(shared > Self.seeds.count / 4)
  }
}

/// A challenge of chance, and what each has of it, worked out in another way: person by person.
private struct RandomPayout {
  var policy: PayoutPolicy
  var stakes: [Stake] = []
  var bases: [String: PayoutBasis] = [:]
  /// Whether products of its amounts fit into a number.
  var isSmall: Bool

  init(_ random: inout SeededGenerator) {
    policy = PayoutPolicy(
      asset: "x", share: PayoutPolicy.Share.allCases.randomElement(using: &random) ?? .equally)
    if policy.share == .byRank {
      policy.rankWeights = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Int.random(in: 0...60, using: &random)
      }
    }
    policy.fee = [0, 1, 250, 1000, 9999, 10_000].randomElement(using: &random) ?? 0
    policy.remainder = Bool.random(using: &random) ? .winners : .operator
    policy.isCancelled = Int.random(in: 0..<20, using: &random) == 0
    let most: UInt128 = [3, 1000, 1 << 55, 1 << 99].randomElement(using: &random) ?? 3
    isSmall = most < 1 << 60
    var ranks: [Int] = []
    for number in 0..<Int.random(in: 0...12, using: &random) {
      let name = "p\(number)"
      stakes.append(Stake(name, AtomicAmount(UInt128.random(in: 1...most, using: &random))))
      let outcome = Outcome.allCases.randomElement(using: &random) ?? .pass
      bases[name] = PayoutBasis(outcome, .verdict, .ofNothing)
      guard outcome == .pass, Int.random(in: 0..<9, using: &random) > 0 else { continue }
      // Equal scores share a rank.
      let isTied = !ranks.isEmpty && Int.random(in: 0..<3, using: &random) == 0
      ranks.append(isTied ? ranks[ranks.count - 1] : ranks.count + 1)
      bases[name]?.rank = ranks[ranks.count - 1]
    }
  }

  func people(_ outcome: Outcome) -> [Stake] {
    stakes.filter { bases[$0.subject]?.outcome == outcome }
  }

  /// The weight of a person's group, and how many are in it.
  private func weight(of person: Stake) -> (UInt128, mates: UInt128) {
    switch policy.share {
    case .equally: return (1, 1)
    case .byStake: return (person.amount.units, 1)
    case .byRank:
      guard let rank = bases[person.subject]?.rank else { return (0, 1) }
      let mates = people(.pass).filter { bases[$0.subject]?.rank == rank }.count
      let places = (rank..<rank + mates).map {
        $0 <= policy.rankWeights.count ? policy.rankWeights[$0 - 1] : 0
      }
      return (UInt128(places.reduce(0, +)), UInt128(mates))
    }
  }

  var sumOfWeights: UInt128 {
    switch policy.share {
    case .equally, .byStake: people(.pass).reduce(0) { $0 + weight(of: $1).0 }
    case .byRank:
      UInt128(
        policy.rankWeights.prefix(people(.pass).count { bases[$0.subject]?.rank != nil }).reduce(
          0, +))
    }
  }

  /// What each has in all.
  func plain() -> [String: UInt128] {
    var paid = Dictionary(uniqueKeysWithValues: stakes.map { ($0.subject, $0.amount.units) })
    guard !policy.isCancelled, sumOfWeights > 0 else { return paid }
    let pool = people(.fail).reduce(0) { $0 + $1.amount.units }
    for person in people(.fail) { paid[person.subject] = 0 }
    let shared = pool - pool * UInt128(policy.fee) / 10_000
    let sharers = people(.pass).filter { weight(of: $0).0 > 0 }
    var rest = shared
    for person in sharers {
      let (weight, mates) = weight(of: person)
      let share = shared * weight / sumOfWeights / mates
      paid[person.subject, default: 0] += share
      rest -= share
    }
    for name in sharers.map(\.subject).sorted() where policy.remainder == .winners && rest > 0 {
      paid[name, default: 0] += 1
      rest -= 1
    }
    return paid
  }
}
