import DaymarkModel

/// The sessions in Garmin's "Export Your Data": `…_summarizedActivities.json`.
///
/// A session whose FIT file is also in the export occurs twice, and is joined to it by time. Units
/// are not standard: distances and climbs in centimeters, times in milliseconds, and energy in
/// kilocalories × 4.19.
enum GarminExportActivitiesFormat: InputFormat {
  static let id: FormatID = "garmin-export-activities"
  static let fileExtensions = ["json"]
  static let accountProvider: Provider? = .garmin
  static let turn = DocumentTurn.second

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { $0.has("[].summarizedActivitiesExport") }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(.garminConnectActivities)
    let elements = JSONElements("[].summarizedActivitiesExport[]")
    try elements.read(&document, into: &sink) { element, sink in
      let item = element.item
      guard !isParent(item) else { return }
      let activity = activity(of: element, by: source, &sink)
      if let start = activity.start.instant,
        let wall = item.millisecondTime("startTimeLocal").instant
      {
        sink.addOffset(wallClock: wall, at: start)
      }
      try sink.send(activity)
    }
  }

  /// Whether a session is a multisport one, whose parts are also listed.
  private static func isParent(_ item: JSONItem) -> Bool {
    item["parent"]?.flag == true || type(of: item) == "multi_sport"
  }

  private static func type(of item: JSONItem) -> String? {
    item["activityType"]?.text ?? item["activityType"]?["typeKey"]?.text
      ?? item["sportType"]?.text
  }

  private static func activity(
    of element: JSONElement, by source: UInt16, _ sink: inout InputSink
  ) -> ActivityRecord {
    let item = element.item
    let sport = Sport(named: type(of: item) ?? "")
    let begin = item.millisecondTime("beginTimestamp")
    let start = begin == .missing ? item.millisecondTime("startTimeGmt") : begin
    let duration = seconds(item["duration"])
    let elapsed = seconds(item["elapsedDuration"]) ?? duration
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source, start: start,
      end: start.endOfSession(lasting: elapsed?.value), duration: duration,
      distance: item.amount("distance", .centimeter), energy: energy(item["calories"]),
      steps: item.amount("steps", .count), averageHeartRate: item.heartRate("avgHr"),
      maximumHeartRate: item.heartRate("maxHr"),
      elevationGain: item.amount("elevationGain", .centimeter),
      isUserEntered: item.isGarminUserEntered, contribution: .samples, line: element.line,
      byte: element.byte)
  }

  private static func seconds(_ milliseconds: JSONItem?) -> WrittenAmount? {
    milliseconds.map {
      WrittenAmount($0.decimal?.scaled(byPowerOfTen: -3), .known(.second))
    }
  }

  /// Returns kilocalories from the figure in the file, rounded once to a micro-unit.
  ///
  /// The factor is exactly 4.19: Garmin Connect shows 95 kcal for 398.05, while 1 kcal is 4.184 kJ.
  private static func energy(_ calories: JSONItem?) -> WrittenAmount? {
    guard let calories else { return nil }
    guard let written = calories.decimal, let kcal = try? written.quantity(times: perKilocalorie)
    else {
      // An invalid value, or one below zero, is invalid in any unit.
      return WrittenAmount(calories.decimal, .known(.kilocalorie))
    }
    let value = DecimalNumber(coefficient: UInt128(kcal.microUnits), exponent: -6)
    return WrittenAmount(value, .known(.kilocalorie))
  }

  private static let perKilocalorie = UnitRatio(100, 419)
}
