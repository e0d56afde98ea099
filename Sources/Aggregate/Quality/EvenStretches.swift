import DaymarkModel

/// The amounts of one source on one day, each sample spread evenly over its time; see Semantics, "What is
/// measured of quality".
///
/// They tell how much came in the busiest window, and how soon an amount was reached.
///
/// Stretches that overlap add up, as they do in the day's value.
struct EvenStretches {
  /// - Units: milliseconds; `rate` in micro-units per millisecond, times 2^32.
  private struct Stretch {
    var start: Int64
    var end: Int64
    var rate: Int128
  }

  /// Makes of rates whole numbers: in a day, what is lost is far less than a micro-unit.
  private static let scale: Int128 = 1 << 32

  /// The most stretches that are kept, more than a day has seconds.
  ///
  /// Further stretches are left out, so that a file in which each sample lies in many pieces cannot
  /// take all memory.
  private static let mostStretches = 1 << 17

  private var stretches: [Stretch] = []

  /// - Parameters:
  ///   - sample: No instant, which has no rate.
  ///   - milliseconds: How long what counts of it is.
  ///   - time: Over which what counts is spread.
  mutating func add(_ sample: Sample, for milliseconds: Int64, over time: Interval) {
    guard sample.value > .zero, stretches.count < Self.mostStretches else { return }
    let amount = Int128(sample.value.microUnits) * Self.scale
    // Mostly all of the time counts, and the quotient is one of small numbers.
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

  /// The most in any window.
  ///
  /// A window with more than those just before and after it begins where a stretch does, or ends
  /// where one does.
  /// - Parameter window: In milliseconds.
  /// - Returns: Micro-units times `divisor`, rounded to hundredths of the unit.
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

  /// The speed over the shortest time in which an amount was reached.
  ///
  /// - Parameter amount: In micro-units.
  /// - Returns: Micro-units per second; `nil` when there is not as much.
  consuming func fastest(_ amount: Int64) -> Quantity? {
    let (starts, ends) = inOrder()
    // The shortest time begins where a stretch does or, the clock turned round, ends where one does.
    let mirrored = [ends, starts].map { stretches in
      stretches.reversed().map { Stretch(start: -$0.end, end: -$0.start, rate: $0.rate) }
    }
    // One micro-unit less, for what is lost in rates.
    let wanted = Int128(amount - 1) * Self.scale
    let times = [
      Self.shortestTime(to: wanted, starts, ends),
      Self.shortestTime(to: wanted, mirrored[0], mirrored[1]),
    ]
    guard let shortest = times.compactMap({ $0 }).min() else { return nil }
    return .qualityFigure(Int128(amount) * 1000, dividedBy: Int128(shortest))
  }

  /// The shortest time in which `amount` came, in milliseconds, rounded up.
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
    // Mostly samples follow one another, and are in both orders as they came.
    let isInOrder = zip(stretches, stretches.dropFirst()).allSatisfy {
      $0.start <= $1.start && $0.end <= $1.end
    }
    if isInOrder { return (stretches, stretches) }
    return (stretches.sorted { $0.start < $1.start }, stretches.sorted { $0.end < $1.end })
  }

  /// The amount up to an instant that only moves on.
  private struct Course {
    private(set) var at: Int64
    private(set) var amount: Int128 = 0
    private let starts: [Stretch]
    private let ends: [Stretch]
    private var rate: Int128 = 0
    private var started = 0
    private var ended = 0
    /// The instant at which the next stretch begins or ends; `never` when none does.
    private var next: Int64

    private static let never = Int64.max

    /// - Parameter at: Not after the first start.
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
      // Far from what 128 bits hold: all stretches of a day together are less than 2^113.
      amount &+= rate &* Int128(instant - at)
      at = instant
    }

    /// Begins the stretch that begins next, or ends the one that ends before.
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

/// The time in which a source counted an amount that it wrote into less than a minute.
///
/// Phones of 2014 wrote the steps of five minutes and more into five seconds; see Semantics, "What
/// is measured of quality".
struct CountingTime {
  private static let short: Int64 = 60_000
  private static let longest: Int64 = 300_000

  /// The start of the sample that came last.
  private var start: Instant?
  /// The latest end of all samples, and of those that started before the last one did.
  private var end: Instant?
  private var endBefore: Instant?

  /// From the end of what came before a short sample, at most five minutes before its own, to its end.
  ///
  /// - Precondition: Samples of one source come by ascending start.
  /// - Returns: `nil` for a sample that is not short.
  mutating func interval(of sample: Sample) -> Interval? {
    // Those that start together are in no order, so that none of them is before the other.
    if sample.start != start { (start, endBefore) = (sample.start, end) }
    end = max(end ?? sample.end, sample.end)
    guard sample.duration < Self.short else { return nil }
    let earliest = sample.end.advanced(byMilliseconds: -Self.longest)
    return Interval(min(sample.start, max(endBefore ?? earliest, earliest)), sample.end)
  }
}

extension Quantity {
  /// A figure that limits are compared with: a quotient in micro-units, rounded to two decimals.
  ///
  /// One beyond ``Quantity/limit`` is that limit.
  static func qualityFigure(_ dividend: Int128, dividedBy divisor: Int128) -> Quantity {
    let step = Int128(hundredth)
    return Quantity(exactly: dividedRounding(dividend, by: divisor * step) * step) ?? .limit
  }
}
