import DaymarkModel

/// One day of a value as it will stand at the deadline if nothing more comes, and what it may be
/// supposed to be instead.
struct SupposableDay {
  var fact: DayFact
  /// More can still come of it.
  let isOpen: Bool
  /// Of an open day what can come, of another anything.
  let least: Int128
  /// Unbounded when `nil`.
  let most: Int128?

  /// - Parameters:
  ///   - final: The day at the deadline.
  ///   - now: The same day at the instant of evaluation.
  init(_ final: DayFact, now: DayFact, of value: DayValue) {
    fact = final
    isOpen = now.range.isOpen
    least = isOpen ? now.range.least : value.possible.low
    most = isOpen ? now.range.most : value.possible.high
  }

  func supposed(to amount: Int128) -> SupposableDay {
    var day = self
    day.fact = DayFact(
      day: fact.day, recorded: Quantity(exactly: amount), range: ValueRange(amount), doubt: nil)
    return day
  }

  var isUnsettled: Bool { fact.range.most != fact.range.least }

  /// The edit that brings the day into an interval and changes it least; `nil` where none can.
  func moved(into interval: ValueInterval) -> DayEdit? {
    let low = max(least, interval.low)
    let high = [most, interval.high].compactMap { $0 }.min()
    if let high, high < low { return nil }
    let value = max(low, high.map { min($0, fact.range.least) } ?? fact.range.least)
    return DayEdit(self, to: value)
  }

  /// The same for leaving it.
  func moved(outOf interval: ValueInterval) -> DayEdit? {
    [interval.below, interval.above].compactMap { $0.flatMap(moved(into:)) }
      .min { $0.amount < $1.amount }
  }
}

/// A day supposed to have another value.
struct DayEdit {
  let day: CivilDay
  let value: Int128
  /// How much that is more (or, negative, less) than is recorded.
  let change: Int128
  let isOpen: Bool

  init(_ day: SupposableDay, to value: Int128) {
    self.day = day.fact.day
    self.value = value
    change = value - day.fact.range.least
    isOpen = day.isOpen
  }

  var amount: Int128 { abs(change) }
}

/// Edits that together do something.
///
/// Fewer past days go before fewer days, before less.
struct DayEdits {
  var edits: [DayEdit] = []

  init(_ edits: [DayEdit]) { self.edits = edits }

  var amount: Int128 { edits.reduce(0) { $0 + $1.amount } }

  private var weight: (Int, Int, Int128) {
    (edits.count { !$0.isOpen }, edits.count, amount)
  }

  /// With later edits of a day in place of earlier ones.
  func followed(by later: [DayEdit]) -> DayEdits {
    DayEdits(edits.filter { edit in !later.contains { $0.day == edit.day } } + later)
  }

  static func < (a: DayEdits, b: DayEdits) -> Bool { a.weight < b.weight }

  /// The first of the lightest.
  static func lightest(_ choices: [DayEdits?]) -> DayEdits? {
    choices.compactMap { $0 }.reduce(nil as DayEdits?) { best, next in
      if let best { next < best ? next : best } else { next }
    }
  }

  /// The lightest so many of single edits.
  static func lightest(_ count: Int, of edits: [DayEdit]) -> DayEdits? {
    guard count <= edits.count else { return nil }
    let ordered = edits.sorted { a, b in
      (a.isOpen ? 0 : 1, a.amount, a.day.ordinal) < (b.isOpen ? 0 : 1, b.amount, b.day.ordinal)
    }
    return DayEdits(Array(ordered.prefix(max(0, count))))
  }
}

/// What is wanted of an answer.
struct Wish {
  var holds: Bool
  /// Whatever the unknown days are; otherwise it is enough that they may be so.
  var isSure: Bool

  var negated: Wish { Wish(holds: !holds, isSure: isSure) }

  func isGranted(by answer: Outcome) -> Bool {
    isSure ? answer == (holds ? .pass : .fail) : answer != (holds ? .fail : .pass)
  }
}
