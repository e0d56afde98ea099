import DaymarkModel

extension RecordBatch {
  /// How many figures other than zero it has: values of records and days, and points of tracks.
  var figureCount: Int {
    records.count { $0.value.isMoreThanNothing }
      + totals.count { $0.figure.isMoreThanNothing }
      + activities.reduce(0) { $0 + $1.track.count }
  }
}

extension DayFigure<WrittenAmount> {
  fileprivate var isMoreThanNothing: Bool {
    switch self {
    case .sum(let amount): amount.value.isMoreThanNothing
    case .heartRate(let minimum, let maximum, let average):
      [minimum, maximum, average].contains { $0?.value.isMoreThanNothing == true }
    }
  }
}

extension DecimalNumber? {
  fileprivate var isMoreThanNothing: Bool { map { $0.coefficient != 0 } == true }
}
