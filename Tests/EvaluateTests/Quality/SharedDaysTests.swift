import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkEvaluate

/// How many days with the same values are a copy.
struct SharedDaysTests {
  /// The flag of the first of two subjects whose days are these, `0` for a day without data.
  private func flag(
    _ first: [Metric: [Int]], _ second: [Metric: [Int]], _ limit: Limit? = nil
  ) -> String? {
    let items = [first, second].map { days in
      var items = SharedItems()
      items.days = days.mapValues { values in
        Dictionary(
          uniqueKeysWithValues: zip(0..., values).filter { $0.1 != 0 }.map {
            (firstDay.advanced(by: $0.0), Quantity($0.1))
          })
      }
      return items
    }
    let sharing = Sharing(
      of: ["a", "b"], items,
      limits: Limits(
        identity: QualityFlags.unflagged.limits,
        limits: [
          .sharedDays: limit
            ?? Limit(notedAbove: Quantity(4), flaggedAbove: Quantity(9), source: "a test")
        ], runningRecords: []))
    #expect(sharing.flags["a"] == sharing.flags["b"])
    let flags = sharing.flags["a"] ?? []
    #expect(flags.count <= 1)
    #expect(sharing.groups.count == flags.count { $0.level == .flagged })
    return flags.first.map { "\($0.level) \($0.metric?.id ?? "") \($0.measured) over \($0.limit)" }
  }

  private let odd = [9001, 8002, 7003, 6004, 5005]
  private let round = [10_000, 10_000, 8025, 9000, 9000]

  @Test func `all days that both have, at least five, are a copy`() {
    #expect(flag([.steps: odd], [.steps: odd]) == "flagged steps 5 over 4")
    // Days that only one has say nothing.
    #expect(
      flag([.steps: odd + [0, 77]], [.steps: odd + [66]]) == "flagged steps 5 over 4")
    #expect(flag([.steps: Array(odd.prefix(4))], [.steps: odd]) == nil)
    // A sixth day that both have is another.
    #expect(flag([.steps: odd + [77]], [.steps: odd + [66]]) == "noted steps 5 over 4")
  }

  @Test func `what people choose is a copy in two metrics, or on more than nine days`() {
    #expect(flag([.steps: round], [.steps: round]) == "noted steps 5 over 4")
    let energy = [400, 400, 425, 500, 500]
    let both: [Metric: [Int]] = [.steps: round, .activeEnergy: energy]
    #expect(flag(both, both) == "flagged activeEnergy 5 over 4")
    let other: [Metric: [Int]] = [.steps: round, .activeEnergy: energy.map { $0 + 1 }]
    #expect(flag(both, other) == "noted steps 5 over 4")
    #expect(flag([.steps: round + round], [.steps: round + round]) == "flagged steps 10 over 9")
    let nine = Array((round + round).prefix(9))
    #expect(flag([.steps: nine], [.steps: nine]) == "noted steps 9 over 4")
  }

  @Test func `swimming alone is only noted, for club mates swim the same`() {
    let lengths = (1...12).map { 1010 + $0 }
    #expect(
      flag([.distanceSwimming: lengths], [.distanceSwimming: lengths])
        == "noted distanceSwimming 12 over 4")
    let both: [Metric: [Int]] = [.distanceSwimming: lengths, .activeEnergy: round]
    #expect(flag(both, both) == "flagged activeEnergy 5 over 4")
  }

  @Test func `limits without a note ask about the number of days alone`() {
    let limits = Limit(flaggedAbove: Quantity(5), source: "a test")
    #expect(flag([.steps: odd], [.steps: odd], limits) == nil)
    #expect(
      flag([.steps: odd + [3]], [.steps: odd + [3]], limits) == "flagged steps 6 over 5")
  }
}
