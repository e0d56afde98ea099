import DaymarkModel

/// The JSON of Health Auto Export in both versions: metrics by minutes, hours or days, and
/// workouts.
enum HealthAutoExportJSONFormat: InputFormat {
  static let id = FormatID.healthAutoExport
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      outline.has("data.metrics[].data[].date")
        || outline.has("data.metrics[].name", "data.metrics[].units")
        || outline.has("data.workouts[].name", "data.workouts[].start")
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(.healthAutoExport)
    var days = SummedTotals()
    var workouts: [ActivityRecord] = []
    try JSONElements("data.metrics[]", "data.workouts[]").read(&document, into: &sink) {
      element, sink in
      if element.path == 0 { return try add(metric: element, to: &days, &sink) }
      workouts.append(try WorkoutElement(element).record(by: source, &sink))
    }
    try days.send(fromDocument: document.fileName, by: source, &sink)
    try sink.send(RecordBatch(activities: workouts))
  }

  private static func add(
    metric element: JSONElement, to days: inout SummedTotals, _ sink: inout InputSink
  ) throws {
    let item = element.item
    if sink.options.readsSleep, item["name"]?.text == "sleep_analysis" {
      sink.find(.totalUnread, line: element.line, byte: element.byte) { $0.key = "sleep_analysis" }
      sink.facts.unread.append(Opening(.totalUnread, metrics: [.sleep]))
      return
    }
    guard let metric = item["name"]?.text.flatMap(Metric.init(healthAutoExport:)) else { return }
    let unit = try item["units"]?.text.map { try sink.unit($0) } ?? .missing
    for point in item["data"]?.elements ?? [] {
      let time = point["date"]?.text.flatMap(HealthAutoExportTime.init)
      if let time, let offset = time.offsetSeconds, let instant = time.instant {
        sink.addOffset(seconds: offset, at: instant)
      }
      func amount(_ key: String) -> WrittenAmount? {
        point[key].map { WrittenAmount($0.decimal, unit) }
      }
      let place = (element.line, element.byte)
      if metric.isCumulative {
        if let amount = amount("qty") { days.add(metric, amount, at: time, place) }
      } else {
        let rate = amount("qty")
        days.add(
          heartRates: amount("Min") ?? rate, amount("Max") ?? rate, amount("Avg"), at: time, place)
      }
    }
  }
}

extension ArchiveReader {
  /// The file name of the document.
  var fileName: String {
    let path = location.entry ?? location.file
    // In a nested archive the name follows an exclamation mark.
    return path.split(whereSeparator: { "/!".contains($0) }).last.map(String.init) ?? path
  }
}

/// A workout in either version.
private struct WorkoutElement {
  private let element: JSONElement
  private var item: JSONItem { element.item }

  init(_ element: JSONElement) { self.element = element }

  /// Returns the workout as a record.
  ///
  /// Its figures count only if the app's days have none, because they are included in those.
  func record(by source: UInt16, _ sink: inout InputSink) throws -> ActivityRecord {
    let sport = Sport(named: item["name"]?.text ?? "")
    let (start, end) = (time("start", &sink), time("end", &sink))
    let elevation = item["elevation"]
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap,
      isIndoor: sport.isIndoor || item["isIndoor"]?.flag == true, source: source,
      start: start, end: end,
      // Only the second version, which numbers its workouts, states seconds.
      duration: item["id"] == nil ? nil : item.amount("duration", .second),
      distance: try amount(item["distance"], &sink),
      energy: try amount(item["activeEnergyBurned"] ?? item["activeEnergy"], &sink),
      steps: item["stepCount"]?["qty"].map { WrittenAmount($0.decimal, .known(.count)) },
      averageHeartRate: try amount(item["heartRate"]?["avg"] ?? item["avgHeartRate"], &sink),
      maximumHeartRate: try amount(item["heartRate"]?["max"] ?? item["maxHeartRate"], &sink),
      elevationGain: try amount(item["elevationUp"] ?? elevation, of: "ascent", &sink),
      contribution: .samplesWhereNoRecords, line: element.line, byte: element.byte)
  }

  /// Returns the amount of an object such as `{"qty": 5, "units": "km"}`; `nil` for anything else,
  /// such as a list of amounts.
  ///
  /// - Parameter key: The key in place of `qty` in the first version.
  private func amount(
    _ item: JSONItem?, of key: String = "qty", _ sink: inout InputSink
  ) throws -> WrittenAmount? {
    guard let item, let quantity = item["qty"] ?? item[key] else { return nil }
    let unit = try item["units"]?.text.map { try sink.unit($0) }
    return WrittenAmount(quantity.decimal, unit ?? .missing)
  }

  private func time(_ key: String, _ sink: inout InputSink) -> RecordTime {
    guard let text = item[key]?.text else { return .missing }
    guard let time = HealthAutoExportTime(text), let instant = time.instant else {
      return .malformed
    }
    if let offset = time.offsetSeconds { sink.addOffset(seconds: offset, at: instant) }
    return .at(instant)
  }
}
