/// The figures that a day, or some days together, can have as far as the data tells; see Rules, "Three answers".
final class FigureRange {
  let least: LinearSum
  /// The most, where the range is not unbounded.
  let most: LinearSum
  /// 1 where nothing bounds the figure above, and 0 where something does.
  let isUnbounded: LinearSum
  /// Whether both ends are the same number where the range is bounded.
  private let isPoint: Bool
  private let problem: Problem
  private var sure: [Int128: LinearSum] = [:]
  private var possible: [Int128: LinearSum] = [:]

  init(
    _ least: LinearSum, _ most: LinearSum? = nil, isUnbounded: LinearSum, in problem: Problem
  ) {
    (self.least, self.most, isPoint) = (least, most ?? least, most == nil)
    (self.isUnbounded, self.problem) = (isUnbounded, problem)
  }

  /// The amounts that were asked about.
  var bounds: Set<Int128> { Set(sure.keys) }

  /// A number that is 1 where the figure surely is so much, and else 0.
  func surelyReaches(_ bound: Int128) -> LinearSum {
    if bound <= 0 { return LinearSum(1) }
    if let known = sure[bound] { return known }
    let number = problem.indicator(of: least >= bound)
    // What follows is told to the solver, which does not see it: sums of figures bound numbers of days.
    problem.require(least >= number * bound)
    for (other, known) in sure.sorted(by: { $0.key < $1.key }) {
      problem.require(other < bound ? number <= known : known <= number)
    }
    sure[bound] = number
    return number
  }

  /// A number that is 1 where the figure may be so much, and else 0.
  func mayReach(_ bound: Int128) -> LinearSum {
    if bound <= 0 { return LinearSum(1) }
    if let known = possible[bound] { return known }
    let sure = surelyReaches(bound)
    let reaches = isPoint ? sure.isOne : most >= bound
    let number = problem.indicator(of: isUnbounded.isOne || reaches)
    problem.require(sure <= number)
    problem.require(isUnbounded <= number)
    if isPoint { problem.require(number <= sure + isUnbounded) }
    for (other, known) in possible.sorted(by: { $0.key < $1.key }) {
      problem.require(other < bound ? number <= known : known <= number)
    }
    possible[bound] = number
    return number
  }
}

/// The whole numbers from a least to a greatest.
struct WholeNumbers: Hashable {
  let low: Int128
  /// Unbounded when `nil`.
  let high: Int128?

  var isEmpty: Bool { high.map { $0 < low } ?? false }
}

/// Whether one thing surely is as asked, and whether it may be: each a number, 1 or 0.
struct Qualification {
  let surely: LinearSum
  let possibly: LinearSum
}

extension FigureRange {
  /// Whether the figure lies in an interval.
  func qualifies(in interval: WholeNumbers) -> Qualification {
    if interval.isEmpty { return Qualification(surely: LinearSum(), possibly: LinearSum()) }
    guard let high = interval.high else {
      return Qualification(
        surely: surelyReaches(interval.low), possibly: mayReach(interval.low))
    }
    let (enough, tooMuch) = (surelyReaches(interval.low), mayReach(high + 1))
    // Whoever surely is above the interval surely reaches it.
    let possibly = mayReach(interval.low) - surelyReaches(high + 1)
    if interval.low <= 0 {
      return Qualification(surely: LinearSum(1) - tooMuch, possibly: possibly)
    }
    let surely = problem.indicator(of: .all([enough.isOne, tooMuch <= 0]))
    problem.require(surely <= enough)
    problem.require(surely + tooMuch <= 1)
    problem.require(surely + tooMuch >= enough)
    problem.require(surely <= possibly)
    return Qualification(surely: surely, possibly: possibly)
  }
}
