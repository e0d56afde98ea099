import DaymarkModel

/// Responses of Fitbit's Web API about steps, distance, floors, calories, heart rate and
/// activities.
///
/// Dates and times are those of the person's clock. Distances are in the unit system of the
/// request, which the response does not state; kilometers, the default, are assumed.
enum FitbitWebAPIFormat: InputFormat {
  static let id: FormatID = "fitbit-web-api"
  static let fileExtensions = ["json"]

  /// The series, in the order of their ``names`` in a response.
  private static let series: [FitbitSeries] = [.steps, .distance, .floors, .calories, .heartRate]
  private static let names = ["steps", "distance", "floors", "calories", "heart"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      names.contains {
        outline.has("activities-\($0)[].dateTime")
          || outline.has("activities-\($0)-intraday.dataset")
      } || outline.has("summary.caloriesOut", "summary.steps")
        || outline.has("activities[].logId", "activities[].startTime")
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var answer = FitbitResponse(source: try sink.source(.fitbit))
    try JSONElements(
      "activities-steps[]", "activities-distance[]", "activities-floors[]",
      "activities-calories[]", "activities-heart[]", "activities-steps-intraday",
      "activities-distance-intraday", "activities-floors-intraday",
      "activities-calories-intraday", "activities-heart-intraday", "activities[]", "summary"
    ).read(&document, into: &sink) { element, sink in
      switch element.path {
      case 0..<5: answer.add(day: element, of: series[element.path])
      case 5..<10: answer.intraday.append((series[element.path - 5], element))
      case 10: try answer.add(activity: element, &sink)
      default: answer.summary = element
      }
    }
    try answer.send(&sink)
  }
}

/// The parts of one response, which may be in any order.
private struct FitbitResponse {
  let source: UInt16
  var intraday: [(series: FitbitSeries, element: JSONElement)] = []
  var summary: JSONElement?
  private var totals: [DayTotalRecord] = []
  /// The activities with wall-clock times; ``absolute`` are those whose times state their offset.
  private var wall: [ActivityRecord] = []
  private var absolute: [ActivityRecord] = []
  /// The dates in the document.
  private var dates: Set<String> = []
  private var firstDistance: JSONElement?

  init(source: UInt16) { self.source = source }

  /// The only date in the document; `nil` where there are several or none.
  private var date: String? { dates.count == 1 ? dates.first : nil }

  mutating func add(day element: JSONElement, of series: FitbitSeries) {
    let day = element.item["dateTime"]?.text
    if let day { dates.insert(day) }
    // Calories include those burned at rest, and the only heart rate is that at rest.
    guard series != .calories, series != .heartRate else { return }
    add(series, element.item["value"], of: day, element)
  }

  private mutating func add(
    _ series: FitbitSeries, _ value: JSONItem?, of day: String?, _ element: JSONElement
  ) {
    guard let value else { return }
    if series == .distance { firstDistance = firstDistance ?? element }
    let unit = series == .distance ? .kilometer : series.unit
    totals.append(
      DayTotalRecord(
        source: source, day: day.flatMap { CivilDay($0) }, metric: series.metric,
        figure: .sum(WrittenAmount(value.decimal, .known(unit))), isOfAnyMode: series == .distance,
        line: element.line, byte: element.byte))
  }

  // MARK: Activities

  /// Adds an activity.
  ///
  /// One of a day has `startDate` and `startTime`; one in the list of all has `startTime` with an
  /// offset.
  mutating func add(activity element: JSONElement, _ sink: inout InputSink) throws {
    let item = element.item
    let time = item["startTime"]?.text
    if let day = item["startDate"]?.text {
      dates.insert(day)
      wall.append(
        try activity(element, start: Self.time(day, time), &sink))
      return
    }
    var text = time ?? ""
    let start = text.withUTF8 { XMLTime($0) }
    if let start, let offset = start.offsetSeconds {
      sink.addOffset(seconds: offset, at: start.instant)
    }
    absolute.append(
      try activity(
        element, start: start.map { .at($0.instant) } ?? (time == nil ? .missing : .malformed),
        &sink))
  }

  private mutating func activity(
    _ element: JSONElement, start: RecordTime, _ sink: inout InputSink
  ) throws -> ActivityRecord {
    let hasUnit = element.item["distanceUnit"] != nil
    if !hasUnit, element.item["distance"] != nil { firstDistance = firstDistance ?? element }
    return try FitbitActivity(element)
      .record(start: start, by: source, assuming: .kilometer, &sink)
  }

  /// Reads `HH:mm` or `HH:mm:ss` on a date, as if it were UTC.
  private static func time(_ date: String, _ clock: String?) -> RecordTime {
    guard let clock else { return .missing }
    let seconds = clock.utf8.count == 5 ? ":00" : ""
    return Instant(rfc3339: "\(date)T\(clock)\(seconds)Z").map { .at($0) } ?? .malformed
  }

  // MARK: Sending

  mutating func send(_ sink: inout InputSink) throws {
    addSummary()
    if let first = firstDistance {
      sink.find(.distanceUnitAssumed, line: first.line, byte: first.byte)
    }
    let before = sink.facts.recordCount
    try sink.send(RecordBatch(activities: absolute, totals: totals))
    try sink.send(RecordBatch(clock: .wall, activities: wall))
    if let date {
      for (series, element) in intraday { try send(series, element, of: date, &sink) }
    }
    guard sink.facts.recordCount == before else { return }
    let isUndated = date == nil && (summary != nil || !intraday.isEmpty)
    sink.skip(isUndated ? .undated : .restOnly)
  }

  /// Adds the summary of a day, which does not state its date.
  ///
  /// The activities may state it.
  private mutating func addSummary() {
    guard let summary, let date else { return }
    add(.steps, summary.item["steps"], of: date, summary)
    add(.floors, summary.item["floors"], of: date, summary)
    let total = summary.item["distances"]?.elements.first { $0["activity"]?.text == "total" }
    add(.distance, total?["distance"], of: date, summary)
  }

  private func send(
    _ series: FitbitSeries, _ element: JSONElement, of date: String,
    _ sink: inout InputSink
  ) throws {
    let unit = element.item["datasetType"]?.text == "second" ? 1 : 60
    let interval = max(1, min(element.item["datasetInterval"]?.integer ?? 1, 1440))
    var records = FitbitRecords(
      series, unit: series == .distance ? .kilometer : nil, clock: .wall, seconds: interval * unit)
    for point in element.item["dataset"]?.elements ?? [] {
      let figure = FitbitFigure(
        start: Self.time(date, point["time"]?.text), value: point["value"]?.decimal,
        line: element.line, byte: element.byte)
      try records.add(figure, by: source, to: &sink)
    }
    try records.finish(&sink)
  }
}
