import DaymarkDocuments
import DaymarkModel

// The days before the period of a case in rules_test.yaml.
extension KeyTable {
  /// The keys of the days before the period: for each cumulative metric a list, whose last value is
  /// that of the day before the period.
  static let givenDaysBefore: KeyTable = {
    let metrics = Metric.allCases.filter(\.isCumulative)
    return KeyTable(
      metrics.map { .optional($0.id, GivenCell.list(in: $0.canonicalUnit)) },
      atLeastOneOf: metrics.map(\.id))
  }()
}

extension GivenFiguresReader {
  /// Reads the days before the period, ascending by metric, then day.
  ///
  /// A case may give fewer days than its rule needs.
  ///
  /// - Returns: `nil` when an error was reported.
  func daysBefore() -> [DailyAggregate]? {
    guard mapping.has("before") else { return [] }
    guard let table = mapping.mapping("before", .givenDaysBefore), let first = days.first,
      !table.any(of: table.table.atLeastOneOf).isEmpty
    else { return nil }
    var earlier: [DailyAggregate] = []
    for metric in Metric.allCases where table.has(metric.id) {
      guard
        let cells = cells(
          table, metric.id, in: metric.canonicalUnit, step: metric.dailyStep,
          upTo: Baseline.mostDays)
      else { return nil }
      earlier += cells.enumerated().map { index, cell in
        let day = first.advanced(by: index - cells.count)
        return dailyAggregate(metric, day, cell)
      }
    }
    return earlier
  }
}
