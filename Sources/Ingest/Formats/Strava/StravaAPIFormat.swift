import DaymarkModel

/// Activities from Strava's API: one or a list, in short or detailed form.
///
/// Units are meters, seconds and beats per minute. Kilocalories occur only in the detailed form,
/// while `kilojoules` is the work that a power meter measured. `start_date` is UTC;
/// `start_date_local` also ends in `Z`, but is not.
enum StravaAPIFormat: InputFormat {
  static let id: FormatID = "strava-api"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      ["", "[]."].contains { list in
        let names = ["id", "start_date", "elapsed_time", "moving_time", "distance"]
        return names.allSatisfy { outline.has(list + $0) }
          && (outline.has(list + "sport_type") || outline.has(list + "type"))
      }
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(.strava)
    try JSONElements("", "[]").read(&document, into: &sink) { element, sink in
      guard case .object = element.item else {
        return sink.find(.jsonMalformed, line: element.line, byte: element.byte)
      }
      let activity = activity(element, source: source, &sink)
      if let start = activity.start.instant { addZone(element.item, at: start, &sink) }
      try sink.send(activity)
    }
  }

  private static func activity(
    _ element: JSONElement, source: UInt16, _ sink: inout InputSink
  ) -> ActivityRecord {
    let item = element.item
    let sport = Sport(named: (item["sport_type"] ?? item["type"])?.text ?? "")
    let start = start(item["start_date"])
    let moving = item.amount("moving_time", .second)
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap,
      isIndoor: sport.isIndoor || item["trainer"]?.flag == true, source: source,
      start: start,
      end: start.endOfSession(lasting: item["elapsed_time"]?.decimal ?? moving?.value),
      duration: moving, distance: item.amount("distance", .meter),
      energy: item.amount("calories", .kilocalorie),
      averageHeartRate: item.amount("average_heartrate", .beatsPerMinute),
      maximumHeartRate: item.amount("max_heartrate", .beatsPerMinute),
      elevationGain: item.amount("total_elevation_gain", .meter),
      isUserEntered: item["manual"]?.flag == true, contribution: .samples, line: element.line,
      byte: element.byte)
  }

  private static func start(_ item: JSONItem?) -> RecordTime {
    guard let item else { return .missing }
    return item.text.flatMap { Instant(rfc3339: $0) }.map { .at($0) } ?? .malformed
  }

  /// Adds the zone in `"timezone": "(GMT+01:00) Europe/Berlin"`, whose offset is that of winter,
  /// and `"utc_offset": 7200.0`.
  private static func addZone(_ item: JSONItem, at start: Instant, _ sink: inout InputSink) {
    if let name = item["timezone"]?.text?.split(separator: ") ").last.map(String.init),
      name.utf8.count <= sink.options.limits.nameBytes,
      sink.facts.zoneVotes.count < sink.options.limits.names
    {
      sink.facts.zoneVotes[name, default: 0] += 1
    }
    if let offset = item["utc_offset"]?.integer, abs(offset) <= 14 * 3600 {
      sink.addOffset(seconds: offset, at: start)
    }
  }
}
