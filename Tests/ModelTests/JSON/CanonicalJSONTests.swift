import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

struct CanonicalJSONTests {
  private func text(_ value: JSONValue, escapingNonASCII: Bool = false) -> String {
    String(decoding: value.canonicalBytes(escapingNonASCII: escapingNonASCII), as: UTF8.self)
  }

  /// RFC 8785, appendix B: the bits of a double and its text.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
      (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
      (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
      (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
      (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
      (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
      (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
      (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
      (0x41b3_de43_5555_5557, "333333333.33333343"),
      (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
      (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func `number has the text of RFC 8785`(bits: UInt64, expected: String) {
    #expect(text(.number(Double(bitPattern: bits))) == expected)
  }

  @Test(arguments: [
    (1.0, "1"), (10.0, "10"), (123.456, "123.456"), (0.1, "0.1"), (-0.5, "-0.5"),
    (1e20, "100000000000000000000"), (123_456_789_012_345_683_968, "123456789012345680000"),
    (1.5e-7, "1.5e-7"), (1e-6, "0.000001"), (8012.31, "8012.31"), (4.5, "4.5"), (2e-3, "0.002"),
    (1e300, "1e+300"), (1.25e21, "1.25e+21"),
  ])
  func `point and exponent stand where ECMAScript puts them`(number: Double, expected: String) {
    #expect(text(.number(number)) == expected)
  }

  @Test func `text of seeded numbers reads back as the same number`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let found = try #require(Double(text(.number(number))))
      #expect(found == number)
    }
  }

  /// RFC 8785, section 3.2.3: the euro sign stands after the emoji's surrogates would, and not.
  @Test func `keys stand in the order of UTF-16`() throws {
    let document = try JSONValue(
      parsing: #"""
        {"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
         "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
         "\u00f6": "Latin Small Letter O With Diaeresis"}
        """#.utf8)
    #expect(
      text(document)
        == #"{"\r":"Carriage Return","1":"One","\#u{80}":"Control","#
        + #""ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","#
        + #""😀":"Emoji: Grinning Face","\#u{FB33}":"Hebrew Letter Dalet With Dagesh"}"#)
  }

  /// RFC 8785, section 3.2.2: the sample object.
  @Test func `sample of the RFC is written as there`() throws {
    let document = try JSONValue(
      parsing: #"""
        {"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
         "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
         "literals": [null, true, false]}
        """#.utf8)
    #expect(
      text(document)
        == #"{"literals":[null,true,false],"#
        + #""numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
        + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#)
  }

  @Test func `control characters have their short escapes`() {
    #expect(text(.string("\u{8}\t\n\u{C}\r\"\\")) == #""\b\t\n\f\r\"\\""#)
    #expect(text(.string("\0\u{1F}\u{7F}/\r\n")) == "\"\\u0000\\u001f\u{7F}/\\r\\n\"")
  }

  @Test func `escaping leaves ASCII and reads back the same`() throws {
    let value = JSONValue.object(["ö\u{7F}": .string("é e\u{301} 😀 \u{2028}")])
    let escaped = text(value, escapingNonASCII: true)
    #expect(escaped == "{\"\\u00f6\u{7F}\":\"\\u00e9 e\\u0301 \\ud83d\\ude00 \\u2028\"}")
    #expect(try JSONValue(parsing: escaped.utf8).canonicalBytes() == value.canonicalBytes())
  }

  @Test func `empty containers and nesting are written`() {
    #expect(text(.object([:])) == "{}")
    #expect(text(.array([])) == "[]")
    #expect(text(.array([.array([.object(["a": .array([])])]), .null])) == #"[[{"a":[]}],null]"#)
  }

  @Test(arguments: ["", "{", "[1,,2]", "{\"a\"}", "NaN", "01", "'a'", "\"\u{1}\"", "[1] 2"])
  func `other text is no JSON`(text: String) {
    #expect(throws: (any Error).self) { try JSONValue(parsing: text.utf8) }
  }

  @Test func `nesting is bounded`() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: (any Error).self) { try JSONValue(parsing: deep.utf8) }
  }

  @Test func `numbers of quantities are their decimals`() {
    #expect(text(.number(Quantity(microUnits: 8_012_310_000))) == "8012.31")
    #expect(text(.number(Quantity(microUnits: 8_999_999_999_999_990_000))) == "8999999999999.99")
    #expect(text(.number(Quantity(10_412))) == "10412")
    #expect(JSONValue.object(present: ["a": nil, "b": .null]) == .object(["b": .null]))
  }
}
