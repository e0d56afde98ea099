import DaymarkTestSupport
import Testing

@testable import DaymarkEvaluate

struct CommonDaysTests {
  @Test func `up to 64 who have the same value are compared each with each`() {
    var random = SeededGenerator(seed: 64)
    for _ in 0..<50 {
      let count = 2 + Int(random.next() % 63)
      let days = (0..<20).map { _ in (0..<count).map { _ in Int(random.next() % 3) } }
      let common = CommonDays(groups(days), count: count, limit: 9)
      for subject in 0..<count {
        let expected = (0..<count).filter { $0 != subject }.map { other in
          days.count { $0[subject] == $0[other] }
        }
        #expect(common.greatest[subject] == expected.max())
      }
    }
  }

  @Test func `of more, each is compared with the first 64 of a day, which finds all who copy`() {
    // Everybody has the same value, but for three in each hundred on each day, who have their own.
    let days = (0..<30).map { day in
      (0..<2000).map { $0 % 100 / 3 == day ? 1_000_000 + $0 : 10_000 }
    }
    var (common, taken) = processorTime { CommonDays(groups(days), count: 2000, limit: 9) }
    #expect(taken < .seconds(20))
    // The first 64 of a day are among 0 to 66, whose own days are 0 to 22. Subject 75 has day 25 for
    // itself, so that each of them lacks one day more: 30 - 2. Subject 6 has day 2, as 7 has: 30 - 1.
    #expect(common.greatest[75] == 28)
    #expect(common.greatest[6] == 29)
    #expect(common.greatest.allSatisfy { (28...29).contains($0) })
    #expect(common.closest.members() == [Array(0..<2000)])
  }

  /// For each day and value those who have it, if several do.
  private func groups(_ days: [[Int]]) -> [[Int32]] {
    days.flatMap { values in
      Dictionary(grouping: values.indices, by: { values[$0] }).values
        .filter { $0.count > 1 }.map { $0.map(Int32.init) }
    }
  }
}
