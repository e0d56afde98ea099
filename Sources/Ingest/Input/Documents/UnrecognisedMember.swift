import DaymarkModel

/// An unrecognized member of an archive that may contain figures.
///
/// Both answers are kept, because only the complete list of members shows whether it is an account
/// export.
struct UnrecognisedMember {
  let place: InputLocation
  /// The days from the first to the last date in the member; `nil` where it may be about any day.
  let days: DaySpan?
  private let file: UnrecognisedFile

  /// Examines a member, and searches the rest of it for dates if it may contain figures.
  ///
  /// - Parameters:
  ///   - path: The path, without `.gz`.
  ///   - head: The beginning, which was already read.
  ///   - reader: The reader of the rest.
  ///   - readsSleep: Whether sleep is asked for.
  /// - Returns: The member; `nil` where it contains nothing relevant.
  init?(
    _ path: String, _ head: UnsafeRawBufferPointer, _ reader: inout ArchiveReader,
    readsSleep: Bool
  ) throws {
    file = UnrecognisedFile(path: path, head: head, readsSleep: readsSleep)
    guard file.content != nil || file.contentInAccount != nil else { return nil }
    place = reader.location
    days = try DaySpan(ofDatesIn: head, &reader)
  }

  func content(isOfAccount: Bool) -> UnrecognisedFile.Content? {
    isOfAccount ? file.contentInAccount : file.content
  }
}

extension Opening {
  /// Makes the opening of some content on days, or on every day where these are unknown.
  init(_ code: FindingCode, _ content: UnrecognisedFile.Content, _ days: DaySpan?) {
    self.init(
      code, days: days?.days, metrics: content.metrics,
      sessions: content.mayHaveSessions ? .many : .none, mayHaveSets: content.mayHaveSets)
  }
}

/// The days from the first to the last date in a document.
struct DaySpan {
  private(set) var days: ClosedRange<CivilDay>

  /// Searches a document for the first and the last date.
  ///
  /// - Returns: The days; `nil` where no date begins with the year, because in other dates the day
  ///   is ambiguous.
  init?(ofDatesIn head: UnsafeRawBufferPointer, _ reader: inout ArchiveReader) throws {
    var dates = DateSearch()
    dates.search(head)
    if dates.days == nil { return nil }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = try reader.read(into: piece)
      if count == 0 { break }
      dates.search(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
    guard let days = dates.days, reader.damage == nil else { return nil }
    // In another time zone a date may be that of the day before or after.
    self.days = days.lowerBound.advanced(by: -1)...days.upperBound.advanced(by: 1)
  }

  private init(_ days: ClosedRange<CivilDay>) { self.days = days }

  /// Returns the days from the earlier of the two beginnings to the later of the two ends.
  static func + (a: DaySpan, b: DaySpan) -> DaySpan {
    DaySpan(
      min(a.days.lowerBound, b.days.lowerBound)...max(a.days.upperBound, b.days.upperBound))
  }
}

/// A search for dates in the forms `2026-05-01` and `2026/05/01`.
private struct DateSearch {
  private(set) var days: ClosedRange<CivilDay>?
  /// The last bytes of the previous piece, because a date may extend across two pieces.
  private var tail: [UInt8] = []

  mutating func search(_ piece: UnsafeRawBufferPointer) {
    let bytes = tail + piece
    var at = 0
    while at + 10 <= bytes.count {
      let (dash, slash) = (UInt8(ascii: "-"), UInt8(ascii: "/"))
      let mark = bytes[at + 4]
      guard mark == dash || mark == slash, bytes[at + 7] == mark,
        let day = Self.day(bytes[at..<at + 10])
      else {
        at += 1
        continue
      }
      days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
      at += 10
    }
    tail = Array(bytes[min(at, bytes.count)...])
  }

  private static func day(_ bytes: ArraySlice<UInt8>) -> CivilDay? {
    let text = String(decoding: bytes, as: UTF8.self).replacing("/", with: "-")
    guard let day = CivilDay(text), let year = Int(text.prefix(4)), (1990...2100).contains(year)
    else {
      return nil
    }
    return day
  }
}
