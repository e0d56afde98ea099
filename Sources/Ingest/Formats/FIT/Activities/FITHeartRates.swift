import DaymarkModel

/// The beats of `hr` messages, which a strap sends when it was out of reach, as in water.
///
/// Source: FIT profile, message `hr`; FIT SDK, "Plugin for heart rate messages".
struct FITHeartRates {
  struct Sample {
    var at: Instant
    /// - Units: 10⁻⁶ bpm.
    var rate: UInt32
    var byte: Int
  }

  private(set) var samples: [Sample] = []
  /// A reading of the strap's clock and the time it stands for.
  private var anchor: (ticks: UInt32, at: Instant)?
  private var clock = FITAccumulator(bits: 12)

  /// A strap's clock counts 1,024 ticks a second.
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
    // Without a reading of the clock each, nobody knows which beat is whose.
    guard ticks.count == rates.count else { return }
    for (ticks, rate) in zip(ticks, rates) {
      guard let rate, rate > 0, rate < 255 else { continue }
      // The clock starts again after 2³² ticks; a difference is right all the same.
      let since = Int64(Int32(bitPattern: ticks &- anchor.ticks))
      samples.append(
        Sample(
          at: anchor.at.advanced(byMilliseconds: since * 1000 / Self.ticksPerSecond),
          rate: UInt32(rate) * 1_000_000, byte: message.byte))
    }
  }

  /// Part of a second, from `fractional_timestamp` or its coarser form `time256`.
  ///
  /// - Units: milliseconds.
  private func fraction(of message: FITMessage) -> Int64 {
    typealias Field = FITProfile.HeartRate
    if let fraction = message.integer(Field.fractionalTimestamp) {
      return (fraction & 0x7FFF) * 1000 / 32_768
    }
    return message.integer(Field.time256).map { ($0 & 0xFF) * 1000 / 256 } ?? 0
  }

  /// `event_timestamp_12`: the lowest 12 bits of a reading each, one after the other.
  private mutating func expanded(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
    (0..<(bytes.count * 8 / 12)).map { index in
      let first = index * 3 / 2
      let pair = UInt32(bytes[first]) | UInt32(bytes[first + 1]) << 8
      return clock.add(index % 2 == 0 ? pair & 0xFFF : pair >> 4)
    }
  }

  /// Adds those of a later part.
  mutating func append(_ other: FITHeartRates) { samples += other.samples }

  mutating func sort() { samples.sort { $0.at < $1.at } }
}
