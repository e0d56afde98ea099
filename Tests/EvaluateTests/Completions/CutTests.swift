import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// What is lost of an archive never helps whoever hands it in.
struct CutTests {
  /// A cut may take a better source's hour, and then what another counted comes forth: days fall and rise.
  @Test(arguments: 0..<4)
  func `an archive cut at any record never passes or ranks where the whole one does not`(
    seed: Int
  ) {
    var helped = 0
    for number in Sweep.over(0..<120, step: 2) {
      var random = SeededGenerator(seed: UInt64(40_000 + 1000 * seed + number))
      let archive = Archive.random(&random)
      let cut = archive.cut(&random)
      let condition = Condition.random(&random, depth: random.below(3), in: cut.period)
      for policy in MissingPolicy.allCases {
        let rule = Rule(
          name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: policy,
          score: Score(.total, of: .metric(.steps)), quality: QualityGate.random(&random))
        let isClosed = random.oneIn(2)
        let whole = archive.verdict(by: rule, isClosed: isClosed)
        let given = cut.verdict(by: rule, isClosed: isClosed)
        guard whole.outcome != .pass else { continue }
        #expect(given.outcome != .pass, "\(cut.period) \(rule)")
        #expect(rank(given) == nil, "\(cut.period) \(rule)")
        if cut.undamaged.verdict(by: rule, isClosed: isClosed).outcome == .pass { helped += 1 }
      }
    }
    // Taken for whole, some of them do.
    #expect(helped > 0)
  }

  /// With a rule that holds whatever the days are.
  @Test func `a damaged score has no rank and is not final`() {
    var random = SeededGenerator(seed: 1)
    let archive = Archive.random(&random)
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: Condition(.leaf(Leaf(.total, of: .steps, .atLeast(0)))),
      score: Score(.total, of: .metric(.steps)))
    let whole = archive.verdict(by: rule, isClosed: true)
    let given = archive.cut(&random).verdict(by: rule, isClosed: true)
    #expect(whole.outcome == .pass && given.outcome == .pass)
    #expect(rank(whole) == 1 && rank(given) == nil)
    #expect(whole.score?.isFinal == true && given.score?.isFinal == false)
    #expect(given.score?.restsOnDamage == true)
  }

  private func rank(_ verdict: Verdict) -> Int? {
    let entry = Leaderboard.Entry(subject: "a", outcome: verdict.outcome, score: verdict.score)
    return Leaderboard([entry]).standings[0].rank
  }
}

/// A few days of one subject as records of two sources, of which the first one is the better.
private struct Archive {
  struct Record {
    var day: Int
    var hour: Int
    var source: Int
    var content: Content
  }

  enum Content {
    case amount(Metric, Int, isManual: Bool)
    case heartRate(Int)
    case session(KnownSession)
  }

  /// In the order of the file.
  var records: [Record]
  var first: CivilDay
  var count: Int
  /// Days of which records may be lost.
  var damaged: Set<Int> = []

  static func random(_ random: inout SeededGenerator) -> Archive {
    let count = 1 + random.below(5)
    var records: [Record] = []
    for day in 0..<count {
      for hour in 0..<2 {
        for source in 0..<1 + random.below(2) {
          for metric in [Metric.steps, .activeEnergy] {
            let content = Content.amount(
              metric, random.below(4) * 1_000_000, isManual: random.oneIn(5))
            records.append(Record(day: day, hour: hour, source: source, content: content))
          }
          let rate = Content.heartRate(random.pick(heartRateSteps))
          records.append(Record(day: day, hour: hour, source: source, content: rate))
          guard random.oneIn(3) else { continue }
          let session = Content.session(.random(&random))
          records.append(Record(day: day, hour: hour, source: source, content: session))
        }
      }
    }
    return Archive(
      records: records.shuffled(using: &random), first: firstDay.advanced(by: random.below(7)),
      count: count)
  }

  /// Without the last records, or the last of one day's own file.
  func cut(_ random: inout SeededGenerator) -> Archive {
    var cut = self
    let place = random.below(records.count)
    if random.oneIn(3) {
      let day = records[place].day
      cut.records = records.enumerated().filter { $0 < place || $1.day != day }.map(\.element)
      cut.damaged = [day]
    } else {
      cut.records = Array(records.prefix(place))
      cut.damaged = Set(0..<count)
    }
    return cut
  }

  /// As it would be judged if nobody saw what is lost.
  var undamaged: Archive {
    var archive = self
    archive.damaged = []
    return archive
  }

  func verdict(by rule: Rule, isClosed: Bool) -> Verdict {
    let period = period
    var aggregates = period.aggregates
    for place in aggregates.days.indices {
      let day = first.distance(to: aggregates.days[place].day)
      aggregates.days[place].measure = measure(of: aggregates.days[place].metric, day)
    }
    var quality = QualityFlags.unflagged
    quality.flags = records.filter(\.isUnusual).map { record in
      QualityFlag(
        .stepsPerMinute, .flagged, day: first.advanced(by: record.day), measured: Quantity(3),
        limit: Quantity(2))
    }
    return evaluate(
      rule, on: aggregates, of: period.challenge,
      asOf: period.start(of: isClosed ? count + 30 : count), quality: quality)
  }

  private func measure(of metric: Metric, _ day: Int) -> QualityMeasure {
    var (naive, manual) = (0, 0)
    for record in records where record.day == day {
      guard case .amount(metric, let amount, let isManual) = record.content else { continue }
      naive += amount
      manual += isManual ? amount : 0
    }
    return QualityMeasure(
      manualAmount: Quantity(microUnits: Int64(manual)), naive: Quantity(microUnits: Int64(naive)))
  }

  /// What the records say of the days: of an hour only the better source counts.
  var period: PartlyKnownPeriod {
    var days = (0..<count).map { PartlyKnownPeriod.Day(isDamaged: damaged.contains($0)) }
    let ordered = records.sorted { ($0.day, $0.hour, $0.source) < ($1.day, $1.hour, $1.source) }
    var seen: Set<String> = []
    for record in ordered {
      let kind =
        switch record.content {
        case .amount(let metric, _, _): metric.id
        case .heartRate: "rate of \(record.source)"
        case .session: "session"
        }
      guard seen.insert("\(record.day) \(record.hour) \(kind)").inserted else { continue }
      switch record.content {
      case .amount(let metric, let amount, _):
        days[record.day].recorded.amounts[metric, default: 0] += amount
      case .heartRate(let rate): days[record.day].recorded.add(rate: rate)
      case .session(let session): days[record.day].recorded.sessions.append(session)
      }
    }
    return PartlyKnownPeriod(first: first, days: days, notOver: 0, isClosed: true)
  }
}

extension Archive.Record {
  fileprivate var isUnusual: Bool {
    guard case .amount(.steps, let amount, _) = content else { return false }
    return amount == 3_000_000
  }
}

extension KnownPeriod.Day {
  /// Any average between the lowest and the highest serves.
  fileprivate mutating func add(rate: Int) {
    heartRates[.min] = min(heartRates[.min] ?? rate, rate)
    heartRates[.max] = max(heartRates[.max] ?? rate, rate)
    heartRates[.average] = rate
  }
}

extension QualityGate {
  fileprivate static func random(_ random: inout SeededGenerator) -> [QualityGate] {
    guard random.oneIn(2) else { return [] }
    let measure: Measure =
      random.oneIn(2)
      ? .manualShare(.steps, atMost: random.below(5) * 1000)
      : .flags(nil, atMost: random.below(3))
    return [QualityGate(measure)]
  }
}
