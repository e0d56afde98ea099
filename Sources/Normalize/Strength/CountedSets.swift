import DaymarkModel

/// Rows that say the same of their session, and of which the sets are only counted.
///
/// A log may have hundreds of thousands of sessions, so they are packed in 64 bytes.
struct CountedSets {
  let source: UInt16
  private var number: UInt32 = 1
  private let packedSession: PackedTime
  private let sessionEnd: PackedTime
  /// Micro-units of a second; the least number is none.
  private let sessionDuration: Int64
  /// The least and the greatest start; both are none when one has none.
  private var first: PackedTime
  private var last: PackedTime
  /// The place of the first.
  private var line: Int
  private(set) var byte: Int

  /// One set.
  init(_ placed: PlacedSet) {
    source = placed.place.source
    packedSession = PackedTime(placed.session)
    sessionEnd = PackedTime(placed.sessionEnd)
    sessionDuration = placed.sessionDuration?.microUnits ?? .min
    first = PackedTime(placed.start)
    last = first
    (line, byte) = (placed.place.line ?? 1, placed.place.byte)
  }

  /// The number of its sets.
  private var count: Int { Int(number) }

  /// The time at which the session starts.
  var session: LoggedTime { packedSession.time ?? .day(CivilDay(ordinal: 0)) }

  /// Whether the rows of both say the same of their session.
  func isOfSession(of other: CountedSets) -> Bool { key == other.key }

  private var key: (UInt16, PackedTime, PackedTime, Int64) {
    (source, packedSession, sessionEnd, sessionDuration)
  }

  /// Adds sets of the same session.
  mutating func add(_ other: CountedSets) {
    number = UInt32(clamping: count + other.count)
    if other.byte < byte { (line, byte) = (other.line, other.byte) }
    if first == .none || other.first == .none {
      (first, last) = (.none, .none)
    } else {
      (first, last) = (min(first, other.first), max(last, other.last))
    }
  }

  /// The first set and the last, without what was done; each stands for some of them.
  var standIns: [PlacedSet] {
    let whole = PlacedSet(
      session: session, sessionEnd: sessionEnd.time,
      sessionDuration: sessionDuration == .min ? nil : Quantity(microUnits: sessionDuration),
      start: first.time, set: StrengthSet(), count: count,
      place: RecordPlace(line: line, byte: byte, source: source))
    guard first < last else { return [whole] }
    var (begin, end) = (whole, whole)
    (begin.count, end.count) = (whole.count - 1, 1)
    end.start = last.time
    return [begin, end]
  }
}

extension CountedSets: Comparable {
  /// Orders them by session, those of one by their place.
  static func < (a: CountedSets, b: CountedSets) -> Bool {
    a.key == b.key ? a.byte < b.byte : a.key < b.key
  }
}

/// A time in eight bytes, in the order of time: one log has times of one kind.
private struct PackedTime: Hashable, Comparable {
  private let bits: Int64

  static let none = PackedTime(nil)

  /// Packs a time, its kind in the lowest two bits.
  init(_ time: LoggedTime?) {
    bits =
      switch time {
      case .at(let instant): instant.milliseconds << 2
      case .wall(let instant): instant.milliseconds << 2 | 1
      case .day(let day): Int64(day.ordinal) << 2 | 2
      case .dayOf(let instant): instant.milliseconds << 2 | 3
      case nil: .min
      }
  }

  var time: LoggedTime? {
    if bits == .min { return nil }
    let value = bits >> 2
    return switch bits & 3 {
    case 0: .at(Instant(milliseconds: value))
    case 1: .wall(Instant(milliseconds: value))
    case 2: .day(CivilDay(ordinal: Int32(truncatingIfNeeded: value)))
    default: .dayOf(Instant(milliseconds: value))
    }
  }

  static func < (a: PackedTime, b: PackedTime) -> Bool { a.bits < b.bits }
}
