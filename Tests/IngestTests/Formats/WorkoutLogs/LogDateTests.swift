import DaymarkModel
import Testing

@testable import DaymarkIngest

struct LogDateTests {
  private let morning = wall("2024-01-15T10:30:00Z")

  @Test(arguments: [
    "2024-01-15 10:30:00", "2024-01-15T10:30:00", "2024-01-15 10:30", "15 Jan 2024, 10:30",
    "15 janv. 2024, 10:30", "15 de jan. de 2024, 10:30", "15.01.2024, 10:30",
    "Jan 15, 2024 10:30 AM", "2024-01-15 10:30:00\u{202F}AM", "15 Ocak 2024, 10:30",
    "2024/01/15 10:30", "2024年1月15日 10:30", "15 stycznia 2024, 10:30",
  ])
  func `a clock on the wall is read in every spelling`(_ text: String) {
    #expect(LogDate(text) == .time(.wall(morning)))
  }

  @Test func `noon and midnight of a clock of twelve hours are told apart`() {
    #expect(LogDate("2024-01-15 12:05:00 AM") == .time(.wall(wall("2024-01-15T00:05:00Z"))))
    #expect(LogDate("2024-01-15 12:05:00 PM") == .time(.wall(wall("2024-01-15T12:05:00Z"))))
    #expect(LogDate("2024-01-15 13:05:00 PM") == nil)
  }

  @Test(arguments: [
    "2024-01-15T10:30:00Z", "2024-01-15 10:30:00 +0000", "2024-01-15T16:00:00+05:30",
    "2024-01-15T10:30:00.000Z",
  ])
  func `an offset makes an instant`(_ text: String) {
    #expect(LogDate(text) == .time(.at(morning)))
  }

  @Test(arguments: ["2024-01-15", "2024/01/15", "15.01.2024", "Jan 15, 2024", "45306"])
  func `a date alone is a day`(_ text: String) {
    #expect(LogDate(text) == CivilDay("2024-01-15").map { .time(.day($0)) })
  }

  @Test func `a date in numbers may be read either way`() {
    let (fourth, third) = (CivilDay("2024-04-03"), CivilDay("2024-03-04"))
    #expect(
      LogDate("3/4/2024")
        == .either(dayFirst: fourth.map { .day($0) }, monthFirst: third.map { .day($0) }))
    #expect(
      LogDate("18/03/24")
        == .either(dayFirst: CivilDay("2024-03-18").map { .day($0) }, monthFirst: nil))
    #expect(LogDate("4/4/2024") == CivilDay("2024-04-04").map { .time(.day($0)) })
  }

  @Test(arguments: [
    "", "not-a-date", "31 Feb 2024, 10:00", "2024-02-30", "2024-01-15 25:00", "13/13/2024",
    "15 Foo 2024", "1e400", "9999999999999999999",
  ])
  func `what is no date is none`(_ text: String) {
    #expect(LogDate(text) == nil)
  }

  @Test func `a date may lack its year`() {
    #expect(
      LogDate("Jan 14., 06:04") == .withoutYear(month: 1, day: 14, seconds: 6 * 3600 + 4 * 60))
  }
}

struct LogNumberTests {
  @Test(arguments: [
    ("102,5", "102.5", ""), ("102.5", "102.5", ""), ("1,500", "1500", ""),
    ("1.234,5", "1234.5", ""),
    ("1,234.5", "1234.5", ""), ("60 kg", "60", "kg"), ("0,00 kg", "0.00", "kg"),
    ("84KG", "84", "kg"), ("1e3", "1e3", ""), ("-5", "-5", ""),
    ("20 ripetizioni", "20", "ripetizioni"),
  ])
  func `numbers are read as people write them`(_ text: String, _ value: String, _ suffix: String) {
    let number = LogNumber(text, commaIsDecimal: false)
    #expect(number?.value == DecimalNumber(value))
    #expect(number?.suffix == suffix)
  }

  @Test func `three digits behind a comma are decimals where the file says so`() {
    #expect(LogNumber("6,804", commaIsDecimal: true)?.value == DecimalNumber("6.804"))
  }

  @Test(arguments: ["abc", "NaN", "Infinity", "", "kg 5", "--5"])
  func `what is no number is none`(_ text: String) {
    #expect(LogNumber(text, commaIsDecimal: false) == nil)
  }

  @Test(arguments: [
    ("1h 23m", 4980), ("55m", 3300), ("01:23:45", 5025), ("23:45", 1425), ("3600", 3600),
    ("2h 30m 15s", 9015), ("45s", 45), ("1h:28m", 5280), ("1:02 hr", 3720), ("0:01:48", 108),
  ])
  func `times are read in seconds`(_ text: String, _ seconds: Int) throws {
    let time = try #require(DecimalNumber(logTime: text, in: .second, commaIsDecimal: false))
    #expect(try time.quantity(times: UnitRatio(1)) == Quantity(seconds))
  }

  @Test(arguments: ["nope", "1x", "h", "-5", "1h 2q"])
  func `what is no time is none`(_ text: String) {
    #expect(DecimalNumber(logTime: text, in: .second, commaIsDecimal: false) == nil)
  }
}
