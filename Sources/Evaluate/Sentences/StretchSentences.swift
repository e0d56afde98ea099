import DaymarkModel

// Weeks, months and stretches of days, in words.

extension Recurrence {
  /// What the result counts: `week`.
  var noun: String {
    switch stretch {
    case .week: "week"
    case .month: "month"
    case .days: "stretch"
    }
  }

  /// `week`, `weeks`, `stretches of 7 days`.
  func nouns(isOne: Bool) -> String {
    guard case .days(let length) = stretch else { return noun + (isOne ? "" : "s") }
    return "\(noun)\(isOne ? "" : "es") of \(length.counting("day"))"
  }

  /// One of them, whichever it is: `a week`.
  fileprivate var anyOne: String {
    guard case .days(let length) = stretch else { return "a \(noun)" }
    return "any \(length) consecutive day\(length == 1 ? "" : "s")"
  }

  /// Of one of which the words speak already: `of a week`.
  fileprivate var ofEach: String { if case .days = stretch { " of it" } else { " of \(anyOne)" } }

  /// As it follows what is asked of one, which is a sum or not: `a week, in 3 weeks`.
  fileprivate func scope(isOfWhole: Bool) -> String {
    guard case .days = stretch else {
      let row = isInARow ? " in a row" : ""
      let what = isOfWhole ? anyOne : "of \(anyOne)"
      return "\(what), in \(count) \(nouns(isOne: count == 1))\(row)"
    }
    return (isOfWhole ? "in " : "of ") + anyOne + (count == 1 ? "" : ", \(count) times")
  }

  /// What is said of the stretches behind which days are looked at.
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
  /// What is asked for, in words: `at least 10,000 steps on 7 consecutive days`.
  var requirement: String {
    var text = asked
    if !scope.isEmpty { text += " \(scope)" }
    return text + selection + (measure.recurrence?.ending ?? "")
  }

  /// Over which days, as it follows the amount.
  var scope: String {
    guard let recurrence = measure.recurrence else { return scope(of: "") }
    guard measure.goal != .total else { return recurrence.scope(isOfWhole: true) }
    return scope(of: " " + recurrence.scope(isOfWhole: false))
  }

  /// What each day or stretch must have.
  var askedOfEach: String {
    scopeOfEach.isEmpty ? asked : "\(asked) \(scopeOfEach)"
  }

  /// What a day or a stretch had that is as asked: `3,000 steps or fewer`.
  var hadByEach: String {
    let had = baseline == nil ? value.wordsOfHaving(comparison) : asked
    return scopeOfEach.isEmpty ? had : "\(had) \(scopeOfEach)"
  }

  /// Over which days of a stretch; empty where its sum is asked about.
  private var scopeOfEach: String {
    guard let recurrence = measure.recurrence, measure.goal != .total else { return "" }
    return scope(of: recurrence.ofEach)
  }

  /// What is asked of one stretch beside others: `at least 8,000 steps on 5 days`.
  fileprivate func askedBesideOthers(_ words: (DayValue) -> (Comparison) -> String) -> String {
    let (asked, scope) = (words(value)(comparison), scope(of: ""))
    return measure.goal == .total || scope.isEmpty ? asked : "\(asked) \(scope)"
  }
}

extension JointLeaves {
  /// What is asked for, in words: `at least 150 min of exercise and at least 2 runs a week, in 3 weeks`.
  var requirement: String {
    let selection = leaves.first?.selection ?? ""
    return "\(askedOfEach) \(recurrence.scope(isOfWhole: true))\(selection)\(recurrence.ending)"
  }

  /// What each stretch must have.
  var askedOfEach: String { joined { $0.askedBesideOthers(DayValue.words) } }

  /// What a stretch had that is as asked.
  var hadByEach: String { joined { $0.askedBesideOthers(DayValue.wordsOfHaving) } }

  private func joined(_ words: (Leaf) -> String) -> String {
    leaves.map(words).joined(lastWith: needsAll ? "and" : "or")
  }
}
