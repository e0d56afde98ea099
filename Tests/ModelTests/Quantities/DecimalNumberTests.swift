import DaymarkModel
import DaymarkTestSupport
import Testing

struct DecimalNumberTests {
  private func microUnits(_ text: String, _ unit: Unit = .count) throws -> Int64? {
    try DecimalNumber(text)?.quantity(times: unit.ratio).microUnits
  }

  @Test(arguments: [
    ("0", 0), ("7", 7_000_000), ("+7", 7_000_000), ("-0", 0), ("-0.000", 0), ("007", 7_000_000),
    ("1.", 1_000_000), (".5", 500_000), ("1.25", 1_250_000), ("1e3", 1_000_000_000),
    ("1E+3", 1_000_000_000), ("25e-1", 2_500_000), ("1.5e+01", 15_000_000),
    // 3.59009e-05 is 35.9009 micro-units.
    ("3.59009e-05", 36), (" 12\t", 12_000_000), ("\r\n12\n", 12_000_000),
    ("1e-30", 0), ("0e30", 0), ("9e12", 9_000_000_000_000_000_000),
    ("9000000000000.0000004", 9_000_000_000_000_000_000),
  ])
  func `text in the grammar is read`(text: String, expected: Int64) throws {
    #expect(try microUnits(text) == expected)
  }

  @Test(arguments: [
    "", " ", ".", "+", "-", "e5", ".e5", "1e", "1e+", "+-1", "--1", "1 2", "1,5", "1.2.3", "0x10",
    "nan", "inf", "Infinity", "1e5.0", "1e31", "1e-31", "1e400", "1e99999999999999999999", "١",
    "\u{A0}1", "1\u{B}", "1\0", "1f", "½",
  ])
  func `other text is no number`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test func `text may have 64 bytes and no more`() throws {
    let most = String(repeating: "0", count: 63) + "5"
    #expect(try microUnits(most) == 5_000_000)
    #expect(try microUnits("  \(most)  ") == 5_000_000)
    #expect(DecimalNumber("0" + most) == nil)
  }

  @Test(arguments: [
    ("0.0000004", 0), ("0.0000005", 1), ("0.00000049999999999999999999999999999999", 0),
    ("0.0000014999", 1), ("0.0000015", 2), ("0.0000025", 3),
  ])
  func `half a micro-unit rounds away from zero`(text: String, expected: Int64) throws {
    #expect(try microUnits(text) == expected)
  }

  @Test(arguments: [
    (Unit.kilometer, "1.5", 1_500_000_000), (.mile, "1", 1_609_344_000),
    (.yard, "1", 914_400), (.foot, "1", 304_800), (.centimeter, "1", 10_000),
    (.kilocalorie, "1", 1_000_000), (.largeCalorie, "1", 1_000_000), (.calorie, "1", 1000),
    // 1000 / 4184 = 0.23900573..., and a thousandth of it.
    (.kilojoule, "1", 239_006), (.joule, "1", 239), (.joule, "4.184", 1000),
    (.countPerMinute, "61", 61_000_000), (.countPerSecond, "1.5", 90_000_000),
    (.beatsPerMinute, "61", 61_000_000), (.minute, "2", 2_000_000),
    // A sixtieth is 0.01666...
    (.second, "1", 16_667), (.second, "30", 500_000), (.hour, "0.5", 30_000_000),
    (.meter, "3", 3_000_000), (.count, "3", 3_000_000),
  ])
  func `unit is applied in the same rounding`(unit: Unit, text: String, expected: Int64) throws {
    #expect(try microUnits(text, unit) == expected)
  }

  @Test func `values that no sample may have are errors`() throws {
    for text in ["-1", "-1e-30"] {
      #expect(throws: DecimalNumber.ConversionFailure.negative) { try microUnits(text) }
    }
    for text in ["9000000000000.000001", "9000000000000.0000005", "1e13", "1e30", "9.99e30"] {
      #expect(throws: DecimalNumber.ConversionFailure.tooLarge) { try microUnits(text) }
    }
    #expect(throws: DecimalNumber.ConversionFailure.tooLarge) {
      try microUnits("9000000000.0001", .kilometer)
    }
    #expect(try microUnits("9000000000", .kilometer) == 9_000_000_000_000_000_000)
  }

  @Test func `scaled integers are the same number`() throws {
    let scaled = DecimalNumber(coefficient: 12_345, exponent: -2)
    #expect(try scaled.quantity(times: UnitRatio(1)) == Quantity(microUnits: 123_450_000))
    #expect(!DecimalNumber(isNegative: true, coefficient: 0).isNegative)
  }

  /// A boundary between two roundings lies at (2k + 1) / 2 micro-units; in miles its decimals never
  /// end, so digits far behind the point decide.
  @Test(arguments: [Unit.mile, .yard, .foot, .hour, .countPerSecond])
  func `digits far behind the point decide`(unit: Unit) throws {
    for k in 0..<200 {
      // floor((2k + 1) × denominator × 10^55 / (2 × numerator × 10^6)), 55 decimals.
      let numerator = UInt64(unit.ratio.numerator) * 2_000_000
      var (digits, remainder) = ("", UInt64(2 * k + 1) * UInt64(unit.ratio.denominator))
      for place in 0...55 {
        digits += String(remainder / numerator)
        if place == 0 { digits += "." }
        remainder = remainder % numerator * 10
      }
      guard remainder > 0 else { continue }
      #expect(try microUnits(digits, unit) == Int64(k), "\(digits) \(unit)")
      // The next digit of the boundary decides whether a 9 there is above it.
      let isAbove = remainder / numerator < 9
      #expect(
        try microUnits(digits + "9", unit) == Int64(isAbove ? k + 1 : k), "\(digits)9 \(unit)")
    }
  }

  @Test(arguments: Unit.allCases)
  func `seeded texts equal the slow reference`(unit: Unit) throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let text = randomNumber(&generator)
      let expected = referenceMicroUnits(of: text, unit.ratio)
      let found = try? microUnits(text, unit).map { String($0) }
      #expect(found == expected, "\(text) \(unit.rawValue)")
    }
  }

  private func randomNumber(_ generator: inout SeededGenerator) -> String {
    func digits(_ count: Int) -> String {
      // Runs of 9 and 0 and a 5 at the end are where roundings go wrong.
      let alphabet = Array(Bool.random(using: &generator) ? "0123456789" : "0599")
      return String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "0" })
    }
    let whole = digits(
      Int.random(in: 1...(Bool.random(using: &generator) ? 4 : 30), using: &generator))
    let fraction = digits(Int.random(in: 0...28, using: &generator))
    let exponent = Int.random(in: -30...12, using: &generator)
    let tail = Bool.random(using: &generator) ? "e\(exponent)" : ""
    return whole + (fraction.isEmpty ? "" : "." + fraction) + tail
  }
}
