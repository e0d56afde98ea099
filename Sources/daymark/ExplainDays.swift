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

  var text: String {
    let unit = leaf.map(\.value.unit).flatMap { $0 == .count ? nil : " \($0.rawValue)" } ?? ""
    var table = Table([
      .init(heading: "date"), .init(heading: "value\(unit)", isNumeric: true),
      .init(heading: "standing"),
    ])
    table.rows = groups.map(row)
    return table.text()
  }

  private var groups: [ArraySlice<Explanation.Day>] {
    var groups: [ArraySlice<Explanation.Day>] = []
    var start = days.startIndex
    for index in days.indices {
      let next = index + 1
      guard isWhole || next == days.endIndex || days[next].standing != days[index].standing else {
        continue
      }
      groups.append(days[start..<next])
      start = next
    }
    return groups
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
      "\(first.day) to \(last.day)", range ?? "-", "\(group.count) days, \(first.standing.words)",
    ]
  }

  /// `short by 588`
  private func words(_ day: Explanation.Day) -> String {
    guard day.standing == .short, let value = day.value, let by = shortfall(value) else {
      return day.standing.words
    }
    return by
  }

  /// How far a day is from what each day must have.
  private func shortfall(_ value: Quantity) -> String? {
    guard let leaf, leaf.asksEachDay else { return nil }
    func by(_ word: String, _ a: Quantity, _ b: Quantity) -> String? {
      let distance = Int128(a.microUnits) - Int128(b.microUnits)
      return distance > 0 ? "\(word) by \(decimalText(ofMillionths: distance))" : nil
    }
    return switch leaf.comparison {
    case .atLeast(let bound), .moreThan(let bound): by("short", bound, value)
    case .atMost(let bound), .lessThan(let bound): by("over", value, bound)
    case .between(let low, let high): by("short", low, value) ?? by("over", value, high)
    }
  }
}

extension Explanation.Day.Standing {
  fileprivate var words: String {
    switch self {
    case .counted: "counted"
    case .short: "not met"
    case .missing: "no data"
    case .incomplete: "incomplete: more may have happened"
    case .notOver: "not over yet"
    case .unknown: "a session lacks what is asked about"
    }
  }
}
