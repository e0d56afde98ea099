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

extension Dossier {
  /// A dossier with every member that there can be.
  static let sample: Dossier = {
    let place = CheckPlace(
      day: CivilDay(ordinal: 20_334), metric: .steps, source: "iPhone",
      place: InputLocation(file: "december.zip", entry: "export.xml", line: 12, byte: 900))
    let device = CheckPlace(day: CivilDay(ordinal: 20_334), metric: nil, source: "Watch")
    return Dossier(
      export: ExportComparison.sample.later, zone: .utc, records: 4100,
      results: [
        CheckResult(
          .copied, .question, looked: 900, unusual: 16, places: [place],
          honest: HonestCounts(real: 7, realAsked: 0, made: 300, madeAsked: 1)),
        CheckResult(.muteWatch, .noted, looked: 1, unusual: 1, places: [device]),
        CheckResult(.roundNumbers, .usual, looked: 600, unusual: 0),
      ])
  }()
}

struct DossierDocumentTests {
  @Test func `a dossier and a calibration are read again as they were written`() {
    let dossiers = Members<Dossier>.dossier.kind
    #expect(dossiers.value(dossiers.bytes(.sample)) == .sample)
    var calibration = Calibration()
    calibration.add(.sample)
    let calibrations = Members<Calibration>.calibration.kind
    #expect(calibrations.value(calibrations.bytes(calibration)) == calibration)
    #expect(calibration.exports == 1 && calibration.asked == 1)
    let copied = calibration.counts[0]
    #expect(copied == Calibration.Count(.copied, exports: 1, asked: 1))
  }
}
