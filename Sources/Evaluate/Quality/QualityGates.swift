package import DaymarkModel

/// The effect of a rule's gates on a pass.
struct GateAnswer {
  let outcome: Outcome
  /// The reasons of the gates that do not hold, in the order of the rule.
  ///
  /// Damage stands before the gates that cannot be checked because of it, because handing in the
  /// whole archive is what helps.
  let reasons: [Reason]

  /// Checks the gates.
  ///
  /// - Parameters:
  ///   - gates: The gates of the rule.
  ///   - aggregates: The subject's days and sessions.
  ///   - days: The days of the period.
  ///   - flags: The flags of the data.
  ///   - isClosed: Whether the proof deadline is over; until then more data may still heal a
  ///     breach.
  ///   - takesMore: Whether data that is handed in now still counts.
  init(
    _ gates: [QualityGate], on aggregates: SubjectAggregates, _ days: GateDays,
    flags: QualityFlags, isClosed: Bool, takesMore: Bool
  ) {
    var outcome = Outcome.pass
    var (known, unknown) = ([Reason](), [Reason]())
    for gate in gates {
      let breach = gate.knownBreach(in: aggregates, days, flags: flags)
      guard let reason = breach ?? gate.unknown(on: days) ?? gate.pending(flags) else { continue }
      if breach != nil { known.append(reason) } else { unknown.append(reason) }
      if gate.onBreach == .fail, isClosed, reason != .sharingPending {
        outcome = .fail
      } else if outcome == .pass {
        outcome = .undetermined
      }
    }
    if outcome != .pass, days.damaged > 0 {
      known.append(
        Reason(
          damaged: days.damaged, of: days.count, by: aggregates.damage, takesMore: takesMore))
    }
    (self.outcome, reasons) = (outcome, known + unknown)
  }
}

/// The days of the period, for gates.
struct GateDays {
  /// The first and last day; `nil` where the period has no day.
  let range: ClosedRange<CivilDay>?
  let count: Int
  /// The number of days that damage may have changed.
  let damaged: Int

  init(_ facts: DayFacts) {
    range = facts.bounds(of: DaySelection())
    (count, damaged) = (facts.days.count, facts.damagedDays)
  }
}

extension QualityGate {
  /// The reason for which it is not known yet whether the gate holds; `nil` where it is known.
  fileprivate func pending(_ flags: QualityFlags) -> Reason? {
    flags.isSharingPending && asksAboutSharing ? .sharingPending : nil
  }

  /// The reason for which it cannot be known whether the gate holds; `nil` where no day is damaged.
  ///
  /// Lost data may have been typed in, or may have been flagged.
  fileprivate func unknown(on days: GateDays) -> Reason? {
    days.damaged == 0 ? nil : Reason(unknownOf: self, damaged: days.damaged, of: days.count)
  }

  /// The reason for which the gate does not hold by the present data; `nil` where it holds.
  fileprivate func knownBreach(
    in aggregates: SubjectAggregates, _ days: GateDays, flags: QualityFlags
  ) -> Reason? {
    switch measure {
    case .manualShare(let metric, let atMost):
      Amounts(of: metric, in: aggregates, days.range).manualReason(metric, atMost: atMost)
    case .lateShare(let metric, let atMost):
      Amounts(of: metric, in: aggregates, days.range).lateReason(metric, atMost: atMost)
    case .flags(let codes, let atMost): flagReason(flags.flags, codes, atMost: atMost)
    }
  }
}

/// Whether each gate of a rule holds, in the order of the rule.
///
/// A verdict checks gates only where the conditions pass, and reports reasons alone; tests of rules
/// need the answer of each.
package func gatesHold(
  of rule: Rule, on aggregates: SubjectAggregates, in challenge: Challenge, quality: QualityFlags
) -> [Bool] {
  let facts = DayFacts(rule, on: aggregates, of: challenge, asOf: Instant(milliseconds: 0))
  let days = GateDays(facts)
  return rule.quality.map {
    $0.knownBreach(in: aggregates, days, flags: quality) == nil && $0.unknown(on: days) == nil
  }
}

private func flagReason(
  _ flags: [QualityFlag], _ codes: Set<FlagCode>?, atMost: Int
) -> Reason? {
  let counted = flags.filter {
    $0.level == .flagged && codes?.contains($0.code) ?? !$0.code.isCountedByNameAlone
  }
  return counted.count > atMost ? Reason(flags: counted, atMost: atMost) : nil
}

/// Sums of a metric over the period, before merging.
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

  /// The share of a part in ten-thousandths, if it exceeds `atMost`; `nil` otherwise, and for a
  /// share of nothing.
  ///
  /// Of nothing there is none.
  private func share(_ part: Int128, of whole: Int128, atMost: Int) -> Int? {
    guard whole > 0, part * 10_000 > Int128(atMost) * whole else { return nil }
    return Int(exactly: dividedRounding(part * 10_000, by: whole))
  }
}
