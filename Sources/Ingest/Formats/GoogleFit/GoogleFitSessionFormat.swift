import DaymarkModel

/// A session of Google Fit in Takeout: `All Sessions/….json`, and its raw data, which the days
/// repeat.
enum GoogleFitSessionFormat: InputFormat {
  static let id: FormatID = "google-fit-export"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      outline.has("fitnessActivity", "startTime", "endTime")
        || outline.has("Data Source", "Data Points")
    }
  }

  private static let keys = ["fitnessActivity", "startTime", "endTime", "duration", "aggregate"]

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var session: [String: JSONElement] = [:]
    try JSONElements("fitnessActivity", "startTime", "endTime", "duration", "aggregate")
      .read(&document, into: &sink) { element, _ in session[keys[element.path]] = element }
    guard let activity = session["fitnessActivity"] else { return sink.skip(.totals) }
    func time(_ key: String) -> RecordTime {
      guard let item = session[key]?.item else { return .missing }
      return item.text.flatMap { Instant(rfc3339: $0) }.map { .at($0) } ?? .malformed
    }
    func amount(_ metric: String, _ key: String, _ unit: Unit) -> WrittenAmount? {
      session["aggregate"]?.item.elements.first { $0["metricName"]?.text == metric }?
        .amount(key, unit)
    }
    let sport = Sport(named: activity.item.text ?? "")
    try sink.send(
      ActivityRecord(
        kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor,
        source: try sink.source(.googleFit), start: time("startTime"), end: time("endTime"),
        // This is a text such as `1800.5s`.
        duration: session["duration"]?.item.text.map {
          WrittenAmount(
            $0.last == "s" ? DecimalNumber($0.dropLast()) : nil, .known(.second))
        },
        distance: amount("com.google.distance.delta", "floatValue", .meter),
        steps: amount("com.google.step_count.delta", "intValue", .count),
        contribution: .samplesWhereNoRecords, line: activity.line, byte: activity.byte))
  }
}

extension Source {
  /// The source for Google Fit, which also copied the records of other apps.
  static let googleFit = Source(
    provider: "google-fit", name: "Google Fit", deviceClass: .app)
}
