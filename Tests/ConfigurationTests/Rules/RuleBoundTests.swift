import DaymarkConfiguration
import DaymarkModel
import Testing

struct RuleBoundTests {
  @Test func `what a period in instants can hold is asked of every zone`() throws {
    func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }
    // 24 hours from noon UTC touch two days in UTC, and one day in the zone at +12:00.
    let period = Period.instants(
      Interval(try instant("2025-09-01T12:00:00Z"), try instant("2025-09-02T12:00:00Z")))
    let two = " { days: { metric: steps, atLeast: 1, count: 2 } }"
    let three = " { days: { metric: steps, atLeast: 1, count: 3 } }"
    #expect(try ruleErrors(two, period: period) == [])
    #expect(try ruleErrors(three, period: period).count == 1)
    #expect(try ruleErrors(three, period: nil) == [])
  }

  @Test func `conditions nest 32 deep and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      " " + String(repeating: "{ not: ", count: depth - 1)
        + "{ best: { metric: steps, atLeast: 1 } }" + String(repeating: " }", count: depth - 1)
    }
    #expect(try ruleErrors(nested(32)) == [])
    // 3:11 and 32 times "{ not: ".
    #expect(try ruleErrors(nested(33)) == ["rules.yaml:3:\(11 + 32 * 7) config.bad_value not"])
  }
}
