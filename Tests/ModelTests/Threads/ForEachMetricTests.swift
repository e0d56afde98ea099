import DaymarkModel
import Testing

struct ForEachMetricTests {
  /// Few are done one after the other, many on several threads.
  @Test(arguments: [1, 1_000_000])
  func `each is done once, with what it changes`(_ samples: Int) {
    let names = ["steps", "heartRate", "distance", "flights", "energy"]
    @Sendable func shout(_ name: inout String) -> String {
      name += "!"
      return name
    }
    let results = forEachMetric(names, samples: { _ in samples }, shout)
    #expect(results.sorted() == names.map { $0 + "!" }.sorted())
  }

  @Test func `where they come one after the other, the one with most samples is first`() {
    let results = forEachMetric([3, 1, 2], samples: \.self) { $0 }
    #expect(results == [3, 2, 1])
  }

  @Test func `nothing is nothing`() {
    #expect(forEachMetric([Int](), samples: \.self) { $0 }.isEmpty)
  }
}
