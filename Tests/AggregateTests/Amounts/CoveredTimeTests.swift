import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

struct CoveredTimeTests {
  /// A watch that measures every other second, and a phone whose samples all begin at the first.
  private func covered(_ count: Int) -> [Sample] {
    (0..<count).map { sample(1, second(2 * $0), second(2 * $0 + 1)) }
      + (1...count).map { sample($0, second(0), second(2 * $0), source: 1) }
  }

  private func second(_ number: Int) -> Instant {
    clock("00:00:00").advanced(byMilliseconds: Int64(number) * 1000)
  }

  @Test func `many pieces are counted as one, and give the same`() {
    // Of each of the phone's samples half is covered: of n, n/2.
    let count = 3 * CoveredTime.mostPieces / 2
    let phone = (1...count).reduce(0) { $0 + $1 }
    let aggregates = aggregate(set(covered(count)), over: nil)
    #expect(aggregates.values == ["2025-09-01: \(count + phone / 2)"])
    #expect(
      aggregates.days[0].measure.contributions.map(\.covered) == [.zero, Quantity(phone / 2)])
  }

  @Test func `pieces told together are as long as those told one by one`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      var time = CoveredTime()
      var at = 0
      for _ in 0..<(CoveredTime.mostPieces * 3 / 2) {
        let start = at + Int.random(in: 1...4, using: &random)
        at = start + Int.random(in: 1...3, using: &random)
        time.add(Interval(second(start), second(at)))
      }
      time.endSource()
      let from = Int.random(in: 0...40, using: &random)
      let interval = Interval(second(from), second(at + Int.random(in: -40...10, using: &random)))
      var (one, other) = (time.firstIndex(endingAfter: interval.start), 0)
      other = one
      var pieces: [Interval] = []
      time.forEachPiece(of: interval, from: &one) { pieces.append($0) }
      var together: [CoveredTime.Uncovered] = []
      time.forEachUncovered(in: interval, from: &other) { together.append($0) }
      #expect(together.count == 1)
      #expect(together.first?.milliseconds == pieces.reduce(0) { $0 + $1.duration })
      #expect(together.first?.interval.start == pieces.first?.start)
      #expect(together.first?.interval.end == pieces.last?.end)
      #expect(one == other)
    }
  }

  @Test func `short samples under long ones take time in proportion`() {
    func taken(_ count: Int) -> Duration {
      let data = set(covered(count))
      return processorTime { aggregate(data, over: nil) }.taken
    }
    // All four times as many; the product would take sixteen times as long.
    _ = taken(500)
    #expect(taken(6000) < taken(1500) * 10)
  }
}
