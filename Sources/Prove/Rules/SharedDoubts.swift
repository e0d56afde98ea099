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

  private let problem: Problem
  private var answers: [Key: (surely: LinearSum, possibly: LinearSum)] = [:]
  /// The places of the leaves that are not wholly understood.
  private(set) var paths: [RulePath] = []

  init(in problem: Problem) { self.problem = problem }

  /// Any of the three answers.
  func answer(of leaves: [Leaf], _ rule: ConditionFormulas, at paths: [RulePath]) -> AnswerFormulas
  {
    let known = doubt(leaves, [], rule, paths)
    return AnswerFormulas(surely: known.surely.isOne, possibly: known.possibly.isOne)
  }

  /// A number that is 0 or 1.
  func doubt(
    of leaf: Leaf, _ rule: ConditionFormulas, on places: [Int], at path: RulePath
  ) -> LinearSum {
    doubt([leaf], places, rule, [path]).possibly
  }

  private func doubt(
    _ leaves: [Leaf], _ places: [Int], _ rule: ConditionFormulas, _ paths: [RulePath]
  ) -> (surely: LinearSum, possibly: LinearSum) {
    for path in paths where !self.paths.contains(path) { self.paths.append(path) }
    let key = Key(
      leaves: leaves, places: places, readsMissingAsZero: rule.readsMissingAsZero)
    if let known = answers[key] { return known }
    let made = (surely: problem.choice(), possibly: problem.choice())
    problem.require(made.surely <= made.possibly)
    answers[key] = made
    return made
  }
}
