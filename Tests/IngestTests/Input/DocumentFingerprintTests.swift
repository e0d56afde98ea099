import DaymarkModel
import Testing

@testable import DaymarkIngest

private let block = 1 << 16

/// Bytes of which no two blocks are the same.
private func document(blocks: Int, and rest: Int = 0) -> [UInt8] {
  (0..<blocks * block + rest).map { UInt8(truncatingIfNeeded: $0 / block * 7 + $0) }
}

private func fingerprint(_ document: [UInt8], chunk: Int = .max) -> Digest {
  var fingerprint = DocumentFingerprint()
  var rest = document[...]
  while !rest.isEmpty {
    Array(rest.prefix(chunk)).withUnsafeBytes { fingerprint.add($0) }
    rest = rest.dropFirst(chunk)
  }
  return fingerprint.digest
}

struct DocumentFingerprintTests {
  @Test(arguments: [0, 1, block, 16 * block])
  func `that of a small document is its SHA-256`(_ length: Int) {
    let document = Array(document(blocks: 16).prefix(length))
    #expect(fingerprint(document) == Digest(of: document))
  }

  @Test func `that of a large one is of the first MiB, 4 KiB of each further one and the length`() {
    let large = document(blocks: 40, and: 3)
    let samples = [0..<1_052_672, 2_097_152..<2_101_248].flatMap { large[$0] }
    // 40 x 65,536 + 3 = 2,621,443 = 0x280003.
    let length: [UInt8] = [0x03, 0x00, 0x28, 0, 0, 0, 0, 0]
    #expect(fingerprint(large) == Digest(of: samples + length))
  }

  @Test(arguments: [1000, block - 1, block, block + 1, 5 * block])
  func `it does not depend on how many bytes come at once`(_ chunk: Int) {
    let large = document(blocks: 35, and: 9)
    #expect(fingerprint(large, chunk: chunk) == fingerprint(large))
  }

  @Test func `a longer document has another`() {
    let long = document(blocks: 20, and: 1)
    #expect(fingerprint(long) != fingerprint(Array(long.dropLast())))
  }
}
