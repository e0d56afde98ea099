import DaymarkModel

// Weeks, months and other stretches of days, in words.

extension Recurrence {
  /// The name of one stretch: `week`.
  var noun: String {
    switch stretch {
    case .week: "week"
    case .month: "month"
    case .days: "stretch"
    }
  }

  /// The name in singular or plural: `week`, `weeks`, `stretches of 7 days`.
  func nouns(isOne: Bool) -> String {
    guard case .days(let length) = stretch else { return noun + (isOne ? "" : "s") }
    return "\(noun)\(isOne ? "" : "es") of \(length.counting("day"))"
  }

  /// Any one stretch: `a week`, `some 7 consecutive days`.
  fileprivate var anyOne: String {
    guard case .days(let length) = stretch else { return "a \(noun)" }
    return length == 1 ? "some 1 day" : "some \(length) consecutive days"
  }

  /// A stretch that was already mentioned: `of a week`.
  fileprivate var ofEach: String { if case .days = stretch { " of it" } else { " of \(anyOne)" } }

  /// Returns the words for the stretches, which follow the requirement on one of them: `a week, in
  /// 3 weeks`.
  fileprivate func scope(isOfWhole: Bool) -> String {
    guard case .days(let length) = stretch else {
      let row = isInARow ? " in a row" : ""
      let what = isOfWhole ? anyOne : "of \(anyOne)"
      return "\(what), in \(count) \(nouns(isOne: count == 1))\(row)"
    }
    let what = isOfWhole ? "in \(length == 1 ? "1 day" : anyOne)" : "of \(anyOne)"
    return what + (count == 1 ? "" : ", \(count) times")
  }

  /// The words about the stretches that follow the choice of days.
  fileprivate var ending: String {
    var text = ""
    if case .week(let startsOn) = stretch, startsOn != .monday {
      text += ", weeks from \(startsOn.name) on"
    }
    if countsPartial { text += ", partial \(nouns(isOne: false)) too" }
    return text
  }
}

extension Leaf {
  /// What the leaf requires, in words: `at least 10,000 steps on 7 consecutive days`.
  var requirement: String {
    var text = asked
    if !scope.isEmpty { text += " \(scope)" }
    return text + selection + (measure.recurrence?.ending ?? "")
  }

  /// The words that follow an amount and say which days it is of.
  var scope: String {
    guard let recurrence = measure.recurrence else { return scope(of: "") }
    guard measure.goal != .total else { return recurrence.scope(isOfWhole: true) }
    return scope(of: " " + recurrence.scope(isOfWhole: false))
  }

  /// The requirement on each day or stretch, in words.
  var askedOfEach: String {
    scopeOfEach.isEmpty ? asked : "\(asked) \(scopeOfEach)"
  }

  /// The words for a day or stretch that satisfies the leaf, for example `3,000 steps or fewer`.
  var hadByEach: String {
    let had = baseline == nil ? value.wordsOfHaving(comparison) : asked
    return scopeOfEach.isEmpty ? had : "\(had) \(scopeOfEach)"
  }

  /// The words that say which days of a stretch an amount is of; empty where its sum is compared.
  private var scopeOfEach: String {
    guard let recurrence = measure.recurrence, measure.goal != .total else { return "" }
    return scope(of: recurrence.ofEach)
  }

  /// Returns the requirement of one leaf on a stretch beside other leaves, for example `at least
  /// 8,000 steps on 5 days`.
  fileprivate func askedBesideOthers(_ words: (DayValue) -> (Comparison) -> String) -> String {
    let (asked, scope) = (words(value)(comparison), scope(of: ""))
    return measure.goal == .total || scope.isEmpty ? asked : "\(asked) \(scope)"
  }
}

extension JointLeaves {
  /// What the leaves require, in words: `at least 150 min of exercise and at least 2 runs a week,
  /// in 3 weeks`.
  var requirement: String {
    let selection = leaves.first?.selection ?? ""
    return "\(askedOfEach) \(recurrence.scope(isOfWhole: true))\(selection)\(recurrence.ending)"
  }

  /// The requirement on each stretch, in words.
  var askedOfEach: String { joined { $0.askedBesideOthers(DayValue.words) } }

  /// The words for a stretch that satisfies the leaves.
  var hadByEach: String { joined { $0.askedBesideOthers(DayValue.wordsOfHaving) } }

  private func joined(_ words: (Leaf) -> String) -> String {
    leaves.map(words).joined(lastWith: needsAll ? "and" : "or")
  }
}
