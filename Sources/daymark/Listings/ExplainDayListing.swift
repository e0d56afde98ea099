import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The explanation of one day, as text and JSON.
struct ExplainDayListing {
  private let day: DayExplanation
  private let metrics: [MetricExplanation]
  private let inputs: [String]
  /// The damaged inputs that another input heals, completely or for this day, by name, each with
  /// the name of the other.
  private let healed: [(input: String, by: String, isWhole: Bool)]
  private let calendar: DayCalendar

  init(_ result: ArchiveDay, metrics: [Metric]) {
    day = result.explanation
    inputs = result.inputs.map(\.name)
    let healing = day.healing
    healed = inputs.indices.compactMap { [inputs, day] input in
      if let whole = healing.inputs[input] { return (inputs[input], inputs[whole], true) }
      return healing.days[input]?[day.day].map { (inputs[input], inputs[$0], false) }
    }
    self.metrics = day.metrics.filter { metrics.contains($0.aggregate.metric) }
    calendar = DayCalendar(zone: day.zone.zone)
  }

  // MARK: Text

  var text: String {
    var parts = ["\(day.day) in \(day.zone.words), \(length)"]
    if metrics.isEmpty { parts.append("No data of the metrics on this day.") }
    parts += metrics.map(text)
    if !day.sessions.isEmpty { parts.append(sessionTable) }
    if !day.statedSessions.isEmpty { parts.append(statedTable) }
    if !remarks.isEmpty { parts.append(remarks.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  private var length: String {
    // Hours need not be whole: on Lord Howe Island clocks change by half an hour.
    let milliseconds = day.interval.end.milliseconds - day.interval.start.milliseconds
    return "\(decimalText(ofMillionths: Int128(milliseconds) * 1000 / 3600)) hours"
  }

  private func text(_ metric: MetricExplanation) -> String {
    let aggregate = metric.aggregate
    var lines = ["\(aggregate.metric.id)  \(headline(metric))"]
    lines.append(sourceTable(metric))
    lines += notes(metric)
    return lines.joined(separator: "\n")
  }

  private func headline(_ metric: MetricExplanation) -> String {
    let aggregate = metric.aggregate
    let unit = aggregate.metric.canonicalUnit
    let symbol = unit == .count ? "" : " \(unit.rawValue)"
    var text = aggregate.value.map { "\($0)\(symbol)" } ?? "no average"
    if let figures = aggregate.heartRate {
      text += metric.isTotal ? ", a tracker's own summary" : ", the time-weighted average"
      if let low = figures.minimum, let high = figures.maximum { text += ", \(low) to \(high)" }
    } else {
      text += metric.isTotal ? ", a tracker's own total" : ", each moment counted once"
    }
    return aggregate.isComplete ? text : text + ", incomplete"
  }

  private func sourceTable(_ metric: MetricExplanation) -> String {
    let isSum = metric.aggregate.metric.isCumulative
    let hasTotals = metric.sources.contains { $0.total != nil }
    var columns: [Table.Column] = [
      .init(heading: "  source"), .init(heading: "class"),
      .init(heading: "samples", isNumeric: true), .init(heading: "from"), .init(heading: "to"),
    ]
    if isSum {
      columns.append(.init(heading: "has", isNumeric: true))
      if hasTotals { columns.append(.init(heading: "own total", isNumeric: true)) }
      columns.append(.init(heading: "counted", isNumeric: true))
      columns.append(.init(heading: "covered"))
    }
    var table = Table(columns)
    table.rows = metric.sources.map { row in
      let source = day.sources[row.source]
      var cells = [
        "  \(source.name.printableName)", source.deviceClass.id, "\(row.samples)",
        row.span.map { clock($0.start) } ?? "-", row.span.map { clock($0.end) } ?? "-",
      ]
      if isSum {
        cells.append(row.samples == 0 ? "-" : "\(row.offered)")
        if hasTotals { cells.append(row.total.map { "\($0)" } ?? "-") }
        cells += ["\(row.counted)", covers(row)]
      }
      return cells
    }
    return table.text()
  }

  private func covers(_ row: SourceExplanation) -> String {
    let parts = row.covered.map { "\($0.amount) by \(day.sources[$0.source].name.printableName)" }
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }

  private func notes(_ metric: MetricExplanation) -> [String] {
    let measure = metric.aggregate.measure
    var notes: [String] = []
    if metric.aggregate.metric.isCumulative {
      notes.append("  Plain sum of all sources: \(measure.naive).")
      let uncertain = metric.sources.compactMap { row in
        row.uncertainTotal.map { "\($0) of \(day.sources[row.source].name.printableName)" }
      }
      notes += uncertain.map {
        "  Not used: \($0), which does not say whether on foot or by bicycle."
      }
      if let alternate = measure.alternate, uncertain.isEmpty {
        let what =
          metric.isTotal ? "Not used, from the samples or another total" : "Not used, a total"
        notes.append("  \(what): \(alternate).")
      }
    }
    if let stated = metric.stated, let value = metric.aggregate.value {
      notes.append(
        "  The export's own total of the day: \(stated). Counted: \(difference(value, stated)).")
    }
    if measure.manualSamples > 0 {
      notes.append(
        "  Typed in by hand: \(measure.manualSamples), together \(measure.manualAmount).")
    }
    let figures = FlagCode.allCases.compactMap { code in
      measure.figures[code].map { "\(code.rawValue) \($0) \(code.unit)" }
    }
    if !figures.isEmpty { notes.append("  Measured: \(figures.joined(separator: ", ")).") }
    return notes
  }

  /// The lines beside the day's figures: what leaves the day open, and which inputs were healed.
  private var remarks: [String] {
    let bounds = day.bounds.map { bounds in
      let most = bounds.most.map { " and \($0)" } ?? " and any amount"
      return "Open: rejected records leave \(bounds.metric.id) between \(bounds.least)\(most)."
    }
    let openings = Set(day.openings.map(\.code)).sorted().map {
      "Open: this day may have more, because something was not understood (\($0.rawValue))."
    }
    let healed = healed.map {
      let what = $0.isWhole ? "everything that it lost" : "all of this day"
      return "Healed: \($0.input.printableName) is damaged, and \($0.by.printableName) has \(what)."
    }
    return bounds + openings + healed + gaps
  }

  /// The lines about what sound exports lack for healing damaged ones.
  private var gaps: [String] {
    day.healing.gaps.sorted { $0.key < $1.key }.map { input, gap in
      let (damaged, export) = (inputs[input].printableName, inputs[gap.export].printableName)
      let source = day.sources[Int(gap.source)].name.printableName
      let what = gap.metric?.id ?? "sessions"
      return
        "Not healed: \(damaged) is damaged, and \(export) has no \(what) of \(source) on \(gap.day)."
    }
  }

  private var sessionTable: String {
    var table = Table([
      .init(heading: "session"), .init(heading: "from"), .init(heading: "to"),
      .init(heading: "inputs, and the fields each gave"),
    ])
    table.rows = day.sessions.map { session in
      let activity = session.activity
      return [
        activity.kind.rawValue + (activity.isIndoor ? " (indoor)" : ""), clock(activity.start),
        clock(activity.end), origins(session),
      ]
    }
    return table.text()
  }

  /// The table of the workouts' own totals beside the totals of their records.
  private var statedTable: String {
    var table = Table([
      .init(heading: "workout"), .init(heading: "from"), .init(heading: "source"),
      .init(heading: "metric"), .init(heading: "its own total", isNumeric: true),
      .init(heading: "its records", isNumeric: true), .init(heading: ""),
    ])
    table.rows = day.statedSessions.map { session in
      [
        session.kind.rawValue, clock(session.interval.start),
        day.sources[session.source].name.printableName, session.metric.id, "\(session.stated)",
        "\(session.recorded)", difference(session.recorded, session.stated),
      ]
    }
    return table.text()
  }

  /// Returns the difference of a figure from a stated one, for example `12.5 less (0.25 %)`.
  private func difference(_ figure: Quantity, _ stated: Quantity) -> String {
    let difference = StatedDifference(of: figure, from: stated)
    if difference.amount == .zero { return "the same" }
    return "\(difference.amount) \(difference.isMore ? "more" : "less")"
      + (difference.percent.map { " (\($0) %)" } ?? "")
  }

  /// Returns the origins of a session's fields, for example `run.fit: distanceMeters, kilocalories;
  /// export.zip: steps`.
  private func origins(_ session: Session) -> String {
    session.inputs.enumerated().map { position, input in
      let fields = ActivityField.allCases.filter { session.origins[$0] == position }
      let names = fields.map(\.rawValue).joined(separator: ", ")
      return "\(inputs[input].printableName): \(names.isEmpty ? "nothing more" : names)"
    }.joined(separator: "; ")
  }

  /// Returns a time, for example `17:05`, or with the date on another day, `2026-03-06 00:10`.
  private func clock(_ instant: Instant) -> String {
    if instant == day.interval.end { return "24:00" }
    let minutes = calendar.clockMilliseconds(at: instant) / 60_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = "\(two(minutes / 60)):\(two(minutes % 60))"
    return day.interval.contains(instant) ? text : "\(calendar.day(containing: instant)) \(text)"
  }

  // MARK: JSON

  var json: JSONValue {
    let healed = healed.map {
      JSONValue.object(["input": .string($0.input), "by": .string($0.by)])
    }
    let gaps = day.healing.gaps.sorted { $0.key < $1.key }.map { input, gap in
      JSONValue.object(present: [
        "input": .string(inputs[input]), "export": .string(inputs[gap.export]),
        "date": .string("\(gap.day)"), "metric": gap.metric.map { .string($0.id) },
        "source": .string(day.sources[Int(gap.source)].name),
      ])
    }
    let codes = Set(day.openings.map(\.code)).sorted().map { JSONValue.string($0.rawValue) }
    return .object(present: [
      "date": .string("\(day.day)"), "zone": day.zone.json,
      "metrics": .array(metrics.map(json)), "sessions": .array(day.sessions.map(json)),
      "statedSessions": day.statedSessions.isEmpty ? nil : .array(day.statedSessions.map(json)),
      "bounds": day.bounds.isEmpty ? nil : .array(day.bounds.map(json)),
      "openAbove": codes.isEmpty ? nil : .array(codes),
      "healed": healed.isEmpty ? nil : .array(healed),
      "notHealed": gaps.isEmpty ? nil : .array(gaps),
    ])
  }

  private func json(_ bounds: DayBounds) -> JSONValue {
    .object(present: [
      "metric": .string(bounds.metric.id), "atLeast": .number(bounds.least),
      "atMost": bounds.most.map(JSONValue.number),
    ])
  }

  private func json(_ metric: MetricExplanation) -> JSONValue {
    let (aggregate, measure) = (metric.aggregate, metric.aggregate.measure)
    let isSum = aggregate.metric.isCumulative
    let figures = measure.figures.map { ($0.key.rawValue, JSONValue.number($0.value)) }
    return .object(present: [
      "metric": .string(aggregate.metric.id), "value": aggregate.value.map(JSONValue.number),
      "unit": .string(aggregate.metric.canonicalUnit.rawValue),
      "from": .string(metric.isTotal ? "total" : "samples"),
      "complete": .bool(aggregate.isComplete),
      "naive": isSum ? .number(measure.naive) : nil,
      "alternate": measure.alternate.map(JSONValue.number),
      "stated": metric.stated.map(JSONValue.number),
      "manualSamples": .number(measure.manualSamples),
      "figures": measure.figures.isEmpty ? nil : .object(Dictionary(uniqueKeysWithValues: figures)),
      "sources": .array(metric.sources.map { json($0, isSum: isSum) }),
    ])
  }

  private func json(_ row: SourceExplanation, isSum: Bool) -> JSONValue {
    let source = day.sources[row.source]
    let covered = row.covered.map { cover in
      JSONValue.object([
        "by": .string(day.sources[cover.source].name), "amount": .number(cover.amount),
      ])
    }
    return .object(present: [
      "provider": .string(source.provider.id), "source": .string(source.name),
      "class": .string(source.deviceClass.id), "samples": .number(row.samples),
      "first": row.span.map { .string("\($0.start)") },
      "last": row.span.map { .string("\($0.end)") },
      "has": isSum ? .number(row.offered) : nil, "counted": isSum ? .number(row.counted) : nil,
      "covered": isSum ? .array(covered) : nil, "ownTotal": row.total.map(JSONValue.number),
      "uncertainTotal": row.uncertainTotal.map(JSONValue.number),
    ])
  }

  private func json(_ session: StatedSession) -> JSONValue {
    .object([
      "kind": .string(session.kind.rawValue), "start": .string("\(session.interval.start)"),
      "end": .string("\(session.interval.end)"),
      "source": .string(day.sources[session.source].name), "metric": .string(session.metric.id),
      "unit": .string(session.metric.canonicalUnit.rawValue),
      "stated": .number(session.stated), "recorded": .number(session.recorded),
    ])
  }

  private func json(_ session: Session) -> JSONValue {
    let activity = session.activity
    let fields = session.origins.map { ($0.key.rawValue, JSONValue.number($0.value)) }
    return .object([
      "kind": .string(activity.kind.rawValue), "indoor": .bool(activity.isIndoor),
      "start": .string("\(activity.start)"), "end": .string("\(activity.end)"),
      "inputs": .array(session.inputs.map { .string(inputs[$0]) }),
      "fields": .object(Dictionary(uniqueKeysWithValues: fields)),
    ])
  }
}
