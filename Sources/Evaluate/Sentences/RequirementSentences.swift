import DaymarkDocuments
import DaymarkModel

// What a leaf requires, in words.

extension Leaf {
  /// The choice of days, as it follows the requirement; empty where every day counts.
  var selection: String {
    var text = ""
    if let weekdays = days.weekdays {
      let names = weekdays.sorted { $0.rawValue < $1.rawValue }.map(\.name)
      text += ", \(names.joined(lastWith: "and")) only"
    }
    if let from = days.from { text += ", from \(from)" }
    if let to = days.to { text += ", to \(to)" }
    return text
  }

  /// Returns the words that follow an amount and say which days it is of, such as `in total`.
  ///
  /// - Parameter whole: What the days belong to, such as ` of a week`; empty for the period.
  func scope(of whole: String) -> String {
    switch measure.goal {
    case .total, .recurring: key == "activities" ? "" : "in total"
    case .average(let overRecordedDays):
      "on average over \(overRecordedDays ? "the days with data" : "all days")\(whole)"
    case .best: "\(value.scopeOfBest)\(whole)"
    case .window(let days): "in \(consecutive(days))\(whole)"
    case .days(.every): "on every day\(whole)"
    case .days(.atLeast(let count)): "on \(count.counting("day"))\(whole)"
    case .streak(let days, let misses):
      "on \(consecutive(days))\(whole)"
        + (misses == 0 ? "" : " with up to \(misses) other\(misses == 1 ? "" : "s") between")
    }
  }

  /// The words of ``scope`` in a sentence that says a requirement is not met.
  ///
  /// Only a window differs: "in 7 consecutive days" becomes "in any 7 consecutive days".
  var scopeOfMiss: String {
    if case .window(let days) = measure { "in any \(consecutive(days))" } else { scope }
  }

  private func consecutive(_ days: Int) -> String {
    days == 1 ? "1 day" : "\(days) consecutive days"
  }
}

extension Comparison {
  /// The comparison in words.
  ///
  /// - Parameters:
  ///   - isCount: Whether the amounts are counts.
  ///   - amount: The words for a threshold.
  func words(isCount: Bool = false, _ amount: (Quantity) -> String) -> String {
    switch self {
    case .atLeast(let bound): "at least \(amount(bound))"
    case .moreThan(let bound): "more than \(amount(bound))"
    case .atMost(let bound): "at most \(amount(bound))"
    case .lessThan(let bound): "\(isCount ? "fewer" : "less") than \(amount(bound))"
    case .between(let low, let high): "between \(amount(low)) and \(amount(high))"
    }
  }

  /// Whether the threshold is 1, so that the noun stands in the singular.
  fileprivate var isOfOne: Bool { thresholds.last == Quantity(1) }
}

extension DayValue {
  /// The words that follow an amount of the best day; an attempt at a feat is no day.
  fileprivate var scopeOfBest: String {
    if case .feat = self { "in the best attempt" } else { "on the best day" }
  }

  /// The value with a comparison, in words: `at least 5 km on foot`.
  func words(_ comparison: Comparison) -> String {
    words(
      comparison.words(isCount: unit == .count) { $0.thresholdWords(in: unit) },
      isOne: comparison.isOfOne)
  }

  /// Returns the words for a person who satisfies the comparison, for example `5 km on foot or
  /// more`.
  func wordsOfHaving(_ comparison: Comparison) -> String {
    func amount(_ bound: Quantity) -> String {
      words(bound.thresholdWords(in: unit), isOne: comparison.isOfOne)
    }
    return switch comparison {
    case .atLeast(let bound): "\(amount(bound)) or more"
    case .atMost(let bound): "\(amount(bound)) or \(unit == .count ? "fewer" : "less")"
    case .moreThan, .lessThan, .between: words(comparison)
    }
  }

  /// The value in words.
  ///
  /// - Parameters:
  ///   - text: The words for an amount, or for what it is compared with.
  ///   - isOne: Whether the noun stands in the singular.
  private func words(_ text: String, isOne: Bool) -> String {
    switch self {
    case .metric(.heartRate): return "an average heart rate of \(text)"
    case .metric(let metric): return "\(text) \(metric.wordsAfterAmount(isOne: isOne))"
    case .heartRate(let statistic): return "\(statistic.name) of \(text)"
    case .heartMinutes(let above): return "\(text) \(heartRateWords(above: above))"
    case .activities(.sessions, _): return "\(text) \(sessionsName(isOne: isOne))"
    case .strength(let measure): return "\(text) \(measure.wordsAfterAmount(isOne: isOne))"
    case .lift(let quantity, let exercise):
      return "\(quantity.words(text, isOne: isOne)) of \(exerciseWords(exercise))"
    case .feat(let figure, let feat):
      let repetition = "repetition\(isOne ? "" : "s")"
      return figure == .repetitions
        ? "\(text) \(repetition) at \(feat.words)" : "\(text) at \(feat.words)"
    case .weighted(let sum): return sum.words(behind: text, isOne: isOne)
    case .activities(let sum, _):
      return "\(text)\(sum.wordsAfterAmount) in \(sessionsName(isOne: false))"
    }
  }

  /// The word for what is missing on a day without data, such as `steps`.
  var dataName: String {
    switch self {
    case .metric(let metric): metric.name
    case .heartRate, .heartMinutes: "heart rate"
    case .activities(_, let test) where test.looksAtLogsAlone: "session logs"
    case .activities: Self.anyKindOfData
    case .strength, .lift: "strength training"
    case .feat(_, let feat): "attempts at \(feat.words)"
    case .weighted(let sum):
      sum.terms.map(\.value.dataName).joined(lastWith: sum.takesEither ? "or" : "and")
    }
  }

  /// The words that follow "no data of" where no data at all was handed in for a day.
  ///
  /// They stand in place of a kind of sessions: without any data, nothing shows that there was no
  /// session.
  static var anyKindOfData: String { "any kind" }

  /// The word for what is not known on a day, such as `steps` or `runs`.
  var unknownName: String {
    guard case .activities(_, var test) = self, !test.looksAtLogsAlone else { return dataName }
    (test.requirements, test.names, test.isIndoor) = ([:], nil, nil)
    if test.kinds.map({ $0.count > 3 }) ?? false { test.kinds = nil }
    return DayValue.activities(.sessions, of: test).sessionsName(isOne: false)
  }

  /// What a session lacks, in words: `a run has no distance`.
  var incompleteSession: String {
    guard case .activities(let sum, let test) = self else { return "" }
    var lacking = test.requirements.keys.map(\.name)
    if sum != .sessions { lacking.append(sum.name) }
    let fields = ActivityQuantity.allCases.map(\.name).filter(lacking.contains)
    return "a session lacks \(fields.joined(lastWith: "or"))"
  }

  /// The sessions that count, in words: `outdoor runs or walks with distance at least 5 km`.
  func sessionsName(isOne: Bool) -> String {
    guard case .activities(_, let test) = self else { return "" }
    let kinds = ActivityKind.allCases.filter { test.kinds?.contains($0) ?? false }
    var text = kinds.isEmpty ? "session" + (isOne ? "" : "s") : ""
    text += kinds.map { $0.name + (isOne ? "" : "s") }.joined(lastWith: "or")
    if let isIndoor = test.isIndoor { text = (isIndoor ? "indoor " : "outdoor ") + text }
    if let names = test.names { text += " named \(names.sorted().joined(lastWith: "or"))" }
    let asked = ActivityQuantity.allCases.compactMap { quantity in
      test.requirements[quantity].map { comparison in
        let words = comparison.words { $0.thresholdWords(in: quantity.unit) }
        if quantity == .heartMinutes, let zone = test.zone {
          return "\(words) with a heart rate \(zone.words)"
        }
        return "\(quantity.name) \(words)"
      }
    }
    return asked.isEmpty ? text : "\(text) with \(asked.joined(lastWith: "and"))"
  }
}

extension FeatReference {
  /// The operator's name of the feat, or its id where the name is not known.
  var words: String { name.map { "“\($0)”" } ?? id }
}

extension WeightedSum {
  /// The sum in words: `distance on foot + 1/3 × distance by bicycle`.
  var words: String {
    if self == .stepsOrPushes { return "steps or pushes of a wheelchair" }
    return terms.map { term in
      term.weight == Weight(1) ? term.value.amountName : "\(term.weight) × \(term.value.amountName)"
    }.joined(separator: " + ")
  }

  /// The sum in words, after an amount.
  ///
  /// - Parameters:
  ///   - text: The words for an amount, or for what it is compared with.
  ///   - isOne: Whether the noun stands in the singular.
  func words(behind text: String, isOne: Bool) -> String {
    guard self == .stepsOrPushes else { return "\(text) (\(words))" }
    return isOne ? "\(text) step or push of a wheelchair" : "\(text) \(words)"
  }
}
