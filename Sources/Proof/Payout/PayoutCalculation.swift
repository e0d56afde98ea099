package import DaymarkDocuments
import DaymarkModel

// Who gets what. Amounts are whole numbers of atomic units, divisions round down, and what is left
// over goes where the policy says, so that the sum of all payments is the sum of all stakes.

extension Payout {
  /// Works out the payout of a challenge.
  ///
  /// - Parameters:
  ///   - policy: The operator's policy.
  ///   - stakes: The stake of each subject, above zero.
  ///   - bases: What decides on each stake, by subject; empty where the challenge was called off.
  package init(_ policy: PayoutPolicy, _ stakes: [Stake], _ bases: [String: PayoutBasis]) {
    self.init()
    (asset, feeAddress, isCancelled) = (policy.asset, policy.feeAddress, policy.isCancelled)
    lines = stakes.sorted { $0.subject.utf8.lexicographicallyPrecedes($1.subject.utf8) }.map {
      Line($0, policy.isCancelled ? nil : bases[$0.subject])
    }
    staked = stakes.reduce(.zero) { $0 + $1.amount }
    let weights = PayoutWeights(policy, lines)
    guard weights.sum > 0 else {
      // Nobody passed, so there is nobody to share: everybody gets the own stake back.
      for place in lines.indices { lines[place].back = lines[place].stake.amount }
      return
    }
    for place in lines.indices {
      switch lines[place].basis?.outcome {
      case .fail: pool = pool + lines[place].stake.amount
      default: lines[place].back = lines[place].stake.amount
      }
    }
    fee = pool.part(UInt128(policy.fee), of: 10_000)
    share(pool - fee, weights, policy.remainder)
  }

  private mutating func share(
    _ amount: AtomicAmount, _ weights: PayoutWeights, _ remainder: PayoutPolicy.Remainder
  ) {
    var rest = amount
    for group in weights.groups {
      let ofGroup = amount.part(group.weight, of: weights.sum)
      let each = AtomicAmount(ofGroup.units / UInt128(group.places.count))
      for place in group.places {
        lines[place].share = each
        rest = rest - each
      }
    }
    guard remainder == .winners else {
      fee = fee + rest
      return
    }
    // Fewer units are left over than there are people who share.
    for place in weights.groups.flatMap(\.places).sorted().prefix(Int(rest.units)) {
      lines[place].share = lines[place].share + AtomicAmount(1)
    }
  }
}

/// The weights by which the lost stakes are divided among those who passed.
private struct PayoutWeights {
  /// People who get the same share, by the indices of their lines.
  struct Group {
    var weight: UInt128
    var places: [Int]
  }

  /// The groups with a weight above zero.
  var groups: [Group]

  var sum: UInt128 { groups.reduce(0) { $0 + $1.weight } }

  init(_ policy: PayoutPolicy, _ lines: [Payout.Line]) {
    let winners = lines.indices.filter { lines[$0].basis?.outcome == .pass }
    switch policy.share {
    case .equally:
      groups = winners.isEmpty ? [] : [Group(weight: UInt128(winners.count), places: winners)]
    case .byStake:
      groups = winners.map { Group(weight: lines[$0].stake.amount.units, places: [$0]) }
    case .byRank:
      // Only those who passed and have a stake are ranked, so that nobody without a stake takes a
      // place.
      let ranked = Dictionary(grouping: winners.filter { lines[$0].basis?.rank != nil }) {
        lines[$0].basis?.rank ?? 0
      }
      var taken = 0
      groups = ranked.sorted { $0.key < $1.key }.map { _, places in
        let weights = policy.rankWeights.dropFirst(taken).prefix(places.count)
        taken += places.count
        return Group(weight: weights.reduce(0) { $0 + UInt128($1) }, places: places)
      }
    }
    groups.removeAll { $0.weight == 0 }
  }
}

extension AtomicAmount {
  /// A part of the amount, `part` / `whole`, rounded down; `part` is at most `whole`.
  fileprivate func part(_ part: UInt128, of whole: UInt128) -> AtomicAmount {
    AtomicAmount(whole.dividingFullWidth(units.multipliedFullWidth(by: part)).quotient)
  }
}
