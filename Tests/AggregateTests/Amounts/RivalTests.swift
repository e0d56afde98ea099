import DaymarkAggregate
import DaymarkModel
import Testing

/// A phone against another source's total of the day; see Semantics, "Day totals".
struct RivalTests {
  private let worse = Source(provider: "apple", name: "Z", deviceClass: .app)

  private func day(
    _ samples: [Sample], sources: [Source] = [phone, app], prioritised: Set<UInt16> = []
  ) -> DailyAggregate? {
    var all = set(samples, sources: sources)
    all.prioritised = prioritised
    return aggregate(all, over: nil).days.first
  }

  /// `value (alternate)` and the ranks of two figures.
  private func text(_ day: DailyAggregate?) -> String {
    let rivals = day?.measure.rivals.map { " \($0.phone) \($0.total)" } ?? ""
    let (value, beside) = (day?.value, day?.measure.alternate)
    return "\(value.map { "\($0)" } ?? "-") (\(beside.map { "\($0)" } ?? "-"))\(rivals)"
  }

  private let walk = sample(2000, clock("09:00:00"), clock("10:00:00"))

  private func total(_ value: Int, source: UInt16 = 1) -> Sample {
    sample(value, clock("23:59:59"), source: source)
  }

  @Test func `of a phone's walk and a total the larger counts`() {
    #expect(text(day([walk, total(7200)])) == "7200 (2000) 0 1")
    #expect(text(day([walk, total(1500)])) == "2000 (1500) 0 1")
    // Two equal figures are one.
    #expect(text(day([walk, total(2000)])) == "2000 (2000)")
  }

  @Test func `the walk is that of all sources, the total that of the best that has one`() {
    let samples = [
      walk, sample(400, clock("12:00:00"), clock("13:00:00"), source: 1), total(2300),
      total(9000, source: 2),
    ]
    #expect(text(day(samples, sources: [phone, app, worse])) == "2400 (2300) 0 1")
  }

  @Test func `a watch's walk stands`() {
    #expect(text(day([walk, total(7200)], sources: [watch, app])) == "2000 (7200)")
    // And where a phone counted as well.
    let both = [walk, sample(10, clock("12:00:00"), source: 1), total(7200, source: 2)]
    #expect(text(day(both, sources: [watch, phone, app])) == "2010 (7200)")
  }

  @Test(arguments: [[0], [1], [0, 1]] as [Set<UInt16>])
  func `where somebody chose, the order of sources decides`(_ prioritised: Set<UInt16>) {
    #expect(text(day([walk, total(7200)], prioritised: prioritised)) == "2000 (7200)")
  }

  @Test func `what gave the value is said`() {
    let contributions = day([walk, total(7200)])?.measure.contributions
    #expect(contributions?.map(\.contributed) == [.zero, Quantity(7200)])
  }

  @Test func `the devices of one app are one in this`() {
    let devices = ["Edge", "Fenix"].map {
      Source(provider: "apple", name: "Connect", deviceClass: .app, hardware: $0)
    }
    let ride = sample(300, clock("09:00:00"), clock("10:00:00"))
    #expect(text(day([ride, total(7200)], sources: devices)) == "7200 (300)")
  }
}
