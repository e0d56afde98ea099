import DaymarkModel
import DaymarkTestSupport
import Testing

private let header = "timestamp,steps,data source\n"
private let rows = (10...59).map { "2026-03-02T13:\($0):00Z,\($0),Charge 5\n" }

/// Tables whose end a writer did not write, as far as one can tell.
struct CSVEndTests {
  private func reading(_ text: String, chunkBytes: Int = 1 << 16) throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(text.utf8, to: "steps.csv"), chunkBytes: chunkBytes)
  }

  @Test(arguments: [1, 7, 64, 1 << 16])
  func `a last line that lacks fields is a cut, and the rows before it are kept`(
    _ chunkBytes: Int
  ) throws {
    let whole = header + rows.joined()
    let sound = try reading(whole, chunkBytes: chunkBytes)
    #expect(sound.values == Array(10...59))
    #expect(sound.codes.isEmpty)
    // The last field is `Charge 5`, and a comma stands before it.
    for missing in 11...rows[0].utf8.count - 1 {
      let cut = try reading(String(whole.dropLast(missing)), chunkBytes: chunkBytes)
      #expect(cut.values.starts(with: 10...58))
      #expect(cut.codes.contains("csv.truncated"), "\(missing) bytes")
      #expect(cut.facts.isDamaged)
    }
    let cut = try reading(String(whole.dropLast(15)), chunkBytes: chunkBytes)
    #expect(cut.finding(.csvTruncated)?.location?.line == 51)
  }

  /// Editors and some apps leave out the last line break.
  @Test(arguments: [1, 64, 1 << 16])
  func `a last line without an end is whole when it has all its fields`(_ chunkBytes: Int) throws {
    let whole = try reading(header + rows.joined().dropLast(), chunkBytes: chunkBytes)
    #expect(whole.values == Array(10...59))
    #expect(whole.codes.isEmpty)
    // Also where it is the only row.
    #expect(try reading(header + rows[0].dropLast(), chunkBytes: chunkBytes).codes.isEmpty)
  }

  /// A spreadsheet writes such rows below a table.
  @Test func `a row of separators alone is passed over`() throws {
    let text = header + rows[0] + ",,\n" + rows[1] + ",,"
    let found = try reading(text)
    #expect(found.values == [10, 11] && found.codes.isEmpty)
  }

  @Test func `lines may end as on any system`() throws {
    for end in ["\n", "\r\n", "\r"] {
      let text = (header + rows.joined()).replacing("\n", with: end)
      #expect(try reading(text).codes.isEmpty)
    }
  }

  @Test func `a quote that is not closed before the end is a cut as well`() throws {
    let cut = try reading(header + rows.joined() + "2026-03-02T14:00:00Z,7,\"Char")
    #expect(cut.codes == ["csv.malformed", "csv.truncated"])
  }

  @Test func `a header alone may be an empty export, so it is a notice`() throws {
    let empty = try reading(header)
    #expect(empty.codes == ["csv.no_rows"])
    #expect(FindingCode.csvNoRows.level == .notice)
    #expect(!empty.facts.isDamaged)
    #expect(try reading(String(header.dropLast())).codes == ["csv.truncated"])
  }

  @Test func `a Strava table that lacks the row of an activity file says so`() throws {
    let columns = (0..<13).map { $0 == 0 ? "Activity ID" : $0 == 1 ? "Activity Date" : "c\($0)" }
    func row(_ id: Int) -> String {
      (0..<13).map {
        switch $0 {
        case 0: "\(id)"
        case 1: "2024-01-0\(id) 10:00:00"
        case 3: "Run"
        case 5: "1800"
        case 12: "activities/\(id).fit"
        default: ""
        }
      }.joined(separator: ",") + "\n"
    }
    let files = [1, 2].map { ZipFile("activities/\($0).fit", run(day: $0, meters: 1000)) }
    func codes(_ rows: String, _ more: [ZipFile] = []) throws -> [String] {
      let table = ZipFile("activities.csv", (columns.joined(separator: ",") + "\n" + rows).utf8)
      return try IngestedInput(zip: [table] + files + more).found
    }
    #expect(try codes(row(1) + row(2)).isEmpty)
    #expect(try codes(row(1)) == ["activity.row_missing activities.csv"])
    // What somebody has put beside the export is none of its files.
    let own = ZipFile("mine/3.fit", run(day: 3, meters: 1000))
    #expect(try codes(row(1) + row(2), [own]).isEmpty)
  }
}
