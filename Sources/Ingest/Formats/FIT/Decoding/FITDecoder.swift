import DaymarkModel

/// A decoder of the parts of a FIT document, message by message.
///
/// Valid data is kept in spite of damage, which is reported at its place. Source: FIT protocol,
/// "FIT file structure".
struct FITDecoder<Consumer: FITMessageConsumer>: ~Copyable {
  private(set) var consumer: Consumer
  /// Whether a part of the document could not be read.
  private(set) var isDamaged = false

  private var window: FITWindow
  private var definitions: [FITDefinition?] = []
  private var developer = FITDeveloperFields()
  /// The newest field 253, or the newest time of a compressed header.
  private var lastTimestamp: UInt32?
  private var compressedBase: UInt32?
  /// The offset after the part's messages; `Int.max` where it is unknown.
  private var end = 0

  init(_ consumer: Consumer, chunkBytes: Int) {
    self.consumer = consumer
    window = FITWindow(chunkBytes: chunkBytes)
  }

  /// The result of reading a message, or a whole part.
  private enum Ending {
    case done
    /// The document ends within the message or part.
    case cut
    /// The rest of the part is unreadable.
    case stop(ActivityProblem)
  }

  mutating func read(
    _ document: inout ArchiveReader, into sink: inout InputSink
  ) throws {
    var isFirst = true
    while try beginPart(isFirst: isFirst, &document, &sink) {
      isFirst = false
      while true {
        switch try readMessages(&document, &sink) {
        case .cut:
          return find(.activityTruncated, in: &sink)
        case .stop(let problem):
          find(.activityMalformed, problem, in: &sink)
          guard try passMessages(&document, sink) else {
            return find(.activityTruncated, in: &sink)
          }
        case .done: break
        }
        if end == .max { return }
        if try endPart(&document, &sink) { break }
      }
    }
  }

  // MARK: Parts

  /// Reads a header.
  ///
  /// - Returns: Whether a part follows.
  private mutating func beginPart(
    isFirst: Bool, _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> Bool {
    guard try has(1, &document, sink) else { return false }
    guard try looksLikeHeader(at: 0, &document, sink) else {
      if try !isZeroToTheEnd(&document, sink) {
        find(.activityMalformed, isFirst ? .header : .furtherHeader, in: &sink)
      }
      return false
    }
    let size = Int(byte(0))
    guard try has(size, &document, sink) else {
      find(.activityTruncated, in: &sink)
      return false
    }
    let dataSize = Int(UInt32(littleEndian: loadUnaligned(4)))
    window.restartChecksum()
    if size >= 14 {
      var checksum = FITChecksum()
      checksum.add(.init(start: window.bytes, count: 12))
      let stated = UInt16(littleEndian: loadUnaligned(12))
      // Zero means that the writer computed no checksum.
      if stated != 0, stated != checksum.value {
        find(.activityCRCMismatch, .header, in: &sink)
      }
    }
    if dataSize == 0 { find(.activityTruncated, .noDataSize, in: &sink) }
    window.pass(size)
    end = dataSize == 0 ? .max : window.offset + dataSize
    definitions = Array(repeating: nil, count: 16)
    (developer, lastTimestamp, compressedBase) = (FITDeveloperFields(), nil, nil)
    consumer.beginPart(statedBytes: dataSize)
    return true
  }

  /// Checks the checksum after a part's messages.
  ///
  /// - Returns: `false` where further messages follow, because the stated size was too small.
  private mutating func endPart(
    _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> Bool {
    guard try has(2, &document, sink) else {
      find(.activityCRCMismatch, .noChecksum, in: &sink)
      return true
    }
    if UInt16(littleEndian: loadUnaligned(0)) == window.checksumOfPassedBytes() {
      window.pass(2)
      return true
    }
    if try looksLikeHeader(at: 0, &document, sink) {
      find(.activityCRCMismatch, .noChecksum, in: &sink)
      return true
    }
    if try partEnds(at: 2, &document, sink) || definitions.isEmpty {
      find(.activityCRCMismatch, in: &sink)
      window.pass(2)
      return true
    }
    find(.activityMalformed, .dataSize, in: &sink)
    end = .max
    return false
  }

  /// Returns whether a header, the end of the document or zeros are `distance` bytes ahead.
  private mutating func partEnds(
    at distance: Int, _ document: inout ArchiveReader, _ sink: borrowing InputSink
  ) throws -> Bool {
    guard try has(distance + 1, &document, sink) else { return true }
    if try looksLikeHeader(at: distance, &document, sink) { return true }
    _ = try has(distance + 16, &document, sink)
    return (distance..<min(distance + 16, window.held)).allSatisfy { byte($0) == 0 }
  }

  private mutating func looksLikeHeader(
    at distance: Int, _ document: inout ArchiveReader, _ sink: borrowing InputSink
  ) throws -> Bool {
    guard try has(distance + 12, &document, sink) else { return false }
    return FITHeader.stands(at: window.bytes + distance)
  }

  private mutating func isZeroToTheEnd(
    _ document: inout ArchiveReader, _ sink: borrowing InputSink
  ) throws -> Bool {
    while try has(1, &document, sink) {
      guard byte(0) == 0 else { return false }
      window.pass(1)
    }
    return true
  }

  /// Skips the unreadable rest of a part.
  ///
  /// - Returns: Whether its end was found.
  private mutating func passMessages(
    _ document: inout ArchiveReader, _ sink: borrowing InputSink
  ) throws -> Bool {
    // This prevents `endPart` from reading further messages.
    definitions = []
    guard end != .max else { return true }
    while window.offset < end {
      guard try has(1, &document, sink) else { return false }
      window.pass(min(window.held, end - window.offset))
    }
    return true
  }

  // MARK: Messages

  private mutating func readMessages(
    _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> Ending {
    while window.offset < end {
      // Where no size is stated, the last two bytes are the checksum.
      if end == .max, try !has(3, &document, sink) { return .done }
      guard try has(1, &document, sink) else { return .cut }
      let header = byte(0)
      let outcome: Ending
      if header & FITHeaderByte.isCompressed != 0 {
        outcome = try readData(
          local: Int(header >> 5 & 3), timeOffset: UInt32(header & 31), &document, &sink)
      } else if header & FITHeaderByte.isDefinition != 0 {
        outcome = try readDefinition(local: Int(header & 15), &document, &sink)
      } else {
        outcome = try readData(local: Int(header & 15), timeOffset: nil, &document, &sink)
      }
      guard case .done = outcome else { return outcome }
    }
    return .done
  }

  private mutating func readDefinition(
    local: Int, _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> Ending {
    var size = 0
    while true {
      let needed = FITDefinition.size(of: window.bytes, held: window.held)
      if needed == size { break }
      guard try has(needed, &document, sink) else { return .cut }
      size = needed
    }
    if let outcome = try stopBeforeEnd(size, &document, &sink) { return outcome }
    definitions[local] = FITDefinition(window.bytes, developer: developer)
    window.pass(size)
    return .done
  }

  private mutating func readData(
    local: Int, timeOffset: UInt32?, _ document: inout ArchiveReader,
    _ sink: inout InputSink
  ) throws -> Ending {
    // References are not counted while the message is used, because `definitions` keeps it alive.
    guard let definition = definitions[local].map(Unmanaged.passUnretained) else {
      // The bytes may be the checksum of a document that was cut.
      guard try has(3, &document, sink) else { return .cut }
      return .stop(.undefinedMessage)
    }
    let size = definition._withUnsafeGuaranteedRef(\.size)
    guard try has(size, &document, sink) else { return .cut }
    if let outcome = try stopBeforeEnd(size, &document, &sink) { return outcome }
    let timestamp = time(of: definition, timeOffset)
    let message = FITMessage(
      definition, bytes: window.bytes, byte: window.offset, timestamp: timestamp,
      lastTimestamp: lastTimestamp)
    if message.number == FITProfile.FieldDescription.message { developer.describe(message) }
    consumer.add(message)
    window.pass(size)
    return .done
  }

  /// Returns the time of a compressed header.
  ///
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
    // An equal offset means the same second, not 32 seconds later.
    let time = base &+ ((timeOffset &- base) & 31)
    compressedBase = time
    return time
  }

  /// Returns the result for a message that extends beyond the stated end of the part.
  ///
  /// - Returns: `nil` where the message is read.
  private mutating func stopBeforeEnd(
    _ size: Int, _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> Ending? {
    guard size > end - window.offset else { return nil }
    if try partEnds(at: end - window.offset + 2, &document, sink) {
      return .stop(.messageOverEnd)
    }
    find(.activityMalformed, .dataSize, in: &sink)
    end = .max
    return nil
  }

  // MARK: Bytes and findings

  @inline(__always)
  private mutating func has(
    _ count: Int, _ document: inout ArchiveReader, _ sink: borrowing InputSink
  ) throws -> Bool {
    if window.holds(count) { return true }
    let isThere = try window.fill(count, from: &document)
    sink.progress(document.position)
    return isThere
  }

  private func byte(_ index: Int) -> UInt8 {
    window.bytes.load(fromByteOffset: index, as: UInt8.self)
  }

  private func loadUnaligned<T: FixedWidthInteger>(_ index: Int) -> T {
    window.bytes.loadUnaligned(fromByteOffset: index, as: T.self)
  }

  private mutating func find(
    _ code: FindingCode, _ problem: ActivityProblem? = nil, in sink: inout InputSink
  ) {
    isDamaged = true
    sink.find(code, byte: window.offset) { $0.problem = problem }
  }
}
