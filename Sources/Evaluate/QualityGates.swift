import DaymarkModel

/// What a rule's gates make of a pass.
struct GateResult {
  let outcome: Outcome
  /// Of the gates that do not hold, in the rule's order.
  let reasons: [Reason]

  /// - Parameters:
  ///   - days: Of the period.
  ///   - isClosed: The proof deadline is over: until then more data may still heal a breach.
  init(
    _ gates: [QualityGate], on aggregates: SubjectAggregates, _ days: ClosedRange<CivilDay>?,
    flags: QualityFlags, isClosed: Bool
  ) {
    var (outcome, reasons) = (Outcome.pass, [Reason]())
    for gate in gates {
      let reason: Reason? =
        switch gate.measure {
        case .manualShare(let metric, let atMost):
          Amounts(of: metric, in: aggregates, days).manualReason(metric, atMost: atMost)
        case .lateShare(let metric, let atMost):
          Amounts(of: metric, in: aggregates, days).lateReason(metric, atMost: atMost)
        case .flags(let codes, let atMost):
          flagReason(flags.flags, codes, atMost: atMost)
        }
      guard let reason else { continue }
      reasons.append(reason)
      if gate.onBreach == .fail, isClosed {
        outcome = .fail
      } else if outcome == .pass {
        outcome = .undetermined
      }
    }
    (self.outcome, self.reasons) = (outcome, reasons)
  }
}

private func flagReason(
  _ flags: [QualityFlag], _ codes: Set<FlagCode>?, atMost: Int
) -> Reason? {
  let count = flags.count { $0.level == .flagged && codes?.contains($0.code) ?? true }
  return count > atMost ? Reason(flags: count, atMost: atMost) : nil
}

/// A metric's amounts over the period, before merging.
///
/// - Units: micro-units.
private struct Amounts {
  var manual: Int128 = 0
  var setAside: Int128 = 0
  var naive: Int128 = 0
  var late: Int128 = 0

  init(
    of metric: Metric, in aggregates: SubjectAggregates, _ days: ClosedRange<CivilDay>?
  ) {
    guard let days else { return }
    for place in aggregates.days.indices
    where aggregates.days[place].metric == metric && days.contains(aggregates.days[place].day) {
      let measure = aggregates.days[place].measure
      manual += Int128(measure.manualAmount.microUnits)
      setAside += Int128(measure.setAside.microUnits)
      naive += Int128(measure.naive.microUnits)
      late += Int128(measure.late.microUnits)
    }
  }

  func manualReason(_ metric: Metric, atMost: Int) -> Reason? {
    share(manual, of: naive + setAside, atMost: atMost).map {
      Reason(manualShare: $0, of: metric, atMost: atMost)
    }
  }

  func lateReason(_ metric: Metric, atMost: Int) -> Reason? {
    share(late, of: naive, atMost: atMost).map { Reason(lateShare: $0, of: metric, atMost: atMost) }
  }

  /// The share in ten-thousandths where it is greater than it may be. Of nothing there is none.
  private func share(_ part: Int128, of whole: Int128, atMost: Int) -> Int? {
    guard whole > 0, part * 10_000 > Int128(atMost) * whole else { return nil }
    return Int(exactly: dividedRounding(part * 10_000, by: whole))
  }
}
