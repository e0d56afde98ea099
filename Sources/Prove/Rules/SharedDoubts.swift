import DaymarkDocuments
import DaymarkModel

/// What formulas leave open of a problem: leaves that are not understood may answer anything, alike wherever they stand.
///
/// So what is found impossible is impossible; what is found possible has to be evaluated.
final class SharedDoubts {
  private struct Key: Hashable {
    let leaves: [Leaf]
    let places: [Int]
    let readsMissingAsZero: Bool
  }

  /// An answer that formulas leave open.
  private struct Doubt {
    let surely: LinearSum
    let possibly: LinearSum
    /// Whether it is undetermined whatever `onMissing` says; `nil` of what is so for want of data alone.
    let isHeldOpen: LinearSum?
  }

  private let problem: Problem
  private var answers: [Key: Doubt] = [:]
  /// The places of the leaves that are not wholly understood.
  private(set) var paths: [RulePath] = []

  init(in problem: Problem) { self.problem = problem }

  /// Any of the three answers.
  func answer(of leaves: [Leaf], _ rule: ConditionFormulas, at paths: [RulePath]) -> AnswerFormulas
  {
    let known = doubt(leaves, [], rule, paths)
    let isHeldOpen = known.isHeldOpen?.isOne ?? .holds(false)
    return AnswerFormulas(
      surely: known.surely.isOne, possibly: known.possibly.isOne,
      isHeldOpen: .all([known.possibly.isOne, !known.surely.isOne, isHeldOpen]))
  }

  /// A number that is 0 or 1.
  func doubt(
    of leaf: Leaf, _ rule: ConditionFormulas, on places: [Int], at path: RulePath
  ) -> LinearSum {
    doubt([leaf], places, rule, [path]).possibly
  }

  private func doubt(
    _ leaves: [Leaf], _ places: [Int], _ rule: ConditionFormulas, _ paths: [RulePath]
  ) -> Doubt {
    for path in paths where !self.paths.contains(path) { self.paths.append(path) }
    let key = Key(
      leaves: leaves, places: places, readsMissingAsZero: rule.readsMissingAsZero)
    if let known = answers[key] { return known }
    // What a subject did before the period may be too little to tell what is asked.
    let isOwnTarget = leaves.contains { $0.baseline != nil }
    let made = Doubt(
      surely: problem.choice(), possibly: problem.choice(),
      isHeldOpen: isOwnTarget ? problem.choice() : nil)
    problem.require(made.surely <= made.possibly)
    answers[key] = made
    return made
  }
}
