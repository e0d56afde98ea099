import DaymarkModel

extension DataUnknowns {
  /// Returns the data that a solver chose.
  ///
  /// - Parameter values: The chosen value of each unknown in the problem.
  func given(_ values: [Int128]) -> GivenPeriod {
    func value(_ sum: LinearSum) -> Int128 { sum.value(values) }
    func end(_ origin: Column.Origin) -> Int {
      days.indices.first { value(isPast(origin, $0)) == 1 } ?? days.count
    }
    var given = GivenPeriod(days: days)
    given.damaged = Set(days.indices.filter { value(damaged[$0]) == 1 })
    (given.dataEnd, given.logEnd, given.attemptsEnd) = (end(.records), end(.log), end(.attempts))
    for column in asked.columns {
      let grid = asked.steps.step(of: column)
      let cells = days.indices.map { figure(of: column, on: $0) }
      given.figures[column] = cells.map { cell in
        cell.flatMap { value($0.exists) == 1 ? value($0.recorded) * grid : nil }
      }
      guard case .amount(let metric) = column else { continue }
      for (day, cell) in cells.enumerated() {
        guard let opened = cell?.opened, let recorded = cell?.recorded else { continue }
        let bounds = GivenPeriod.Opened(
          least: value(opened.least) * grid,
          most: value(opened.isUnbounded) == 1 ? nil : value(opened.most) * grid)
        let figure = value(recorded) * grid
        if bounds.least != figure || bounds.most != figure {
          given.opened[metric, default: [:]][day] = bounds
        }
      }
    }
    for (day, sessions) in sessions.enumerated() {
      given.sessions[day] = sessions.filter { value($0.exists) == 1 }.map { session in
        GivenPeriod.Session(
          kind: session.kinds.first { value($0.value) == 1 }?.key ?? .other,
          isIndoor: value(session.isIndoor) == 1,
          values: session.fields.filter { value($0.value.exists) == 1 }.reduce(into: [:]) {
            $0[$1.key] = value($1.value.recorded) * asked.steps.step(of: $1.key)
          })
      }
    }
    let shares = { (shares: [Metric: LinearSum]) in
      shares.mapValues { Int(value($0)) }.filter { $0.value > 0 }
    }
    (given.manualShares, given.lateShares) = (shares(manualShares), shares(lateShares))
    given.flags = flags.mapValues { Int(value($0)) }.filter { $0.value > 0 }
    return given
  }
}

extension LinearSum {
  /// Returns the number that the sum has for the values of the unknowns.
  fileprivate func value(_ values: [Int128]) -> Int128 {
    factors.reduce(constant) {
      $0 + $1.value * (values.indices.contains($1.key) ? values[$1.key] : 0)
    }
  }
}
