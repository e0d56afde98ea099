import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

struct ManySessionTests {
  /// Sessions of one export that all touch one hour.
  private func crowd(_ count: Int, source: UInt16 = 0) -> [Activity] {
    (0..<count).map { number in
      let start = clock("08:00:00").advanced(byMilliseconds: Int64(number % 3600) * 1000)
      let end = start.advanced(byMilliseconds: Int64(1 + number / 100) * 1000)
      return Activity(
        kind: .run, start: start, end: end, source: source,
        values: [.distanceMeters: Quantity(number)])
    }
  }

  @Test func `sessions of one export take time in proportion`() {
    func taken(_ count: Int) -> Duration {
      let sessions = crowd(count)
      return processorTime { mergedSessions(sessions, [watch]) }.taken
    }
    _ = taken(1000)
    // All four times as many; the square would take sixteen times as long.
    #expect(taken(20_000) < taken(5000) * 10)
    #expect(mergedSessions(crowd(5000), [watch]).count == 5000)
  }

  @Test func `sessions with one time are put in order without making their JSON anew`() {
    func taken(_ count: Int) -> Duration {
      let same = (0..<count).map { number in
        Activity(
          kind: .run, start: clock("08:00:00"), end: clock("09:00:00"), source: 0,
          values: [.distanceMeters: Quantity((number * 7919) % count)])
      }
      return processorTime { mergedSessions(same, [watch]) }.taken
    }
    _ = taken(100)
    #expect(taken(4000) < taken(1000) * 8)
  }
}
