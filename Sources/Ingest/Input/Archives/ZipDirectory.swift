import CDaymarkArchive
import CDaymarkProcess
import DaymarkModel

#if canImport(Glibc)
  // On Linux errno is declared here.
  import Glibc
#endif

// A zip states most facts twice: in the directory at its end, and in a header before each member.
// Programs use one or the other, so that a zip can have two meanings. The fields and their offsets
// are those of APPNOTE.TXT 6.3.10: 4.3.7 and 4.3.9 to 4.3.16.

/// A contradiction in a zip.
struct ZipDisagreement: Hashable {
  /// The subjects of contradictions.
  enum Subject: String {
    /// The number of members in the directory, or its position.
    case directory
    /// A member's header, which is not where the directory states.
    case header
    case name, method, encryption, checksum, size
    /// A name that two members have.
    case twice
    /// Bytes that two members share.
    case overlap
  }

  let subject: Subject
  /// The member in the directory; `nil` where the contradiction concerns none.
  var member: Member?

  struct Member: Hashable {
    let name: String
    /// The index in the directory, from 0.
    let index: Int
  }
}

extension ZipDisagreement {
  /// Returns the contradictions of a zip, in the order of its directory; none for a zip without its
  /// end.
  ///
  /// - Parameters:
  ///   - descriptor: An open file, whose position does not change.
  ///   - place: The file, for messages.
  /// - Throws: `DaymarkError` with `file.unreadable`.
  static func all(in descriptor: Int32, at place: InputLocation) throws -> [ZipDisagreement] {
    let file = try ZipFile(descriptor, at: place)
    guard let end = try ZipEnd(of: file) else { return [] }
    guard let directory = try ZipDirectory(end, in: file) else {
      return [ZipDisagreement(subject: .directory)]
    }
    return try directory.disagreements(in: file)
  }
}

/// An open file whose bytes are read at any offset.
private struct ZipFile {
  let descriptor: Int32
  let size: Int64
  private let place: InputLocation

  init(_ descriptor: Int32, at place: InputLocation) throws {
    (self.descriptor, self.place) = (descriptor, place)
    size = daymark_file_size(descriptor)
    guard size >= 0 else { throw DaymarkError(.fileUnreadable, at: place, system: errno) }
  }

  /// Reads bytes of the file.
  ///
  /// - Returns: The bytes; `nil` where the file is too short.
  func bytes(at offset: Int64, count: Int) throws -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size - Int64(count) else { return nil }
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let read = daymark_file_read_at(descriptor, buffer.baseAddress, count, offset)
      // A disk failure says nothing about the zip.
      guard read >= 0 else { throw DaymarkError(.fileUnreadable, at: place, system: errno) }
      filled = read
    }
    return bytes.count == count ? bytes : nil
  }
}

extension [UInt8] {
  fileprivate func word(_ offset: Int) -> Int { Int(self[offset]) | Int(self[offset + 1]) << 8 }

  fileprivate func number(_ offset: Int) -> Int64 {
    Int64(word(offset)) | Int64(word(offset + 2)) << 16
  }

  /// Returns a number, limited because any larger one is beyond every file.
  fileprivate func largeNumber(_ offset: Int) -> Int64 {
    let high = number(offset + 4)
    return high >> 24 > 0 ? .max / 4 : number(offset) | high << 32
  }
}

/// The record at a zip's end, with the zip64 record before it if there is one.
private struct ZipEnd {
  static let signature: Int64 = 0x0605_4b50

  var count: Int64
  var size: Int64
  var start: Int64
  /// The position of the record that follows the directory.
  var position: Int64
  /// Whether the two records agree, and state a single disk.
  var isSound = true

  /// Reads the record at the end of a zip; `nil` where there is none.
  init?(of file: ZipFile) throws {
    let tail = min(file.size, 22 + 65_535)
    guard tail >= 22, let bytes = try file.bytes(at: file.size - tail, count: Int(tail)),
      // Every program uses the last record.
      let place = (0...bytes.count - 22).last(where: { bytes.number($0) == Self.signature })
    else { return nil }
    position = file.size - tail + Int64(place)
    (count, size) = (Int64(bytes.word(place + 10)), bytes.number(place + 12))
    start = bytes.number(place + 16)
    isSound =
      bytes.word(place + 4) == 0 && bytes.word(place + 6) == 0
      && bytes.word(place + 8) == bytes.word(place + 10)
    guard let locator = try file.bytes(at: position - 20, count: 20),
      locator.number(0) == 0x0706_4b50
    else { return }
    let narrow = (count, size, start)
    guard let wide = try file.bytes(at: locator.largeNumber(8), count: 56),
      wide.number(0) == 0x0606_4b50
    else {
      isSound = false
      return
    }
    position = locator.largeNumber(8)
    (count, size) = (wide.largeNumber(32), wide.largeNumber(40))
    start = wide.largeNumber(48)
    isSound =
      isSound && [count, 0xFFFF].contains(narrow.0) && [size, 0xFFFF_FFFF].contains(narrow.1)
      && [start, 0xFFFF_FFFF].contains(narrow.2)
  }
}

/// The facts about a member in the directory or in the member's header.
private struct ZipHeader {
  var flags: Int
  var method: Int
  var checksum: Int64
  var packedSize: Int64
  var size: Int64
  var name: [UInt8]
  /// The length of the header itself.
  var length: Int
  /// The position of the member's header; 0 in that header itself.
  var offset: Int64 = 0

  /// Whether sizes and checksum follow the member.
  ///
  /// The header before such a member states 0 for them, or the right values all the same.
  var isStreamed: Bool { flags & 1 << 3 != 0 }
  var isEncrypted: Bool { flags & 1 != 0 }

  /// Reads the entry of the directory that begins at an index of `bytes`; `nil` where none begins
  /// there, or it is cut off.
  init?(entryAt place: Int, in bytes: [UInt8]) {
    guard place + 46 <= bytes.count, bytes.number(place) == 0x0201_4b50 else { return nil }
    (flags, method) = (bytes.word(place + 8), bytes.word(place + 10))
    checksum = bytes.number(place + 16)
    (packedSize, size) = (bytes.number(place + 20), bytes.number(place + 24))
    let (nameLength, extra) = (bytes.word(place + 28), bytes.word(place + 30))
    offset = bytes.number(place + 42)
    length = 46 + nameLength + extra + bytes.word(place + 32)
    guard place + length <= bytes.count else { return nil }
    name = Array(bytes[place + 46..<place + 46 + nameLength])
    let start = place + 46 + nameLength
    readWideNumbers(bytes[start..<start + extra], hasOffset: true)
  }

  /// Reads the member's header at an offset of the file; `nil` where none begins there, or the file
  /// ends within it.
  init?(at offset: Int64, in file: ZipFile) throws {
    guard let head = try file.bytes(at: offset, count: 30), head.number(0) == 0x0403_4b50 else {
      return nil
    }
    (flags, method) = (head.word(6), head.word(8))
    checksum = head.number(14)
    (packedSize, size) = (head.number(18), head.number(22))
    let (nameLength, extra) = (head.word(26), head.word(28))
    guard let rest = try file.bytes(at: offset + 30, count: nameLength + extra) else { return nil }
    name = Array(rest[..<nameLength])
    length = 30 + rest.count
    readWideNumbers(rest[nameLength...], hasOffset: false)
  }

  /// Reads the zip64 numbers of the fields that are full, in their order.
  private mutating func readWideNumbers(_ extra: ArraySlice<UInt8>, hasOffset: Bool) {
    let bytes = Array(extra)
    var place = 0
    while place + 4 <= bytes.count {
      let (identifier, length) = (bytes.word(place), bytes.word(place + 2))
      defer { place += 4 + length }
      guard identifier == 1, place + 4 + length <= bytes.count else { continue }
      var next = place + 4
      func take(_ field: inout Int64) {
        guard field == 0xFFFF_FFFF, next + 8 <= place + 4 + length else { return }
        field = bytes.largeNumber(next)
        next += 8
      }
      take(&size)
      take(&packedSize)
      if hasOffset { take(&offset) }
    }
  }
}

private struct ZipDirectory {
  private let entries: [ZipHeader]
  /// The length of the data before the zip, as in a self-extracting program.
  private let prefix: Int64
  /// The position of the directory.
  private let start: Int64

  /// Reads the directory that an end record describes; `nil` where it contradicts the record.
  init?(_ end: ZipEnd, in file: ZipFile) throws {
    // A directory of 1 GiB would have 5,000 bytes for each of the 200,000 members that are read.
    // No genuine one is as large, and all of it is read into memory.
    guard end.isSound, end.size < 1 << 30, end.position - end.size >= end.start,
      let bytes = try file.bytes(at: end.position - end.size, count: Int(end.size))
    else { return nil }
    start = end.position - end.size
    prefix = start - end.start
    var (entries, place) = ([ZipHeader](), 0)
    while place < bytes.count {
      guard let entry = ZipHeader(entryAt: place, in: bytes) else { return nil }
      entries.append(entry)
      place += entry.length
    }
    guard Int64(entries.count) == end.count else { return nil }
    self.entries = entries
  }

  func disagreements(in file: ZipFile) throws -> [ZipDisagreement] {
    var found: [ZipDisagreement] = []
    var names: Set<String> = []
    var ranges: [(range: Range<Int64>, member: ZipDisagreement.Member)] = []
    for (index, entry) in entries.enumerated() {
      let name = String(decoding: entry.name, as: UTF8.self)
      let member = ZipDisagreement.Member(name: name, index: index)
      func find(_ subject: ZipDisagreement.Subject) {
        found.append(ZipDisagreement(subject: subject, member: member))
      }
      if entry.name.contains(0) { find(.name) }
      let isFolder = entry.name.last == UInt8(ascii: "/")
      if !isFolder, !names.insert(MemberPath(name).unpacked).inserted { find(.twice) }
      guard let header = try ZipHeader(at: entry.offset + prefix, in: file) else {
        find(.header)
        continue
      }
      if header.name != entry.name { find(.name) }
      if header.method != entry.method { find(.method) }
      if header.isEncrypted != entry.isEncrypted { find(.encryption) }
      let data = entry.offset + prefix + Int64(header.length)
      let behind = try ZipSizes(of: entry, and: header, behind: data + entry.packedSize, in: file)
      if !behind.agreeOnChecksum { find(.checksum) }
      if !behind.agreeOnSize { find(.size) }
      let last = data + entry.packedSize + behind.length
      if last > start || last < data {
        find(.overlap)
      } else {
        ranges.append((entry.offset + prefix..<last, member))
      }
    }
    ranges.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (one, next) in zip(ranges, ranges.dropFirst())
    where next.range.lowerBound < one.range.upperBound {
      found.append(ZipDisagreement(subject: .overlap, member: next.member))
    }
    return found
  }
}

/// The sizes and checksum of a member as stated outside of the directory.
private struct ZipSizes {
  var agreeOnChecksum = true
  var agreeOnSize = true
  /// The length of the data descriptor after the member.
  var length: Int64 = 0

  /// Compares what a directory and a member's own header state of its sizes and checksum, and what
  /// the data descriptor after the member states.
  ///
  /// - Parameter end: The end of the member's bytes.
  init(of entry: ZipHeader, and header: ZipHeader, behind end: Int64, in file: ZipFile)
    throws
  {
    // Phones write the values that they know before compression, and 0 for the others.
    func agrees(_ stated: Int64, _ known: Int64) -> Bool {
      header.isStreamed && stated == 0 || Self.isSame(stated, known)
    }
    agreeOnChecksum = agrees(header.checksum, entry.checksum)
    agreeOnSize =
      agrees(header.size, entry.size) && agrees(header.packedSize, entry.packedSize)
    guard header.isStreamed else { return }
    // The record with the sizes after a member begins with a signature in some zips, and has sizes
    // of 64 bits in others, so each form is tried.
    let forms = [(4, 4), (4, 8), (0, 4), (0, 8)]
    for (start, width) in forms {
      let count = start + 4 + 2 * width
      guard let bytes = try file.bytes(at: end, count: count),
        start == 0 || bytes.number(0) == 0x0807_4b50
      else { continue }
      func size(_ place: Int) -> Int64 {
        width == 4 ? bytes.number(place) : bytes.largeNumber(place)
      }
      guard bytes.number(start) == entry.checksum,
        Self.isSame(size(start + 4), entry.packedSize),
        Self.isSame(size(start + 4 + width), entry.size)
      else { continue }
      length = Int64(count)
      return
    }
    agreeOnChecksum = false
  }

  /// Returns whether two sizes agree.
  ///
  /// Some programs write only the last 32 bits of larger ones.
  private static func isSame(_ a: Int64, _ b: Int64) -> Bool {
    a == b || (a < 1 << 32 || b < 1 << 32) && a & 0xFFFF_FFFF == b & 0xFFFF_FFFF
  }
}
