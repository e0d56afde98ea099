import DaymarkModel

// Targets from the days before the period, in words. The target's amount is never given, because it
// tells what the subject did.

extension Leaf {
  /// The requirement on the figure, such as `at least 10,000 steps`.
  var asked: String {
    let least = value.words(comparison)
    return baseline.map { "at least \($0.words(of: value)), and \(least)" } ?? least
  }

  /// Returns the words for a figure that is too low or too high.
  func missed(_ side: Comparison.Side) -> String {
    let missed = value.words(comparison.opposite(side))
    return baseline.map { "less than \($0.words(of: value)), or \(missed)" } ?? missed
  }
}

extension Baseline {
  /// The target in words: `120 % of their own mean of steps over the 28 days before the period`.
  fileprivate func words(of value: DayValue) -> String {
    let mean =
      "their own mean of \(value.amountName) over the \(days.counting("day")) before the period"
    return "\(times.shareWords) \(mean)"
  }
}

extension Weight {
  /// The factor in words: `120 % of`, or `1/3 ×` where it is no whole percentage.
  fileprivate var shareWords: String {
    let hundredfold = numerator * 100
    guard hundredfold.isMultiple(of: denominator) else { return "\(self) ×" }
    return "\(hundredfold / denominator) % of"
  }
}

extension BaselineTarget {
  /// The reason for which the target is not known.
  struct Doubt {
    let code: String
    let words: String
    /// The number of days with data before the period that are lacking.
    let lacking: Int
    /// Whether the doubt prevents an answer.
    let decides: Bool
    /// Whether damage may have changed some of the days.
    let isOfDamage: Bool
  }

  /// Returns the reason for which the target is not known.
  ///
  /// - Parameter name: The word for what the days lack.
  /// - Returns: `nil` where the target is known.
  func doubt(of name: String) -> Doubt? {
    let all = "the \(facts.count.counting("day")) before the period"
    let isOfDamage = facts.contains(where: \.isDamaged)
    guard isRead else {
      return Doubt(
        code: "baseline.not_read", words: "\(all) were not read: run the pipeline again",
        lacking: facts.count, decides: true, isOfDamage: false)
    }
    guard shown != nil else {
      return Doubt(
        code: "baseline.too_few",
        words: "data of \(name) on \(recordedDays) of \(all), \(baseline.atLeastDays) needed",
        lacking: lackingDays, decides: true, isOfDamage: isOfDamage)
    }
    guard !isExact else { return nil }
    let open = facts.count { fact in
      // The mean leaves out days without data, so they are not unknown; a day on which only a term
      // of a sum is lacking is.
      fact.range.isOpen || fact.doubt != nil && (fact.doubt != .missing || fact.recorded != nil)
    }
    return Doubt(
      code: "baseline.open", words: "\(name) not known on \(open) of \(all)", lacking: open,
      decides: false, isOfDamage: isOfDamage)
  }
}
