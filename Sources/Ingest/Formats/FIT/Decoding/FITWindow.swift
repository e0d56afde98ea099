/// The bytes of a FIT document around the message that is being read.
///
/// It holds the longest message there can be, whatever the document's length. Bytes that have been
/// passed go into the checksum of their part.
struct FITWindow: ~Copyable {
  /// 255 fields and 255 developer fields of 255 bytes each make 130,050 bytes.
  private static let capacity = 1 << 18

  private let memory: UnsafeMutableRawPointer
  private let chunkBytes: Int
  /// The next byte in `memory`, the end of those that are held, and the end of those in the
  /// checksum.
  private var position = 0
  private var end = 0
  private var summed = 0
  /// Offset of `memory` in the document.
  private var origin = 0
  private var checksum = FITChecksum()

  init(chunkBytes: Int) {
    self.chunkBytes = chunkBytes
    memory = .allocate(byteCount: Self.capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// Offset of the next byte in the document.
  var offset: Int { origin + position }

  /// The next bytes, as many as ``holds(_:)`` has confirmed; good until the next ``fill(_:from:)``.
  var bytes: UnsafeRawPointer { UnsafeRawPointer(memory) + position }

  func holds(_ count: Int) -> Bool { end - position >= count }

  /// Reads until `count` bytes are held.
  ///
  /// - Parameter count: At most half of what the window can hold.
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

  /// Passes bytes that are held.
  mutating func pass(_ count: Int) { position = min(end, position + count) }

  /// Bytes that are held.
  var held: Int { end - position }

  // MARK: Checksum

  /// Begins a checksum at the next byte.
  mutating func restartChecksum() {
    checksum.restart()
    summed = position
  }

  /// The checksum of the bytes passed since ``restartChecksum()``.
  mutating func checksumOfPassedBytes() -> UInt16 {
    sumPassedBytes()
    return checksum.value
  }

  private mutating func sumPassedBytes() {
    checksum.add(.init(start: memory + summed, count: position - summed))
    summed = position
  }
}
