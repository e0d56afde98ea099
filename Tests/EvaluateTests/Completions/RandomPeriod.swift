import DaymarkModel
import DaymarkTestSupport

extension PartlyKnownPeriod {
  /// - Parameter unknown: At most so many days are not wholly known.
  static func random(
    _ random: inout SeededGenerator, days count: Int, unknown: Int
  ) -> PartlyKnownPeriod {
    let isClosed = random.oneIn(6)
    let notOver = isClosed || random.below(3) > 0 ? 0 : random.below(min(count, unknown) + 1)
    var days = (0..<count).map { _ in Day(recorded: .random(&random)) }
    let pastEnd = random.oneIn(2) ? 0 : random.below(min(count, unknown) + 1)
    let (known, whole) = (count - max(notOver, pastEnd), count - pastEnd)
    let others = Set((0..<unknown - (count - known)).map { _ in random.below(count) })
    for index in days.indices where index >= known || others.contains(index) {
      days[index].recorded.forget(&random)
      days[index].isIncomplete = index >= whole
      days[index].isDamaged = random.oneIn(3)
    }
    return PartlyKnownPeriod(
      first: firstDay.advanced(by: random.below(7)), days: days, notOver: notOver,
      isClosed: isClosed)
  }

  /// One session loses a field or two.
  mutating func loseFields(_ random: inout SeededGenerator) {
    let with = days.indices.filter { !days[$0].recorded.sessions.isEmpty }
    guard !with.isEmpty else { return }
    let day = random.pick(with)
    let session = random.below(days[day].recorded.sessions.count)
    for _ in 0..<2 {
      days[day].recorded.sessions[session].values[random.pick(ActivityField.allCases)] = nil
    }
  }
}

extension KnownPeriod.Day {
  static func random(_ random: inout SeededGenerator) -> KnownPeriod.Day {
    let rates = [random.below(5), random.below(5), random.below(5)].sorted()
    return KnownPeriod.Day(
      amounts: [
        .steps: random.below(5) * 1_000_000, .activeEnergy: random.below(9) * 500_000,
      ],
      heartRates: [
        .min: heartRateSteps[rates[0]], .average: heartRateSteps[rates[1]],
        .max: heartRateSteps[rates[2]],
      ],
      sessions: (0..<[0, 0, 0, 1, 1, 2][random.below(6)]).map { _ in .random(&random) })
  }

  /// Keeps some of what there is, perhaps nothing.
  mutating func forget(_ random: inout SeededGenerator) {
    let forgetsAll = random.oneIn(2)
    // A metric that is added later draws no number, so that the seeds keep their meaning.
    for metric in Metric.allCases.prefix(8) where forgetsAll || random.oneIn(2) {
      amounts[metric] = nil
    }
    if forgetsAll || random.oneIn(2) {
      heartRates = [:]
    } else if random.oneIn(2) {
      heartRates[random.pick(HeartRateStatistic.allCases)] = nil
    }
    if forgetsAll || random.oneIn(2) { sessions = [] }
  }
}

extension KnownSession {
  /// Small whole numbers of kilometers, minutes, kilocalories and meters.
  static func random(_ random: inout SeededGenerator) -> KnownSession {
    let kilometers = 1 + random.below(3)
    return KnownSession(
      kind: random.pick([.run, .run, .walk, .yoga]), isIndoor: random.oneIn(4),
      values: [
        .distanceMeters: kilometers * 1_000_000_000,
        .activeSeconds: random.oneIn(2)
          ? (1 + random.below(4)) * 60_000_000
          : kilometers * random.pick([60, 120, 180]) * 1_000_000,
        .kilocalories: random.below(4) * 1_000_000,
        .elevationGainMeters: random.below(4) * 1_000_000,
        .averageBPM: random.pick([100, 120, 140]) * 1_000_000,
        .maximumBPM: random.pick([120, 140, 160]) * 1_000_000,
      ])
  }

  /// With fractions that rounding to 0.01 sees.
  static func withFractions(_ random: inout SeededGenerator) -> KnownSession {
    var session = self.random(&random)
    for (field, value) in session.values.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where ![.averageBPM, .maximumBPM].contains(field) {
      session.values[field] = value + random.below(7) * 3_334 + random.pick([0, 1, 5_000_000])
    }
    return session
  }
}
