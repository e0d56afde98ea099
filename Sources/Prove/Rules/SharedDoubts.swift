import DaymarkDocuments
import DaymarkModel

/// The answers that formulas leave open, because they cannot express a leaf.
///
/// Such a leaf may have any answer, but the same one wherever it occurs. An outcome found
/// impossible is therefore impossible, and one found possible must still be evaluated.
final class SharedDoubts {
  /// The part of a rule that formulas cannot express.
  enum Subject: Hashable {
    case leaf(Leaf)
    case jointly(JointLeaves)
  }

  /// The selected days of a leaf.
  struct AskedDays: Hashable {
    /// The indices of the days.
    let places: [Int]
    /// The first and last day that may be selected, regardless of weekdays.
    ///
    /// They determine which weeks are complete.
    let bounds: ClosedRange<CivilDay>?
  }

  fileprivate struct Key: Hashable {
    let subject: Subject
    let days: AskedDays
    let readsMissingAsZero: Bool
  }

  /// An open answer.
  private struct Doubt {
    let key: Key
    let surely: LinearSum
    let possibly: LinearSum
    /// The number 1 where the answer is undetermined in spite of `onMissing`; `nil` where only
    /// missing data can leave it undetermined.
    let isHeldOpen: LinearSum?
  }

  private let problem: Problem
  private var known: [Doubt] = []
  /// The paths of the leaves that formulas do not fully express.
  private(set) var paths: [RulePath] = []

  init(in problem: Problem) { self.problem = problem }

  /// Returns an open answer.
  ///
  /// A stricter requirement never has a better answer than a weaker one.
  func answer(
    of subject: Subject, _ rule: ConditionFormulas, on days: AskedDays, at paths: [RulePath]
  ) -> AnswerFormulas {
    for path in paths where !self.paths.contains(path) { self.paths.append(path) }
    let key = Key(
      subject: subject, days: days, readsMissingAsZero: rule.readsMissingAsZero)
    let made = known.first { $0.key == key } ?? made(key)
    let isHeldOpen = made.isHeldOpen?.isOne ?? .holds(false)
    return AnswerFormulas(
      surely: made.surely.isOne, possibly: made.possibly.isOne,
      isHeldOpen: .all([made.possibly.isOne, !made.surely.isOne, isHeldOpen]))
  }

  private func made(_ key: Key) -> Doubt {
    // With too few days before the period there is no target, and `onMissing` does not decide.
    let made = Doubt(
      key: key, surely: problem.choice(), possibly: problem.choice(),
      isHeldOpen: key.subject.hasBaseline ? problem.choice() : nil)
    problem.require(made.surely <= made.possibly)
    for other in known {
      for (more, less) in [(made, other), (other, made)] where more.key.asksMore(than: less.key) {
        problem.require(more.surely <= less.surely)
        problem.require(more.possibly <= less.possibly)
      }
    }
    known.append(made)
    return made
  }
}

extension SharedDoubts.Subject {
  fileprivate var hasBaseline: Bool {
    switch self {
    case .leaf(let leaf): leaf.baseline != nil
    case .jointly(let joint): joint.leaves.contains { $0.baseline != nil }
    }
  }
}

extension SharedDoubts.Key {
  /// Whether this requirement holds only on data on which the other holds.
  fileprivate func asksMore(than other: Self) -> Bool {
    guard readsMissingAsZero == other.readsMissingAsZero else { return false }
    let (own, others) = (Set(days.places), Set(other.days.places))
    switch (subject, other.subject) {
    case (.leaf(let leaf), .leaf(let weaker)):
      guard leaf.asksMore(than: weaker) else { return false }
      if leaf.measure.recurrence != nil { return days == other.days }
      // Without an upper limit, additional days can only help.
      return own == others
        || own.isSubset(of: others) && weaker.comparison.upper == nil && leaf.measure.addsUp
    case (.jointly(let joint), .jointly(let weaker)):
      return days == other.days && joint.asksMore(than: weaker)
    default: return false
    }
  }
}

extension Leaf.Measure {
  /// Whether the measure sums or counts days, regardless of their positions.
  fileprivate var addsUp: Bool {
    switch self {
    case .total, .best, .days(.atLeast): true
    default: false
    }
  }

  fileprivate func asksMore(than other: Leaf.Measure) -> Bool {
    switch (self, other) {
    case (.days(.atLeast(let count)), .days(.atLeast(let fewer))): count >= fewer
    case (.recurring(let recurrence, let goal), .recurring(let weaker, let lower)):
      recurrence.asksMore(than: weaker) && goal.asksMore(than: lower)
    default: self == other
    }
  }
}

extension Recurrence {
  fileprivate func asksMore(than other: Recurrence) -> Bool {
    stretch == other.stretch && countsPartial == other.countsPartial && count >= other.count
      && (isInARow || !other.isInARow)
  }
}

extension Leaf {
  /// Whether the leaf, on the same days, holds only on data on which the other holds.
  fileprivate func asksMore(than other: Leaf) -> Bool {
    // The target of a baseline differs between subjects, so only equal leaves can be compared.
    if baseline != nil || other.baseline != nil { return self == other }
    let (own, wider) = (comparison.interval(step: 1), other.comparison.interval(step: 1))
    let isBelow = wider.high.map { high in own.high.map { $0 <= high } ?? false } ?? true
    return value == other.value && measure.asksMore(than: other.measure) && own.low >= wider.low
      && isBelow
  }
}

extension JointLeaves {
  fileprivate func asksMore(than other: JointLeaves) -> Bool {
    (needsAll || !other.needsAll) && recurrence.asksMore(than: other.recurrence)
      && leaves.count == other.leaves.count
      && zip(leaves, other.leaves).allSatisfy { $0.asksMore(than: $1) }
  }
}
