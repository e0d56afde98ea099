/// The range of figures that the data allows for one day or several; see Rules, "Three answers".
final class FigureRange {
  let least: LinearSum
  /// The upper end, if the range is bounded.
  let most: LinearSum
  /// The number 1 where the range has no upper end, else 0.
  let isUnbounded: LinearSum
  /// Whether the two ends are the same number if the range is bounded.
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

  /// The bounds that were used in questions.
  var bounds: Set<Int128> { Set(sure.keys) }

  /// Returns a number that is 1 where the figure certainly reaches a bound, else 0.
  func surelyReaches(_ bound: Int128) -> LinearSum {
    if bound <= 0 { return LinearSum(1) }
    if let known = sure[bound] { return known }
    let number = problem.indicator(of: least >= bound)
    // These conclusions are stated for the solver, which does not find them itself: sums of figures
    // limit numbers of days.
    problem.require(least >= number * bound)
    for (other, known) in sure.sorted(by: { $0.key < $1.key }) {
      problem.require(other < bound ? number <= known : known <= number)
    }
    sure[bound] = number
    return number
  }

  /// Returns a number that is 1 where the figure may reach a bound, else 0.
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

/// A range of whole numbers.
struct WholeNumbers: Hashable {
  let low: Int128
  /// The upper end; `nil` where the range has none.
  let high: Int128?

  var isEmpty: Bool { high.map { $0 < low } ?? false }
}

/// Two numbers that are 1 where something certainly, and possibly, meets a requirement, else 0.
struct Qualification {
  let surely: LinearSum
  let possibly: LinearSum
}

extension FigureRange {
  /// Returns whether the figure certainly, and possibly, lies in an interval.
  func qualifies(in interval: WholeNumbers) -> Qualification {
    if interval.isEmpty { return Qualification(surely: LinearSum(), possibly: LinearSum()) }
    guard let high = interval.high else {
      return Qualification(
        surely: surelyReaches(interval.low), possibly: mayReach(interval.low))
    }
    let (enough, tooMuch) = (surelyReaches(interval.low), mayReach(high + 1))
    // A figure that is certainly above the interval also certainly reaches its lower end, so the
    // difference is 0 or 1.
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
