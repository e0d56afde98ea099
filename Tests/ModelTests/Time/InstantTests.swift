import DaymarkModel
import Testing

struct InstantTests {
  @Test(arguments: [
    // 20,362 days from 1970 to 2025-10-01.
    ("2025-10-01T00:00:00Z", 1_759_276_800_000), ("1970-01-01T00:00:00.001Z", 1),
    ("1969-12-31T23:59:59.999Z", -1), ("1969-12-31T23:59:59Z", -1000),
    ("2000-02-29T12:34:56.700Z", 951_827_696_700),
  ])
  func `text and milliseconds are the same instant`(text: String, milliseconds: Int64) {
    #expect(Instant(rfc3339: text) == Instant(milliseconds: milliseconds))
    #expect("\(Instant(milliseconds: milliseconds))" == text)
  }

  @Test(arguments: [
    ("2025-10-01T02:00:00+02:00", "2025-10-01T00:00:00Z"),
    ("2025-09-30T18:30:00-05:30", "2025-10-01T00:00:00Z"),
    ("2025-10-01T00:00:00.5Z", "2025-10-01T00:00:00.500Z"),
    ("2025-10-01T00:00:00.05+00:00", "2025-10-01T00:00:00.050Z"),
  ])
  func `offsets and short fractions are read`(text: String, expected: String) throws {
    #expect("\(try #require(Instant(rfc3339: text)))" == expected)
  }

  @Test(arguments: [
    "2025-10-01", "2025-10-01T00:00:00", "2025-10-01 00:00:00Z", "2025-02-30T00:00:00Z",
    "2025-10-01T24:00:00Z", "2025-10-01T00:60:00Z", "2025-10-01T00:00:60Z",
    "2025-10-01T00:00:00.Z", "2025-10-01T00:00:00.1234Z", "2025-10-01T00:00:00+0200",
    "2025-10-01T00:00:00+24:00", "2025-10-01T00:00:00+02:00 ", "2025-10-01T00:00:00ZZ", "",
    "2025-10-01T00:00:00.5",
  ])
  func `other text is no instant`(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test func `seconds are rounded down`() {
    #expect(Instant(milliseconds: 1999).secondsSince1970 == 1)
    #expect(Instant(milliseconds: -1).secondsSince1970 == -1)
    #expect(Instant(milliseconds: -1000).secondsSince1970 == -1)
    #expect(Instant(milliseconds: -1001).secondsSince1970 == -2)
  }

  @Test func `interval holds its start and not its end`() {
    let interval = Interval(Instant(seconds: 1), Instant(seconds: 2))
    #expect(interval.contains(Instant(seconds: 1)))
    #expect(interval.contains(Instant(milliseconds: 1999)))
    #expect(!interval.contains(Instant(seconds: 2)))
    #expect(!interval.contains(Instant(milliseconds: 999)))
  }
}
