import DaymarkModel

/// A change of one day to another value.
struct DayEdit {
  let day: CivilDay
  let value: Int128
  /// The recorded value; `nil` without data.
  let recorded: Int128?
  /// The difference to the recorded value; negative for less.
  let change: Int128
  let isOpen: Bool

  init(_ day: ChangeableDay, to value: Int128) {
    self.day = day.fact.day
    self.value = value
    recorded = day.fact.recorded == nil ? nil : day.fact.range.recorded
    change = value - day.fact.range.recorded
    isOpen = day.isOpen
  }

  var amount: Int128 { abs(change) }
}

/// Edits that together reach something.
///
/// They are ordered by cost: first fewer edits of past days, then fewer days, then less change.
struct DayEdits {
  var edits: [DayEdit] = []

  init(_ edits: [DayEdit]) { self.edits = edits }

  var amount: Int128 { edits.reduce(0) { $0 + $1.amount } }

  private var weight: (Int, Int, Int128) {
    (edits.count { !$0.isOpen }, edits.count, amount)
  }

  /// The edits, with later edits of a day replacing earlier ones.
  func followed(by later: [DayEdit]) -> DayEdits {
    DayEdits(edits.filter { edit in !later.contains { $0.day == edit.day } } + later)
  }

  static func < (a: DayEdits, b: DayEdits) -> Bool { a.weight < b.weight }

  /// The choice of least cost, the first of equal ones.
  static func lightest(_ choices: [DayEdits?]) -> DayEdits? {
    choices.compactMap { $0 }.reduce(nil as DayEdits?) { best, next in
      if let best { next < best ? next : best } else { next }
    }
  }

  /// The `count` edits of least cost; `nil` where there are fewer.
  static func lightest(_ count: Int, of edits: [DayEdit]) -> DayEdits? {
    guard count <= edits.count else { return nil }
    let ordered = edits.sorted { a, b in
      (a.isOpen ? 0 : 1, a.amount, a.day.ordinal) < (b.isOpen ? 0 : 1, b.amount, b.day.ordinal)
    }
    return DayEdits(Array(ordered.prefix(max(0, count))))
  }
}

/// The value that a day will have at the deadline if no more data comes, and the values that it can
/// be changed to.
struct ChangeableDay {
  var fact: DayFact
  /// Whether more data can still come for the day.
  let isOpen: Bool
  /// The least value that the day can be changed to: for an open day what can still come, for
  /// another any value.
  let least: Int128
  /// The greatest value that the day can be changed to; `nil` where nothing bounds it.
  let most: Int128?
  /// Whether the value can be zero, which a heart rate cannot.
  private let canBeZero: Bool

  /// Combines the possible values of a day at the deadline and now.
  ///
  /// - Parameters:
  ///   - final: The day at the deadline, if no more data comes.
  ///   - now: The same day at the instant of evaluation.
  ///   - value: The value in question.
  ///   - isFixed: Whether the day keeps what is recorded.
  init(_ final: DayFact, now: DayFact, of value: DayValue, isFixed: Bool) {
    fact = final
    canBeZero = value.possible.low <= 0
    isOpen = now.range.isOpen && !isFixed
    if isFixed {
      (least, most) = (final.range.least, final.range.least)
    } else {
      least = isOpen ? now.range.least : value.possible.low
      most = isOpen ? now.range.most : value.possible.high
    }
  }

  /// Returns the day as if a given value were recorded for it and certain.
  func changed(to amount: Int128) -> ChangeableDay {
    var day = self
    day.fact = DayFact(
      day: fact.day, recorded: Quantity(exactly: amount), range: ValueRange(amount), doubt: nil)
    return day
  }

  var isUnsettled: Bool { fact.range.most != fact.range.least }

  /// The smallest edit that brings the day into an interval; `nil` where none can.
  func moved(into interval: ValueInterval) -> DayEdit? {
    let low = max(least, interval.low)
    let high = [most, interval.high].compactMap { $0 }.min()
    if let high, high < low { return nil }
    // The lowest heart rate that anybody can have is nearest to no figure, and tells nobody what is
    // asked.
    let isUnknownRate = !canBeZero && fact.recorded == nil
    let start =
      isUnknownRate && interval.low <= least
      ? interval.high ?? fact.range.recorded : fact.range.recorded
    let value = max(low, high.map { min($0, start) } ?? start)
    return DayEdit(self, to: value)
  }

  /// The smallest edit that brings the day out of an interval; `nil` where none can.
  func moved(outOf interval: ValueInterval) -> DayEdit? {
    [interval.below, interval.above].compactMap { $0.flatMap(moved(into:)) }
      .min { $0.amount < $1.amount }
  }
}
