import DaymarkModel

/// The edits that one leaf needs.
struct LeafChange {
  let path: RulePath
  let leaf: Leaf
  let wanted: WantedAnswer
  var edits: [DayEdit]
  /// The number of stretches that are changed, for a leaf that counts stretches.
  var stretches: Int
  /// The part of what is required that is lacking, or exceeded.
  var shortfall: Double
}

extension Leaf {
  /// The smallest edits that give the leaf a wanted answer, with the number of changed stretches;
  /// `nil` where none can.
  ///
  /// - Parameters:
  ///   - wanted: The wanted answer.
  ///   - facts: What is known of the counted days at the deadline, if no more data comes; not
  ///     empty.
  ///   - now: The same days at the instant of evaluation.
  ///   - bounds: The first and last day that the leaf may count.
  ///   - fixed: The days that may not be changed.
  func change(
    for wanted: WantedAnswer, _ facts: [DayFact], now: [DayFact],
    within bounds: ClosedRange<CivilDay>, fixed: Set<CivilDay>
  ) -> (edits: DayEdits, stretches: Int)? {
    let days = zip(facts, now).map {
      ChangeableDay($0, now: $1, of: value, isFixed: fixed.contains($0.day))
    }
    let found: (edits: DayEdits, stretches: Int)? =
      if let recurrence = measure.recurrence {
        change(for: wanted, recurrence, days, recurrence.stretches(of: facts, within: bounds))
      } else {
        edits(of: days, wanted).map { (edits: $0, stretches: 0) }
      }
    // A fixed day of which not everything is known might still be said to have what is recorded.
    guard let found, !found.edits.edits.contains(where: { fixed.contains($0.day) }) else {
      return nil
    }
    return found
  }

  func summed(
    _ days: [ChangeableDay], _ wanted: WantedAnswer, dividedBy count: Int = 1
  ) -> SummedDays {
    SummedDays(days: days, interval: interval(ofSumsOver: count), wanted: wanted)
  }

  /// Edits days with data, and others only if that does not suffice.
  func changeOfRecordedDays(_ days: [ChangeableDay], _ wanted: WantedAnswer) -> DayEdits? {
    let recorded = days.filter { $0.fact.recorded != nil }
    let alone = recorded.isEmpty ? nil : summed(recorded, wanted, dividedBy: recorded.count).change
    let further = days.filter { $0.fact.recorded == nil }
    let added = (further.first(where: \.isOpen) ?? further.first).flatMap { day -> DayEdits? in
      let given = day.changed(to: day.least)
      let edits = summed(recorded + [given], wanted, dividedBy: recorded.count + 1).change
      return edits.map { DayEdits([DayEdit(day, to: day.least)]).followed(by: $0.edits) }
    }
    return .lightest([alone, added])
  }

  /// Edits stretches of which any may satisfy the leaf.
  private func change(
    for wanted: WantedAnswer, _ recurrence: Recurrence, _ days: [ChangeableDay],
    _ stretches: [StretchFacts]
  ) -> (edits: DayEdits, stretches: Int)? {
    let asked = inStretch
    let changes = stretches.map { stretch in
      asked.edits(of: days.filter { stretch.days.contains($0.fact.day) }, wanted)
    }
    // A stretch that needs no edits satisfies the leaf already.
    let done = changes.count { $0?.edits.isEmpty ?? false }
    let lacking =
      (wanted.holds ? recurrence.count : stretches.count - recurrence.count + 1) - done
    var rest = changes.compactMap { $0 }.filter { !$0.edits.isEmpty }
    guard lacking <= rest.count else { return nil }
    var chosen = DayEdits([])
    for _ in 0..<max(0, lacking) {
      // The stretch of least cost is taken, the first of equal ones.
      guard let next = rest.indices.min(by: { rest[$0] < rest[$1] }) else { return nil }
      chosen = chosen.followed(by: rest.remove(at: next).edits)
    }
    return (chosen, max(0, lacking))
  }

  /// Returns how much is lacking, as a share of the leaf's requirement; reasons are ranked by it.
  ///
  /// - Parameters:
  ///   - change: The edits that the leaf needs, and the number of stretches that they change.
  ///   - result: The leaf's answer, which states the requirement.
  ///   - days: The number of days over which a mean is taken.
  func shortfall(
    of change: (edits: DayEdits, stretches: Int), _ result: LeafAnswer, days: Int
  ) -> Double {
    let required = max(1, Double(result.required))
    switch measure.figure {
    case .days: return Double(change.edits.edits.count) / required
    case .stretches: return Double(change.stretches) / required
    case .amount:
      // What a mean lacks is what its sum lacks, divided by the days.
      let divisor = if case .average = measure { max(1, days) } else { 1 }
      let amount = Double(change.edits.amount) / Double(value.partsOfMicroUnit)
      return amount / required / Double(divisor)
    }
  }
}
