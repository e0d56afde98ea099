import DaymarkModel
import DaymarkTestSupport
import Testing

/// Tables whose header names a column twice.
struct CSVHeaderTests {
  private func reading(_ header: String) throws -> IngestedInput {
    let folder = try ScratchFolder()
    let row = "Running,2024-03-02 10:00:00,false,Run,5.00,300,00:30:00,140,160,7.00\n"
    return try IngestedInput(of: folder.write((header + "\n" + row).utf8, to: "Activities.csv"))
  }

  private let sound = "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR"

  @Test func `a column that is read and stands there twice is found, and the first is read`() throws
  {
    let reading = try reading(sound + ",Distance")
    #expect(reading.finding(.csvDuplicateColumn)?.facts.key == "Distance")
    #expect(reading.activities.first?.distance?.value == DecimalNumber("5.00"))
  }

  @Test func `one that nobody reads may stand there twice`() throws {
    #expect(try reading(sound + ",Title").finding(.csvDuplicateColumn) == nil)
    #expect(try reading(sound + ",Other").finding(.csvDuplicateColumn) == nil)
  }
}
