import DaymarkModel

/// A member of an archive that no format recognises and that could hold figures.
///
/// Only when all members are known is it known whether they are an account export, so both answers are kept.
struct UnrecognisedMember {
  let place: InputLocation
  /// The days of which it has dates; `nil` where that may be any.
  let days: DaySpan?
  private let file: UnrecognisedFile

  /// - Parameters:
  ///   - path: Without `.gz`.
  ///   - head: Its beginning, which was read.
  ///   - reader: The rest of it.
  /// - Returns: `nil` where it holds nothing that counts.
  init?(
    _ path: String, _ head: UnsafeRawBufferPointer, _ reader: inout ArchiveReader
  ) throws {
    file = UnrecognisedFile(path: path, head: head)
    guard file.content != nil || file.contentInAccount != nil else { return nil }
    place = reader.location
    days = try DaySpan(ofDatesIn: head, &reader)
  }

  func content(isOfAccount: Bool) -> UnrecognisedFile.Content? {
    isOfAccount ? file.contentInAccount : file.content
  }
}

extension Opening {
  /// What a content leaves open on days; on every day where these are not known.
  init(_ code: FindingCode, _ content: UnrecognisedFile.Content, _ days: DaySpan?) {
    self.init(
      code, days: days?.days, metrics: content.metrics,
      sessions: content.mayHaveSessions ? .many : .none, mayHaveSets: content.mayHaveSets)
  }
}

/// The days between the first date in a document and the last.
struct DaySpan {
  private(set) var days: ClosedRange<CivilDay>

  /// - Returns: `nil` where a document has no date written year first: of others nobody knows which is the day.
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
    // What is written in another zone is of the day before or after.
    self.days = days.lowerBound.advanced(by: -1)...days.upperBound.advanced(by: 1)
  }

  private init(_ days: ClosedRange<CivilDay>) { self.days = days }

  /// From the first day of both to the last.
  static func + (a: DaySpan, b: DaySpan) -> DaySpan {
    DaySpan(
      min(a.days.lowerBound, b.days.lowerBound)...max(a.days.upperBound, b.days.upperBound))
  }
}

/// The search for dates written as `2026-05-01` or `2026/05/01`.
private struct DateSearch {
  private(set) var days: ClosedRange<CivilDay>?
  /// The last bytes, for a date may lie across two pieces.
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
