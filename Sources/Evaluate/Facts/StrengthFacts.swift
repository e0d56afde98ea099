import DaymarkModel

/// Bounds on a figure of one day's strength training, by the day's sets.
///
/// - Units: micro-units.
private struct StrengthBounds {
  var least: Int128 = 0
  /// The upper bound; `nil` where there is none.
  var most: Int128? = 0
  var gaps: Set<StrengthGap> = []

  init() {}

  init(_ known: Quantity) { (least, most) = (Int128(known.microUnits), Int128(known.microUnits)) }

  init(_ count: Int) { self.init(Quantity(count)) }

  /// Removes the upper bound because of some causes; without a cause nothing changes.
  mutating func open(for causes: Set<StrengthGap>) {
    guard !causes.isEmpty else { return }
    (most, gaps) = (nil, gaps.union(causes))
  }

  var isKnown: Bool { least == most }
}

extension DayFacts {
  /// Returns the possible values of a figure of strength training, day by day.
  ///
  /// A day before the last session is complete: if it has no session, there was none. After the
  /// last session a log says nothing.
  func strengthFacts(_ measure: StrengthMeasure) -> [DayFact] {
    strengthFacts(step: measure.unit.dailyStep) { StrengthBounds(measure, of: $0) }
  }

  /// Returns the possible values of the best set of one exercise, day by day.
  func liftFacts(_ quantity: LiftQuantity, of exercise: String) -> [DayFact] {
    strengthFacts(step: DayValue.lift(quantity, of: exercise).step) {
      StrengthBounds(quantity, of: exercise, on: $0)
    }
  }

  /// Returns the possible values of the best attempt at a feat, day by day.
  ///
  /// The last attempt or session shows until when the files have data.
  func featFacts(_ figure: FeatFigure, of id: String) -> [DayFact] {
    let attempts = aggregates.feats.filter { $0.id == id && $0.counts == figure }
    return strengthFacts(
      step: DayValue.feat(figure, of: FeatReference(id)).step, through: aggregates.featsEnd,
      attempts.map { ($0.day, StrengthBounds($0)) })
  }

  private func strengthFacts(
    step: Int64, _ bounds: (DailyStrength) -> StrengthBounds
  ) -> [DayFact] {
    strengthFacts(
      step: step, through: aggregates.strengthEnd,
      aggregates.strengthDays.map { ($0.day, bounds($0)) })
  }

  /// Turns the bounds of single days into the possible values of every day.
  ///
  /// - Parameters:
  ///   - step: The step of the value.
  ///   - end: The last day of which the files tell anything.
  ///   - known: The days with sets or attempts, each once.
  private func strengthFacts(
    step: Int64, through end: CivilDay?, _ known: [(CivilDay, StrengthBounds)]
  ) -> [DayFact] {
    let known = Dictionary(known) { first, _ in first }
    let rows = openings.filter(\.mayHaveSets)
    return days.map { day in
      let isWhole = end.map { day.day < $0 } ?? false
      let bounds = known[day.day] ?? StrengthBounds()
      let hasData = isWhole || known[day.day] != nil
      func atLeast(_ least: Int128) -> ValueInterval {
        ValueInterval(low: least, high: nil, step: Int128(step))
      }
      var fact = fact(
        day.day, hasData ? Quantity(exactly: bounds.least) : nil,
        gap(of: day.interval, isComplete: isWhole), possible: atLeast(0),
        bounds: atLeast(bounds.least), canBeZero: true)
      let ofDay = rows.filter { $0.mayHold(day.day) }
      let unread: DayFact.RowGap? =
        ofDay.isEmpty ? nil : ofDay.contains { $0.days != nil } ? .ofDay : .ofAnyDay
      guard !bounds.isKnown || unread != nil, !fact.isDamaged else { return fact }
      // Neither time nor more data settles this, and no data is missing, so the rule's policy for
      // missing days does not apply.
      let isBounded = fact.range.most != nil && unread == nil
      fact.range = ValueRange(open: bounds.least, isBounded ? bounds.most : nil, spread: 0)
      fact.range.recorded = bounds.least
      (fact.gaps, fact.unreadRows) = (bounds.gaps, unread)
      // What was handed in tells of the day, though it cannot be read.
      if unread == .ofDay, fact.doubt == .missing { fact.doubt = .unknown }
      fact.doubt = fact.doubt ?? .unknown
      return fact
    }
  }
}

extension DayValue {
  /// The least figure that a day's sets or attempts give; `nil` without any, and for other values.
  func least(of day: DailyStrength?, _ feats: [DailyFeat]) -> Quantity? {
    let bounds: StrengthBounds? =
      switch self {
      case .strength(let measure): day.map { StrengthBounds(measure, of: $0) }
      case .lift(let quantity, let exercise):
        day.map { StrengthBounds(quantity, of: exercise, on: $0) }
      case .feat(let figure, let feat):
        feats.first { $0.id == feat.id && $0.counts == figure }.map { StrengthBounds($0) }
      case .metric, .heartRate, .heartMinutes, .activities, .weighted: nil
      }
    return bounds.flatMap { Quantity(exactly: $0.least) }
  }
}

extension StrengthBounds {
  fileprivate init(_ feat: DailyFeat) {
    self.init(feat.counts.inUnit(feat.best ?? .zero))
    if feat.refused[.unitUnknown] != nil { open(for: [.unit]) }
  }

  fileprivate init(_ measure: StrengthMeasure, of day: DailyStrength) {
    switch measure {
    case .strengthSessions: self.init(day.sessions)
    case .sets: self.init(day.sets)
    case .hardSets: self.init(day.hardSets)
    case .repetitions: self.init(day.repetitions)
    case .restsKept: self.init(day.restsKept)
    case .timeUnderTension: self.init(day.minutesUnderTension)
    case .volume:
      self.init(day.volume)
      open(for: causes(unit: day.setsOfUnknownUnit, bodyWeight: day.setsOfUnknownBodyWeight))
    case .exercises:
      // A name that matches no exercise may be one of the counted ones, or another.
      self.init(max(day.exercises, day.unmatchedExercises > 0 ? 1 : 0))
      most = Int128(Quantity(day.exercises + day.unmatchedExercises).microUnits)
      if !isKnown { gaps = [.exercise] }
    }
  }

  fileprivate init(_ quantity: LiftQuantity, of exercise: String, on day: DailyStrength) {
    let lift = day.lifts.first { $0.exercise == exercise }
    switch quantity {
    case .repetitions: self.init(lift?.mostRepetitions ?? 0)
    case .bodyWeights:
      self.init(lift?.mostBodyWeights ?? .zero)
      open(
        for: causes(
          unit: lift?.setsOfUnknownUnit ?? 0, bodyWeight: lift?.setsWithoutBodyWeight ?? 0))
    case .load, .estimate:
      let known = quantity == .load ? lift?.heaviest : lift?.bestEstimate
      self.init(known ?? .zero)
      open(
        for: causes(
          unit: lift?.setsOfUnknownUnit ?? 0, bodyWeight: lift?.setsOfUnknownBodyWeight ?? 0))
    }
    // A name that matches no exercise may be this exercise.
    if day.unmatchedExercises > 0 { open(for: [.exercise]) }
  }
}

/// Returns why a figure is in doubt.
///
/// - Parameters:
///   - unit: The number of sets whose load has no unit.
///   - bodyWeight: The number of sets that lift a body of unknown weight.
private func causes(unit: Int, bodyWeight: Int) -> Set<StrengthGap> {
  Set([unit > 0 ? .unit : nil, bodyWeight > 0 ? .bodyWeight : nil].compactMap(\.self))
}
