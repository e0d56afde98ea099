import DaymarkModel
import Testing

@testable import DaymarkNormalize

struct BodyWeightTests {
  private let set = {
    var set = LoggedSet(source: 0, session: .at(at("2025-09-01T18:00:00Z")), exercise: 0)
    set.repetitions = 5
    set.load = WrittenAmount(DecimalNumber("100"), .known(.kilogram))
    return set
  }()

  /// The weights of an input that was exported on 20 September 2025.
  private func weights(_ records: [BodyWeightRecord], sets: [LoggedSet]) -> [BodyWeight] {
    var normalizer = Normalizer(policies: Policies(), asOf: asOf)
    normalizer.beginInput()
    normalizer.add(RecordBatch(sets: sets))
    var batch = RecordBatch()
    batch.bodyWeights = records
    normalizer.add(batch)
    normalizer.endInput(inputFacts())
    return normalizer.finish(subjectZone: .utc, challengeZone: nil).bodyWeights
  }

  private func record(
    _ value: String?, _ unit: RecordUnit, _ time: String = "2025-09-01T07:00:00Z"
  ) -> BodyWeightRecord {
    BodyWeightRecord(
      at: at(time), weight: WrittenAmount(value.flatMap { DecimalNumber($0) }, unit))
  }

  @Test func `pounds become kilograms`() {
    // 180 × 0.45359237 = 81.6466266
    #expect(
      weights([record("81.5", .known(.kilogram)), record("180", .known(.pound))], sets: [set])
        .map(\.mass.microUnits) == [81_500_000, 81_646_627])
  }

  @Test func `what no body weighs, has no unit or no such time is left out`() {
    let none = [
      record("0", .known(.kilogram)), record("500", .known(.kilogram)),
      record("-80", .known(.kilogram)), record("80", .missing), record(nil, .known(.kilogram)),
      record("80", .known(.meter)), record("80", .known(.kilogram), "1980-01-01T00:00:00Z"),
      // Two days after the export.
      record("80", .known(.kilogram), "2025-09-22T00:00:00Z"),
    ]
    #expect(weights(none, sets: [set]) == [])
  }

  @Test(arguments: [("19", nil), ("80", 80), ("5000", nil)])
  func `a log's own weight is one that a body has`(_ written: String, _ weight: Int?) {
    var set = set
    set.bodyWeight = WrittenAmount(DecimalNumber(written), .known(.kilogram))
    #expect(set.placed { _ in }.bodyWeight == weight.map { Quantity($0) })
  }

  @Test func `weights are kept only where something was lifted`() {
    #expect(weights([record("80", .known(.kilogram))], sets: []) == [])
  }
}
