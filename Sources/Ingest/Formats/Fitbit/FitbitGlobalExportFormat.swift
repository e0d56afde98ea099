import DaymarkModel

/// The older form of a Fitbit export, `Global Export Data/steps-….json` and similar files.
///
/// They contain figures by the minute, heart rates, and exercises, which the CSV files lack.
///
/// Figures for a day that a CSV file covers are not read again. Distances are in centimeters.
enum FitbitGlobalExportFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["json"]
  static let accountProvider: Provider? = .fitbit
  static let turn = DocumentTurn.third

  private static let batchSize = 256

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      if outline.has("[].logId", "[].activityName", "[].startTime") { return true }
      guard outline.has("[].dateTime", "[].value") else { return false }
      return outline.has("[].value.bpm") || series(ofFile: head.name) != nil
    }
  }

  /// Returns the series of a file.
  ///
  /// Only its name distinguishes steps from calories.
  private static func series(ofFile name: some StringProtocol) -> FitbitSeries? {
    FitbitSeries.allCases.first { name.hasPrefix($0.rawValue + "-") && $0 != .heartRate }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let path = (document.location.entry ?? document.location.file).lowercased()
    // In a nested archive the name follows an exclamation mark.
    let name = path.split(whereSeparator: { "/!".contains($0) }).last ?? ""
    let series = series(ofFile: name)
    var figures: [FitbitFigure] = []
    var isHeartRate = false
    let source = try sink.source(.fitbit)
    var exercises: [ActivityRecord] = []
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      let item = element.item
      if item["logId"] != nil {
        exercises.append(try exercise(element, by: source, &sink))
        if exercises.count >= batchSize { try send(&exercises, &sink) }
        return
      }
      let value = item["value"]
      isHeartRate = isHeartRate || value?["bpm"] != nil
      figures.append(
        FitbitFigure(
          start: time(item["dateTime"]), value: (value?["bpm"] ?? value)?.decimal,
          line: element.line, byte: element.byte))
    }
    if !exercises.isEmpty { try send(&exercises, &sink) }
    if let series = isHeartRate ? .heartRate : series {
      try send(figures, of: series, by: source, &sink)
    }
  }

  private static func exercise(
    _ element: JSONElement, by source: UInt16, _ sink: inout InputSink
  ) throws -> ActivityRecord {
    let start = time(element.item["startTime"])
    var exercise = try FitbitActivity(element).record(start: start, by: source, &sink)
    let twins = sink.fitbitTwins
    let offset = twins.clock?.offsetMinutes ?? 0
    let at = start.instant?.advanced(byMilliseconds: offset * -60_000)
    if let at, twins.lackActiveEnergy(at: at) { exercise.energy = nil }
    return exercise
  }

  private static func send(
    _ exercises: inout [ActivityRecord], _ sink: inout InputSink
  ) throws {
    let clock = sink.fitbitTwins.clock
    if clock == nil, let first = exercises.first { assumeUTC(first.line, first.byte, &sink) }
    try sink.send(RecordBatch(clock: clock?.recordClock ?? .absolute, activities: exercises))
    exercises.removeAll(keepingCapacity: true)
  }

  private static func send(
    _ figures: [FitbitFigure], of series: FitbitSeries, by source: UInt16,
    _ sink: inout InputSink
  ) throws {
    let unit = series == .distance ? .centimeter : series.unit
    let twins = sink.fitbitTwins
    twins.learnClock(from: figures, of: series, in: unit)
    let clock = twins.clock
    let behind = (clock?.offsetMinutes ?? 0) * -60_000
    var records = FitbitRecords(series, unit: unit, clock: clock?.recordClock ?? .absolute)
    var isFirst = true
    for figure in figures {
      let at = figure.start.instant?.advanced(byMilliseconds: behind)
      if let at, twins.makeNeedless(series, at: at) { continue }
      if isFirst, clock == nil { assumeUTC(figure.line, figure.byte, &sink) }
      isFirst = false
      try records.add(figure, by: source, to: &sink)
    }
    try records.finish(&sink)
  }

  private static func assumeUTC(_ line: Int, _ byte: Int, _ sink: inout InputSink) {
    sink.find(.timeClockAssumed, line: line, byte: byte) { $0.clock = "UTC" }
  }

  /// Reads a time in the form `MM/dd/yy HH:mm:ss` of this century.
  private static func time(_ item: JSONItem?) -> RecordTime {
    guard let item else { return .missing }
    guard let text = item.text.map({ Array($0.utf8) }), text.count == 17,
      text[2] == UInt8(ascii: "/"), text[5] == UInt8(ascii: "/"), text[8] == UInt8(ascii: " ")
    else { return .malformed }
    func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    let date = "20\(part(6..<8))-\(part(0..<2))-\(part(3..<5))"
    return Instant(rfc3339: "\(date)T\(part(9..<17))Z").map { .at($0) } ?? .malformed
  }
}
