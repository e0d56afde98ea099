/// Steele, Lea and Flood's SplitMix64: the one source of chance of samples, tests and benchmarks.
///
/// The same seed gives the same numbers on every machine and with every version of Swift; what the
/// standard library draws from a generator has no such promise, so ranges are drawn here too.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The next number of the sequence.
  @inlinable
  package mutating func next() -> UInt64 {
    let mixed = advance()
    let once = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let twice = (once ^ (once >> 27)) &* 0x94D0_49BB_1331_11EB
    return twice ^ (twice >> 31)
  }

  @usableFromInline
  mutating func advance() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state
  }

  /// A number of the range, both ends included.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound)) &+ 1
    // The bias is below span / 2⁶⁴.
    return range.lowerBound &+ Int(next().multipliedFullWidth(by: span).high)
  }

  /// True in `percent` of a hundred draws.
  package mutating func chance(percent: Int) -> Bool {
    number(in: 0...99) < percent
  }

  /// One of the elements.
  ///
  /// - Precondition: `elements` is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(in: 0...elements.count - 1)]
  }

  /// The elements in another order (Fisher and Yates).
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for index in shuffled.indices.dropFirst().reversed() {
      shuffled.swapAt(index, number(in: 0...index))
    }
    return shuffled
  }
}
