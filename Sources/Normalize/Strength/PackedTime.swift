import DaymarkModel

/// A time in eight bytes, in the order of time: one log has times of one kind.
struct PackedTime: Hashable, Comparable {
  let bits: Int64

  static let none = PackedTime(nil)

  init(bits: Int64) { self.bits = bits }

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
