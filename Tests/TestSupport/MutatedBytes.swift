/// Bytes with up to four changes, each a flip, a cut, a stretch put in, left out, doubled or moved, or
/// a number that is far too large.
///
/// - Parameters:
///   - bytes: The bytes that are changed.
///   - seed: Gives the same changes every time.
/// - Returns: The changed bytes; they may be equal or empty.
package func mutated(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
  var random = SeededGenerator(seed: seed)
  var bytes = bytes
  for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
  return bytes
}

private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
  guard !bytes.isEmpty else { return }
  let place = Int.random(in: 0..<bytes.count, using: &random)
  let longest = Int.random(in: 1...64, using: &random)
  let stretch = place..<min(bytes.count, place + longest)
  switch Int.random(in: 0..<10, using: &random) {
  case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  case 2:
    bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF, 0x22, 0x2C].randomElement(using: &random) ?? 0
  case 3: bytes.removeSubrange(place...)
  case 4: bytes.removeSubrange(stretch)
  case 5:
    bytes.insert(
      contentsOf: stretch.map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
  case 6:
    let times = Int.random(in: 1...50, using: &random)
    let copies = Array(repeating: Array(bytes[stretch]), count: times).flatMap { $0 }
    bytes.insert(contentsOf: copies, at: place)
  case 7:
    let other = Int.random(in: 0..<bytes.count, using: &random)
    let moved = Array(bytes[stretch])
    let end = min(bytes.count, other + moved.count)
    bytes.replaceSubrange(other..<end, with: moved)
  default:
    guard let digits = numeral(in: bytes, from: place) else { return }
    bytes.replaceSubrange(digits, with: (hostileNumbers.randomElement(using: &random) ?? "").utf8)
  }
}

/// The first run of digits at or behind a place.
private func numeral(in bytes: [UInt8], from place: Int) -> Range<Int>? {
  func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  guard let first = bytes[place...].firstIndex(where: isDigit) else { return nil }
  let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
  return first..<end
}

/// What arithmetic that was not thought through breaks at.
private let hostileNumbers = [
  "0", "-0", "-1", "1e400", "1e30", "9e12", "1e-30", "9223372036854775807", "9223372036854775808",
  "-9223372036854775808", "18446744073709551616", "9223372036854775", "9999", "0001",
  "253402300799",
  "2147483648", "4294967295", "99999999999999999999", "0x10", "nan", "1.7976931348623157e308", "",
]
