import DaymarkModel

/// The files of a Polar Flow export: the activity of a day, and a training session.
///
/// The calories of a day include those burned at rest, and are not read.
enum PolarFormat: InputFormat {
  static let id: FormatID = "polar-export"
  static let fileExtensions = ["json"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      outline.has("exportVersion")
        && (outline.has("date", "summary.stepCount") || outline.has("exercises[].startTime"))
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(
      Source(provider: "polar", name: "Polar Flow", deviceClass: .tracker))
    var (date, summary) = (JSONElement?.none, JSONElement?.none)
    var (exercises, offset) = ([JSONElement](), Int?.none)
    try JSONElements("date", "summary", "exercises[]", "timeZoneOffset", "timezoneOffset").read(
      &document, into: &sink
    ) { element, _ in
      switch element.path {
      case 0: date = element
      case 1: summary = element
      case 2: exercises.append(element)
      default: offset = element.item.integer
      }
    }
    if let summary {
      let day = PolarDay(date?.item.text.flatMap { CivilDay($0) }, summary, by: source)
      try sink.send(RecordBatch(totals: day.totals))
    }
    for exercise in exercises {
      try sink.send(PolarExercise(exercise, offset).record(by: source, &sink))
    }
  }
}

/// A day of a Polar Flow export.
private struct PolarDay {
  let totals: [DayTotalRecord]

  init(_ day: CivilDay?, _ summary: JSONElement, by source: UInt16) {
    let figures: [(Metric, WrittenAmount?)] = [
      (.steps, summary.item.amount("stepCount", .count)),
      // This distance is computed from steps, and is therefore on foot.
      (.distanceWalkingRunning, summary.item.amount("stepsDistance", .meter)),
    ]
    totals = figures.compactMap { metric, amount in
      amount.map {
        DayTotalRecord(
          source: source, day: day, metric: metric, figure: .sum($0), line: summary.line,
          byte: summary.byte)
      }
    }
  }
}

/// An exercise in a training session.
///
/// Its times are those of a wall clock, with a separate offset.
private struct PolarExercise {
  private let element: JSONElement
  private let offsetMinutes: Int?
  private var item: JSONItem { element.item }

  /// Reads the offset from UTC that an exercise states, or else that of its session.
  ///
  /// - Parameter sessionOffset: The offset that the session states, in minutes.
  init(_ element: JSONElement, _ sessionOffset: Int?) {
    self.element = element
    let own = element.item["timezoneOffset"] ?? element.item["timeZoneOffset"]
    offsetMinutes = own?.integer ?? sessionOffset
  }

  func record(by source: UInt16, _ sink: inout InputSink) throws -> ActivityRecord {
    let sport = Sport(named: item["sport"]?.text ?? "")
    let start = time("startTime")
    if let offsetMinutes, let at = start.instant {
      sink.addOffset(seconds: offsetMinutes * 60, at: at)
    }
    let duration = item["duration"]?.text.map { DecimalNumber(polarDuration: $0) }
    let stop = time("stopTime")
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
      start: start,
      end: stop == .missing ? start.endOfSession(lasting: duration ?? nil) : stop,
      duration: duration.map { WrittenAmount($0, .known(.second)) },
      distance: item.measured("distance", .meter),
      energy: item.measured("kiloCalories", .kilocalorie),
      averageHeartRate: item["heartRate"]?.heartRate("avg"),
      maximumHeartRate: item["heartRate"]?.heartRate("max"),
      contribution: .samplesWhereNoRecords, line: element.line, byte: element.byte)
  }

  private func time(_ key: String) -> RecordTime {
    guard let text = item[key]?.text else { return .missing }
    guard let offsetMinutes, abs(offsetMinutes) <= 14 * 60, let wall = Instant(rfc3339: text + "Z")
    else { return .malformed }
    return .at(wall.advanced(byMilliseconds: Int64(offsetMinutes) * -60_000))
  }
}

extension DecimalNumber {
  /// Reads the seconds of `PT1800.000S` or `PT1H2M3.5S`.
  fileprivate init?(polarDuration text: String) {
    guard text.hasPrefix("PT"), text.utf8.count > 2 else { return nil }
    self.init(
      logTime: text.dropFirst(2).lowercased(), in: .second, commaIsDecimal: false)
  }
}
