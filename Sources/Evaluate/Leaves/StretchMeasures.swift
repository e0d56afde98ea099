import DaymarkModel

// Leaves that ask for the same in each of several stretches of days, and count the stretches that
// satisfy it.

/// The possible values of the days of one stretch.
struct StretchFacts {
  /// The first and last day of the stretch, within the days that the leaf may count.
  let days: ClosedRange<CivilDay>
  /// The possible values of its counted days; not empty.
  let facts: [DayFact]
}

extension Recurrence {
  /// The stretches that count, ascending.
  ///
  /// A stretch without a counted day is left out.
  func stretches(of facts: [DayFact], within bounds: ClosedRange<CivilDay>) -> [StretchFacts] {
    var first = facts.startIndex
    return stretches(within: bounds).compactMap { days in
      first = facts[first...].firstIndex { $0.day >= days.lowerBound } ?? facts.endIndex
      let own = facts[first...].prefix { $0.day <= days.upperBound }
      return own.isEmpty ? nil : StretchFacts(days: days, facts: Array(own))
    }
  }
}

extension [StretchFacts] {
  /// The possible values of the days of all stretches, each day once.
  var distinctFacts: [DayFact] {
    var distinct: [DayFact] = []
    for stretch in self {
      let last = distinct.last?.day
      distinct += stretch.facts.drop { fact in last.map { fact.day <= $0 } ?? false }
    }
    return distinct
  }
}

extension Leaf {
  func result(
    _ recurrence: Recurrence, on stretches: [StretchFacts], readsMissingAsZero: Bool
  ) -> LeafAnswer {
    let asked = inStretch
    let seen = stretches.map {
      asked.result(on: $0.facts, readsMissingAsZero: readsMissingAsZero)
    }
    return LeafAnswer(
      recurrence,
      zip(stretches, seen).map { stretch, result in
        (stretch.days, result.prospect, asked.quantity(result.actual) ?? .limit)
      })
  }
}

extension LeafAnswer {
  /// The result of counting stretches.
  ///
  /// - Parameter stretches: The stretches, each with whether it satisfies the leaf, and its figure.
  fileprivate init(
    _ recurrence: Recurrence,
    _ stretches: [(days: ClosedRange<CivilDay>, prospect: Prospect, actual: Quantity)]
  ) {
    let placed = stretches.map { (days: $0.days, element: $0.prospect) }
    func counted(_ qualify: [Bool]) -> [Int] {
      let stretches = zip(placed, qualify).map { (days: $0.days, element: $1) }
      return recurrence.counted(stretches) { $0 }
    }
    let shown = recurrence.counted(placed, where: \.shown)
    self.init(
      Prospect(reaching: recurrence.count, placed.map(\.element)) { counted($0).count },
      required: recurrence.count, actual: shown.count)
    weekProspects = placed.map(\.element)
    weeks = stretches.map {
      Explanation.Week(days: $0.days, actual: $0.actual, answer: $0.prospect.answer)
    }
    if recurrence.isInARow, let first = shown.first, let last = shown.last {
      span = stretches[first].days.lowerBound...stretches[last].days.upperBound
    }
  }

  /// The result of leaves that must hold in the same stretches; the figure of a stretch is the
  /// number of leaves that hold.
  init(_ joint: JointLeaves, of parts: [LeafAnswer]) {
    let weeks = parts.first?.weeks ?? []
    self.init(
      joint.recurrence,
      weeks.indices.map { index in
        let prospects = parts.map { $0.weekProspects[index] }
        return (
          weeks[index].days, Prospect(prospects, needsAll: joint.needsAll),
          Quantity(prospects.count { $0.shown })
        )
      })
    if weeks.isEmpty, let first = parts.first {
      (answer, isHeldOpen) = (first.answer, first.isHeldOpen)
    }
  }
}
