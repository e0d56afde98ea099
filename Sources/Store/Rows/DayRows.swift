import DaymarkModel
import GRDB

extension Database {
  func put(_ aggregate: DailyAggregate, of key: SubjectKey) throws {
    let (measure, heartRate) = (aggregate.measure, aggregate.heartRate)
    try put(
      "daily_aggregate",
      [
        "challenge": key.challenge, "subject": key.subject, "metric": aggregate.metric.id,
        "day": "\(aggregate.day)", "value": aggregate.value?.microUnits,
        "is_complete": aggregate.isComplete, "minimum": heartRate?.minimum?.microUnits,
        "maximum": heartRate?.maximum?.microUnits, "mean": heartRate?.mean?.microUnits,
        "count": heartRate?.count, "samples": measure.samples,
        "manual_samples": measure.manualSamples,
        "manual_amount": measure.manualAmount.microUnits, "naive": measure.naive.microUnits,
        "manual_share": measure.manualShare, "alternate": measure.alternate?.microUnits,
        "set_aside": measure.setAside.microUnits, "late": measure.late.microUnits,
      ])
    for (code, figure) in measure.figures {
      try put(
        "quality_figure",
        [
          "challenge": key.challenge, "subject": key.subject, "metric": aggregate.metric.id,
          "day": "\(aggregate.day)", "code": code.rawValue, "value": figure.microUnits,
        ])
    }
    for (position, part) in measure.contributions.enumerated() {
      try put(
        "source_contribution",
        [
          "challenge": key.challenge, "subject": key.subject, "metric": aggregate.metric.id,
          "day": "\(aggregate.day)", "position": position, "source": part.source,
          "contributed": part.contributed.microUnits, "covered": part.covered.microUnits,
          "offered": part.offered.microUnits,
        ])
    }
  }

  /// Ascending by metric, then day.
  func days(of key: SubjectKey) throws -> [DailyAggregate] {
    struct Cell: Hashable {
      var metric: String
      var day: CivilDay
    }
    var contributions: [Cell: [SourceContribution]] = [:]
    try rows(of: "source_contribution", key, by: "metric, day, position") { row in
      let cell = Cell(metric: try row.text("metric"), day: try row.day())
      contributions[cell, default: []].append(
        SourceContribution(
          source: try row.count("source"), contributed: try row.quantity("contributed"),
          covered: try row.quantity("covered"), offered: try row.quantity("offered")))
    }
    var figures: [Cell: [FlagCode: Quantity]] = [:]
    try rows(of: "quality_figure", key, by: "metric, day, code") { row in
      let cell = Cell(metric: try row.text("metric"), day: try row.day())
      let code = try row.require(FlagCode(rawValue: row.text("code")))
      figures[cell, default: [:]][code] = try row.quantity("value")
    }
    var days: [DailyAggregate] = []
    try rows(of: "daily_aggregate", key, by: "metric, day") { row in
      let (metric, day) = (try row.text("metric"), try row.day())
      let cell = Cell(metric: metric, day: day)
      let heartRate = try row.optional("count") { _ in
        HeartRateFigures(
          minimum: try row.optional("minimum", row.quantity),
          maximum: try row.optional("maximum", row.quantity),
          mean: try row.optional("mean", row.quantity), count: try row.count("count"))
      }
      let value = try row.optional("value", row.quantity)
      guard value != nil || heartRate != nil else { throw row.failure }
      days.append(
        DailyAggregate(
          metric: try row.require(Metric(id: metric)), day: day,
          value: value, heartRate: heartRate, isComplete: try row.flag("is_complete"),
          measure: QualityMeasure(
            samples: try row.count("samples"), manualSamples: try row.count("manual_samples"),
            manualAmount: try row.quantity("manual_amount"), naive: try row.quantity("naive"),
            manualShare: try row.optional("manual_share", row.count),
            contributions: contributions[cell] ?? [],
            alternate: try row.optional("alternate", row.quantity),
            setAside: try row.quantity("set_aside"), late: try row.quantity("late"),
            figures: figures[cell] ?? [:])))
    }
    return days.sorted { ($0.metric, $0.day) < ($1.metric, $1.day) }
  }
}
