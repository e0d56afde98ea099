import DaymarkModel

// What is asked of a subject by its own days before the period, in words. The target itself is no word: it tells what
// somebody did.

extension Leaf {
  /// What the figure must be: `at least 10,000 steps`.
  var asked: String {
    let least = value.words(comparison)
    return baseline.map { "at least \($0.words(of: value)), and \(least)" } ?? least
  }

  /// What the figure was instead, on one side of what is asked.
  func missed(_ side: Comparison.Miss) -> String {
    let missed = value.words(comparison.opposite(side))
    return baseline.map { "less than \($0.words(of: value)), or \(missed)" } ?? missed
  }
}

extension Baseline {
  /// `120 % of their own mean of steps over the 28 days before the period`.
  fileprivate func words(of value: DayValue) -> String {
    let mean =
      "their own mean of \(value.amountName) over the \(days.counting("day")) before the period"
    return "\(times.shareWords) \(mean)"
  }
}

extension Weight {
  /// `120 % of`; of what is no whole percentage `1/3 ×`.
  fileprivate var shareWords: String {
    let hundredfold = numerator * 100
    guard hundredfold.isMultiple(of: denominator) else { return "\(self) ×" }
    return "\(hundredfold / denominator) % of"
  }
}

extension BaselineTarget {
  /// Why nobody knows what is asked.
  struct Doubt {
    let code: String
    let words: String
    /// How many days before the period it lacks.
    let lacking: Int
    /// Whether nothing can be decided for it.
    let decides: Bool
    /// Whether damage may have taken some of them.
    let isOfDamage: Bool
  }

  /// - Parameter name: What the days lack.
  /// - Returns: `nil` where it is known what is asked.
  func doubt(of name: String) -> Doubt? {
    let all = "the \(facts.count.counting("day")) before the period"
    let isOfDamage = facts.contains(where: \.isDamaged)
    guard isRead else {
      return Doubt(
        code: "baseline.not_read", words: "\(all) were not read: run it again",
        lacking: facts.count, decides: true, isOfDamage: false)
    }
    guard shown != nil else {
      return Doubt(
        code: "baseline.too_few",
        words: "data of \(name) on \(recordedDays) of \(all), \(baseline.atLeastDays) needed",
        lacking: baseline.atLeastDays - recordedDays, decides: true, isOfDamage: isOfDamage)
    }
    guard !isExact else { return nil }
    let open = facts.count { fact in
      // A day without data is left out, but not one that lacks a part of a sum.
      fact.range.isOpen || fact.doubt != nil && (fact.doubt != .missing || fact.recorded != nil)
    }
    return Doubt(
      code: "baseline.open", words: "\(name) not known on \(open) of \(all)", lacking: open,
      decides: false, isOfDamage: isOfDamage)
  }
}
