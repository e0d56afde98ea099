import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkConfiguration

struct ColumnsFileTests {
  private let sheet = """
    tables:
      - name: Club sheet
        columns: {date: Day, exercise: Movement, repetitions: "Nr #", load: Kilos, duration: Min}
        units: {load: kg, duration: min}
        dateOrder: day-month

    """

  @Test func `a file describes tables`() throws {
    let files = try Files(["columns.yaml": sheet])
    #expect(
      try loadColumns(at: "\(files.folder)/columns.yaml") == [
        LogTable(
          name: "Club sheet",
          headings: [
            .date: "Day", .exercise: "Movement", .repetitions: "Nr #", .load: "Kilos",
            .duration: "Min",
          ], units: [.load: .kilogram, .duration: .minute], dateOrder: .dayMonth)
      ])
  }

  @Test func `every error has its place, and a near word is suggested`() throws {
    let files = try Files([
      "columns.yaml": """
      tables:
        - name: One
          columns: {date: Day, exercise: Movement, weight: Kilos}
          units: {load: stone, duration: min}
        - name: Two
          columns: {date: Day, exercise: Day, reps: Reps}
          dateOrder: monthday
        - columns: {exercise: A, repetitions: B}
        - name: Four
          columns: {date: Day, exercise: Movement, load: Kilos}

      """
    ])
    let findings = files.findings { _ = try loadColumns(at: "\($0)/columns.yaml") }
    let lines = findings.map { finding in
      let facts = [finding.facts.key, finding.facts.suggestion].compactMap { $0 }
      let words = ["\(finding.location?.line ?? 0)", finding.code.rawValue] + facts
      return words.joined(separator: " ")
    }
    #expect(
      lines == [
        "3 config.unknown_key weight load", "4 config.bad_value load",
        "6 config.duplicate Day", "6 config.unknown_key reps repetitions",
        "7 config.bad_value dateOrder month-day",
        "8 config.missing_key name", "8 config.missing_key date",
        "10 config.missing_key repetitions, duration, distance",
      ])
  }

  @Test func `the schema accepts what the loader does`() throws {
    let schema = try SchemaValidator(FileSchema.columns.text { "\($0)" })
    func accepts(_ text: String) throws -> Bool {
      let value = try #require(readYAML(text, file: "columns.yaml", FindingCollector()))
      return try schema.accepts(JSONValue(asEditorsRead: value))
    }
    #expect(try accepts(sheet))
    #expect(try !accepts(sheet.replacing("date: Day, ", with: "")))
    #expect(try !accepts(sheet.replacing("repetitions:", with: "reps:")))
    #expect(try !accepts(sheet.replacing("load: kg", with: "load: stone")))
    #expect(
      try !accepts(
        sheet.replacing("repetitions: \"Nr #\", ", with: "").replacing(", duration: Min", with: ""))
    )
  }
}
