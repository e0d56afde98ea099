import DaymarkPipeline
import Testing

@testable import daymark

/// What a log gets of a run while it goes on.
struct ProgressLinesTests {
  private func progress(_ read: Int, of total: Int, bytes: Int64 = 0) -> RunProgress {
    var progress = RunProgress(totalBytes: 1000, totalSubjects: total)
    (progress.readSubjects, progress.doneBytes) = (read, bytes)
    return progress
  }

  @Test(arguments: [(3, 3), (10, 10), (200, 10), (20_000, 10)])
  func `there is a line for each tenth of the subjects`(subjects: Int, count: Int) {
    var lines = ProgressLines()
    let printed = (0...subjects).compactMap {
      lines.line(for: progress($0, of: subjects), at: .seconds(1))
    }
    #expect(printed.count == count)
    #expect(printed.last == "\(subjects) of \(subjects) subjects read")
  }

  @Test func `what takes long has a line every ten seconds in which something was read`() {
    var lines = ProgressLines()
    func line(_ bytes: Int64, at seconds: Int) -> String? {
      lines.line(for: progress(0, of: 2, bytes: bytes), at: .seconds(seconds))
    }
    #expect(line(10, at: 3) == nil)
    #expect(line(150, at: 11) == "0 of 2 subjects read, 15 % of the bytes")
    #expect(line(160, at: 20) == nil)
    #expect(line(150, at: 30) == nil)
    #expect(line(410, at: 31) == "0 of 2 subjects read, 41 % of the bytes")
  }

  @Test func `the groups of subjects are named, and near names are told`() throws {
    let selection = try SubjectSelection("failed, flagged")
    #expect(selection.description == "failed,flagged" && selection.words == "failed or flagged")
    for (name, meant) in [("faild", "failed"), ("unreadble", "unreadable"), ("Flagged", "flagged")]
    {
      let error = #expect(throws: (any Error).self) { try SubjectSelection("passed,\(name)") }
      #expect("\(try #require(error))".contains("did you mean `\(meant)`?"))
    }
    #expect(throws: (any Error).self) { try SubjectSelection("") }
  }
}
