/// When a condition passes, and when it may still pass; it fails where it may not.
struct AnswerFormulas {
  var surely: Formula
  var possibly: Formula
  /// It is undetermined, and not for want of data alone: `onMissing` has no say.
  var isHeldOpen = Formula.holds(false)

  /// What looks at no day, which is neither met nor missed.
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
