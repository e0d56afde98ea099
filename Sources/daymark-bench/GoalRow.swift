import Foundation

/// A figure that has a goal, with the yardstick that took turns with it.
struct GoalRow {
  /// The name of the figure, which stays the same from run to run.
  let name: String
  let unit: String
  let goal: String
  private var values: [Double] = []
  private var yardsticks: [Double] = []

  init(_ name: String, unit: String, goal: String) {
    (self.name, self.unit, self.goal) = (name, unit, goal)
  }

  /// Adds a turn of each.
  ///
  /// - Parameters:
  ///   - value: Of the figure.
  ///   - yardstick: Of the yardstick; `nil` where there is none, in every turn.
  mutating func add(_ value: Double, yardstick: Double?) {
    values.append(value)
    if let yardstick { yardsticks.append(yardstick) }
  }

  /// The median of the turns.
  private var value: Double? { Self.median(values) }

  /// The median of the yardstick's turns.
  private var yardstick: Double? { Self.median(yardsticks) }

  /// The median of the ratios, each of two turns that were next to each other.
  private var ratio: Double? { Self.median(zip(values, yardsticks).map { $0 / $1 }) }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private var numbers: [String] {
    [value, yardstick, ratio].map { $0.map { String(format: "%.3f", $0) } ?? "" }
  }

  static let heading = row(["figure", "unit", "value", "yardstick", "ratio", "goal"])

  var text: String { Self.row([name, unit] + numbers + [goal]) }

  static let columns = "date,commit,figure,unit,value,yardstick,ratio,goal\n"

  /// A line of the history.
  func line(date: String, commit: String) -> String {
    ([date, commit, "\"\(name)\"", unit] + numbers + [goal]).joined(separator: ",") + "\n"
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, [44, 6, 12, 12, 10, 0]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }
}
