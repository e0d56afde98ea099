import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// A sweep as a table with a bar for each value, as CSV and as JSON.
///
/// It contains no health values.
struct RuleSweepListing {
  let sweep: RuleSweep

  // MARK: Text

  /// Returns the outcomes by threshold as text.
  ///
  /// - Parameters:
  ///   - terminal: The terminal that is printed to.
  ///   - width: The number of columns of the terminal.
  func text(_ terminal: Terminal, width: Int = Terminal.width) -> String {
    let title =
      "\(sweep.challenge.id), rule \(sweep.rule.versionedName), \(sweep.subjects) subjects"
      + (sweep.asOf.map { ", \($0.words)" } ?? "")
    guard sweep.subjects > 0 else { return "\(title)\nThere is nobody to try the rule on." }
    return """
      \(terminal.paint(title, .bold))
      \(sweep.threshold.path), now \(sweep.threshold.words)\(unmoved)

      \(table(width: width))

      # pass, ? undetermined, · fail; > is the rule as it is.
      """
  }

  private var unmoved: String {
    guard !sweep.unmoved.isEmpty else { return "" }
    return "\nother thresholds: " + sweep.unmoved.map(\.path.description).joined(separator: ", ")
  }

  private func table(width: Int) -> String {
    var table = Table([
      .init(heading: ""), .init(heading: "value", isNumeric: true),
      .init(heading: "pass", isNumeric: true), .init(heading: "fail", isNumeric: true),
      .init(heading: "undetermined", isNumeric: true), .init(heading: "pass rate", isNumeric: true),
      .init(heading: ""),
    ])
    let points = shownPoints
    table.rows = points.map { point in
      [isPresent(point) ? ">" : " ", point.text]
        + Outcome.allCases.map { "\(point.outcomes[$0, default: 0])" } + ["\(rate(point)) %", ""]
    }
    let room = width - widest(table) - 3
    for (row, point) in points.enumerated() {
      table.rows[row][6] = bar(point, width: max(10, min(60, room)))
    }
    return table.text(width: width)
  }

  private func widest(_ table: Table) -> Int {
    table.text(width: .max).split(separator: "\n").map(\.count).max() ?? 0
  }

  /// The points, with the unchanged rule's own point even if the user did not ask for its value.
  private var shownPoints: [RuleSweep.Point] {
    var points = sweep.points
    guard !points.contains(where: isPresent) else { return points }
    let place = points.firstIndex { $0.value > sweep.present.value } ?? points.endIndex
    points.insert(sweep.present, at: place)
    return points
  }

  private func isPresent(_ point: RuleSweep.Point) -> Bool { point.value == sweep.present.value }

  /// Returns the share of subjects that pass, in percent with one decimal.
  private func rate(_ point: RuleSweep.Point) -> String {
    let passed = Int128(point.outcomes[.pass, default: 0])
    let tenths = dividedRounding(passed * 1000, by: Int128(max(1, sweep.subjects)))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func bar(_ point: RuleSweep.Point, width: Int) -> String {
    func columns(_ count: Int) -> Int {
      Int(dividedRounding(Int128(count) * Int128(width), by: Int128(max(1, sweep.subjects))))
    }
    // Rounding the ends of the bars, not their lengths, keeps the whole within the width.
    let passed = point.outcomes[.pass, default: 0]
    let first = columns(passed)
    let second = columns(passed + point.outcomes[.undetermined, default: 0])
    return String(repeating: "#", count: first)
      + String(repeating: "?", count: second - first)
      + String(repeating: "·", count: width - second)
  }

  // MARK: CSV and JSON

  var csv: String {
    let lines = sweep.points.map { point in
      let counts = Outcome.allCases.map { "\(point.outcomes[$0, default: 0])" }
      return ([point.text, "\(point.value)"] + counts + [rate(point), "\(isPresent(point))"])
        .joined(separator: ",") + "\n"
    }
    return "written,value,pass,fail,undetermined,pass_rate_percent,is_present\n" + lines.joined()
  }

  var json: JSONValue {
    .object([
      "challenge": .string(sweep.challenge.id),
      "rule": .string("\(sweep.rule.versionedName)"),
      "threshold": .object(present: [
        "path": .string("\(sweep.threshold.path)"), "value": .number(sweep.threshold.value),
        "unit": sweep.threshold.unit.map { .string($0) },
      ]),
      "subjects": .number(sweep.subjects), "points": .array(sweep.points.map(json)),
      "present": json(sweep.present),
    ])
  }

  private func json(_ point: RuleSweep.Point) -> JSONValue {
    var members: [String: JSONValue] = [
      "written": .string(point.text), "value": .number(point.value),
      "passRate": sweep.subjects == 0
        ? .null : .number(Double(point.outcomes[.pass, default: 0]) / Double(sweep.subjects)),
    ]
    for outcome in Outcome.allCases {
      members[outcome.rawValue] = .number(point.outcomes[outcome, default: 0])
    }
    return .object(members)
  }
}
