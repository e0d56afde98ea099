import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// Runs the challenge templates and holds them against the table of `pipelines/README.md`.
struct ChallengeTemplateTests {
  @Test func `every template is in the table`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(packageFolder)/pipelines")
    let templates = folders.filter {
      FileManager.default.fileExists(atPath: "\(packageFolder)/pipelines/\($0)/template.yaml")
    }
    #expect(try expectedTemplates().map(\.name).sorted() == templates.sorted())
    #expect(templates.count == 15)
  }

  @Test func `each template gives the verdicts and figures that are worked out by hand`()
    async throws
  {
    let folder = try ProjectFolder()
    for template in try expectedTemplates() {
      let subjects = try await folder.subjects(of: template.name)
      #expect(subjects.map(\.outcome) == template.subjects.map(\.outcome), "\(template.name)")
      #expect(subjects.map(\.figure) == template.subjects.map(\.figure), "\(template.name)")
    }
  }

  @Test func `after the deadline what Nora did not hand in counts as missing`() async throws {
    let folder = try ProjectFolder()
    for template in try expectedTemplates() {
      let name = template.name
      let nora = try await folder.subjects(of: name, "--as-of 2025-10-06T00:00:00Z").last
      switch name {
      case "walking-competition", "distance-competition": #expect(nora?.outcome == "pass")
      case "cycling-distance", "swimming-distance":
        #expect(nora?.outcome == "fail")
        #expect(nora?.reason == "total.too_low", "\(name)")
      default:
        #expect(nora?.outcome == "fail")
        #expect(nora?.reason == "data.missing", "\(name)")
      }
    }
  }

  @Test(arguments: ["walking-competition", "distance-competition"])
  func `a competition ranks by score`(name: String) async throws {
    let folder = try ProjectFolder()
    let subjects = try await folder.subjects(of: name)
    let table = try String(
      contentsOfFile: "\(folder.path)/out/\(name)-2025-09/leaderboard.csv", encoding: .utf8)
    let rows = table.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    // rank, tied, subject, score, unit, final, ...
    #expect(rows.map { $0[0] } == ["1", "2", "3"])
    #expect(rows.map { $0[2] } == ["lena", "mats", "nora"])
    #expect(rows.map { Double($0[3]) } == subjects.map(\.figure))
    #expect(rows.map { $0[5] } == ["yes", "yes", "no"])
  }
}

private struct SubjectResult {
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
      "daymark run pipelines/\(name) --show-values --format json \(options)")
    #expect(run.exitCode == 0, "\(run.errors)")
    guard case .array(let subjects)? = try JSONValue(parsing: run.output.utf8)["subjects"] else {
      return []
    }
    return subjects.map { subject in
      var result = SubjectResult(outcome: "")
      if case .string(let outcome)? = subject["outcome"] { result.outcome = outcome }
      if case .array(let reasons)? = subject["reasons"], let first = reasons.first {
        if case .string(let code)? = first["code"] { result.reason = code }
        if case .number(let actual)? = first["actual"] { result.figure = actual }
      }
      return result
    }
  }
}

/// The rows of the table: `| name | asked for | pass: 30 × 7 = 210 km | ...`.
private func expectedTemplates() throws -> [(name: String, subjects: [SubjectResult])] {
  let page = try String(contentsOfFile: "\(packageFolder)/pipelines/README.md", encoding: .utf8)
  return page.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 5, cells[2].contains(": ") else { return nil }
    return (cells[0], cells.dropFirst(2).map(result))
  }
}

/// `fail: 4 sessions, 8 are too short` is a fail with 4.
private func result(_ cell: String) -> SubjectResult {
  let parts = cell.split(separator: ": ", maxSplits: 1)
  let words = (parts[1].split(separator: "= ").last ?? "").split { " ,".contains($0) }
  let scale = words[1] == "km" ? 1000.0 : 1
  return SubjectResult(
    outcome: String(parts[0]), figure: Double(words[0]).map { ($0 * scale).rounded() })
}
