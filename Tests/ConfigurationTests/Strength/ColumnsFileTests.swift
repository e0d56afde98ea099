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

  @Test func `session logs are described beside tables of sets`() throws {
    let files = try Files([
      "columns.yaml": """
      sessions:
        - name: Study tracker
          columns: {start: Began, duration: Length, category: Area, name: App}
          durationUnit: hr
          dateOrder: day-month
          kinds:
            - {word: Languages, kind: learning}
            - {word: Couch to 5k, kind: run}
        - name: Diary
          columns: {start: From, end: To}
          kind: learning

      """
    ])
    let file = try loadOperatorFile(.columns, at: "\(files.folder)/columns.yaml")
    #expect(try loadColumns(in: file) == [])
    #expect(
      try loadSessionTables(in: file) == [
        SessionTable(
          name: "Study tracker",
          headings: [.start: "Began", .duration: "Length", .category: "Area", .name: "App"],
          durationUnit: .hour, dateOrder: .dayMonth,
          kinds: ["languages": .learning, "couch to 5k": .run]),
        SessionTable(name: "Diary", headings: [.start: "From", .end: "To"], kind: .learning),
      ])
  }

  @Test func `errors in session logs have their places`() throws {
    let files = try Files([
      "columns.yaml": """
      sessions:
        - name: One
          columns: {start: Began, category: Area}
        - name: Two
          columns: {start: Began, end: Began}
          durationUnit: km
          kinds:
            - {word: A, kind: lerning}
            - {word: B, kind: run}
            - {word: b, kind: walk}
        - columns: {end: To}

      """
    ])
    let findings = files.findings { path in
      _ = try loadSessionTables(in: loadOperatorFile(.columns, at: "\(path)/columns.yaml"))
    }
    let lines = findings.map { finding in
      let facts = [finding.facts.key, finding.facts.suggestion].compactMap { $0 }
      return (["\(finding.location?.line ?? 0)", finding.code.rawValue] + facts)
        .joined(separator: " ")
    }
    #expect(
      lines == [
        "3 config.missing_key end, duration", "5 config.duplicate Began",
        "6 config.bad_value durationUnit", "8 config.bad_value kind learning",
        "10 config.duplicate b", "11 config.missing_key name", "11 config.missing_key start",
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
