import DaymarkModel

/// The days that a leaf looked at, with what each has and why it counted or did not.
struct ExplainDays {
  /// Up to so many are shown one by one.
  private static let fewDays = 14

  private let days: [Explanation.Day]
  private let leaf: Leaf?
  private let isWhole: Bool

  /// - Parameter isWhole: Days of one standing that follow one another are not put together.
  init(_ days: [Explanation.Day], _ leaf: Leaf?, isWhole: Bool) {
    self.days = days
    self.leaf = leaf
    self.isWhole = isWhole || days.count <= Self.fewDays
  }

  /// - Parameter width: The columns that there are.
  func text(width: Int) -> String {
    let unit = leaf.map(\.value.unit).flatMap { $0 == .count ? nil : " \($0.rawValue)" } ?? ""
    var table = Table([
      .init(heading: "date"), .init(heading: "value\(unit)", isNumeric: true),
      .init(heading: "standing"),
    ])
    table.rows = groups.map(row)
    return table.text(width: width)
  }

  private var groups: [ArraySlice<Explanation.Day>] {
    var groups: [ArraySlice<Explanation.Day>] = []
    var start = days.startIndex
    for index in days.indices {
      let next = index + 1
      guard isWhole || next == days.endIndex || !belongTogether(days[index], days[next]) else {
        continue
      }
      groups.append(days[start..<next])
      start = next
    }
    return groups
  }

  /// Days of which sessions are told stand alone.
  private func belongTogether(_ day: Explanation.Day, _ next: Explanation.Day) -> Bool {
    day.missed.isEmpty && next.missed.isEmpty && day.standing == next.standing
      && standingWords(day) == standingWords(next)
  }

  private func row(_ group: ArraySlice<Explanation.Day>) -> [String] {
    guard let first = group.first, let last = group.last, group.count > 1 else {
      return group.first.map { ["\($0.day)", $0.value.map { "\($0)" } ?? "-", words($0)] } ?? []
    }
    let values = group.compactMap(\.value)
    let range = values.min().flatMap { low in
      values.max().map { low == $0 ? "\(low)" : "\(low) to \($0)" }
    }
    return [
      "\(first.day) to \(last.day)", range ?? "-", "\(group.count) days, \(standingWords(first))",
    ]
  }

  /// `short by 588`, `counted; 1 session, duration not as asked`.
  private func words(_ day: Explanation.Day) -> String {
    let shortfall = day.standing == .short ? day.value.flatMap(shortfall) : nil
    guard let missed = day.missed.words else { return shortfall ?? standingWords(day) }
    // Where days are not asked one by one, these sessions are all there is to say.
    let isAll = day.standing == .short && leaf?.asksEachDay == false
    return isAll ? missed : "\(shortfall ?? standingWords(day)); \(missed)"
  }

  /// A sum has days that add nothing to it.
  private func standingWords(_ day: Explanation.Day) -> String {
    guard day.standing == .counted, day.value == .zero, let leaf, !leaf.asksEachDay,
      case .activities(let sum, _) = leaf.value
    else { return day.standing.words }
    return sum == .sessions ? "no such session" : "nothing to add"
  }

  /// How far a day is from what each day must have.
  private func shortfall(_ value: Quantity) -> String? {
    guard let leaf, leaf.asksEachDay else { return nil }
    let value = Int128(value.microUnits)
    let margin = leaf.comparison.margin(of: value)
    guard margin < 0 else { return nil }
    let word = leaf.comparison.miss(by: value) == .tooHigh ? "over" : "short"
    return "\(word) by \(decimalText(ofMillionths: -margin))"
  }
}

extension [ActivityQuantity: Int] {
  /// Sessions that are not as `where` asks: `2 sessions, pace not as asked`; of several
  /// requirements, as one session can miss them all, each for itself:
  /// `not as asked: distance of 2 sessions, pace of 1 session`.
  ///
  /// `nil` without any.
  var words: String? {
    let missed = ActivityQuantity.allCases.compactMap { quantity in
      self[quantity].map {
        (name: quantity.rawValue, sessions: "\($0) session\($0 == 1 ? "" : "s")")
      }
    }
    guard let first = missed.first else { return nil }
    return missed.count == 1
      ? "\(first.sessions), \(first.name) not as asked"
      : "not as asked: " + missed.map { "\($0.name) of \($0.sessions)" }.joined(separator: ", ")
  }
}

extension Explanation.Day.Standing {
  fileprivate var words: String {
    switch self {
    case .counted: "counted"
    case .short: "not met"
    case .missing: "no data"
    case .incomplete: "incomplete: more may have happened"
    case .damaged: "damaged: anything may have happened"
    case .notOver: "not over yet"
    case .unknown: "a session lacks what is asked about"
    }
  }
}
