import DaymarkModel
import DaymarkTestSupport
import Testing

/// Pairs of exports of honest made people, of whom nothing may be asked; see Examine, "How often honest people are asked".
struct HonestPairTests {
  @Test(arguments: HonestChange.allCases)
  func `what honest people do is explained`(change: HonestChange) throws {
    let pair = HonestPair(seed: 4, [change])
    #expect(pair.earlier.text != pair.later.text)
    let comparison = try examined(pair.later, against: pair.earlier)
    #expect(comparison.questionCount == 0, "\(comparison.differences.prefix(3))")
    #expect(comparison.differences.isEmpty != change.isNoted)
    #expect(Set(comparison.explained.map(\.kind)) == change.explained)
    #expect(comparison.same > (change == .partialSync ? 50 : 500))
  }

  @Test(arguments: Sweep.over(UInt64(1)...100, step: 17))
  func `no honest pair is asked about`(seed: UInt64) throws {
    let pair = HonestPair(seed: seed)
    let comparison = try examined(pair.later, against: pair.earlier)
    #expect(comparison.questionCount == 0, "\(comparison.differences.prefix(3))")
  }
}
