import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

/// How a verdict is written, in every document and in the store.
struct VerdictRowsTests {
  private let verdict = Members<Verdict>.verdict.kind
  private let explanation = Members<Explanation>.explanation.kind

  @Test func `what 200 seeded verdicts are written as gives them again`() throws {
    var random = SeededGenerator(seed: 9)
    // A document's numbers are doubles, which hold 15 digits.
    random.amountBound = 1_000_000_000_000_000
    for _ in 0..<200 {
      let written = random.verdict()
      #expect(verdict.value(verdict.bytes(written)) == written)
    }
  }

  @Test(arguments: [
    #"{"answer":"maybe","key":"all"}"#, #"{"answer":"pass"}"#,
    #"{"answer":"pass","days":[{"standing":"short"}],"key":"all"}"#,
    #"{"answer":"pass","key":"all","weeks":[{"actual":1}]}"#,
    #"{"answer":"pass","children":[1],"key":"all"}"#,
  ])
  func `an explanation with a part that cannot be read is none`(text: String) throws {
    #expect(explanation.value(Array(text.utf8)) == nil)
  }

  @Test func `the document spells amounts as numbers, and days and limits by name`() throws {
    let (walked, quality, score) = try samples()
    #expect(
      explanation.json(walked).canonicalText == """
        {"actual":1.5,"answer":"fail","days":[{"date":"2025-09-01","missed":{"pace":1},\
        "standing":"short","value":0.25}],"key":"weekly","margin":-0.5,"metric":"steps",\
        "name":"walked","reason":{"actual":1.5,"code":"weekly.too_few","required":2,"text":"t"},\
        "required":"at least 2","span":{"from":"2025-09-01","to":"2025-09-02"},"unit":"week",\
        "weeks":[{"actual":1.5,"answer":"fail","from":"2025-09-01","to":"2025-09-02"}]}
        """)
    #expect(
      Members<QualityFlags>.quality.kind.json(quality).canonicalText == """
        {"flags":[{"code":"run.speed","date":"2025-09-01","kind":"run","level":"flagged",\
        "limit":6.95,"measured":7.01,"unit":"m/s"}],"limits":{"name":"sample",\
        "sha256":"\(quality.limits.digest.hex)","version":"2.0.0"}}
        """)
    #expect(
      Members<ScoreValue>.score.kind.json(score).canonicalText
        == #"{"final":true,"unit":"m","value":5012.3}"#)
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
}
