import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Testing

/// What an export states of days in its `ActivitySummary` elements; see Semantics, "What an archive says of itself".
struct ActivitySummaryTests {
  private func stated(_ attributes: String) throws -> [StatedDayRecord] {
    let text = healthDocument(" <ActivitySummary \(attributes)/>\n", steps(1))
    let reading = try IngestedInput(text)
    #expect(reading.records.count == 1)
    // The scanner and libxml2 read the same.
    #expect(try IngestedInput(text, isCareful: true).statedDays == reading.statedDays)
    return reading.statedDays
  }

  @Test func `a summary states active energy and minutes of exercise`() throws {
    let stated = try stated(
      "dateComponents=\"2025-06-10\" activeEnergyBurned=\"700.698\" activeEnergyBurnedGoal=\"680\" "
        + "activeEnergyBurnedUnit=\"kJ\" appleExerciseTime=\"89\" appleExerciseTimeGoal=\"30\" "
        + "appleStandHours=\"16\" appleStandHoursGoal=\"12\"")
    #expect(stated.map(\.metric) == [.activeEnergy, .exerciseTime])
    #expect(stated.map(\.day) == [CivilDay("2025-06-10"), CivilDay("2025-06-10")])
    #expect(stated[0].amount == WrittenAmount(DecimalNumber("700.698"), .known(.kilojoule)))
    #expect(stated[1].amount == WrittenAmount(DecimalNumber("89"), .known(.minute)))
  }

  @Test func `energy without a unit that is known states nothing`() throws {
    #expect(try stated("dateComponents=\"2025-06-10\" activeEnergyBurned=\"7\"").isEmpty)
    #expect(
      try stated(
        "dateComponents=\"2025-06-10\" activeEnergyBurned=\"7\" activeEnergyBurnedUnit=\"x\""
      ).isEmpty)
  }

  @Test func `a date that is none states no day`() throws {
    let stated = try stated("dateComponents=\"10.6.2025\" appleExerciseTime=\"3\"")
    #expect(stated.map(\.day) == [nil])
  }
}
