import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// The table of Rules, "One day of each kind": what a floor and a ceiling say of it.
struct DayStateTests {
  /// A day of the table, by its first cell.
  private struct State {
    var data: SubjectAggregates
    var asOf = at(50)

    init(
      _ day: String, asOf: Instant = at(50), _ change: (inout SubjectAggregates) -> Void = { _ in }
    ) {
      data = aggregates(day)
      self.asOf = asOf
      change(&data)
    }

    func answer(_ comparison: Comparison, _ onMissing: MissingPolicy) -> String {
      verdict(
        on: data, days: 1, leaf(.total, comparison), onMissing: onMissing, asOf: asOf
      ).outcome.rawValue
    }
  }

  private static let noon = at(1, hour: 12)

  private static func bounds(_ least: Int, _ most: Int?) -> [DayBounds] {
    [
      DayBounds(
        metric: .steps, day: firstDay, least: Quantity(least), most: most.map { Quantity($0) })
    ]
  }

  private static let states: [String: State] = [
    "12,000, all there": State("12000"),
    "12,000 so far, at noon": State("~12000", asOf: noon) { $0.dataEnd = noon },
    "8,000 so far, at noon": State("~8000", asOf: noon) { $0.dataEnd = noon },
    "12,000, the data ends at noon": State("~12000") { $0.dataEnd = noon },
    "8,000, the data ends at noon": State("~8000") { $0.dataEnd = noon },
    "12,000, the archive is damaged": State("12000") { $0.isDamaged = true },
    "10,500, of which a rejected record may take 1,000": State("10500") {
      $0.bounds = bounds(9500, 10_500)
    },
    "8,000, and a rejected record of 1,000": State("8000") { $0.bounds = bounds(8000, 9000) },
    "8,000, and a rejected record of no known amount": State("8000") {
      $0.bounds = bounds(8000, nil)
    },
    "10,200, and a record of 60 without a time": State("10200") {
      $0.undated = [UndatedRecords(metric: .steps, count: 1, mostOnADay: Quantity(60))]
    },
    "no data": State("-"),
    "nothing was handed in": State("-") { $0.describe([]) },
  ]

  @Test func `each row of the page is so`() throws {
    let page = try String(
      contentsOfFile: "\(packageFolder)/Sources/Pipeline/Documentation.docc/Rules.md",
      encoding: .utf8)
    let section = try #require(
      page.split(separator: "### One day of each kind\n").last?.split(separator: "\n###").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }.dropFirst()
    #expect(Set(rows.map { $0[0] }) == Set(Self.states.keys))
    for row in rows {
      let state = try #require(Self.states[row[0]])
      let said = [Comparison.atLeast(10_000), .atMost(10_000)].map { comparison in
        let answers = [MissingPolicy.fail, .undetermined, .zero].map {
          state.answer(comparison, $0)
        }
        return Set(answers).count == 1 ? answers[0] : answers.joined(separator: ", ")
      }
      #expect(Array(row.dropFirst()) == said, "\(row[0])")
    }
  }

  @Test func `a record without a time moves two days at most`() {
    var data = aggregates("9990 9990 9990 9990 12000")
    data.undated = [UndatedRecords(metric: .steps, count: 1, mostOnADay: Quantity(60))]
    func answer(_ count: Int, _ comparison: Comparison) -> Outcome {
      verdict(on: data, days: 5, leaf(.days(.atLeast(count)), comparison)).outcome
    }
    // One day is sure, and the record may lift two others over the line.
    #expect(
      [1, 3, 4].map { answer($0, .atLeast(10_000)) } == [.pass, .undetermined, .fail])
    // Four days are below it, of which the record may lift two.
    #expect([2, 3, 5].map { answer($0, .lessThan(10_000)) } == [.pass, .undetermined, .fail])
  }
}
