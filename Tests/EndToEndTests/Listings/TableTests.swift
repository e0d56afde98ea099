import Testing

@testable import daymark

/// Tables in the width that there is.
struct TableTests {
  private static let verdicts: Table = {
    var table = Table([
      .init(heading: "subject"), .init(heading: "outcome"), .init(heading: "may change until"),
      .init(heading: "first reason"),
    ])
    table.rows = [
      ["anna", "pass", "final", "longest run 7 of 7 days (streak.met)"],
      ["ben", "undetermined", "2025-10-15T00:00:00Z", "Did not walk 10,000 steps on seven days"],
    ]
    return table
  }()

  private static let days: Table = {
    var table = Table(
      [.init(heading: "date")]
        + ["steps", "distanceWalkingRunning m", "activeEnergy kcal", "flightsClimbed"].map {
          .init(heading: $0, isNumeric: true)
        })
    table.rows = [
      ["2025-06-10", "6560 ", "4300 ", "210.5 ", "- "], ["2025-06-11", "1300*", "- ", "- ", "3 "],
    ]
    return table
  }()

  /// Names as people have them: wide letters, marks, pictures, and one word that is longer than any line.
  private static let names: Table = {
    var table = Table([
      .init(heading: "  source"), .init(heading: "samples", isNumeric: true), .init(heading: "of"),
    ])
    table.rows = [
      ["  山田太郎のアップルウォッチ", "12", "e\u{301}t\u{E9}"], ["  👩‍🚀 Zoë", "3", "한국어 이름 시계"],
      ["  " + String(repeating: "long", count: 12), "1234567", "a b c d e f g h i j k l m n"],
      ["", "", ""],
    ]
    return table
  }()

  private static let all = [verdicts, days, names]

  @Test func `what fits is as wide as its cells`() {
    #expect(
      Self.verdicts.text(width: 120) == """
        subject  outcome       may change until      first reason
        anna     pass          final                 longest run 7 of 7 days (streak.met)
        ben      undetermined  2025-10-15T00:00:00Z  Did not walk 10,000 steps on seven days
        """)
    #expect(Self.verdicts.text(width: 200) == Self.verdicts.text(width: 120))
  }

  @Test func `cells are wrapped between words, and what stands below is behind blanks`() {
    #expect(
      Self.verdicts.text(width: 70) == """
        subject  outcome       may change until      first reason
        anna     pass          final                 longest run 7 of 7 days
                                                     (streak.met)
        ben      undetermined  2025-10-15T00:00:00Z  Did not walk 10,000 steps
                                                     on seven days
        """)
  }

  @Test func `where no wrapping helps, a row stands at a time`() {
    #expect(
      Self.verdicts.text(width: 40) == """
        anna
          outcome: pass
          may change until: final
          first reason: longest run 7 of 7 days
            (streak.met)

        ben
          outcome: undetermined
          may change until: 2025-10-15T00:00:00Z
          first reason: Did not walk 10,000
            steps on seven days
        """)
  }

  @Test func `figures stand in several tables with the same first column`() {
    #expect(
      Self.days.text(width: 40) == """
        date        steps
        2025-06-10  6560
        2025-06-11  1300*

        date        distanceWalkingRunning m
        2025-06-10                     4300
        2025-06-11                        -

                    activeEnergy
        date                kcal  flightsClimbed
        2025-06-10        210.5               -
        2025-06-11            -               3
        """)
  }

  @Test(arguments: [20, 40, 80, 120, 200])
  func `no line is wider than there is room, and no word is broken`(width: Int) {
    for table in Self.all {
      let text = table.text(width: width)
      for line in text.split(separator: "\n") {
        let isOneWord = line.split(separator: " ").count == 1
        #expect(String(line).displayWidth <= width || isOneWord, "\(line)")
      }
      // Wide letters may part; all others stay together.
      for word in table.rows.joined().flatMap({ $0.split(separator: " ") })
      where word.allSatisfy({ $0.displayWidth < 2 || !$0.isLetter }) {
        #expect(text.contains(word), "\(word) at \(width)")
      }
    }
  }

  @Test func `blanks at the beginning of a cell stand before each of its lines`() {
    var table = Table([.init(heading: "  source"), .init(heading: "class")])
    table.rows = [["  Anna's own old watch", "watch"]]
    #expect(
      table.text(width: 20) == """
          source       class
          Anna's own   watch
          old watch
        """)
  }

  @Test func `colours take no room`() {
    let text = Self.verdicts.text(width: 70) { text, _, column in column == 1 ? "<\(text)>" : text }
    #expect(text.contains("\nben      <undetermined>  2025-10-15T00:00:00Z  Did"))
    #expect(text.contains("\nanna     <pass        >  final"))
  }

  /// Worked out with Python's wcwidth 0.2.13.
  @Test(arguments: [
    ("abc", 3), ("", 0), ("e\u{301}", 1), ("山田", 4), ("한국어", 6), ("ｱｲｳ", 3), ("ＡＢ", 4),
    ("👩‍🚀", 2), ("❤️", 2), ("✓", 1), ("█▓", 2), ("🇩🇪", 2), ("a\u{200D}b", 2), ("、。", 4),
  ])
  func `a text takes the columns that a terminal gives it`(text: String, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test func `a sign takes as many columns in a text as alone`() {
    for value in UInt32(0x20)...0x2FFF {
      guard let scalar = Unicode.Scalar(value), value != 0x7F else { continue }
      #expect(
        String(scalar).displayWidth == (value < 0x80 ? 1 : Character(scalar).displayWidth),
        "\(String(value, radix: 16))")
    }
  }

  @Test func `the width is that of COLUMNS, or 80 where there is no terminal`() {
    #expect(Terminal.width(environment: ["COLUMNS": "132"]) == 132)
    for text in ["0", "-5", "wide", ""] {
      #expect(Terminal.width(environment: ["COLUMNS": text]) > 0)
    }
  }

  @Test func `a text is wrapped behind its indent`() {
    #expect("- one two three".wrapped(to: 9, indent: 2) == ["- one two", "  three"])
    #expect("one  two".wrapped(to: 5) == ["one", "two"])
    #expect("山田太郎".wrapped(to: 5) == ["山田", "太郎"])
    #expect("longer than".wrapped(to: 3) == ["longer", "than"])
  }
}
