import DaymarkModel

/// The sets of a session that are only counted.
struct CountedSets {
  /// The number of sets that were added.
  private var count = 0
  /// The least and the greatest start; `nil` when one has none.
  private var starts: ClosedRange<LoggedTime.Order>?
  /// The place of the first.
  private(set) var line: Int
  private(set) var byte: Int

  /// Begins with no set, at the start and the place of the first.
  init(start: LoggedTime?, line: Int, byte: Int) {
    starts = start.map(LoggedTime.Order.init).map { $0...$0 }
    (self.line, self.byte) = (line, byte)
  }

  mutating func add(_ other: CountedSets) {
    count += 1
    if let own = starts, let others = other.starts {
      starts = min(own.lowerBound, others.lowerBound)...max(own.upperBound, others.upperBound)
    } else {
      starts = nil
    }
  }

  /// The starts of the first set and the last, and how many sets each stands for.
  var ends: [(start: LoggedTime?, count: Int)] {
    guard let starts, starts.lowerBound < starts.upperBound else {
      return [(starts?.lowerBound.time, count)]
    }
    return [(starts.lowerBound.time, count - 1), (starts.upperBound.time, 1)]
  }
}

extension LoggedTime {
  /// A time in an order: one log has times of one kind.
  fileprivate struct Order: Comparable {
    let time: LoggedTime

    static func < (a: Self, b: Self) -> Bool { a.key < b.key }

    private var key: (Int, Int64) {
      switch time {
      case .at(let instant): (0, instant.milliseconds)
      case .wall(let instant): (1, instant.milliseconds)
      case .day(let day): (2, Int64(day.ordinal))
      case .dayOf(let instant): (3, instant.milliseconds)
      }
    }
  }
}
