import DaymarkModel

// Sentences about signs in a subject's training, with the numbers they are based on.
extension Wording {
  /// Returns the sentence about a sign in a subject's training.
  ///
  /// - Parameter unit: The unit in which loads are given.
  static func sentence(_ sign: StrengthSign, loadsIn unit: LoadUnit = .kilogram) -> String {
    let subject = (sign.subject ?? "").printable
    let sets = sign.words(.sets)
    let bound = sign.words(.bound)
    let before = sign.words(.meanBefore)
    func load(_ figure: StrengthSign.Figure) -> String {
      (sign.figures[figure] ?? []).map { $0.tenths(in: unit) }.joined(separator: " and ")
    }
    return switch sign.code {
    case .underStimulated:
      "Too little: \(subject), \(sets) sets in the \(sign.weekWords); coaches say that it takes"
        + " at least \(bound) a week to grow."
    case .untrained: "Not trained: \(subject), no set in the \(sign.weekWords)."
    case .noHardSet:
      "No hard set: \(subject) in the \(sign.weekWords). A hard set has 1 to 30 repetitions, and at most"
        + " 4 in reserve."
    case .overMaximum:
      "Too much: \(subject), \(sets) sets in the \(sign.weekWords); more than \(bound) a week are"
        + " said to be too many to recover from."
    case .overUseful:
      "More than is useful: \(subject), \(sets) sets in the \(sign.weekWords); more than \(bound) a week"
        + " are said to bring no more."
    case .deloadTaken where sign.figures[.loadPercent] != nil:
      "The \(sign.weekWords) was light: its best estimates were \(sign.words(.loadPercent)) % of those of"
        + " the weeks before."
    case .deloadTaken:
      "The \(sign.weekWords) was light: \(sets) hard sets, against \(before) a week before."
    case .deloadDue: "A light week is due: " + reasons(sign).joined(separator: "; ") + "."
    case .layoff: "There was no training in the \(sign.weekWords)."
    case .plateau:
      "\(subject): no progress for \(sign.weeks.count / 2) weeks. The best estimate is"
        + " \(load(.best)) \(unit.rawValue); in as many weeks before it was \(load(.bestBefore))"
        + " \(unit.rawValue)."
    case .decline:
      "\(subject): weaker than before. The best estimate of the last \(sign.weeks.count / 2) weeks is"
        + " \(load(.best)) \(unit.rawValue); in as many before it was \(load(.bestBefore))"
        + " \(unit.rawValue)."
    case .spike:
      "The \(sign.weekWords) was a jump: \(sets) hard sets, against \(before) a week before."
    }
  }

  private static func reasons(_ sign: StrengthSign) -> [String] {
    var reasons = ["\(sign.words(.weeksSince)) weeks of training without a light one"]
    func add(_ figure: StrengthSign.Figure, _ words: (String) -> String) {
      if sign.figures[figure] != nil { reasons.append(words(sign.words(figure))) }
    }
    add(.liftsDown) { "main lifts that lost strength: \($0) of \(sign.words(.liftsCompared))" }
    add(.effortRise) { "the same loads feel \($0) points harder" }
    add(.volumePercent) { "the volume is \($0) % of that two weeks before" }
    add(.musclesOver) { "muscles over their maximum: \($0)" }
    return reasons
  }
}

extension StrengthSign {
  /// Returns the numbers of a figure, rounded to tenths.
  fileprivate func words(_ figure: Figure) -> String {
    let values = figures[figure] ?? []
    return values.map(\.tenths).joined(separator: " and ")
  }

  /// The weeks in words, for example `week of 2025-09-01` or `weeks of 2025-09-01 to 2025-09-15`.
  fileprivate var weekWords: String {
    guard let first = weeks.first, let last = weeks.last, first != last else {
      return "week of \(weeks.first.map { "\($0)" } ?? "-")"
    }
    return "weeks of \(first) to \(last)"
  }
}

extension Quantity {
  /// The text of the quantity rounded to a whole number, for tables.
  var rounded: String { "\(rounded(toMultipleOf: Quantity(1).microUnits))" }

  /// The text of the quantity rounded to one decimal, for tables.
  var tenths: String { "\(rounded(toMultipleOf: 100_000))" }

  /// The amount of kilograms in a unit of loads, rounded to a whole number.
  func rounded(in unit: LoadUnit) -> String { of(unit).rounded }

  /// The amount of kilograms in a unit of loads, with at most one decimal.
  func tenths(in unit: LoadUnit) -> String { of(unit).tenths }

  private func of(_ unit: LoadUnit) -> Quantity {
    let ratio = unit.unit.ratio
    let amount = dividedRounding(
      Int128(microUnits) * Int128(ratio.denominator), by: Int128(ratio.numerator))
    return Quantity(exactly: amount) ?? .limit
  }
}
