import DaymarkModel
import Testing

@testable import DaymarkIngest

struct BodyWeightTests {
  @Test func `weights are read in kilograms and in pounds, with their instants`() throws {
    let reading = try IngestedInput(
      healthDocument(bodyWeight("81.5"), steps(1), bodyWeight("180", "lb", on: "2024-02-01")))
    let written = { (number: String, unit: DaymarkModel.Unit) in
      "\(WrittenAmount(DecimalNumber(number), .known(unit)))"
    }
    #expect(
      reading.bodyWeights == [
        written("81.5", .kilogram) + " 2024-01-01T05:00:00Z",
        written("180", .pound) + " 2024-02-01T05:00:00Z",
      ])
  }

  @Test func `a weight that somebody typed in is marked`() throws {
    let typed = bodyWeight("70").replacing(
      "/>", with: ">\n" + metadata("HKWasUserEntered", "1") + " </Record>")
    let measured = bodyWeight("80").replacing(
      "/>", with: ">\n" + metadata("HKWasUserEntered", "0") + " </Record>")
    let reading = try IngestedInput(healthDocument(bodyWeight("81"), typed, measured, steps(1)))
    #expect(reading.bodyWeights.map { $0.hasSuffix("typed in") } == [false, true, false])
  }

  @Test func `what is no weight of the body is none`() throws {
    let reading = try IngestedInput(
      healthDocument(
        bodyWeight("24.5", "count", type: "BodyMassIndex"), bodyWeight("62", type: "LeanBodyMass"),
        bodyWeight("80", on: "2024-02-31"),
        // It never ends, and so it is left out as any record is.
        bodyWeight("80").replacing("/>", with: ">"), steps(1)))
    #expect(reading.bodyWeights == [])
  }

  @Test func `weights leave no trace among records, units and zones`() throws {
    let plain = try IngestedInput(healthDocument(steps(1), steps(2)))
    let weighed = try IngestedInput(
      healthDocument(
        steps(1), bodyWeight("81.5"), bodyWeight("12", "st"), bodyWeight("80", on: "never"),
        steps(2)))
    #expect(weighed.values == plain.values)
    #expect(weighed.facts.recordCount == plain.facts.recordCount)
    #expect(weighed.facts.unknownUnits == plain.facts.unknownUnits)
    #expect(weighed.facts.zoneVotes == plain.facts.zoneVotes)
    #expect(weighed.facts.earliestOffset == plain.facts.earliestOffset)
    #expect(weighed.facts.findings == plain.facts.findings)
  }
}
