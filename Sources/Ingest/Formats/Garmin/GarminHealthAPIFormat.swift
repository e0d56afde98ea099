import DaymarkModel

/// Daily summaries and activities from Garmin's Health API: `{"dailies": […]}`, `{"activities":
/// […]}`, or only the lists.
///
/// A summary is sent again with a longer time until its day ends. Of one day, or one summary id,
/// the longest counts, and of equally long ones the last.
enum GarminHealthAPIFormat: InputFormat {
  static let id: FormatID = "garmin-health-api"
  static let fileExtensions = ["json"]
  static let turn = DocumentTurn.second

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      if outline.has("dailies[].summaryId") || outline.has("activities[].summaryId") {
        return true
      }
      // Sleep, epochs and other lists are similar.
      let isDaily = dailyKeys.contains { outline.has("[].calendarDate", "[].\($0)") }
      let isActivity = outline.has("[].activityType", "[].activityId")
      return outline.has("[].summaryId") && (isDaily || isActivity)
    }
  }

  private static let dailyKeys = [
    "steps", "floorsClimbed", "bmrKilocalories", "averageHeartRateInBeatsPerMinute",
  ]

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var summaries = GarminSummaries(
      days: try sink.source(.garminConnect),
      activities: try sink.source(.garminConnectActivities))
    try JSONElements("dailies[]", "activities[]", "[]").read(&document, into: &sink) {
      element, sink in
      let start = element.item["startTimeInSeconds"]?.integer
      if let start, let offset = element.item["startTimeOffsetInSeconds"]?.integer {
        let instant = Instant(seconds: Int64(start))
        sink.addOffset(wallClock: Instant(seconds: Int64(start + offset)), at: instant)
      }
      let isDaily = element.path == 0 || element.path == 2 && element.item["calendarDate"] != nil
      if isDaily {
        try summaries.addDaily(element, &sink)
      } else {
        summaries.addActivity(element, &sink)
      }
    }
    try summaries.send(to: &sink)
  }
}

/// The longest summary so far for each key, because a provider sends one repeatedly during the day.
///
/// Summaries are kept in blocks, which are sent one by one. A list that grows or is sorted is in
/// memory twice, and a document of 100 MB has half a million activities.
private struct LongestSummaries<Content> {
  private var places: [JSONItem: Int] = [:]
  private var blocks: [[(length: Int, content: Content?)]] = []
  private static var blockSize: Int { 1024 }

  /// Keeps a summary, unless there is a longer one with its key.
  mutating func add(_ content: Content, length: Int, for key: JSONItem) {
    if let place = places[key] {
      let (block, index) = place.quotientAndRemainder(dividingBy: Self.blockSize)
      if blocks[block][index].length <= length { blocks[block][index] = (length, content) }
      return
    }
    places[key] = places.count
    if blocks.last.map({ $0.count == Self.blockSize }) ?? true { blocks.append([]) }
    blocks[blocks.count - 1].append((length, content))
  }

  mutating func remove(_ key: JSONItem) {
    guard let place = places[key] else { return }
    blocks[place / Self.blockSize][place % Self.blockSize].content = nil
  }

  /// Removes and returns the summaries in blocks, in the order of their keys' first occurrence.
  mutating func takeBlocks(_ body: ([Content]) throws -> Void) rethrows {
    places = [:]
    for block in blocks.indices {
      try body(blocks[block].compactMap(\.content))
      blocks[block] = []
    }
  }
}

/// The valid summaries of a document so far.
private struct GarminSummaries {
  private let daySource: UInt16
  private let activitySource: UInt16
  /// The summaries of days, by date or by element where there is none.
  private var days = LongestSummaries<[DayTotalRecord]>()
  private var activities = LongestSummaries<ActivityRecord>()
  private var parents: Set<JSONItem> = []

  /// Makes a document's summaries from the numbers of their sources.
  init(days: UInt16, activities: UInt16) { (daySource, activitySource) = (days, activities) }

  /// Sends the summaries, except for a multisport session, whose parts are also listed.
  mutating func send(to sink: inout InputSink) throws {
    for parent in parents { activities.remove(parent) }
    try activities.takeBlocks { try sink.send(RecordBatch(activities: $0)) }
    try days.takeBlocks { try sink.send(RecordBatch(totals: $0.flatMap { $0 })) }
  }

  // MARK: Days

  mutating func addDaily(_ element: JSONElement, _ sink: inout InputSink) throws {
    let length = element.item["durationInSeconds"]?.integer ?? 0
    try sink.send(RecordBatch(records: heartRates(of: element)))
    let key = element.item["calendarDate"] ?? element.item
    days.add(totals(of: element, length: length), length: length, for: key)
  }

  private func totals(of element: JSONElement, length: Int) -> [DayTotalRecord] {
    let item = element.item
    var totals: [DayTotalRecord] = []
    let day = item["calendarDate"]?.text.flatMap { CivilDay($0) }
    let until = item["startTimeInSeconds"]?.integer.map { Instant(seconds: Int64($0 + length)) }
    func add(
      _ metric: Metric, _ figure: DayFigure<WrittenAmount>?, isOfAnyMode: Bool = false
    ) {
      guard let figure else { return }
      totals.append(
        DayTotalRecord(
          source: daySource, day: day, metric: metric, figure: figure, isOfAnyMode: isOfAnyMode,
          measuredUntil: until, line: element.line, byte: element.byte))
    }
    func sum(_ key: String, _ unit: Unit) -> DayFigure<WrittenAmount>? {
      item.amount(key, unit).map { .sum($0) }
    }
    add(.steps, sum("steps", .count))
    add(.distanceWalkingRunning, sum("distanceInMeters", .meter), isOfAnyMode: true)
    add(.activeEnergy, sum("activeKilocalories", .kilocalorie))
    add(.flightsClimbed, sum("floorsClimbed", .count))
    let rates = ["min", "max", "average"].map { item.heartRate("\($0)HeartRateInBeatsPerMinute") }
    if rates.contains(where: { $0 != nil }) {
      add(.heartRate, .heartRate(minimum: rates[0], maximum: rates[1], average: rates[2]))
    }
    return totals
  }

  /// Returns the heart rates of an element.
  ///
  /// If a summary is sent again, they are repeated but counted once.
  private func heartRates(of element: JSONElement) -> [Record] {
    guard let samples = element.item["timeOffsetHeartRateSamples"] else { return [] }
    let start = element.item["startTimeInSeconds"]?.integer
    let rates = samples.members.keys.map { key in (Self.second(ofOffset: key), key) }
    return rates.sorted { ($0.0 ?? .max, $0.1) < ($1.0 ?? .max, $1.1) }.compactMap { second, key in
      samples.heartRate(key).map { rate in
        // A rate with an invalid time is kept, so that it is rejected and counted.
        var time = RecordTime.malformed
        if let start, let second { time = .at(Instant(seconds: Int64(start + second))) }
        return Record(
          metric: .heartRate, source: daySource, unit: rate.unit, value: rate.value, start: time,
          line: element.line, byte: element.byte)
      }
    }
  }

  /// Returns the seconds since the start of a summary in the key of a heart rate.
  private static func second(ofOffset key: String) -> Int? {
    // The limit is a day with a change of clocks, and prevents an overflow.
    Int(key).flatMap { (0...200_000).contains($0) ? $0 : nil }
  }

  // MARK: Activities

  mutating func addActivity(_ element: JSONElement, _ sink: inout InputSink) {
    let item = element.item
    if let parent = item["parentSummaryId"] { parents.insert(parent) }
    let key = item["summaryId"] ?? item
    let length = item["durationInSeconds"]?.integer ?? 0
    if item["isParent"]?.flag == true { parents.insert(key) }
    let sport = Sport(named: item["activityType"]?.text ?? "")
    let start: RecordTime =
      item["startTimeInSeconds"].map { time in
        time.integer.map { .at(Instant(seconds: Int64($0))) } ?? .malformed
      } ?? .missing
    let duration = item.amount("durationInSeconds", .second)
    let activity = ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: activitySource,
      start: start,
      end: start.endOfSession(lasting: duration?.value), duration: duration,
      distance: item.amount("distanceInMeters", .meter),
      energy: item.amount("activeKilocalories", .kilocalorie),
      steps: item.amount("steps", .count),
      averageHeartRate: item.heartRate("averageHeartRateInBeatsPerMinute"),
      maximumHeartRate: item.heartRate("maxHeartRateInBeatsPerMinute"),
      elevationGain: item.amount("totalElevationGainInMeters", .meter),
      isUserEntered: item.isGarminUserEntered, contribution: .samples, line: element.line,
      byte: element.byte)
    activities.add(activity, length: length, for: key)
  }
}
