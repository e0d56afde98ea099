/// The generator SplitMix64 by Steele, Lea and Flood, the only source of random numbers in samples,
/// tests and benchmarks.
///
/// The same seed gives the same numbers on every machine and with every version of Swift. The
/// standard library's functions do not guarantee this for ranges, which are therefore also drawn
/// here.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of the sequence.
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

  /// Returns a number in the range, both ends included.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound)) &+ 1
    // The bias is less than span / 2⁶⁴.
    return range.lowerBound &+ Int(next().multipliedFullWidth(by: span).high)
  }

  /// Returns `true` in `percent` of a hundred draws.
  package mutating func chance(percent: Int) -> Bool {
    number(in: 0...99) < percent
  }

  /// Returns one of the elements.
  ///
  /// - Precondition: `elements` is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(in: 0...elements.count - 1)]
  }

  /// Returns the elements in a random order (Fisher and Yates).
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var shuffled = elements
    for index in shuffled.indices.dropFirst().reversed() {
      shuffled.swapAt(index, number(in: 0...index))
    }
    return shuffled
  }
}
