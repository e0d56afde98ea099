import DaymarkModel

/// FIT, the format of Garmin, Wahoo, Suunto, Coros and most other makers: activities and a device's
/// watch over the day.
enum FITFormat: InputFormat {
  static let id: FormatID = "fit"
  static let fileExtensions = ["fit"]
  static let isActivityFile = true

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard let start = head.bytes.baseAddress, head.bytes.count >= FITHeader.minimumBytes else {
      return head.isWhole ? .other : .undecided
    }
    return FITHeader.stands(at: UnsafeRawPointer(start)) ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var decoder = FITDecoder(FITDocument(), chunkBytes: sink.options.chunkBytes)
    try decoder.read(&document, into: &sink)
    if decoder.consumer.isFull {
      sink.find(.activityMalformed) { $0.problem = .messages }
    }
    let isDamaged = decoder.isDamaged || decoder.consumer.isFull
    try decoder.consumer.send(isDamaged: isDamaged, to: &sink)
  }
}

/// All parts of a FIT document, by what they are.
struct FITDocument: FITMessageConsumer {
  private var parts: [FITActivityPart] = []

  /// Size of what has been taken, in about 64 bytes of messages.
  private var spent = 0
  /// Weeks of a message a second.
  ///
  /// The kept form of a message can be a hundred times as long as the message, and a hostile
  /// document has billions of the shortest.
  private static let limit = 2_000_000
  /// A part, a session, a lap and a set are kept whole: as much as this of the limit, so that of
  /// them all there are 10,000 at most.
  ///
  /// Genuine documents have some hundred.
  private static let whole = 200

  /// Whether messages came after the limit, which were left out.
  var isFull: Bool { spent > Self.limit }

  mutating func beginPart(statedBytes: Int) {
    spent += Self.whole
    if isFull { return }
    // Room is made for the first part only: a document of many would take it for each.
    parts.append(FITActivityPart(statedBytes: parts.isEmpty ? statedBytes : 0))
  }

  mutating func add(_ message: FITMessage) {
    switch message.number {
    case FITProfile.Session.message, FITProfile.Lap.message, FITProfile.Set.message:
      spent += Self.whole
    default: spent += 1 + message.size / 64
    }
    if !isFull { parts[parts.count - 1].add(message) }
  }

  /// Sends what was recorded; says why when nothing was.
  func send(isDamaged: Bool, to sink: inout InputSink) throws {
    var (count, reason) = (0, UnusedContent?.none)
    for part in mergedParts {
      if let skipped = part.identity.reasonToSkip {
        reason = reason ?? skipped
      } else if part.identity.holdsMonitoring {
        count += try sendMonitoring(of: part, to: &sink)
      } else {
        count += try send(part, isDamaged: isDamaged, to: &sink)
      }
    }
    if count == 0, reason != nil || !isDamaged { sink.skip(reason ?? .emptyActivity) }
  }

  /// The parts, with the beats of a strap in the part that they belong to.
  private var mergedParts: [FITActivityPart] {
    parts.reduce(into: []) { merged, part in
      if part.holdsOnlyHeartRates, !merged.isEmpty {
        merged[merged.count - 1].append(heartRatesOf: part)
      } else {
        merged.append(part)
      }
    }
  }

  /// - Returns: How many parts these are: one, if anything was counted in it.
  private func sendMonitoring(
    of part: FITActivityPart, to sink: inout InputSink
  ) throws -> Int {
    guard !part.monitoring.isEmpty else { return 0 }
    let source = try sink.source(
      part.identity.source(accountProvider: sink.accountProvider))
    try part.monitoring.send(to: &sink, source: source)
    return 1
  }

  /// - Returns: How many activities a part has.
  private func send(
    _ part: FITActivityPart, isDamaged: Bool, to sink: inout InputSink
  ) throws -> Int {
    if let offset = part.offset { sink.addOffset(seconds: offset.seconds, at: offset.at) }
    guard !part.isEmpty else { return 0 }
    var part = part
    part.sort()
    if let timeless = part.timeless {
      sink.find(.timeMalformed, byte: timeless.byte, count: timeless.count)
    }
    if let zeros = part.zeroOverrides {
      sink.find(.activityDeveloperZero, byte: zeros.byte, count: zeros.count)
    }
    let source = try sink.source(
      part.identity.source(accountProvider: sink.accountProvider))
    let activities = FITSessions(of: part).activities(source: source, &sink)
    for var activity in activities {
      // The damage may have taken the message that states it, and opens the day anyway.
      if isDamaged, activity.sportGap == .missing { activity.sportGap = nil }
      try sink.send(activity)
    }
    return activities.count
  }
}
