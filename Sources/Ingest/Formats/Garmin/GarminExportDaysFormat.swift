import DaymarkModel

/// The daily summaries in Garmin's "Export Your Data": `UDSFile_….json`.
///
/// Days at the limits of files occur in two files. Both are sent, and the larger of each figure
/// counts.
enum GarminExportDaysFormat: InputFormat {
  static let id: FormatID = "garmin-export-days"
  static let fileExtensions = ["json"]
  static let accountProvider: Provider? = .garmin
  static let turn = DocumentTurn.second

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      // Sleep and other wellness files are also lists of days.
      outline.has("[].calendarDate") && !outline.has("[].summaryId")
        && (keys.contains { outline.has("[].\($0)") } || head.name.hasPrefix("udsfile"))
    }
  }

  /// The keys, any of which shows that a list of days contains daily summaries.
  private static let keys = [
    "totalSteps", "totalKilocalories", "dailyStepGoal", "includesWellnessData",
  ]

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(.garminConnect)
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      let day = GarminDay(element, by: source)
      if let start = day.start, let wall = day.wallStart {
        sink.addOffset(wallClock: wall, at: start)
      }
      try sink.send(RecordBatch(totals: day.totals))
    }
  }
}

/// An element in a file of daily summaries.
private struct GarminDay {
  private let item: JSONItem
  private let source: UInt16
  private let place: (line: Int, byte: Int)
  let start: Instant?
  /// The time that local clocks showed at `start`.
  let wallStart: Instant?

  init(_ element: JSONElement, by source: UInt16) {
    (item, self.source, place) = (element.item, source, (element.line, element.byte))
    func time(_ key: String) -> Instant? {
      element.item[key]?.text.flatMap { Instant(rfc3339: $0 + "Z") }
    }
    (start, wallStart) = (time("wellnessStartTimeGmt"), time("wellnessStartTimeLocal"))
  }

  /// The totals; empty for a day on which no device was worn, and for an entry about drinks.
  var totals: [DayTotalRecord] {
    var totals: [DayTotalRecord] = []
    func add(_ metric: Metric, _ amount: WrittenAmount?, isOfAnyMode: Bool = false) {
      guard let amount, isMeasured || amount.value?.coefficient != 0 else { return }
      totals.append(total(metric, .sum(amount), isOfAnyMode: isOfAnyMode))
    }
    add(.steps, item.amount("totalSteps", .count))
    add(.distanceWalkingRunning, item.amount("totalDistanceMeters", .meter), isOfAnyMode: true)
    add(.activeEnergy, item.amount("activeKilocalories", .kilocalorie))
    add(.flightsClimbed, flights)
    let (low, high) = (item.heartRate("minHeartRate"), item.heartRate("maxHeartRate"))
    if low != nil || high != nil {
      totals.append(total(.heartRate, .heartRate(minimum: low, maximum: high, average: nil)))
    }
    return totals
  }

  /// Whether the figures were measured.
  ///
  /// A zero without wellness data was not.
  private var isMeasured: Bool { item["includesWellnessData"]?.flag != false }

  /// The flights climbed.
  ///
  /// One flight is ten feet, 3.048 m, and the file contains only multiples of it, except for
  /// rounding.
  private var flights: WrittenAmount? {
    guard let climbed = item["floorsAscendedInMeters"] else { return nil }
    guard let count = try? climbed.decimal?.quantity(times: UnitRatio(1000, 3048)) else {
      return WrittenAmount(climbed.decimal, .known(.count))
    }
    let whole = count.rounded(toMultipleOf: 1_000_000).microUnits / 1_000_000
    return WrittenAmount(DecimalNumber(coefficient: UInt128(whole)), .known(.count))
  }

  private func total(
    _ metric: Metric, _ figure: DayFigure<WrittenAmount>, isOfAnyMode: Bool = false
  ) -> DayTotalRecord {
    DayTotalRecord(
      source: source, day: item["calendarDate"]?.text.flatMap { CivilDay($0) }, metric: metric,
      figure: figure, isOfAnyMode: isOfAnyMode, measuredUntil: measuredUntil, line: place.line,
      byte: place.byte)
  }

  /// The stated end, or the end by the length where some exports repeat the start.
  private var measuredUntil: Instant? {
    let end = item["wellnessEndTimeGmt"]?.text.flatMap { Instant(rfc3339: $0 + "Z") }
    if let end, end > start ?? end { return end }
    guard let start, let length = item["durationInMilliseconds"]?.integer else { return nil }
    return start.advanced(byMilliseconds: Int64(length))
  }
}
