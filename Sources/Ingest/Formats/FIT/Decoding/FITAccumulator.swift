/// A counter of which only the lowest bits are written.
///
/// Source: FIT protocol, "Accumulated fields".
struct FITAccumulator {
  private var value: UInt32
  private let mask: UInt32

  /// - Parameter value: A full reading of the counter.
  init(bits: UInt32, from value: UInt32 = 0) {
    mask = (1 << bits) - 1
    self.value = value
  }

  /// The full reading, after one of the lowest bits.
  mutating func add(_ low: UInt32) -> UInt32 {
    value &+= (low &- value) & mask
    return value
  }
}
