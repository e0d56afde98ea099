import DaymarkDocuments
import DaymarkModel

// The minutes above heart rates of a case in rules_test.yaml.
extension KeyTable {
  static let givenHeartMinutes = KeyTable([
    .needed(
      "above", .word(Pattern("^(2[0-9]|[3-9][0-9]|[12][0-9]{2}) bpm$"), .wholeHeartRate)),
    .needed("days", GivenCell.list(in: .minute)),
  ])
}

extension GivenFiguresReader {
  /// Reads the minutes above heart rates, and adds them to days of heart rate.
  ///
  /// - Returns: Whether no error was reported.
  func heartMinutes(
    _ aggregates: inout [DailyAggregate], _ incomplete: inout Set<CivilDay>
  ) -> Bool {
    let isSound = entries("heartMinutes", .givenHeartMinutes) { entry in
      let above = entry.read("above") { thresholdQuantity($0, in: .beatsPerMinute) }
      guard let above,
        let cells = cells(entry, "days", in: .minute, step: Unit.minute.dailyStep)
      else { return false }
      for (day, cell) in zip(days, cells) {
        if !cell.isComplete { incomplete.insert(day) }
        guard let minutes = cell.amount else { continue }
        aggregates.give(minutes, above: HeartRate.wholeAtOrAbove(above), on: day, cell.isComplete)
      }
      return true
    }
    aggregates.sort { ($0.metric, $0.day) < ($1.metric, $1.day) }
    return isSound
  }
}

extension [DailyAggregate] {
  fileprivate mutating func give(
    _ minutes: Quantity, above rate: Int, on day: CivilDay, _ isComplete: Bool
  ) {
    let known = firstIndex { $0.metric == .heartRate && $0.day == day }
    var aggregate =
      known.map { self[$0] } ?? DailyAggregate(metric: .heartRate, day: day, value: nil)
    var figures = aggregate.heartRate ?? HeartRateFigures(count: 0)
    figures.count = 1
    figures.minutesAbove[rate] = minutes
    aggregate.heartRate = figures
    aggregate.isComplete = aggregate.isComplete && isComplete
    if let known { self[known] = aggregate } else { append(aggregate) }
  }
}
