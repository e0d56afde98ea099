import DaymarkModel

/// Encodes small numbers as Parquet does for levels and dictionary indices: as runs of one number,
/// and otherwise in groups of eight, packed into the bits that they need.
///
/// Source: Apache Parquet, "Run Length Encoding / Bit-Packing Hybrid (RLE = 3)".
///
/// - Parameters:
///   - numbers: The numbers, none of which needs more than `bits`.
///   - bits: The bits of a number, 1 to 32.
func runLengths(of numbers: [UInt32], bits: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  var index = 0
  while index < numbers.count {
    let run = runLength(in: numbers, from: index)
    if run >= 8 {
      bytes.append(varint: UInt64(run) << 1)
      for byte in 0..<(bits + 7) / 8 {
        bytes.append(UInt8(truncatingIfNeeded: numbers[index] >> (8 * byte)))
      }
      index += run
    } else {
      let start = index
      repeat { index += 8 } while index < numbers.count && runLength(in: numbers, from: index) < 8
      let end = min(index, numbers.count)
      bytes.append(varint: UInt64((index - start) / 8) << 1 | 1)
      bytes += packed(numbers[start..<end], count: index - start, bits: bits)
      index = end
    }
  }
  return bytes
}

private func runLength(in numbers: [UInt32], from start: Int) -> Int {
  var end = start
  while end < numbers.count, numbers[end] == numbers[start] { end += 1 }
  return end - start
}

/// Packs numbers from the lowest bit of the first one on; a group that is not full is filled with
/// zeros.
private func packed(_ numbers: ArraySlice<UInt32>, count: Int, bits: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count * bits / 8)
  var place = 0
  for number in numbers {
    for bit in 0..<bits where number >> bit & 1 == 1 {
      bytes[(place + bit) / 8] |= 1 << UInt8((place + bit) % 8)
    }
    place += bits
  }
  return bytes
}
