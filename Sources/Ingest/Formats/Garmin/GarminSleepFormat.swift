import DaymarkModel

/// The nights in Garmin's "Export Your Data": `DI-Connect-Wellness/…_sleepData.json`.
///
/// Each night is one record: the sum of its stages over the time from its start to its end. A night
/// without stages was not measured.
enum GarminSleepFormat: InputFormat {
  static let id: FormatID = "garmin-export-days"
  static let fileExtensions = ["json"]
  static let accountProvider: Provider? = .garmin

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      outline.has("[].sleepStartTimestampGMT", "[].sleepEndTimestampGMT")
    }
  }

  private static let stages = ["deepSleepSeconds", "lightSleepSeconds", "remSleepSeconds"]

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(.garminConnect)
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      let item = element.item
      let measured = stages.compactMap { item[$0] }
      if measured.isEmpty { return }
      let record = Record(
        metric: .sleep, source: source, unit: .known(.second), value: sum(of: measured),
        start: time(item["sleepStartTimestampGMT"]), end: time(item["sleepEndTimestampGMT"]),
        line: element.line, byte: element.byte)
      try sink.send(RecordBatch(records: [record]))
    }
  }

  /// The sum of stages; `nil` where one is no number of seconds.
  private static func sum(of stages: [JSONItem]) -> DecimalNumber? {
    let seconds = stages.compactMap(\.integer)
    guard seconds.count == stages.count, seconds.allSatisfy({ $0 >= 0 }) else { return nil }
    return DecimalNumber(coefficient: seconds.reduce(0) { $0 + UInt128($1) })
  }

  /// Reads a time such as `2026-03-01T22:10:00.0`, which is in UTC.
  private static func time(_ item: JSONItem?) -> RecordTime {
    guard let item else { return .missing }
    return item.text.flatMap { Instant(rfc3339: $0 + "Z") }.map { .at($0) } ?? .malformed
  }
}
