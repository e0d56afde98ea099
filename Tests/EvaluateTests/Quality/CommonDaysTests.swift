import DaymarkTestSupport
import Testing

@testable import DaymarkEvaluate

struct CommonDaysTests {
  @Test func `up to 64 who have the same value are compared each with each`() {
    var random = SeededGenerator(seed: 64)
    for _ in 0..<50 {
      let count = 2 + Int(random.next() % 63)
      let days = (0..<20).map { _ in (0..<count).map { _ in Int(random.next() % 3) } }
      let expected = (0..<count).flatMap { subject in
        (0..<subject).compactMap { other -> CommonDays.Pair? in
          let same = days.filter { $0[subject] == $0[other] }
          return same.count > 6
            ? CommonDays.Pair(
              subjects: (subject, other), count: same.count,
              areRound: same.allSatisfy { $0[subject] == 0 })
            : nil
        }
      }
      let found = pairs(days, count: count, above: 6)
      #expect(found.count == expected.count && expected.allSatisfy(found.contains))
    }
  }

  @Test func `of more, each is compared with the first 64 of a day, which finds all who copy`() {
    // Everybody has the same value, but for three in each hundred on each day, who have their own.
    let days = (0..<30).map { day in
      (0..<2000).map { $0 % 100 / 3 == day ? 1_000_000 + $0 : 10_000 }
    }
    let (found, taken) = processorTime { pairs(days, count: 2000, above: 9) }
    #expect(taken < .seconds(20))
    // The first 64 of a day are among 0 to 66, whose own days are 0 to 22. Subject 75 has day 25 for
    // itself, so that each of them lacks one day more: 30 - 2. Subject 6 has day 2, as 7 has: 30 - 1.
    var greatest = [Int](repeating: 0, count: 2000)
    for pair in found {
      for subject in [pair.subjects.0, pair.subjects.1] {
        greatest[subject] = max(greatest[subject], pair.count)
      }
    }
    #expect(greatest[75] == 28)
    #expect(greatest[6] == 29)
    #expect(greatest.allSatisfy { (28...29).contains($0) })
  }

  private func pairs(_ days: [[Int]], count: Int, above bound: Int) -> [CommonDays.Pair] {
    let values = days.flatMap { values in
      Dictionary(grouping: values.indices, by: { values[$0] }).filter { $0.value.count > 1 }
        .map { value, subjects in
          CommonDays.SharedValue(subjects: subjects.map(Int32.init), isRound: value == 0)
        }
    }
    var pairs: [CommonDays.Pair] = []
    CommonDays(values, count: count).forEachPair(above: bound) { pairs.append($0) }
    return pairs
  }
}
