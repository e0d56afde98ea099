/// The formulas for when a condition certainly holds and when it possibly holds.
///
/// It fails where it cannot hold.
struct AnswerFormulas {
  var surely: Formula
  var possibly: Formula
  /// The formula for when the answer is undetermined for a reason other than missing data, so that
  /// `onMissing` does not decide it.
  var isHeldOpen = Formula.holds(false)

  /// The answer of a condition on no days, which is neither met nor missed.
  static var ofNothing: AnswerFormulas {
    AnswerFormulas(surely: .holds(false), possibly: .holds(true), isHeldOpen: .holds(true))
  }

  static func all(_ parts: [AnswerFormulas]) -> AnswerFormulas {
    AnswerFormulas(.all(parts.map(\.surely)), .all(parts.map(\.possibly)), of: parts)
  }

  static func any(_ parts: [AnswerFormulas]) -> AnswerFormulas {
    AnswerFormulas(.any(parts.map(\.surely)), .any(parts.map(\.possibly)), of: parts)
  }

  static func some(
    _ count: Int, of parts: [AnswerFormulas], in problem: Problem
  ) -> AnswerFormulas {
    func reached(_ world: (AnswerFormulas) -> Formula) -> Formula {
      parts.map { problem.indicator(of: world($0)) }.total >= Int128(count)
    }
    return AnswerFormulas(reached(\.surely), reached(\.possibly), of: parts)
  }

  static prefix func ! (part: AnswerFormulas) -> AnswerFormulas {
    AnswerFormulas(
      surely: !part.possibly, possibly: !part.surely, isHeldOpen: part.isHeldOpen)
  }

  init(surely: Formula, possibly: Formula, isHeldOpen: Formula = .holds(false)) {
    (self.surely, self.possibly, self.isHeldOpen) = (surely, possibly, isHeldOpen)
  }

  init(_ qualification: Qualification) {
    self.init(surely: qualification.surely.isOne, possibly: qualification.possibly.isOne)
  }

  private init(_ surely: Formula, _ possibly: Formula, of parts: [AnswerFormulas]) {
    let open = Formula.any(parts.map(\.isHeldOpen))
    self.init(
      surely: surely, possibly: possibly, isHeldOpen: .all([possibly, !surely, open]))
  }
}
