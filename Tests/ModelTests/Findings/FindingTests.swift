import DaymarkDocuments
import DaymarkModel
import Testing

struct FindingTests {
  @Test func `every code is an area and a word`() throws {
    let texts = FindingCode.allCases.map(\.rawValue)
    #expect(Set(texts).count == texts.count)
    for text in texts {
      #expect(text.wholeMatch(of: /[a-z]+\.[a-z0-9_]+/) != nil, "\(text)")
      #expect(FindingCode(rawValue: text)?.rawValue == text)
    }
    #expect(FindingCode(rawValue: "value.unheard_of") == nil)
    #expect(FindingCode.sampleManual < .valueNegative)
  }

  /// Semantics, "What is rejected": `sample.*` is policy; every other code of the table is damage.
  @Test func `samples set aside are policy and bad records damage`() {
    for code in FindingCode.allCases {
      switch code.rawValue.split(separator: ".").first {
      case "sample": #expect(code.level == .policy, "\(code.rawValue)")
      case "value", "unit", "config": #expect(code.level == .damage, "\(code.rawValue)")
      default: break
      }
    }
    for code in [
      FindingCode.timezoneFixedOffset, .timezoneAssumedUTC, .intakeNoAddress,
      .xmlRepeatedStartDate, .intakeLargePart, .activitySkipped,
      .timeClockAssumed, .energyDerived,
    ] {
      #expect(code.level == .notice, "\(code.rawValue)")
    }
  }

  /// Semantics, "Incomplete days": an input cut short, with a wrong checksum or partly unreadable.
  @Test func `what may lack data makes days incomplete`() {
    let codes = FindingCode.allCases.filter { $0.incompleteDays == .every }.map(\.rawValue)
    #expect(
      codes.sorted() == [
        "activity.undated", "archive.crc_mismatch", "archive.disagreement", "archive.encrypted",
        "archive.limit", "archive.method", "archive.truncated",
        "archive.unreadable", "archive.unsafe_path", "csv.limit", "csv.truncated",
        "database.malformed",
        "json.duplicate_key", "json.limit",
        "json.malformed", "json.truncated", "log.date_missing", "log.date_order",
        "log.year_missing", "text.unvouched", "xml.entities", "xml.limit", "xml.trailing_content",
        "xml.truncated",
      ])
    let touched = FindingCode.allCases.filter { $0.incompleteDays == .touched }.map(\.rawValue)
    #expect(
      touched.sorted() == [
        "activity.crc_mismatch", "activity.malformed", "activity.truncated", "time.clocks_differ",
      ])
    let twice = FindingCode.allCases.filter(\.isOfUnreadData).map(\.rawValue)
    #expect(
      twice.sorted() == [
        "activity.sport_missing", "activity.sport_unknown", "archive.link_outside",
        "archive.unread_part",
        "archive.unread_provider", "archive.unread_table", "archive.unrecognised",
        "database.table_unread", "total.unread",
      ])
    for code in FindingCode.allCases where code.incompleteDays != .none {
      #expect(code.level == .damage, "\(code.rawValue)")
    }
  }

  @Test func `findings of one kind are counted at the first place`() {
    var findings: [Finding] = []
    let first = InputLocation(file: "export.zip", entry: "export.xml", line: 7, byte: 350)
    findings.count(Finding(.valueNegative, at: first))
    findings.count(Finding(.valueNegative, at: InputLocation(file: "other"), count: 2))
    findings.count(Finding(.valueNegative) { $0.unit = "kg" })
    #expect(
      findings == [
        Finding(.valueNegative, at: first, count: 3),
        Finding(.valueNegative) { $0.unit = "kg" },
      ])
    #expect("\(first)" == "export.zip!export.xml:7 (byte 350)")
    #expect("\(InputLocation(file: "rules.yaml", line: 3, column: 7))" == "rules.yaml:3:7")
  }

  @Test func `facts have their names in JSON, and are read back as they were`() throws {
    var facts = Finding.Facts()
    (facts.metric, facts.unit, facts.day) = (.steps, "furlong", CivilDay("2025-09-01"))
    (facts.limit, facts.most, facts.reason) = (.tagBytes, 1 << 20, .spool)
    (facts.sha256, facts.rule) = (Digest(of: []), VersionedName("walk@1.0.0"))
    (facts.threshold, facts.known) = ("requires.total.atLeast", ["a", "b"])
    facts.expected = .dayOfPeriod(
      from: try #require(CivilDay("2025-09-01")), to: try #require(CivilDay("2025-09-30")))
    facts.bound = .most(Quantity(100_000), .count, days: 7)
    let kind = Members<Finding.Facts>.facts.kind
    let json = kind.json(facts)
    #expect(json["metric"] == .string("steps") && json["most"] == .number(1 << 20))
    #expect(json["threshold"] == .string("requires.total.atLeast"))
    #expect(json["zone"] == nil)
    #expect(kind.value(of: json) == facts)
    #expect(kind.value(of: .object(["metric": .string("furlongs")])) == nil)
  }
}
