/// The bytes of a FIT document around the present message.
///
/// The window has room for the longest possible message, for documents of any length. Bytes that
/// were passed are added to the checksum of their part.
struct FITWindow: ~Copyable {
  /// The longest message has 130,050 bytes: 255 fields and 255 developer fields of 255 bytes each.
  private static let capacity = 1 << 18

  private let memory: UnsafeMutableRawPointer
  private let chunkBytes: Int
  /// The offset of the next byte in `memory`.
  private var position = 0
  /// The end of the document's bytes in `memory`.
  private var end = 0
  /// The end of the bytes that are in the checksum, as an offset in `memory`.
  private var summed = 0
  /// The offset of `memory` in the document.
  private var origin = 0
  private var checksum = FITChecksum()

  init(chunkBytes: Int) {
    self.chunkBytes = chunkBytes
    memory = .allocate(byteCount: Self.capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The offset of the next byte in the document.
  var offset: Int { origin + position }

  /// The next bytes, as many as ``holds(_:)`` has confirmed.
  ///
  /// They are valid until the next call of ``fill(_:from:)``.
  var bytes: UnsafeRawPointer { UnsafeRawPointer(memory) + position }

  func holds(_ count: Int) -> Bool { end - position >= count }

  /// Reads until `count` bytes are in memory.
  ///
  /// - Parameter count: The number of bytes, at most half of the window's capacity.
  /// - Returns: Whether there are so many.
  mutating func fill(_ count: Int, from document: inout ArchiveReader) throws -> Bool {
    sumPassedBytes()
    memory.copyMemory(from: memory + position, byteCount: end - position)
    origin += position
    (position, end, summed) = (0, end - position, 0)
    while end < count {
      let free = min(chunkBytes, Self.capacity - end)
      let read = try document.read(into: .init(start: memory + end, count: free))
      guard read > 0 else { return false }
      end += read
    }
    return true
  }

  /// Passes bytes that are in memory.
  mutating func pass(_ count: Int) { position = min(end, position + count) }

  /// The number of bytes in memory.
  var held: Int { end - position }

  // MARK: Checksum

  /// Restarts the checksum at the next byte.
  mutating func restartChecksum() {
    checksum.restart()
    summed = position
  }

  /// Returns the checksum of the bytes since ``restartChecksum()``.
  mutating func checksumOfPassedBytes() -> UInt16 {
    sumPassedBytes()
    return checksum.value
  }

  private mutating func sumPassedBytes() {
    checksum.add(.init(start: memory + summed, count: position - summed))
    summed = position
  }
}
