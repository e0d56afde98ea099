import DaymarkModel
import DaymarkTestSupport
import Testing

struct VerdictCodingTests {
  @Test(arguments: VerdictCoding.allCases)
  func `what a verdict is written as gives the verdict again`(coding: VerdictCoding) throws {
    var random = SeededGenerator(seed: 9)
    // A document's numbers are doubles, which hold 15 digits.
    if coding == .document { random.amountBound = 1_000_000_000_000_000 }
    for _ in 0..<200 {
      let verdict = random.verdict()
      for reason in verdict.reasons {
        #expect(coding.reason(try parsed(coding.json(reason))) == reason)
      }
      let explanation = verdict.explanation
      #expect(coding.explanation(try parsed(coding.json(explanation))) == explanation)
      #expect(coding.quality(try parsed(coding.json(verdict.quality))) == verdict.quality)
      if let score = verdict.score {
        #expect(coding.score(try parsed(coding.json(score))) == score)
      }
    }
  }

  @Test func `a row keeps every amount exactly`() throws {
    let score = ScoreValue(.limit, unit: .meter, isFinal: false)
    let most = Quantity(microUnits: Quantity.limit.microUnits - 1)
    let reason = Reason(code: "total.met", text: "", required: most, actual: .limit)
    #expect(VerdictCoding.stored.score(try parsed(VerdictCoding.stored.json(score))) == score)
    #expect(VerdictCoding.stored.reason(try parsed(VerdictCoding.stored.json(reason))) == reason)
  }

  @Test(arguments: [
    #"{"answer":"maybe","key":"all"}"#, #"{"answer":"pass"}"#,
    #"{"answer":"pass","days":[{"standing":"short"}],"key":"all"}"#,
    #"{"answer":"pass","key":"all","weeks":[{"actual":1}]}"#,
    #"{"answer":"pass","children":[1],"key":"all"}"#,
  ])
  func `an explanation with a part that cannot be read is none`(text: String) throws {
    let json = try JSONValue(parsing: text.utf8)
    for coding in VerdictCoding.allCases { #expect(coding.explanation(json) == nil) }
  }

  // MARK: Each spelling, reviewed

  @Test func `the document spells amounts as numbers, and days and limits by name`() throws {
    let (explanation, quality, score) = try samples()
    let coding = VerdictCoding.document
    #expect(
      coding.json(explanation).canonicalText == """
        {"actual":1.5,"answer":"fail","days":[{"date":"2025-09-01","missed":{"pace":1},\
        "standing":"short","value":0.25}],"key":"weekly","margin":-0.5,"metric":"steps",\
        "name":"walked","reason":{"actual":1.5,"code":"weekly.too_few","required":2,"text":"t"},\
        "required":"at least 2","span":{"from":"2025-09-01","to":"2025-09-02"},"unit":"week",\
        "weeks":[{"actual":1.5,"answer":"fail","from":"2025-09-01","to":"2025-09-02"}]}
        """)
    #expect(
      coding.json(quality).canonicalText == """
        {"flags":[{"code":"run.speed","date":"2025-09-01","kind":"run","level":"flagged",\
        "limit":6.95,"measured":7.01,"unit":"m/s"}],"limits":{"name":"sample",\
        "sha256":"\(quality.limits.digest.hex)","version":"2.0.0"}}
        """)
    #expect(coding.json(score).canonicalText == #"{"final":true,"unit":"m","value":5012.3}"#)
  }

  @Test func `a row spells amounts as text, and days and limits without a name`() throws {
    let (explanation, quality, score) = try samples()
    let coding = VerdictCoding.stored
    #expect(
      coding.json(explanation).canonicalText == """
        {"actual":"1.5","answer":"fail","days":[{"day":"2025-09-01","missed":{"pace":1},\
        "standing":"short","value":"0.25"}],"key":"weekly","margin":"-0.5","metric":"steps",\
        "name":"walked","reason":{"actual":"1.5","code":"weekly.too_few","required":"2","text":"t"},\
        "required":"at least 2","span":["2025-09-01","2025-09-02"],"unit":"week",\
        "weeks":[{"actual":"1.5","answer":"fail","days":["2025-09-01","2025-09-02"]}]}
        """)
    #expect(
      coding.json(quality).canonicalText == """
        {"flags":[{"code":"run.speed","day":"2025-09-01","kind":"run","level":"flagged",\
        "limit":"6.95","measured":"7.01"}],"name":"sample",\
        "sha256":"\(quality.limits.digest.hex)","version":"2.0.0"}
        """)
    #expect(coding.json(score).canonicalText == #"{"isFinal":true,"unit":"m","value":"5012.3"}"#)
  }

  @Test func `the document names the source of a limit, of its own limits alone`() throws {
    let quality = try samples().quality
    var limits = Limits(
      identity: quality.limits, limits: [.runningSpeed: Limit(source: "records of 2025")],
      runningRecords: [])
    func source() -> JSONValue? {
      VerdictCoding.document.json(quality, sourcesIn: limits).elements("flags").first?["source"]
    }
    #expect(source() == .string("records of 2025"))
    limits.identity.version = "2.0.1"
    #expect(source() == nil)
  }

  private func samples() throws -> (
    explanation: Explanation, quality: QualityFlags, score: ScoreValue
  ) {
    let first = try #require(CivilDay("2025-09-01"))
    let (half, week) = (Quantity(microUnits: 1_500_000), first...first.advanced(by: 1))
    let explanation = Explanation(
      key: "weekly", name: "walked", answer: .fail, metric: .steps, required: "at least 2",
      unit: "week", actual: half, margin: Quantity(microUnits: -500_000),
      reason: Reason(code: "weekly.too_few", text: "t", required: Quantity(2), actual: half),
      span: week,
      days: [
        Explanation.Day(
          day: first, value: Quantity(microUnits: 250_000), standing: .short, missed: [.pace: 1])
      ],
      weeks: [Explanation.Week(days: week, actual: half, answer: .fail)])
    let flag = QualityFlag(
      .runningSpeed, .flagged, day: first, kind: .run, measured: Quantity(microUnits: 7_010_000),
      limit: Quantity(microUnits: 6_950_000))
    let limits = LimitsIdentity(name: "sample", version: "2.0.0", digest: Digest(of: [1]))
    return (
      explanation, QualityFlags([flag], limits: limits),
      ScoreValue(Quantity(microUnits: 5_012_300_000), unit: .meter, isFinal: true)
    )
  }

  private func parsed(_ json: JSONValue) throws -> JSONValue {
    try JSONValue(parsing: json.canonicalBytes())
  }
}
