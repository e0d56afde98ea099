package import DaymarkDocuments
import DaymarkModel

extension Payout {
  /// The first place in the payout that does not follow from the stakes and answers of its lines.
  ///
  /// How the pool is shared depends on the policy, of which the document has only the digest. Who
  /// gets the stake back, what the pool is, and that all sums are exact can be checked without it.
  ///
  /// - Returns: A path in `payout.json`; `nil` where everything follows.
  package var firstContradiction: String? {
    let isShared = !isCancelled && lines.contains { $0.basis?.outcome == .pass }
    for (index, line) in lines.enumerated() {
      let place = "$.lines[\(index)]"
      let isInOrder =
        index == 0
        || lines[index - 1].stake.subject.utf8.lexicographicallyPrecedes(
          line.stake.subject.utf8)
      if !isInOrder { return "\(place).subject" }
      if (line.basis == nil) != isCancelled { return "\(place).basis" }
      let isLost = isShared && line.basis?.outcome == .fail
      if line.back != (isLost ? .zero : line.stake.amount) { return "\(place).back" }
      let mayShare = isShared && line.basis?.outcome == .pass
      if line.share != .zero, !mayShare { return "\(place).share" }
    }
    if lines.map(\.stake.amount).exactSum != staked { return "$.staked" }
    let lost = lines.filter { isShared && $0.basis?.outcome == .fail }
    if lost.map(\.stake.amount).exactSum != pool { return "$.pool" }
    return (lines.map(\.share) + [fee]).exactSum == pool ? nil : "$.fee"
  }
}

extension [AtomicAmount] {
  /// The sum of the amounts; `nil` for one that is larger than any payout.
  fileprivate var exactSum: AtomicAmount? {
    var sum: UInt128 = 0
    for amount in self {
      let (next, overflows) = sum.addingReportingOverflow(amount.units)
      if overflows { return nil }
      sum = next
    }
    return AtomicAmount(sum)
  }
}
