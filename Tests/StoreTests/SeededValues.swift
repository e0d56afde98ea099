import DaymarkModel
import DaymarkStore
import DaymarkTestSupport

/// Readings of the store from a seed: every field set, every optional both ways.
extension SeededGenerator {
  /// One whose amounts have at most 15 digits: a document's numbers are doubles, which hold no more.
  static func ofDocuments(seed: UInt64) -> SeededGenerator {
    var random = SeededGenerator(seed: seed)
    random.amountBound = 1_000_000_000_000_000
    return random
  }

  mutating func reading() -> Reading {
    var inputs = (0...below(3)).map { _ in input() }
    inputs.sort { $0.digest < $1.digest }
    return Reading(
      settings: text(), asOf: flag() ? instant() : nil, inputs: inputs,
      aggregates: aggregates(inputs: inputs.count), documents: [digest(), digest()])
  }

  private mutating func input() -> EvidenceInput {
    var input = EvidenceInput(
      format: "apple-health", digest: digest(), bytes: Int64(below(1 << 40)),
      records: below(1 << 30), rejected: [.sampleManual: 1 + below(9), .valueNegative: 1],
      damage: flag() ? [.archiveTruncated] : [], receivedAt: flag() ? instant() : nil,
      isLate: flag(),
      logRows: flag() ? LogRows(sets: below(99), skipped: [.restTimer: 1 + below(9)]) : nil,
      daysFromNames: flag() ? [day()] : [])
    if flag() {
      input.setAside = [
        InputWaiver(.archiveTruncated, because: text()), InputWaiver(because: text()),
      ]
    }
    return input
  }

  private mutating func aggregates(inputs: Int) -> SubjectAggregates {
    let sources = (0...below(4)).map { _ in
      Source(provider: Provider(text()), name: text(), deviceClass: pick(DeviceClass.allCases))
    }
    let zone: Zone = pick([.named("Europe/Berlin"), .utc, .fixedOffset(seconds: -12_600)])
    let method = pick([ZoneMethod.subject, .challenge, .inferred, .fixedOffset, .assumedUTC])
    var days: [DailyAggregate] = []
    for metric in Metric.allCases where below(4) > 0 {
      for day in Set((0..<below(6)).map { _ in self.day() }).sorted() {
        days.append(aggregate(of: metric, on: day, sources: sources.count))
      }
    }
    var activities: [DailyActivities] = []
    for day in Set((0..<below(4)).map { _ in self.day() }).sorted() {
      for kind in ActivityKind.allCases.sorted(by: { $0.rawValue < $1.rawValue }) where flag() {
        activities.append(
          DailyActivities(
            day: day, kind: kind, sessions: 1 + below(5), minutes: quantity(),
            distance: optionalQuantity(), energy: optionalQuantity(),
            elevationGain: optionalQuantity()))
      }
    }
    let sessions = (0..<below(4)).map { _ in session(inputs: inputs, sources: sources.count) }
    return SubjectAggregates(
      zone: ResolvedZone(zone, by: method), sources: sources, days: days, sessions: sessions,
      strength: (0..<below(4)).map { _ in
        strengthSession(inputs: inputs, sources: sources.count, sessions: sessions.count)
      },
      strengthDays: strengthDays(), strengthEnd: flag() ? day() : nil, feats: feats(),
      featsEnd: flag() ? day() : nil, activities: activities,
      dataEnd: flag() ? instant() : nil, isDamaged: flag(),
      damagedSpans: (0..<below(4)).map { _ in Interval(instant(), instant()) },
      findings: (0..<below(4)).map { _ in finding() })
  }

  private mutating func aggregate(
    of metric: Metric, on day: CivilDay, sources: Int
  ) -> DailyAggregate {
    var figures = HeartRateFigures(
      minimum: optionalQuantity(), maximum: optionalQuantity(), mean: optionalQuantity(),
      count: below(1000))
    for _ in 0..<below(5) {
      figures.times.add(Int64(below(20_000_000)), at: Quantity(20 + below(281)))
    }
    figures.openMinutes = quantity()
    return DailyAggregate(
      metric: metric, day: day, value: metric == .heartRate ? optionalQuantity() : quantity(),
      heartRate: metric == .heartRate ? figures : nil,
      isComplete: flag(),
      measure: QualityMeasure(
        samples: below(1000), manualSamples: below(9), manualAmount: quantity(), naive: quantity(),
        manualShare: flag() ? below(10_001) : nil,
        contributions: (0..<below(3)).map { _ in
          SourceContribution(
            source: below(sources), contributed: quantity(), covered: quantity(),
            offered: quantity())
        },
        alternate: optionalQuantity(), setAside: quantity(), late: quantity(),
        figures: measuredFigures()))
  }

  private mutating func measuredFigures() -> [FlagCode: Quantity] {
    var figures: [FlagCode: Quantity] = [:]
    for code in FlagCode.allCases where below(3) == 0 { figures[code] = quantity() }
    return figures
  }

  private mutating func session(inputs: Int, sources: Int) -> Session {
    let merged = (0..<inputs).filter { $0 == 0 || flag() }
    var values: [ActivityField: Quantity] = [:]
    var origins: [ActivityField: Int] = [:]
    for field in ActivityField.allCases where flag() {
      values[field] = quantity()
      origins[field] = below(merged.count)
    }
    return Session(
      day: day(),
      activity: Activity(
        kind: pick(ActivityKind.allCases), isIndoor: flag(), start: instant(), end: instant(),
        source: UInt16(below(sources)), input: below(inputs), isUserEntered: flag(), values: values),
      inputs: merged, origins: origins)
  }

  private mutating func strengthSession(
    inputs: Int, sources: Int, sessions: Int
  ) -> StrengthSession {
    var session = StrengthSession(
      day: day(), start: flag() ? instant() : nil, end: flag() ? instant() : nil,
      source: UInt16(below(sources)), input: below(inputs), isLogged: flag(),
      recording: sessions > 0 && flag() ? below(sessions) : nil, bodyWeight: optionalQuantity(),
      sets: (0..<below(3)).map { _ in strengthSet() })
    session.bodyWeightOrigin = pick(BodyWeightOrigin.allCases)
    return session
  }

  private mutating func feats() -> [DailyFeat] {
    let day = day()
    return FeatFigure.allCases.enumerated().map { index, figure in
      DailyFeat(
        day: day.advanced(by: index), id: "feat-\(figure.rawValue)", counts: figure,
        attempts: index,
        best: flag() ? Quantity(index + 40) : nil,
        refused: flag() ? [.tooFast: 1, .unitUnknown: 2] : [:])
    }
  }

  private mutating func strengthDays() -> [DailyStrength] {
    Set((0..<below(4)).map { _ in day() }).sorted().map { day in
      DailyStrength(
        day: day, sessions: below(9), unmetSessions: below(9), exercises: below(9),
        unmatchedExercises: below(9), sets: below(99), hardSets: below(99),
        repetitions: below(999), volume: quantity(), setsOfUnknownUnit: below(9),
        setsOfUnknownBodyWeight: below(9), setsByBodyWeight: flag() ? [.health: 1, .log: 2] : [:],
        timeUnderTension: optionalQuantity(), rests: below(9),
        restsKept: below(9),
        lifts: (0..<below(3)).map { index in
          DailyLift(
            exercise: "lift \(index)", sets: below(9), repetitions: below(99),
            mostRepetitions: below(99), setsOfUnknownUnit: below(9),
            setsOfUnknownBodyWeight: below(9), heaviest: optionalQuantity(),
            bestEstimate: optionalQuantity(), meanEstimate: optionalQuantity())
        })
    }
  }

  private mutating func strengthSet() -> StrengthSet {
    let effort: Effort = flag() ? .reserve(tenths: below(60)) : .perceived(tenths: below(101))
    return StrengthSet(
      start: flag() ? instant() : nil, exercise: flag() ? text() : nil, ordinal: 1 + below(9),
      kind: pick(SetKind.allCases), side: flag() ? pick(BodySide.allCases) : nil,
      repetitions: flag() ? below(99) : nil,
      load: flag() ? StrengthLoad(optionalQuantity(), pick(LoadMeaning.allCases)) : nil,
      distance: optionalQuantity(), duration: optionalQuantity(), effort: flag() ? effort : nil,
      rest: optionalQuantity(), tempo: flag() ? Tempo("31X0") : nil)
  }

  private mutating func finding() -> Finding {
    let location = InputLocation(
      file: text(), entry: flag() ? text() : nil, line: flag() ? below(1 << 40) : nil,
      column: flag() ? below(200) : nil, byte: flag() ? below(1 << 40) : nil)
    return Finding(
      pick(FindingCode.allCases), at: flag() ? location : nil, count: 1 + below(100),
      facts: flag() ? facts() : .init())
  }

  private mutating func facts() -> Finding.Facts {
    var facts = Finding.Facts()
    (facts.metric, facts.unit, facts.kind) = (.heartRate, text(), pick(ActivityKind.allCases))
    (facts.day, facts.sha256) = (day(), Digest(of: [UInt8(below(256))]))
    (facts.limit, facts.most) = (.depth, below(1 << 40))
    (facts.content, facts.problem, facts.reason) = (.plannedTrack, .dataSize, .empty)
    facts.known = (0..<below(3)).map { _ in text() }
    return facts
  }
}

let sampleRule = Rule(
  name: "steps", version: "1.0.0", title: "Steps",
  requires: Condition(.leaf(Leaf(.total, of: .steps, .atLeast(Quantity(10_000))))))
