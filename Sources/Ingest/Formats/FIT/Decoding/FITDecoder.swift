import DaymarkModel

/// Reads the parts of a FIT document, message by message, whatever its length.
///
/// Damage keeps what is sound and is said where it was met. Source: FIT protocol, "FIT file
/// structure".
struct FITDecoder<Consumer: FITMessageConsumer>: ~Copyable {
  private(set) var consumer: Consumer
  /// Something of the document could not be read.
  private(set) var isDamaged = false

  private var window: FITWindow
  private var definitions: [FITDefinition?] = []
  private var developer = FITDeveloperFields()
  /// The newest field 253, and the newest time that a compressed header gave or built on.
  private var lastTimestamp: UInt32?
  private var compressedBase: UInt32?
  /// Offset of the end of the part's messages; `Int.max` when it is not known.
  private var end = 0

  init(_ consumer: Consumer, chunkBytes: Int) {
    self.consumer = consumer
    window = FITWindow(chunkBytes: chunkBytes)
  }

  /// The outcome of reading a message, or all of a part.
  private enum Outcome {
    case done
    /// The document ends within it.
    case cut
    /// Nothing more of the part can be read.
    case stop(ActivityProblem)
  }

  mutating func read(
    _ document: inout ArchiveReader, into reading: inout InputReading
  ) throws {
    var isFirst = true
    while try beginPart(isFirst: isFirst, &document, &reading) {
      isFirst = false
      while true {
        switch try readMessages(&document, &reading) {
        case .cut:
          return find(.activityTruncated, in: &reading)
        case .stop(let problem):
          find(.activityMalformed, problem, in: &reading)
          guard try passMessages(&document, reading) else {
            return find(.activityTruncated, in: &reading)
          }
        case .done: break
        }
        if end == .max { return }
        if try endPart(&document, &reading) { break }
      }
    }
  }

  // MARK: Parts

  /// Reads a header.
  ///
  /// - Returns: Whether there is a part to read.
  private mutating func beginPart(
    isFirst: Bool, _ document: inout ArchiveReader, _ reading: inout InputReading
  ) throws -> Bool {
    guard try has(1, &document, reading) else { return false }
    guard try looksLikeHeader(at: 0, &document, reading) else {
      if try !isZeroToTheEnd(&document, reading) {
        find(.activityMalformed, isFirst ? .header : .furtherHeader, in: &reading)
      }
      return false
    }
    let size = Int(byte(0))
    guard try has(size, &document, reading) else {
      find(.activityTruncated, in: &reading)
      return false
    }
    let dataSize = Int(UInt32(littleEndian: loadUnaligned(4)))
    window.restartChecksum()
    if size >= 14 {
      var checksum = FITChecksum()
      checksum.add(.init(start: window.bytes, count: 12))
      let stated = UInt16(littleEndian: loadUnaligned(12))
      // Zero says that the writer computed none.
      if stated != 0, stated != checksum.value {
        find(.activityCRCMismatch, .header, in: &reading)
      }
    }
    if dataSize == 0 { find(.activityTruncated, .noDataSize, in: &reading) }
    window.pass(size)
    end = dataSize == 0 ? .max : window.offset + dataSize
    definitions = Array(repeating: nil, count: 16)
    (developer, lastTimestamp, compressedBase) = (FITDeveloperFields(), nil, nil)
    consumer.beginPart(statedBytes: dataSize)
    return true
  }

  /// Looks at the checksum behind a part's messages.
  ///
  /// - Returns: `false` when messages go on here: the stated size was too small.
  private mutating func endPart(
    _ document: inout ArchiveReader, _ reading: inout InputReading
  ) throws -> Bool {
    guard try has(2, &document, reading) else {
      find(.activityCRCMismatch, .noChecksum, in: &reading)
      return true
    }
    if UInt16(littleEndian: loadUnaligned(0)) == window.checksumOfPassedBytes() {
      window.pass(2)
      return true
    }
    if try looksLikeHeader(at: 0, &document, reading) {
      find(.activityCRCMismatch, .noChecksum, in: &reading)
      return true
    }
    if try partEnds(at: 2, &document, reading) || definitions.isEmpty {
      find(.activityCRCMismatch, in: &reading)
      window.pass(2)
      return true
    }
    find(.activityMalformed, .dataSize, in: &reading)
    end = .max
    return false
  }

  /// Whether a header, the document's end or zeros stand `distance` bytes ahead.
  private mutating func partEnds(
    at distance: Int, _ document: inout ArchiveReader, _ reading: borrowing InputReading
  ) throws -> Bool {
    guard try has(distance + 1, &document, reading) else { return true }
    if try looksLikeHeader(at: distance, &document, reading) { return true }
    _ = try has(distance + 16, &document, reading)
    return (distance..<min(distance + 16, window.held)).allSatisfy { byte($0) == 0 }
  }

  private mutating func looksLikeHeader(
    at distance: Int, _ document: inout ArchiveReader, _ reading: borrowing InputReading
  ) throws -> Bool {
    guard try has(distance + 12, &document, reading) else { return false }
    return FITHeader.stands(at: window.bytes + distance)
  }

  private mutating func isZeroToTheEnd(
    _ document: inout ArchiveReader, _ reading: borrowing InputReading
  ) throws -> Bool {
    while try has(1, &document, reading) {
      guard byte(0) == 0 else { return false }
      window.pass(1)
    }
    return true
  }

  /// Passes what cannot be read of a part.
  ///
  /// - Returns: Whether its end is there.
  private mutating func passMessages(
    _ document: inout ArchiveReader, _ reading: borrowing InputReading
  ) throws -> Bool {
    // So that `endPart` does not read on.
    definitions = []
    guard end != .max else { return true }
    while window.offset < end {
      guard try has(1, &document, reading) else { return false }
      window.pass(min(window.held, end - window.offset))
    }
    return true
  }

  // MARK: Messages

  private mutating func readMessages(
    _ document: inout ArchiveReader, _ reading: inout InputReading
  ) throws -> Outcome {
    while window.offset < end {
      // Where no size is stated, the last two bytes are the checksum.
      if end == .max, try !has(3, &document, reading) { return .done }
      guard try has(1, &document, reading) else { return .cut }
      let header = byte(0)
      let outcome: Outcome
      if header & FITHeaderByte.isCompressed != 0 {
        outcome = try readData(
          local: Int(header >> 5 & 3), timeOffset: UInt32(header & 31), &document, &reading)
      } else if header & FITHeaderByte.isDefinition != 0 {
        outcome = try readDefinition(local: Int(header & 15), &document, &reading)
      } else {
        outcome = try readData(local: Int(header & 15), timeOffset: nil, &document, &reading)
      }
      guard case .done = outcome else { return outcome }
    }
    return .done
  }

  private mutating func readDefinition(
    local: Int, _ document: inout ArchiveReader, _ reading: inout InputReading
  ) throws -> Outcome {
    var size = 0
    while true {
      let needed = FITDefinition.size(of: window.bytes, held: window.held)
      if needed == size { break }
      guard try has(needed, &document, reading) else { return .cut }
      size = needed
    }
    if let outcome = try stopBeforeEnd(size, &document, &reading) { return outcome }
    definitions[local] = FITDefinition(window.bytes, developer: developer)
    window.pass(size)
    return .done
  }

  private mutating func readData(
    local: Int, timeOffset: UInt32?, _ document: inout ArchiveReader,
    _ reading: inout InputReading
  ) throws -> Outcome {
    // Nobody counts references to it while the message is taken: `definitions` holds it.
    guard let definition = definitions[local].map(Unmanaged.passUnretained) else {
      // The bytes may be the checksum of a document that was cut.
      guard try has(3, &document, reading) else { return .cut }
      return .stop(.undefinedMessage)
    }
    let size = definition._withUnsafeGuaranteedRef(\.size)
    guard try has(size, &document, reading) else { return .cut }
    if let outcome = try stopBeforeEnd(size, &document, &reading) { return outcome }
    let timestamp = time(of: definition, timeOffset)
    let message = FITMessage(
      definition, bytes: window.bytes, byte: window.offset, timestamp: timestamp,
      lastTimestamp: lastTimestamp)
    if message.number == FITProfile.FieldDescription.message { developer.describe(message) }
    consumer.take(message)
    window.pass(size)
    return .done
  }

  /// Source: FIT protocol, "Compressed timestamp header".
  private mutating func time(
    of definition: Unmanaged<FITDefinition>, _ timeOffset: UInt32?
  ) -> UInt32? {
    let field = definition._withUnsafeGuaranteedRef { $0.field(FITProfile.timestamp.number) }
    if let field, let time = field.integer(0, in: window.bytes), let time = UInt32(exactly: time) {
      (lastTimestamp, compressedBase) = (time, time)
      return time
    }
    guard let timeOffset, let base = compressedBase else { return nil }
    // An equal offset is the same second, not 32 seconds later.
    let time = base &+ ((timeOffset &- base) & 31)
    compressedBase = time
    return time
  }

  /// The outcome for a message that reaches over the stated end of the part.
  ///
  /// - Returns: `nil` to read it.
  private mutating func stopBeforeEnd(
    _ size: Int, _ document: inout ArchiveReader, _ reading: inout InputReading
  ) throws -> Outcome? {
    guard size > end - window.offset else { return nil }
    if try partEnds(at: end - window.offset + 2, &document, reading) {
      return .stop(.messageOverEnd)
    }
    find(.activityMalformed, .dataSize, in: &reading)
    end = .max
    return nil
  }

  // MARK: Bytes and findings

  @inline(__always)
  private mutating func has(
    _ count: Int, _ document: inout ArchiveReader, _ reading: borrowing InputReading
  ) throws -> Bool {
    if window.holds(count) { return true }
    let isThere = try window.fill(count, from: &document)
    reading.progress(document.position)
    return isThere
  }

  private func byte(_ index: Int) -> UInt8 {
    window.bytes.load(fromByteOffset: index, as: UInt8.self)
  }

  private func loadUnaligned<T: FixedWidthInteger>(_ index: Int) -> T {
    window.bytes.loadUnaligned(fromByteOffset: index, as: T.self)
  }

  private mutating func find(
    _ code: FindingCode, _ problem: ActivityProblem? = nil, in reading: inout InputReading
  ) {
    isDamaged = true
    reading.find(code, byte: window.offset) { $0.problem = problem }
  }
}
