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
  mutating func add(_ value: Double, yardstick: Double) {
    values.append(value)
    yardsticks.append(yardstick)
  }

  /// The median of the turns.
  var value: Double { values.sorted()[values.count / 2] }

  /// The median of the yardstick's turns.
  var yardstick: Double { yardsticks.sorted()[yardsticks.count / 2] }

  /// The median of the ratios, each of two turns that were next to each other.
  var ratio: Double {
    zip(values, yardsticks).map { $0 / $1 }.sorted()[values.count / 2]
  }

  static let heading = row("figure", "unit", "value", "yardstick", "ratio", "goal")

  var text: String {
    Self.row(
      name, unit, Self.number(value), Self.number(yardstick), Self.number(ratio), goal)
  }

  static let columns = "date,commit,figure,unit,value,yardstick,ratio,goal\n"

  /// A line of the history.
  func line(date: String, commit: String) -> String {
    let numbers = [value, yardstick, ratio].map(Self.number)
    return ([date, commit, name, unit] + numbers + [goal]).joined(separator: ",") + "\n"
  }

  private static func number(_ value: Double) -> String { String(format: "%.3f", value) }

  private static func row(_ cells: String...) -> String {
    zip(cells, [44, 6, 12, 12, 10, 0]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }
}
