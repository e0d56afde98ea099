import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation

/// Two days of one subject with every field that a document can have.
enum SampleEvidence {
  static let address = "0x00000000000000000000000000000000000000Aa"

  static func digest(_ digit: Character) throws -> Digest {
    try required(Digest(hex: String(repeating: digit, count: 64)))
  }

  static func day(_ text: String) throws -> CivilDay { try required(CivilDay(text)) }

  static func instant(_ text: String) throws -> Instant { try required(Instant(rfc3339: text)) }

  static func full() throws -> Evidence {
    Evidence(
      toolVersion: "0.1.0",
      challenge: Challenge(
        id: "steps-2025-09", title: "Zwölf 🏃",
        period: .days(from: try day("2025-09-01"), to: try day("2025-09-02")),
        proofDeadline: try instant("2025-09-10T00:00:00Z")),
      subject: Subject(id: "anna", address: address, archives: ["private/export.zip"]),
      policies: Policies(sourceOrder: SourceOrder(patterns: ["Anna*"])),
      inputs: [
        EvidenceInput(
          format: "apple-health", digest: try digest("b"), bytes: 2000, records: 20,
          rejected: [.sampleDuplicate: 3, .valueNegative: 1],
          damage: [.xmlTruncated, .archiveTruncated]),
        EvidenceInput(
          format: "apple-health", digest: try digest("a"), bytes: 1000, records: 10, rejected: [:],
          damage: []),
        EvidenceInput(
          format: "tcx", digest: try digest("c"), bytes: 300, records: 5,
          rejected: [.inputLate: 5], damage: [],
          receivedAt: try instant("2025-09-10T00:00:01Z"), isLate: true),
      ],
      aggregates: try aggregates(), rule: try rule(), verdict: try verdict(), limits: try limits())
  }

  static func aggregates() throws -> SubjectAggregates {
    let (first, second) = (try day("2025-09-01"), try day("2025-09-02"))
    let steps = QualityMeasure(
      samples: 4, manualSamples: 1, manualAmount: Quantity(455),
      naive: Quantity(14_212), manualShare: 310,
      contributions: [
        SourceContribution(source: 0, contributed: Quantity(9000)),
        SourceContribution(source: 1, contributed: Quantity(1412)),
      ],
      figures: [
        .manualShare: Quantity(microUnits: 3_100_000), .stepsPerMinute: Quantity(205),
      ])
    func one(_ metric: Metric, _ microUnits: Int64, _ day: CivilDay, complete: Bool = true)
      -> DailyAggregate
    {
      let value = Quantity(microUnits: microUnits)
      return DailyAggregate(
        metric: metric, day: day, value: value, isComplete: complete,
        measure: QualityMeasure(
          samples: 1, naive: value, manualShare: microUnits == 0 ? nil : 0,
          contributions: [SourceContribution(source: 0, contributed: value)]))
    }
    return SubjectAggregates(
      zone: ResolvedZone(.named("Europe/Berlin"), by: .inferred),
      sources: [
        Source(provider: "apple", name: "Anna's Watch", deviceClass: .watch),
        Source(provider: "apple", name: "Anna's iPhone", deviceClass: .phone),
        Source(provider: "apple", name: "Old iPhone", deviceClass: .phone),
      ],
      days: [
        DailyAggregate(metric: .steps, day: first, value: Quantity(10_412), measure: steps),
        one(.steps, 0, second, complete: false),
        one(.distanceWalkingRunning, 8_012_310_000, first),
        one(.distanceCycling, 20_000_500_000, first),
        one(.distanceSwimming, 500_000_000, second),
        one(.activeEnergy, 512_400_000, first),
        DailyAggregate(
          metric: .heartRate, day: first, value: Quantity(microUnits: 71_200_000),
          heartRate: HeartRateFigures(
            minimum: Quantity(48), maximum: Quantity(163),
            mean: Quantity(microUnits: 80_400_000), count: 412),
          measure: QualityMeasure(samples: 412, naive: Quantity(33_125), manualShare: 0)),
        one(.flightsClimbed, 12_000_000, first),
        one(.exerciseTime, 31_500_000, first),
      ],
      sessions: [
        Session(
          day: first,
          activity: Activity(
            kind: .run, start: try instant("2025-09-01T06:00:00Z"),
            end: try instant("2025-09-01T06:31:30Z"),
            values: [.activeSeconds: Quantity(1890)]),
          inputs: [0, 1],
          origins: [
            .activeSeconds: 0, .distanceMeters: 0, .kilocalories: 1, .averageBPM: 1, .maximumBPM: 1,
            .elevationGainMeters: 0,
          ])
      ],
      activities: [
        DailyActivities(
          day: first, kind: .run, sessions: 1, minutes: Quantity(microUnits: 31_500_000),
          distance: Quantity(microUnits: 5_012_300_000), energy: Quantity(350),
          elevationGain: Quantity(40)),
        DailyActivities(
          day: second, kind: .yoga, sessions: 2, minutes: Quantity(45), energy: .zero),
      ])
  }
}

struct Missing: Error {}

/// The value, or an error where there is none: for values that the test itself writes.
func required<T>(_ value: T?) throws -> T {
  guard let value else { throw Missing() }
  return value
}

/// JSON text written for people, in canonical bytes, as text.
func canonical(_ text: String) throws -> String {
  String(decoding: try JSONValue(parsing: text.utf8).canonicalBytes(), as: UTF8.self)
}

extension JSONValue {
  var text: String { String(decoding: canonicalBytes(), as: UTF8.self) }
}
