/// Ethereum's hash function: Keccak with 256 bits and its original padding, not that of SHA3-256.
///
/// Source: "The Keccak reference", version 3.0; NIST's FIPS 202 has the same permutation.
package enum Keccak256 {
  /// The number of bytes that are absorbed in one step.
  private static let rate = 136

  /// Returns the 32 bytes of a message's hash.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    let padding = rate - message.count % rate
    padded += [UInt8](repeating: 0, count: padding)
    padded[message.count] ^= 0x01
    padded[padded.count - 1] ^= 0x80
    var state = [UInt64](repeating: 0, count: 25)
    for block in stride(from: 0, to: padded.count, by: rate) {
      for place in 0..<rate {
        let value = UInt64(padded[block + place])
        let shift = UInt64(8 * (place % 8))
        state[place / 8] ^= value << shift
      }
      permute(&state)
    }
    return (0..<32).map { place in
      let shift = UInt64(8 * (place % 8))
      return UInt8(truncatingIfNeeded: state[place / 8] >> shift)
    }
  }

  /// Returns the hash of a text's UTF-8 bytes.
  package static func hash(of text: String) -> [UInt8] { hash(Array(text.utf8)) }

  /// Applies the permutation Keccak-f[1600], where lane (x, y) of the state is `state[x + 5 * y]`.
  private static func permute(_ state: inout [UInt64]) {
    for constant in roundConstants {
      // Step θ of FIPS 202, section 3.2; the others follow under their names there.
      var columns = [UInt64](repeating: 0, count: 5)
      for lane in 0..<25 { columns[lane % 5] ^= state[lane] }
      for lane in 0..<25 {
        let (before, after) = (columns[(lane + 4) % 5], columns[(lane + 1) % 5])
        state[lane] ^= before ^ after.rotated(left: 1)
      }
      // Steps ρ and π.
      var moved = state
      for lane in 0..<25 {
        let (x, y) = (lane % 5, lane / 5)
        let row = (2 * x + 3 * y) % 5
        moved[y + 5 * row] = state[lane].rotated(left: offsets[lane])
      }
      // Step χ.
      for lane in 0..<25 {
        let (x, row) = (lane % 5, lane / 5 * 5)
        let (next, second) = (moved[row + (x + 1) % 5], moved[row + (x + 2) % 5])
        state[lane] = moved[lane] ^ (~next & second)
      }
      // Step ι.
      state[0] ^= constant
    }
  }

  /// The rotation of each lane in ρ: lane (1, 0) by 1, and along the walk (x, y) → (y, 2x + 3y) by
  /// the triangular numbers.
  private static let offsets: [UInt64] = {
    var offsets = [UInt64](repeating: 0, count: 25)
    var (x, y) = (1, 0)
    for step in 0..<24 {
      offsets[x + 5 * y] = UInt64((step + 1) * (step + 2) / 2 % 64)
      (x, y) = (y, (2 * x + 3 * y) % 5)
    }
    return offsets
  }()

  /// The round constants of ι, made bit by bit from the linear register x⁸ + x⁶ + x⁵ + x⁴ + 1.
  private static let roundConstants: [UInt64] = {
    var register: UInt8 = 1
    return (0..<24).map { _ in
      var constant: UInt64 = 0
      for place in 0..<7 {
        let bit = (1 << place) - 1
        if register & 1 == 1 { constant |= 1 << UInt64(bit) }
        let carry: UInt8 = register & 0x80 == 0 ? 0 : 0x71
        register = register << 1 ^ carry
      }
      return constant
    }
  }()
}

extension UInt64 {
  fileprivate func rotated(left places: UInt64) -> UInt64 {
    places == 0 ? self : self << places | self >> (64 - places)
  }
}
