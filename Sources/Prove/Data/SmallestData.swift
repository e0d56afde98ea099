import DaymarkModel

extension [GivenPeriod] {
  /// Returns the smallest data found for which a condition still holds.
  ///
  /// Complete days replace those with missing data, absent data replaces data, and smaller figures
  /// replace larger ones. Of the result no single part can be removed without breaking the
  /// condition.
  ///
  /// - Parameters:
  ///   - steps: The steps between figures.
  ///   - holds: The condition, which holds for the original data and is tested at each attempt.
  package func smallest(
    steps: FigureSteps, where holds: ([GivenPeriod]) -> Bool
  ) -> [GivenPeriod] {
    withoutActuallyEscaping(holds) { holds in
      var search = SmallestData(best: self, steps: steps, holds: holds)
      // A part may be needed only by another one that a later attempt removes.
      for _ in 0..<4 where search.hasShrunk { search.shrink() }
      return search.best
    }
  }
}

/// A search for the smallest data that satisfies a condition.
private struct SmallestData {
  private(set) var best: [GivenPeriod]
  let steps: FigureSteps
  let holds: ([GivenPeriod]) -> Bool
  /// Whether the last round made the data smaller.
  private(set) var hasShrunk = true

  init(
    best: [GivenPeriod], steps: FigureSteps, holds: @escaping ([GivenPeriod]) -> Bool
  ) {
    (self.best, self.steps, self.holds) = (best, steps, holds)
  }

  mutating func shrink() {
    let before = best
    attempt { ($0.flags, $0.manualShares, $0.lateShares) = ([:], [:], [:]) }
    attempt { $0.opened = [:] }
    attempt { $0.damaged = [] }
    attempt { given in
      let count = given.days.count
      (given.dataEnd, given.logEnd, given.attemptsEnd) = (count, count, count)
    }
    // Days without any data are the simplest way to lack data.
    attempt { $0.emptyLackingDays() }
    attempt { given in given.sessions = given.sessions.map { _ in [] } }
    for code in FlagCode.allCases {
      lower(best.compactMap { $0.flags[code] }.max().map { Int128($0) }, by: 1) { given, count in
        given.flags[code] = count == 0 ? nil : given.flags[code].map { min($0, Int(count)) }
      }
    }
    for metric in Metric.allCases {
      attempt { $0.manualShares[metric] = nil }
      attempt { $0.lateShares[metric] = nil }
    }
    for day in best[0].days.indices {
      restore(day)
      shrinkSessions(on: day)
      for column in Array(best[0].figures.keys).ordered { shrink(column, on: day) }
    }
    hasShrunk = best != before
  }

  @discardableResult private mutating func attempt(_ change: (inout GivenPeriod) -> Void) -> Bool {
    var changed = best
    for index in changed.indices { change(&changed[index]) }
    guard changed != best, holds(changed) else { return false }
    best = changed
    return true
  }

  /// Lowers an amount as far as the outcome stays the same: to 0, or to the smallest sufficient
  /// multiple of a step.
  ///
  /// - Parameter set: Writes an amount into the data in the place of the present one.
  private mutating func lower(
    _ amount: Int128?, by step: Int128, _ set: (inout GivenPeriod, Int128) -> Void
  ) {
    guard let amount, amount > 0, !attempt({ set(&$0, 0) }) else { return }
    var (tooLittle, enough) = (Int128(0), amount / step)
    while enough - tooLittle > 1 {
      let middle = (tooLittle + enough) / 2
      if attempt({ set(&$0, middle * step) }) { enough = middle } else { tooLittle = middle }
    }
  }

  /// Restores the missing data of one day.
  private mutating func restore(_ day: Int) {
    attempt { $0.damaged.remove(day) }
    attempt { given in
      for metric in given.opened.keys { given.opened[metric]?[day] = nil }
    }
    guard let whole = best.first, best.count > 1 else { return }
    attempt { given in
      given.damaged.remove(day)
      given.sessions[day] = whole.sessions[day]
      for (column, cells) in whole.figures { given.figures[column]?[day] = cells[day] }
      for metric in given.opened.keys { given.opened[metric]?[day] = nil }
    }
  }

  private mutating func shrinkSessions(on day: Int) {
    attempt { $0.sessions[day] = [] }
    let count = best.map { $0.sessions[day].count }.max() ?? 0
    for place in (0..<count).reversed() {
      attempt { if place < $0.sessions[day].count { $0.sessions[day].remove(at: place) } }
    }
    for place in 0..<count {
      attempt { $0.sessions[day].change(place) { $0.isIndoor = false } }
      for field in ActivityField.allCases {
        let known = best.compactMap { given in
          place < given.sessions[day].count ? given.sessions[day][place].values[field] : nil
        }.max()
        lower(known, by: steps.step(of: field)) { given, figure in
          given.sessions[day].change(place) { session in
            session.values[field] = session.values[field].map { min($0, figure) }
          }
        }
      }
      // A case states times in millionths of a minute.
      attempt { given in
        given.sessions[day].change(place) { session in
          session.values[.activeSeconds] = session.values[.activeSeconds].map {
            ($0 + 59) / 60 * 60
          }
        }
      }
    }
  }

  private mutating func shrink(_ column: Column, on day: Int) {
    let least: Int128 = column.unit == .beatsPerMinute ? 20_000_000 : 0
    switch column {
    // A best figure of 0 is no simpler than no set or attempt.
    case .lift, .feat: attempt { $0.figures[column]?[day] = nil }
    // The day gets the least figure, because a day without data is harder for a reader than a 0.
    default:
      attempt { given in
        guard let cells = given.figures[column], cells[day] == nil else { return }
        given.figures[column]?[day] = least
      }
    }
    let known = best.compactMap { $0.figures[column]?[day] ?? nil }.max()
    lower(known.map { $0 - least }, by: steps.step(of: column)) { given, amount in
      guard let cells = given.figures[column], let cell = cells[day] else { return }
      given.figures[column]?[day] = min(cell, amount + least)
    }
  }
}

extension [GivenPeriod.Session] {
  fileprivate mutating func change(
    _ place: Int, _ change: (inout GivenPeriod.Session) -> Void
  ) {
    if indices.contains(place) { change(&self[place]) }
  }
}

extension GivenPeriod {
  /// Removes all data of days that are damaged or after the end, and marks these days as complete.
  fileprivate mutating func emptyLackingDays() {
    for day in damaged.union(dataEnd..<days.count) {
      sessions[day] = []
      for column in figures.keys where column.origin == .records { figures[column]?[day] = nil }
    }
    (damaged, dataEnd) = ([], days.count)
  }

  /// Whether nothing is missing.
  ///
  /// A day may still have no sets and attempts.
  package var isWhole: Bool {
    !hasNoInputs && opened.values.allSatisfy(\.isEmpty) && damaged.isEmpty
      && [dataEnd, logEnd, attemptsEnd].allSatisfy { $0 == days.count }
      && figures.allSatisfy { column, cells in
        column.origin != .records || cells.allSatisfy { $0 != nil }
      }
  }

  /// Whether the data can be a part of complete data: undamaged days are the same, except that
  /// sessions may lack figures.
  package func isPart(of whole: GivenPeriod) -> Bool {
    days.indices.filter { !damaged.contains($0) }.allSatisfy { day in
      figures.allSatisfy { column, cells in
        isPart(column, cells[day], of: whole.figures[column]?[day] ?? nil, on: day)
      } && isPart(sessions[day], of: whole.sessions[day], on: day)
    }
  }

  private func isPart(
    _ column: Column, _ cell: Int128?, of whole: Int128?, on day: Int
  ) -> Bool {
    let isPast = day >= end(of: column.origin)
    // A log that has nothing for a day before its end says that nothing was done.
    let isRecord = column.origin == .records
    guard let cell = cell ?? (isRecord || isPast ? nil : 0) else { return true }
    guard let whole = whole ?? (isRecord ? nil : 0) else { return false }
    if case .amount(let metric) = column, let opened = opened[metric]?[day] {
      return opened.least <= whole && (isPast || opened.most.map { $0 >= whole } ?? true)
    }
    guard isPast else { return cell == whole }
    switch column {
    case .heartRate(.average): return true
    case .heartRate(.min): return cell >= whole
    default: return cell <= whole
    }
  }

  private func isPart(_ own: [Session], of whole: [Session], on day: Int) -> Bool {
    let isSound = day < dataEnd && hasRecords(on: day)
    guard isSound ? own.count == whole.count : own.count <= whole.count else { return false }
    var rest = whole[...]
    return own.allSatisfy { session in
      while let next = rest.popFirst() {
        if session.isPart(of: next) { return true }
        if isSound { return false }
      }
      return false
    }
  }
}

extension GivenPeriod.Session {
  fileprivate func isPart(of whole: GivenPeriod.Session) -> Bool {
    kind == whole.kind && isIndoor == whole.isIndoor
      && values.allSatisfy { whole.values[$0.key] == $0.value }
  }
}
