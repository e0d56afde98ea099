import DaymarkModel

// What a sign in a subject's training means, with the numbers it rests on.
extension Wording {
  static func sentence(_ sign: StrengthSign) -> String {
    let subject = (sign.subject ?? "").printable
    let sets = sign.words(.sets)
    let bound = sign.words(.bound)
    let before = sign.words(.meanBefore)
    return switch sign.code {
    case .underStimulated:
      "Under-stimulated: \(subject), \(sets) sets in the \(sign.weekWords); the fewest from which"
        + " something grows are \(bound)."
    case .untrained: "Not trained: \(subject), no set in the \(sign.weekWords)."
    case .overMaximum:
      "Over the maximum: \(subject), \(sets) sets in the \(sign.weekWords); nobody is said to"
        + " recover from more than \(bound)."
    case .overUseful:
      "More than is of use: \(subject), \(sets) sets in the \(sign.weekWords); \(bound) are enough."
    case .deloadTaken:
      "The \(sign.weekWords) was light: \(sets) hard sets after \(before) a week."
    case .deloadDue: "A light week is due: " + reasons(sign).joined(separator: "; ") + "."
    case .layoff: "There was no training in the \(sign.weekWords)."
    case .plateau:
      "\(subject) has not grown for \(sign.weeks.count / 2) weeks: the best estimate is"
        + " \(sign.words(.best)) kg, and was \(sign.words(.bestBefore)) kg in as many before."
    case .spike:
      "The \(sign.weekWords) was a jump: \(sets) hard sets after \(before) a week."
    }
  }

  private static func reasons(_ sign: StrengthSign) -> [String] {
    var reasons = ["\(sign.words(.weeksSince)) weeks of training without one"]
    func add(_ figure: StrengthSign.Figure, _ words: (String) -> String) {
      if sign.figures[figure] != nil { reasons.append(words(sign.words(figure))) }
    }
    add(.liftsDown) { "\($0) of \(sign.words(.liftsCompared)) main lifts lost strength" }
    add(.effortRise) { "the same loads feel \($0) points harder" }
    add(.volumePercent) { "the volume is \($0) % of that two weeks before" }
    add(.musclesOver) { "\($0) muscles are over their maximum" }
    return reasons
  }
}

extension StrengthSign {
  /// The numbers of a figure; thousandths of a kilogram and of a set say nothing.
  fileprivate func words(_ figure: Figure) -> String {
    let values = figures[figure] ?? []
    return values.map(\.tenths).joined(separator: " and ")
  }

  /// `week of 2025-09-01`, `weeks of 2025-09-01 to 2025-09-15`.
  fileprivate var weekWords: String {
    guard let first = weeks.first, let last = weeks.last, first != last else {
      return "week of \(weeks.first.map { "\($0)" } ?? "-")"
    }
    return "weeks of \(first) to \(last)"
  }
}
