import DaymarkModel
import Testing

/// What was not read, and the days and metrics that it opens.
struct OpeningTests {
  private let day = CivilDay(ordinal: 20_332)

  private func opening(_ metrics: [Metric]) -> Opening {
    Opening(.archiveUnreadPart, days: day...day, metrics: metrics)
  }

  @Test func `what holds figures of a day may hold those of the night that begins on it`() {
    let unread = opening([.steps, .sleep])
    let days = (-1...2).map { day.advanced(by: $0) }
    #expect(days.map { unread.mayHold($0, of: .steps) } == [false, true, false, false])
    #expect(days.map { unread.mayHold($0, of: .sleep) } == [false, true, true, false])
  }

  @Test func `what may hold any metric may hold sleep, and what names others does not`() {
    #expect(opening(Metric.alwaysRead).mayHave(.sleep))
    #expect(opening(Metric.alwaysRead).most(of: .sleep) == nil)
    #expect(opening([.sleep]).mayHave(.sleep) && !opening([.sleep]).mayHave(.steps))
    let others = opening(Metric.alwaysRead.filter { $0 != .steps })
    #expect(!others.mayHave(.sleep) && others.most(of: .sleep) == .zero)
  }
}
