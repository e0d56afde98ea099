import DaymarkModel

/// One thing that is not known of a day, and what it may turn out to be.
struct Unknown {
  enum Possibility {
    case amount(Metric, Int?)
    case heartRate(HeartRateStatistic, Int)
    /// On top of those that are recorded.
    case moreSessions([KnownSession])
    /// In place of those that are recorded.
    case otherSessions([KnownSession])
    case fields([ActivityField: Int], ofSession: Int)
  }

  var day: Int
  /// Time or more data settles it.
  var isOpen: Bool
  var possibilities: [Possibility]
}

extension KnownPeriod {
  mutating func apply(_ possibility: Unknown.Possibility, to day: Int) {
    switch possibility {
    case .amount(let metric, let value): days[day].amounts[metric] = value
    case .heartRate(let statistic, let value): days[day].heartRates[statistic] = value
    case .moreSessions(let sessions): days[day].sessions += sessions
    case .otherSessions(let sessions): days[day].sessions = sessions
    case .fields(let values, let session):
      days[day].sessions[session].values.merge(values) { _, new in new }
    }
  }

  /// Calls `body` with every way to settle the unknowns, until it returns `false`.
  @discardableResult
  func forEachCompletion(
    of unknowns: ArraySlice<Unknown>, _ body: (KnownPeriod) -> Bool
  ) -> Bool {
    guard let next = unknowns.first else { return body(self) }
    for possibility in next.possibilities {
      var period = self
      period.apply(possibility, to: next.day)
      guard period.forEachCompletion(of: unknowns.dropFirst(), body) else { return false }
    }
    return true
  }
}

extension PartlyKnownPeriod {
  /// What is recorded, with what `zero` reads as zero.
  func known(onMissing: MissingPolicy, readingZeros metrics: Set<Metric>) -> KnownPeriod {
    var period = KnownPeriod(first: first, days: days.map(\.recorded))
    guard onMissing == .zero else { return period }
    period.readsMissingAsZero = true
    for day in days.indices where !isOpen(day) && !days[day].isDamaged {
      for metric in metrics where period.days[day].amounts[metric] == nil {
        period.days[day].amounts[metric] = 0
      }
    }
    return period
  }

  /// What the answers to these leaves may hang on, what is open first.
  ///
  /// Possibilities are few, but of one leaf they bring about each answer that any could.
  func unknowns(for leaves: [Leaf], onMissing: MissingPolicy) -> [Unknown] {
    var unknowns: [Unknown] = []
    for day in days.indices {
      let asking = leaves.filter { $0.days.contains(first.advanced(by: day)) }
      let grouped = Dictionary(grouping: asking, by: \.value.topic).sorted { $0.key < $1.key }
      for (_, leaves) in grouped {
        switch leaves[0].value {
        case .metric(let metric):
          unknowns += amount(of: metric, day, leaves, onMissing)
        case .heartRate(let statistic):
          unknowns += heartRate(statistic, day, leaves, onMissing)
        case .heartMinutes, .strength, .lift, .feat, .weighted: break
        case .activities: unknowns += sessions(day, leaves, onMissing)
        }
      }
    }
    unknowns.removeAll { $0.possibilities.count == 1 }
    return unknowns.filter(\.isOpen) + unknowns.filter { !$0.isOpen }
  }

  /// Whether what is recorded of the day is only a part, or no part at all, of what may be so.
  private func isUnsure(_ day: Int, _ onMissing: MissingPolicy) -> Bool {
    isOpen(day) || days[day].isDamaged || (days[day].isIncomplete && onMissing != .zero)
  }

  private func amount(
    of metric: Metric, _ day: Int, _ leaves: [Leaf], _ onMissing: MissingPolicy
  ) -> [Unknown] {
    let (recorded, isDamaged) = (days[day].recorded.amounts[metric], days[day].isDamaged)
    let skipsMissing = leaves.contains { $0.measure == .average(overRecordedDays: true) }
    let isMissing = recorded == nil && !isOpen(day) && !isDamaged
    guard isMissing ? onMissing != .zero && !skipsMissing : isUnsure(day, onMissing) else {
      return []
    }
    let step = metric == .steps ? 1_000_000 : 500_000
    let highest =
      leaves.flatMap { leaf in
        let isMean = if case .average = leaf.measure.goal { true } else { false }
        return leaf.comparison.bounds.map { $0 * (isMean ? days.count : 1) }
      }.max() ?? 0
    let values = Array(stride(from: 0, through: highest + step, by: step)) + [1_000_000_000_000]
    let possible = values.filter { $0 >= (isDamaged ? 0 : recorded ?? 0) }.map {
      Unknown.Possibility.amount(metric, $0)
    }
    let nothing: [Unknown.Possibility] =
      skipsMissing && (recorded == nil || isDamaged) ? [.amount(metric, nil)] : []
    return [Unknown(day: day, isOpen: isOpen(day), possibilities: nothing + possible)]
  }

  private func heartRate(
    _ statistic: HeartRateStatistic, _ day: Int, _ leaves: [Leaf], _ onMissing: MissingPolicy
  ) -> [Unknown] {
    let stated = days[day].recorded.heartRates[statistic]
    guard isUnsure(day, onMissing) || stated == nil else { return [] }
    let recorded = days[day].isDamaged ? nil : stated
    let bounds = leaves.flatMap(\.comparison.bounds).flatMap { bound in
      [-10_000, 0, 10_000, 20_000].map { bound / 10_000 * 10_000 + $0 }
    }
    let possible = Set(bounds + [20_000_000, 300_000_000] + [recorded ?? 20_000_000]).filter {
      value in
      guard (20_000_000...300_000_000).contains(value), let recorded else {
        return value >= 20_000_000 && value <= 300_000_000
      }
      return switch statistic {
      case .average: true
      case .min: value <= recorded
      case .max: value >= recorded
      }
    }
    return [
      Unknown(
        day: day, isOpen: isOpen(day),
        possibilities: possible.sorted().map { .heartRate(statistic, $0) })
    ]
  }

  private func sessions(
    _ day: Int, _ leaves: [Leaf], _ onMissing: MissingPolicy
  ) -> [Unknown] {
    let grid = SessionGrid(leaves)
    if days[day].isDamaged {
      let lists = grid.moreSessions() + [days[day].recorded.sessions.filter { grid.isWhole($0) }]
      return [
        Unknown(day: day, isOpen: isOpen(day), possibilities: lists.map { .otherSessions($0) })
      ]
    }
    var unknowns: [Unknown] = []
    for (index, session) in days[day].recorded.sessions.enumerated() {
      let possible = grid.completions(of: session)
      unknowns.append(
        Unknown(
          day: day, isOpen: false,
          possibilities: possible.map { .fields($0, ofSession: index) }))
    }
    if isUnsure(day, onMissing) || (days[day].hasNothing && onMissing != .zero) {
      unknowns.append(
        Unknown(
          day: day, isOpen: isOpen(day),
          possibilities: grid.moreSessions().map { .moreSessions($0) }))
    }
    return unknowns
  }
}

extension DayValue {
  /// Values of one topic are unknown together.
  fileprivate var topic: String {
    switch self {
    case .metric(let metric): metric.id
    case .heartRate(let statistic): statistic.rawValue
    case .activities: "sessions"
    case .heartMinutes, .strength, .lift, .feat, .weighted: "strength"
    }
  }
}
