import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkConfiguration
@testable import daymark

struct WordingTests {
  @Test(arguments: FindingCode.allCases)
  func `every code has a sentence of its own`(code: FindingCode) {
    let sentence = Wording.sentence(Finding(code))
    #expect(sentence != code.rawValue)
    #expect(sentence.count > 10)
  }

  /// A code that falls into the last case of its group would say what another means.
  @Test func `no two codes say the same`() {
    let codes = Dictionary(grouping: FindingCode.allCases) { Wording.sentence(Finding($0)) }
    let same = codes.values.filter { $0.count > 1 }.map { Set($0) }
    #expect(
      Set(same) == [
        [.xmlTruncated, .jsonTruncated, .csvTruncated],
        [.archiveLimit, .xmlLimit, .csvLimit, .jsonLimit],
      ])
  }

  @Test func `a line is place, code, what happened and what to do`() {
    let place = InputLocation(file: "export.zip", entry: "export.xml", line: 3, byte: 97)
    #expect(
      Wording.line(Finding(.xmlMalformed, at: place, count: 2)) == """
        export.zip!export.xml:3 (byte 97): xml.malformed: the XML is malformed here; the record is left out; \
        export it again (2 times, the first here)
        """)
  }

  @Test func `a folder that was sent without its verdict is told so`() {
    func words(_ file: String) -> String {
      Wording.sentence(Finding(.fileMissing, at: InputLocation(file: file)))
    }
    #expect(words("sent/verdict.json").contains("the folder has no `verdict.json`"))
    #expect(words("sent/export.zip") == "there is no such file or folder")
  }

  @Test func `what a newer export has is no workout where it may be records`() {
    let all = Wording.sentence(Finding(.sampleOutdated))
    #expect(all.hasPrefix("a record or workout of an older export is left out: "))
    let steps = Wording.sentence(Finding(.sampleOutdated) { $0.metric = .steps })
    #expect(steps.hasPrefix("a record of steps of an older export is left out: "))
    #expect(all.hasSuffix("a newer one has records of the same source for that time"))
  }

  @Test func `the code of a flag has its words beside it`() {
    let reason = Reason(
      code: "quality.flags",
      text: "2 signs of unusual data (days.shared, run.speed), none allowed")
    #expect(
      reason.line
        == "2 signs of unusual data (days.shared: days with the same values as somebody else's,"
        + " run.speed: fastest run), none allowed (quality.flags)")
    #expect(
      [FlagCode.runningSpeed, .liftLoad].aside
        == " (run.speed: fastest run; lift.load: heaviest lift)")
    #expect([FlagCode]().aside.isEmpty)
    // Of other reasons the sentence may have such a word.
    #expect(Reason(code: "total.met", text: "run.speed").line == "run.speed (total.met)")
  }

  @Test func `rows that cannot be read are listed by their lines`() {
    var finding = Finding(.logRowUnread, at: InputLocation(file: "log.csv", line: 3), count: 2)
    finding.facts.lines = [3, 9]
    #expect(Wording.line(finding).hasSuffix(" (2 times: lines 3 and 9)"))
    finding.count = 7
    #expect(Wording.line(finding).hasSuffix(" (7 times: lines 3, 9 and 5 further)"))
  }

  @Test func `control characters of a file are shown, not printed`() {
    let place = InputLocation(file: "a\u{1B}[2Jb.yaml", line: 3)
    let finding = Finding(
      .configUnknownKey, at: place, facts: .init { $0.key = "\u{1B}[31mü\nrules.yaml: fine\u{9B}" })
    #expect(
      Wording.line(finding) == #"""
        a\u{1B}[2Jb.yaml:3: config.unknown_key: unknown key `\u{1B}[31mü\nrules.yaml: fine\u{009B}`
        """#)
  }

  @Test func `an error says what was found, what was expected and what was probably meant`() {
    let place = InputLocation(file: "rules.yaml", line: 3, column: 7)
    let finding = Finding(.configBadValue, at: place) {
      ($0.key, $0.value, $0.suggestion) = ("onMissing", "failed", "fail")
      $0.expected = .oneOf(["undetermined", "fail", "zero"])
    }
    #expect(
      Wording.line(finding) == """
        rules.yaml:3:7: config.bad_value: `onMissing` cannot be `failed`; expected undetermined, fail or \
        zero; did you mean `fail`?
        """)
  }

  @Test(arguments: [
    (
      "baseline", ExpectedValue.noBaselineInStretches,
      """
      `baseline` is about the days before the period, and cannot be asked of each week, month or \
      stretch of days; write a threshold in its place, such as `atLeast`, or ask the condition with \
      `baseline` of the whole period, beside this one, with both under `all:`
      """
    ),
    (
      "baseline", .baselineOnlyIn(["days", "best"]),
      """
      `baseline` goes with `days` and `best` alone; write a threshold in its place, such as `atLeast`, \
      or ask for one of these
      """
    ),
    (
      "metric", .metricOfBaseline(["steps", "sleep"]),
      "there is no `baseline` of what `metric` says; there is one of `steps` and `sleep`"
    ),
    (
      "on", .besideStretches,
      """
      `on` chooses days of the whole period, not of each week, month or stretch of days; write it \
      beside `weeks`, `months` or `anyDays`
      """
    ),
  ])
  func `a key that has another place is not called unknown`(
    key: String, expected: ExpectedValue, says: String
  ) {
    let finding = Finding(.configUnknownKey) { ($0.key, $0.expected) = (key, expected) }
    #expect(Wording.sentence(finding) == says)
  }

  @Test func `an error in a file that people write comes with its line and a caret`() throws {
    let folder = try ScratchFolder()
    let long = String(repeating: "x", count: 150) + "\u{1B}" + "y"
    let path = try folder.write("a: 1\n\tb: two\n\(long)\nevidenceToken: 7\n".utf8, to: "a.yaml")
    func shown(_ line: Int, _ column: Int) -> [String] {
      let place = InputLocation(file: path, line: line, column: column)
      return Wording.lines([Finding(.configDuplicate, at: place) { $0.key = "b" }])[0]
        .split(separator: "\n").dropFirst().map(String.init)
    }
    #expect(shown(2, 5) == ["   b: two", "      ^"])
    #expect(shown(2, 8) == ["   b: two", "         ^"])
    // A long line is shown from near the place on, and nothing in it steers a terminal.
    #expect(shown(3, 152)[0].hasSuffix(#"xxx\u{1B}y"#) && shown(3, 152)[0].count < 70)
    #expect(shown(3, 152)[1].hasSuffix("  ^"))
    #expect(shown(4, 1).isEmpty && shown(9, 1).isEmpty && shown(1, 9).isEmpty)
  }

  @Test(arguments: [FindingCode.inputReceiptAssumed, .inputReceiptUnknown])
  func `a receipt is stated in a manifest, in a list or beside an inbox`(code: FindingCode) {
    let places =
      "in the manifest (`received_at`), or in the list or the subject's `<id>.yaml` (`receivedAt`)"
    #expect(Wording.sentence(Finding(code)).contains(places))
  }

  @Test func `a decision on other data is asked for again, whatever the verdict is now`() {
    let decision = Decision(
      challenge: "steps", subject: "anna", outcome: .fail, because: "a bus ride", by: "Mara",
      at: Instant(milliseconds: 0), verdict: DecidedVerdict(.pass, Digest(of: [])))
    func sentence(on digest: Digest) -> String {
      Wording.sentence(PresentDecision(decision, on: digest))
    }
    let what = "fail, by Mara on 1970-01-01T00:00:00Z: a bus ride"
    #expect(sentence(on: Digest(of: [])) == "Decided beside the verdict: \(what)")
    #expect(
      sentence(on: Digest(of: [1]))
        == "Asked for again, because what the verdict rests on has changed since: decided \(what)")
  }

  @Test func `an amount is told in the unit that it was written in`() throws {
    for (text, unit) in [
      ("5 mi", Unit.meter), ("100 yd", .meter), ("2,000 kJ", .kilocalorie),
      ("8:00 min/mi", .secondPerKilometer),
      ("6 mph", .meterPerSecond), ("5:30 min/km", .secondPerKilometer),
      ("12.5 km/h", .meterPerSecond),
      ("42.195 km", .meter), ("90 min", .minute), ("1.5 min", .minute), ("2.5 kcal", .kilocalorie),
    ] {
      let plain = text.replacing(",", with: "")
      let exact = try #require(thresholdQuantity(plain, in: unit))
      #expect(exact.thresholdWords(in: unit) == text)
      let ofDays = try #require(thresholdQuantity(plain, in: unit, step: unit.dailyStep))
      if unit == .meter || unit == .kilocalorie { #expect(ofDays.thresholdWords(in: unit) == text) }
    }
  }

  @Test(arguments: [
    (ExpectedValue.atMost(4, .days), "at most 4, the days there are"),
    (
      .atMost(2, .wholeWeeks),
      "at most 2, the whole weeks there are (`partialWeeks: count` takes the others, too)"
    ),
    (.thresholdWithUnit(.count, units: ["count"]), "a whole number from 0, without point or comma"),
    (
      .thresholdWithUnit(.meter, units: ["m", "km"]), "a number from 0 and a unit of m, km"
    ),
    (.noCircle(["b", "a", "b"]), "conditions that do not use themselves (b uses a uses b)"),
    (.countOrEvery(key: "count"), "`count`, how many days, or `every: true`, all of them"),
    (.conditionsUnderAll, "a condition; to ask for several put them under `all:`"),
    (.numberWithoutComma, "numbers without commas, such as 10000"),
    (.oneOf(["active"]), "active"),
    (.list(of: .word(["mon", "tue"])), "a list of mon, tue"),
    (.wholeNumber(from: 1, through: 7), "a whole number from 1 to 7"),
  ])
  func `what is expected has words`(_ expected: ExpectedValue, words: String) {
    #expect(Wording.words(expected) == words)
  }

  @Test func `thresholds are told as people write them, and the unit of bare numbers if other`() {
    func words(_ value: Quantity, _ unit: String?) -> String {
      RuleThreshold(path: "p", value: value, unit: unit).words
    }
    #expect(words(Quantity(50_000), "m") == "50 km; bare numbers are in m")
    #expect(words(Quantity(800), "m") == "800 m")
    #expect(words(Quantity(330), "s/km") == "5:30 min/km; bare numbers are in s/km")
    #expect(words(Quantity(10_000), "count") == "10000 count" && words(Quantity(7), nil) == "7")
    #expect(words(Quantity(10), "%") == "10 %")
  }
}
