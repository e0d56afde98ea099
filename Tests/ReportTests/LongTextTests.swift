import Testing

@testable import DaymarkReport

/// Texts that are too long for their place.
struct LongTextTests {
  @Test(arguments: [
    ("The FIT file (ef2c) is cut off (steps not known)", "The FIT file (ef2c) is cut off"),
    ("1 sign of unusual data (run.speed), none allowed", nil),
    ("The FIT file (ef2c) is cut off", nil),
  ])
  func `a long reason loses the parenthesis at its end, and no other`(
    text: String, expected: String?
  ) {
    #expect(text.withoutAside(ifLongerThan: 20) == expected ?? text)
    #expect(text.withoutAside(ifLongerThan: 200) == text)
  }
}
