import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// Runs the challenge templates and holds them against the `expected.md` of each.
struct ChallengeTemplateTests {
  private static let names: [String] = templateFolders(in: "\(packageFolder)/pipelines")
    .map { ($0 as NSString).lastPathComponent }

  @Test func `there are templates, each with the same files`() throws {
    #expect(!Self.names.isEmpty)
    for name in Self.names {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: "\(packageFolder)/pipelines/\(name)")
      #expect(
        files.sorted() == [
          "expected.md", "pipeline.yaml", "rules.lock", "rules.yaml", "rules_test.yaml",
          "template.yaml",
        ], "\(name)")
    }
  }

  @Test(arguments: names)
  func `a template gives the verdicts and figures that are worked out by hand`(
    name: String
  ) async throws {
    let folder = try ProjectFolder()
    let subjects = try await folder.subjects(of: name)
    let expected = try ExpectedSubject.all(of: name)
    #expect(subjects.map(\.id) == expected.map(\.id))
    #expect(subjects.map(\.outcome) == expected.map(\.result.outcome))
    #expect(subjects.map(\.figure) == expected.map(\.result.figure))
    guard expected.contains(where: { $0.rank != nil }) else { return }
    let board = try folder.leaderboard(of: name)
    #expect(board.map(\.id) == expected.map(\.id))
    #expect(board.map(\.rank) == expected.map(\.rank))
    #expect(board.map(\.score) == subjects.map(\.figure))
  }

  @Test(arguments: names)
  func `after the deadline a template counts what was not handed in as missing`(
    name: String
  ) async throws {
    let folder = try ProjectFolder()
    let late = try await folder.subjects(of: name, "--as-of 2025-10-06T00:00:00Z")
    for (subject, expected) in zip(late, try ExpectedSubject.all(of: name)) {
      #expect(subject.outcome == expected.late.outcome, "\(subject.id)")
      if let reason = expected.late.reason { #expect(subject.reason == reason, "\(subject.id)") }
    }
  }
}

private struct SubjectResult {
  var id = ""
  var outcome: String
  /// In the canonical unit.
  var figure: Double?
  var reason: String?
}

extension ProjectFolder {
  /// Of the run of a template, in the order lena, mats, nora.
  fileprivate func subjects(
    of name: String, _ options: String = ""
  ) async throws -> [SubjectResult] {
    let run = try await program.shell(
      "daymark run pipelines/\(name) --format json \(options)")
    #expect(run.exitCode == 0, "\(run.errors)")
    return try JSONValue(parsing: run.output.utf8).elements("subjects").map { subject in
      let file = "\(path)/out/\(subject.string("folder") ?? "")/verdict.json"
      let verdict = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: file)))
      let reasons = verdict.elements("reasons")
      var result = SubjectResult(
        id: subject.string("subject") ?? "", outcome: verdict.string("outcome") ?? "",
        reason: reasons.compactMap { $0.string("code") }.joined(separator: ", "))
      if case .number(let actual)? = reasons.first?["actual"] { result.figure = actual }
      return result
    }
  }

  /// The lines of a leaderboard: rank, tied, subject, score, unit, final, ...
  fileprivate func leaderboard(
    of name: String
  ) throws -> [(id: String, rank: String, score: Double?)] {
    let table = try String(
      contentsOfFile: "\(path)/out/\(name)-2025-09/leaderboard.csv", encoding: .utf8)
    return table.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return (cells[2], cells[0] + (cells[5] == "yes" ? "" : ", not final"), Double(cells[3]))
    }
  }
}

/// A row of an `expected.md`: `| mats | fail: 3 × 3 = 9 km | fail |`, with a rank in competitions.
private struct ExpectedSubject {
  var id: String
  var result: SubjectResult
  var late: SubjectResult
  var rank: String?

  static func all(of template: String) throws -> [ExpectedSubject] {
    let page = try String(
      contentsOfFile: "\(packageFolder)/pipelines/\(template)/expected.md", encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 3, cells[1].contains(": ") else { return nil }
      let late = cells[2].components(separatedBy: ": ")
      return ExpectedSubject(
        id: cells[0], result: figure(cells[1]),
        late: SubjectResult(outcome: late[0], reason: late.count > 1 ? late[1] : nil),
        rank: cells.count > 3 ? cells[3] : nil)
    }
  }

  /// `fail: 4 sessions, 8 are too short` is a fail with 4.
  private static func figure(_ cell: String) -> SubjectResult {
    let parts = cell.split(separator: ": ", maxSplits: 1)
    let words = (parts[1].split(separator: "= ").last ?? "").split { " ,".contains($0) }
    let scale = words[1] == "km" ? 1000.0 : 1
    return SubjectResult(
      outcome: String(parts[0]),
      figure: Double(words[0]).map { scale == 1 ? $0 : ($0 * scale).rounded() })
  }
}
