import DaymarkModel

/// The beats in `hr` messages, which a strap sends after it was out of reach, for example in water.
///
/// Source: FIT profile, message `hr`; FIT SDK, "Plugin for heart rate messages".
struct FITHeartRates {
  struct Sample {
    var at: Instant
    /// The heart rate in millionths of a beat per minute.
    var rate: UInt32
    var byte: Int
  }

  private(set) var samples: [Sample] = []
  /// A reading of the strap's clock, with the instant that it stands for.
  private var anchor: (ticks: UInt32, at: Instant)?
  private var clock = FITAccumulator(bits: 12)

  /// The frequency of the strap's clock: 1,024 ticks per second.
  private static let ticksPerSecond: Int64 = 1024

  mutating func add(_ message: FITMessage) {
    typealias Field = FITProfile.HeartRate
    let full = message.integers(Field.eventTimestamp)
      .compactMap { $0.flatMap(UInt32.init(exactly:)) }
    if let time = message.timestamp, let at = FITTime.instant(time), let first = full.first {
      anchor = (first, at.advanced(byMilliseconds: fraction(of: message)))
    }
    if let last = full.last { clock = FITAccumulator(bits: 12, from: last) }
    guard let anchor else { return }
    let rates = message.integers(Field.filteredBPM)
    let ticks = full.isEmpty ? expanded(message.rawBytes(Field.eventTimestamp12)) : full
    // Without a clock reading for each, beats cannot be matched to times.
    guard ticks.count == rates.count else { return }
    for (ticks, rate) in zip(ticks, rates) {
      guard let rate, rate > 0, rate < 255 else { continue }
      // The clock restarts after 2³² ticks, but differences are still correct.
      let since = Int64(Int32(bitPattern: ticks &- anchor.ticks))
      samples.append(
        Sample(
          at: anchor.at.advanced(byMilliseconds: since * 1000 / Self.ticksPerSecond),
          rate: UInt32(rate) * 1_000_000, byte: message.byte))
    }
  }

  /// Returns the fraction of a second in `fractional_timestamp`, or in its coarser form `time256`.
  ///
  /// - Units: milliseconds.
  private func fraction(of message: FITMessage) -> Int64 {
    typealias Field = FITProfile.HeartRate
    if let fraction = message.integer(Field.fractionalTimestamp) {
      return (fraction & 0x7FFF) * 1000 / 32_768
    }
    return message.integer(Field.time256).map { ($0 & 0xFF) * 1000 / 256 } ?? 0
  }

  /// Returns the full readings in `event_timestamp_12`, which contains the lowest 12 bits of each.
  private mutating func expanded(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
    (0..<(bytes.count * 8 / 12)).map { index in
      let first = index * 3 / 2
      let pair = UInt32(bytes[first]) | UInt32(bytes[first + 1]) << 8
      return clock.add(index % 2 == 0 ? pair & 0xFFF : pair >> 4)
    }
  }

  /// Adds the beats of a later part.
  mutating func append(_ other: FITHeartRates) { samples += other.samples }

  mutating func sort() { samples.sort { $0.at < $1.at } }
}
