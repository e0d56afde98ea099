import DaymarkDocuments
import DaymarkModel
import Testing

extension ExportComparison {
  /// A comparison with every member that there can be.
  static let sample: ExportComparison = {
    // 10 September 2025 and 20 December 2025, 12:00 UTC.
    let (first, last) = (Instant(seconds: 1_757_505_600), Instant(seconds: 1_766_232_000))
    let day = CivilDay(ordinal: 20_334)
    var comparison = ExportComparison(
      later: Export(name: "december.zip", digest: .ofNothing, end: last),
      earlier: Export(name: "september.zip", digest: .ofNothing, end: first), zone: .utc,
      lastDay: day)
    comparison.same = 4100
    var raised = ExportDifference(.changed, .predates, raises: true, day: day, source: "iPhone")
    raised.metric = .steps
    raised.earlierDay = day
    raised.place = InputLocation(file: "december.zip", entry: "export.xml", line: 12, byte: 900)
    raised.earlierPlace = InputLocation(file: "september.zip", line: 11, byte: 850)
    (raised.amount, raised.earlierAmount) = (Quantity(9900), Quantity(900))
    var gone = ExportDifference(.removed, nil, raises: false, day: day, source: "Watch")
    (gone.metric, gone.earlierAmount) = (.steps, Quantity(12))
    gone.earlierPlace = raised.earlierPlace
    var session = ExportDifference(.added, .rose, raises: true, day: day, source: "Watch")
    (session.session, session.place) = (.run, raised.place)
    comparison.differences = [raised, session, gone]
    comparison.counts = [
      DifferenceCount(.changed, metric: .steps, count: 1, questions: 1),
      DifferenceCount(.added, metric: nil, count: 1, questions: 1),
      DifferenceCount(.removed, metric: .steps, count: 1, questions: 0),
    ]
    comparison.explained = [
      ExplainedCount(.condensed, metric: .activeEnergy, count: 20),
      ExplainedCount(.deletedAsOne, metric: nil, count: 1),
    ]
    return comparison
  }()
}

struct ExaminationDocumentTests {
  private typealias Rows = Members<ExportComparison>

  @Test func `an examination is read again as it was written`() {
    let kind = Rows.examination.kind
    #expect(kind.value(kind.bytes(.sample)) == .sample)
  }

  @Test func `without amounts nothing of the document is a health value`() {
    let text = Rows.examination.kind.json(ExportComparison.sample.withoutAmounts).canonicalText
    #expect(!text.contains("mount"))
    #expect(!text.contains("9900"))
  }
}
