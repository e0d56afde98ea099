import DaymarkModel

/// The best figure of each kind that one person has reached at one feat so far.
struct BestsSoFar {
  private var records: [PersonalRecord.Kind: Quantity] = [:]
  private var best: Quantity?

  /// Adds to an attempt the records that it sets: a strictly greater figure is a record, and the
  /// first of a kind is the baseline.
  mutating func credit(_ judged: inout JudgedAttempt, _ feat: Feat, _ formula: OneRepetitionFormula)
  {
    for (kind, value) in judged.attempt.figures(feat, formula) {
      let before = records[kind]
      if let before, value <= before { continue }
      records[kind] = value
      judged.records.append(PersonalRecord(kind, value, before: before))
    }
    guard let value = judged.value, value > best ?? .zero else { return }
    let tens = value.microUnits / Self.step
    if tens > (best ?? .zero).microUnits / Self.step {
      judged.milestone = Quantity(microUnits: tens * Self.step)
    }
    best = value
  }

  /// The distance between milestones: ten of the feat's figure.
  private static let step = Quantity(10).microUnits
}

extension FeatAttempt {
  /// The figures of the attempt that can be records, in the order of the kinds.
  fileprivate func figures(
    _ feat: Feat, _ formula: OneRepetitionFormula
  ) -> [(PersonalRecord.Kind, Quantity)] {
    var figures: [(PersonalRecord.Kind, Quantity?)] = []
    let mass = load?.mass.flatMap { $0 > .zero ? $0 : nil }
    if let mass {
      figures = [(.heaviest, mass)]
      if let repetitions {
        figures += [
          (.repetitionsAt(load: mass), Quantity(repetitions)),
          (
            .bestEstimate,
            formula.estimate(load: mass, repetitions: repetitions)
          ),
          (
            .greatestVolume,
            Quantity(exactly: Int128(mass.microUnits) * Int128(repetitions))
          ),
        ]
      }
    } else if let repetitions {
      figures = [(.mostRepetitions, Quantity(repetitions))]
    }
    // At a feat of repetitions the duration is the time that was allowed, and not an achievement.
    if feat.counts == .time { figures.append((.longest, duration)) }
    figures.append((.furthest, distance))
    return figures.compactMap { kind, value in value.map { (kind, $0) } }
  }
}
