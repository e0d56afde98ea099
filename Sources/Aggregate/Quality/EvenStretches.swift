import DaymarkModel

/// The amounts of one source on one day, with each sample spread evenly over its time; see
/// Semantics, "What is measured of quality".
///
/// They give the greatest amount in a window of time, and the shortest time for an amount.
/// Stretches that overlap add up, as they do in the day's value.
struct EvenStretches {
  /// A stretch of time with an even rate.
  ///
  /// - Units: milliseconds; `rate` in micro-units per millisecond, times 2^32.
  private struct Stretch {
    var start: Int64
    var end: Int64
    var rate: Int128
  }

  /// The factor that makes rates whole numbers; over a day, what their rounding loses is far less
  /// than a micro-unit.
  private static let scale: Int128 = 1 << 32

  /// The most stretches that are kept, more than a day has seconds.
  ///
  /// Further stretches are dropped, so that a file in which each sample is cut into many pieces
  /// cannot use up the memory.
  private static let mostStretches = 1 << 17

  private var stretches: [Stretch] = []

  /// Adds the amount of a sample that counts.
  ///
  /// - Parameters:
  ///   - sample: A sample with a length, because an instant has no rate.
  ///   - milliseconds: The length of the part that counts.
  ///   - time: The time over which the amount is spread.
  mutating func add(_ sample: Sample, for milliseconds: Int64, over time: Interval) {
    guard sample.value > .zero, stretches.count < Self.mostStretches else { return }
    let amount = Int128(sample.value.microUnits) * Self.scale
    // The fast path: mostly all of the time counts, and the numbers are small.
    let rate =
      milliseconds == time.duration
      ? dividedRounding(amount, by: Int128(sample.duration))
      : dividedRounding(
        amount * Int128(milliseconds), by: Int128(sample.duration) * Int128(time.duration))
    stretches.append(
      Stretch(start: time.start.milliseconds, end: time.end.milliseconds, rate: rate))
  }

  mutating func removeAll() { stretches.removeAll(keepingCapacity: true) }

  var isEmpty: Bool { stretches.isEmpty }

  /// The greatest amount in any window of the given length.
  ///
  /// A greatest window can be found among those that begin where a stretch begins, or end where one
  /// ends.
  ///
  /// - Parameters:
  ///   - window: The length in milliseconds.
  ///   - divisor: The number by which the amount is divided.
  /// - Returns: The amount divided by `divisor`, rounded to hundredths of the unit.
  /// - Complexity: O(*n* log *n*) in stretches, O(*n*) where they follow one another.
  consuming func most(in window: Int64, dividedBy divisor: Int128) -> Quantity {
    let (starts, ends) = inOrder()
    guard let first = starts.first else { return .zero }
    var tail = Course(at: first.start - window, starts, ends)
    var head = tail
    var most: Int128 = 0
    var (start, end) = (0, 0)
    while end < ends.count {
      var begin = ends[end].end - window
      if start < starts.count, starts[start].start <= begin {
        begin = starts[start].start
        start += 1
      } else {
        end += 1
      }
      tail.move(to: begin)
      head.move(to: begin + window)
      most = max(most, head.amount - tail.amount)
    }
    return .qualityFigure(most, dividedBy: divisor * Self.scale)
  }

  /// The average speed over the shortest time in which an amount came.
  ///
  /// - Parameter amount: The amount in micro-units.
  /// - Returns: Micro-units per second; `nil` when the day has less than the amount.
  consuming func fastest(_ amount: Int64) -> Quantity? {
    let (starts, ends) = inOrder()
    // A shortest time begins where a stretch begins or, seen with time reversed, ends where one
    // ends.
    let mirrored = [ends, starts].map { stretches in
      stretches.reversed().map { Stretch(start: -$0.end, end: -$0.start, rate: $0.rate) }
    }
    // One micro-unit less is asked for, to allow for the rounding of rates.
    let wanted = Int128(amount - 1) * Self.scale
    let times = [
      Self.shortestTime(to: wanted, starts, ends),
      Self.shortestTime(to: wanted, mirrored[0], mirrored[1]),
    ]
    guard let shortest = times.compactMap({ $0 }).min() else { return nil }
    return .qualityFigure(Int128(amount) * 1000, dividedBy: Int128(shortest))
  }

  /// The shortest time, beginning where a stretch begins, in which `amount` came; in milliseconds,
  /// rounded up.
  private static func shortestTime(
    to amount: Int128, _ starts: [Stretch], _ ends: [Stretch]
  ) -> Int64? {
    guard let first = starts.first else { return nil }
    var tail = Course(at: first.start, starts, ends)
    var head = tail
    var shortest: Int64?
    for stretch in starts {
      tail.move(to: stretch.start)
      guard head.move(untilAmount: tail.amount + amount) else { break }
      shortest = min(shortest ?? .max, head.at - tail.at)
    }
    return shortest
  }

  private func inOrder() -> (byStart: [Stretch], byEnd: [Stretch]) {
    // Samples mostly follow one another, and are then already in both orders.
    let isInOrder = zip(stretches, stretches.dropFirst()).allSatisfy {
      $0.start <= $1.start && $0.end <= $1.end
    }
    if isInOrder { return (stretches, stretches) }
    return (stretches.sorted { $0.start < $1.start }, stretches.sorted { $0.end < $1.end })
  }

  /// The amount up to an instant that only moves forward.
  private struct Course {
    private(set) var at: Int64
    private(set) var amount: Int128 = 0
    private let starts: [Stretch]
    private let ends: [Stretch]
    private var rate: Int128 = 0
    private var started = 0
    private var ended = 0
    /// The instant at which the next stretch begins or ends; `never` after the last.
    private var next: Int64

    private static let never = Int64.max

    /// Makes a sweep over stretches that begins at an instant.
    ///
    /// - Parameter at: The instant, which must not be after the first start.
    init(at: Int64, _ starts: [Stretch], _ ends: [Stretch]) {
      self.at = at
      self.starts = starts
      self.ends = ends
      next = starts.first?.start ?? Self.never
    }

    mutating func move(to instant: Int64) {
      while next <= instant {
        pass(until: next)
        changeRate()
      }
      pass(until: instant)
    }

    /// Moves forward until an amount is reached.
    ///
    /// - Parameter wanted: The amount, in micro-units times 2^32.
    /// - Returns: Whether there is as much.
    mutating func move(untilAmount wanted: Int128) -> Bool {
      while amount < wanted {
        guard next < Self.never else { return false }
        let missing = wanted - amount
        if rate > 0, rate * Int128(next - at) >= missing {
          pass(until: at + Int64((missing + rate - 1) / rate))
        } else {
          pass(until: next)
          changeRate()
        }
      }
      return true
    }

    private mutating func pass(until instant: Int64) {
      // No overflow is possible: all stretches of a day together are less than 2^113.
      amount &+= rate &* Int128(instant - at)
      at = instant
    }

    /// Passes the next instant at which a stretch begins or ends, and changes the rate.
    ///
    /// The last end comes after every start.
    private mutating func changeRate() {
      if started < starts.count, starts[started].start <= ends[ended].end {
        rate &+= starts[started].rate
        started += 1
      } else {
        rate &-= ends[ended].rate
        ended += 1
      }
      let end = ended < ends.count ? ends[ended].end : Self.never
      next = started < starts.count ? min(starts[started].start, end) : end
    }
  }
}

/// The time over which a source really counted an amount that it wrote as a record of less than a
/// minute.
///
/// Phones of 2014 wrote the steps of five minutes and more into five seconds; see Semantics, "What
/// is measured of quality".
struct CountingTime {
  private static let short: Int64 = 60_000
  private static let longest: Int64 = 300_000

  /// The start of the last sample.
  private var start: Instant?
  /// The latest end of the samples so far.
  private var end: Instant?
  /// The latest end of the samples that started before the last one.
  private var endBefore: Instant?

  /// The time over which the amount of a short sample was counted: from the end of earlier samples,
  /// at most five minutes before the sample's own end, to its end.
  ///
  /// - Precondition: The samples of one source are given by ascending start.
  /// - Returns: `nil` for a sample that is not short.
  mutating func interval(of sample: Sample) -> Interval? {
    // Samples that start together have no order, so none of them counts as earlier than another.
    if sample.start != start { (start, endBefore) = (sample.start, end) }
    end = max(end ?? sample.end, sample.end)
    guard sample.duration < Self.short else { return nil }
    let earliest = sample.end.advanced(byMilliseconds: -Self.longest)
    return Interval(min(sample.start, max(endBefore ?? earliest, earliest)), sample.end)
  }
}

extension Quantity {
  /// A figure with which limits are compared: a quotient in micro-units, rounded to two decimals.
  ///
  /// A figure beyond ``Quantity/limit`` is given as that limit.
  static func qualityFigure(_ dividend: Int128, dividedBy divisor: Int128) -> Quantity {
    let step = Int128(hundredth)
    return Quantity(exactly: dividedRounding(dividend, by: divisor * step) * step) ?? .limit
  }
}
