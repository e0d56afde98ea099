package import DaymarkModel

// The output that `Aggregate` would have for the given days; see Testing, "A case".

extension GivenPeriod {
  private static let calendar = DayCalendar(zone: .utc)

  /// A challenge over the days, whose hand-in ends with them.
  package var challenge: Challenge {
    Challenge(
      id: "given", title: "given",
      period: .days(from: days[0], to: days[days.count - 1]), zone: .utc)
  }

  /// The instant at which the hand-in ends.
  package var deadline: Instant { challenge.deadline(in: Self.calendar) }

  /// The days and sessions in the form in which rules are evaluated on them.
  package var aggregates: SubjectAggregates {
    var aggregates = SubjectAggregates(zone: ResolvedZone(.utc, by: .challenge))
    aggregates.days = dailyAggregates
    aggregates.sessions = days.indices.flatMap { day in
      sessions[day].enumerated().map { session($1, on: day, at: $0) }
    }
    aggregates.loggedEnd = days.indices.last { day in
      sessions[day].contains { $0.kind.isLogged }
    }.map { days[0].advanced(by: $0 + 1) }
    aggregates.strengthDays = dailyStrength
    if uses(.log), logEnd > 0 { aggregates.strengthEnd = days[0].advanced(by: logEnd) }
    aggregates.feats = dailyFeats
    if uses(.attempts), attemptsEnd > 0 { aggregates.featsEnd = days[0].advanced(by: attemptsEnd) }
    aggregates.hasNoInputs = hasNoInputs
    if hasNoInputs { return aggregates }
    aggregates.dataEnd = Self.calendar.start(of: days[0].advanced(by: dataEnd))
    aggregates.damagedSpans = damaged.sorted().map { Self.calendar.interval(of: days[$0]) }.disjoint
    aggregates.bounds = opened.flatMap { metric, cells in
      cells.map { day, opened in
        DayBounds(
          metric: metric, day: days[day], least: quantity(opened.least),
          most: opened.most.map(quantity))
      }
    }.sorted { ($0.metric, $0.day) < ($1.metric, $1.day) }
    return aggregates
  }

  /// The flags, each repeated by its number.
  package var qualityFlags: [QualityFlag] {
    FlagCode.allCases.flatMap { code in
      Array(
        repeating: QualityFlag(code, .flagged, measured: .zero, limit: .zero),
        count: flags[code] ?? 0)
    }
  }

  private func quantity(_ amount: Int128) -> Quantity { Quantity(exactly: amount) ?? .limit }

  private func uses(_ origin: Column.Origin) -> Bool {
    figures.keys.contains { $0.origin == origin }
  }

  private var dailyAggregates: [DailyAggregate] {
    var aggregates: [DailyAggregate] = []
    for day in days.indices {
      var heart: DailyAggregate?
      func aggregate(_ metric: Metric, _ value: Quantity?) -> DailyAggregate {
        DailyAggregate(
          metric: metric, day: days[day], value: value,
          isComplete: day < dataEnd && !damaged.contains(day), measure: measure(of: metric))
      }
      func changeHeart(_ change: (inout DailyAggregate, inout HeartRateFigures) -> Void) {
        var changed = heart ?? aggregate(.heartRate, nil)
        var figures = changed.heartRate ?? HeartRateFigures(count: 0)
        change(&changed, &figures)
        changed.heartRate = figures
        heart = changed
      }
      for (column, cells) in figures {
        guard let figure = cells[day].map(quantity) else { continue }
        switch column {
        case .amount(let metric): aggregates.append(aggregate(metric, figure))
        case .heartRate(.average): changeHeart { aggregate, _ in aggregate.value = figure }
        case .heartRate(.min): changeHeart { $1.minimum = figure }
        case .heartRate(.max): changeHeart { $1.maximum = figure }
        case .heartMinutes(let above):
          changeHeart { ($1.count, $1.minutesAbove[above]) = (1, figure) }
        case .strength, .lift, .feat: break
        }
      }
      if let heart { aggregates.append(heart) }
    }
    return aggregates.sorted { ($0.metric, $0.day) < ($1.metric, $1.day) }
  }

  private func measure(of metric: Metric) -> QualityMeasure {
    var measure = QualityMeasure()
    let (manual, late) = (manualShares[metric], lateShares[metric])
    guard manual != nil || late != nil else { return measure }
    measure.naive = Quantity(10_000)
    if let late { measure.late = Quantity(late) }
    if let manual {
      (measure.manualAmount, measure.manualShare) = (Quantity(manual), manual)
    }
    return measure
  }

  private func session(_ given: Session, on day: Int, at place: Int) -> DaymarkModel.Session {
    let start = Self.calendar.start(of: days[day]).advanced(byMilliseconds: Int64(place))
    return DaymarkModel.Session(
      day: days[day],
      activity: Activity(
        kind: given.kind, isIndoor: given.isIndoor, start: start,
        end: start.advanced(byMilliseconds: 1), values: given.values.mapValues(quantity)),
      inputs: [], origins: [:])
  }

  private var dailyStrength: [DailyStrength] {
    days.indices.compactMap { day in
      var training: DailyStrength?
      for (column, cells) in figures {
        guard let figure = cells[day].map(quantity) else { continue }
        var changed = training ?? DailyStrength(day: days[day])
        switch column {
        case .strength(let measure): changed.set(measure, to: figure)
        case .lift(let quantity, let exercise):
          let place = changed.lifts.firstIndex { $0.exercise == exercise }
          var lift = place.map { changed.lifts[$0] } ?? DailyLift(exercise: exercise)
          lift.set(quantity, to: figure)
          if let place { changed.lifts[place] = lift } else { changed.lifts.append(lift) }
        case .amount, .heartRate, .heartMinutes, .feat: continue
        }
        training = changed
      }
      return training
    }
  }

  private var dailyFeats: [DailyFeat] {
    days.indices.flatMap { day in
      figures.compactMap { column, cells -> DailyFeat? in
        guard case .feat(let figure, let id) = column, let best = cells[day] else { return nil }
        return DailyFeat(
          day: days[day], id: id, counts: figure, attempts: 1,
          best: quantity(figure == .time ? best * 60 : best))
      }
    }.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
  }
}

extension DailyLift {
  fileprivate mutating func set(_ quantity: LiftQuantity, to amount: Quantity) {
    switch quantity {
    case .estimate: bestEstimate = amount
    case .load: heaviest = amount
    case .bodyWeights: mostBodyWeights = amount
    case .repetitions: mostRepetitions = Int(amount.microUnits / 1_000_000)
    }
  }
}
