import DaymarkModel

/// The format FIT of Garmin, Wahoo, Suunto, Coros and most other makers: activities and monitoring
/// of the day.
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

/// All parts of a FIT document, by their types.
struct FITDocument: FITMessageConsumer {
  private var parts: [FITActivityPart] = []

  /// The size of the data so far, in units of about 64 bytes.
  private var spent = 0
  /// The maximum size, which corresponds to weeks with a message each second.
  ///
  /// In memory a message may take a hundred times its size, and a hostile document may have
  /// billions of the shortest ones.
  private static let limit = 2_000_000
  /// The size of a part, session, lap or set, which are kept completely, so that there are at most
  /// 10,000 of them.
  ///
  /// Genuine documents have several hundred.
  private static let whole = 200

  /// Whether messages were left out because of the limit.
  var isFull: Bool { spent > Self.limit }

  mutating func beginPart(statedBytes: Int) {
    spent += Self.whole
    if isFull { return }
    // Memory is reserved only for the first part, because a document may have very many.
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

  /// Sends the recordings, or reports the reason why there are none.
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

  /// The parts, with the heart rates of a strap in the part to which they belong.
  private var mergedParts: [FITActivityPart] {
    parts.reduce(into: []) { merged, part in
      if part.holdsOnlyHeartRates, !merged.isEmpty {
        merged[merged.count - 1].append(heartRatesOf: part)
      } else {
        merged.append(part)
      }
    }
  }

  /// Sends the data of a device's monitoring in a part.
  ///
  /// - Returns: The number of parts with monitoring: one if anything was counted, else 0.
  private func sendMonitoring(
    of part: FITActivityPart, to sink: inout InputSink
  ) throws -> Int {
    guard !part.monitoring.isEmpty else { return 0 }
    let source = try sink.source(
      part.identity.source(accountProvider: sink.accountProvider))
    try part.monitoring.send(to: &sink, source: source)
    return 1
  }

  /// Sends the activities of a part, with findings about its records.
  ///
  /// - Returns: The number of activities.
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
      // The damage may have taken the message with the sport, and makes the day incomplete anyway.
      if isDamaged, activity.sportGap == .missing { activity.sportGap = nil }
      try sink.send(activity)
    }
    return activities.count
  }
}
