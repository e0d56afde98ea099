import DaymarkModel
import DaymarkReport

/// The days of one condition as bars, with a mark at the rule's threshold.
struct DayBarListing {
  let chart: DayChart
  let terminal: Terminal

  /// The number of days in a row of which nothing is known, from which on they have one line.
  private static let leastAlike = 4

  func text(width: Int) -> String {
    let values = chart.bars.map(value)
    let numbers = values.map(\.displayWidth).max() ?? 0
    let signs = "2025-09-01 Mo  ".count
    let room = max(5, min(60, width - signs - 2 - numbers))
    var lines: [String] = []
    var place = 0
    while place < chart.bars.count {
      let (bar, value) = (chart.bars[place], values[place])
      let alike = zip(chart.bars, values).dropFirst(place)
        .prefix { $0.value == nil && $1 == value }.count
      let blanks = String(repeating: " ", count: numbers - value.displayWidth)
      if alike >= Self.leastAlike {
        let days = "\(bar.day) to \(chart.bars[place + alike - 1].day)"
        let blank = String(repeating: " ", count: max(0, signs + room - days.count))
        lines.append("\(days)\(blank)  \(blanks)\(value)")
      } else {
        let drawn = self.bar(bar, room)
        lines.append("\(bar.day) \(bar.day.weekday.initials)  \(drawn)  \(blanks)\(value)")
      }
      place += alike >= Self.leastAlike ? alike : 1
    }
    let answer = chart.turned(chart.answer)
    let title = "\(answer.mark) \(chart.asked)".wrapped(to: width, indent: 2)
    return (title.map { terminal.paint($0, answer.colour) } + result(width) + lines)
      .joined(separator: "\n")
  }

  private func value(_ bar: DayChart.Bar) -> String {
    guard let value = bar.value else { return bar.standing == .notOver ? "not over" : "-" }
    let range = bar.range.map { " (\($0.lowerBound) to \($0.upperBound))" } ?? ""
    let incomplete = bar.standing == .incomplete ? "*" : ""
    return "\(value)\(chart.unit == .count ? "" : " \(chart.unit.rawValue)")\(range)\(incomplete)"
  }

  /// Returns the line of the result, for example `  reached 3 of 7 days, 2025-09-01 to 2025-09-03`.
  private func result(_ width: Int) -> [String] {
    guard let reached = chart.reached else { return [] }
    // If the figure is zero, all spans are equally good, and none is worth marking.
    let span =
      chart.actual == .zero
      ? "" : chart.span.map { ", " + $0.lowerBound.words(through: $0.upperBound) } ?? ""
    return "  reached \(reached)\(span)".wrapped(to: width, indent: 2)
  }

  /// The threshold that every day is compared with; `nil` where there are two or none.
  private var threshold: Quantity? {
    let bounds = chart.comparison?.thresholds ?? []
    return bounds.count == 1 ? bounds.first : nil
  }

  /// Returns a bar whose length is the day's share of the largest value, with a `|` at the rule's
  /// threshold.
  private func bar(_ bar: DayChart.Bar, _ width: Int) -> String {
    let amounts = chart.bars.compactMap(\.value) + [threshold].compactMap(\.self)
    let most = max(1, amounts.map(\.microUnits).max() ?? 1)
    func length(_ amount: Quantity) -> Int {
      Int(Int128(max(0, amount.microUnits)) * Int128(width) / Int128(most))
    }
    let filled = bar.value.map(length) ?? 0
    let line = threshold.map { max(1, length($0)) - 1 }
    let signs = (0..<width).map { place -> Character in
      if place == line { return "|" }
      return place < filled ? sign(bar.standing) : " "
    }
    return bar.standing.colour.map { terminal.paint(String(signs), $0) } ?? String(signs)
  }

  private func sign(_ standing: DayStanding) -> Character {
    let isOpen = standing == .incomplete || standing == .notOver
    return terminal.colours ? (isOpen ? "▒" : "█") : (isOpen ? "/" : "#")
  }
}

extension CivilDay.Weekday {
  /// The first two letters of the weekday, for example `Mo`.
  fileprivate var initials: String {
    ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][rawValue - 1]
  }
}
