import DaymarkConfiguration
import DaymarkModel
import Foundation
import Testing

/// A folder of files for one test, removed at its end.
final class Files {
  let folder: String

  init(_ files: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.path + "/daymark-\(UUID().uuidString)"
    for (path, text) in files {
      let whole = "\(folder)/\(path)"
      try FileManager.default.createDirectory(
        atPath: (whole as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The findings as `file:line:column code key`, files relative to the folder.
  func errors(_ load: (String) throws -> Void) -> [String] {
    findings(load).map { finding in
      var place = finding.location.map { "\($0)" } ?? "?"
      place = place.replacingOccurrences(of: folder + "/", with: "")
      return [place, finding.code.rawValue, finding.facts.key].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  func findings(_ load: (String) throws -> Void) -> [Finding] {
    do {
      try load(folder)
      return []
    } catch let error as ConfigurationError {
      return error.findings
    } catch {
      Issue.record("unexpected \(error)")
      return []
    }
  }
}

let goodRule = """
  rule: ten-thousand-steps@1.2.0
  title: 10,000 steps a day
  requires:
    days: { metric: steps, atLeast: 10000, count: 5 }

  """

let goodPipeline = """
  pipeline: ten-thousand-steps
  challenge:
    id: steps-2025-09
    title: A week running
    from: 2025-09-01
    to: 2025-09-07
  subjects:
    list:
      - { id: anna, archives: [a.zip] }
  rules: rules.yaml

  """

func pipelineErrors(_ pipeline: String, _ files: [String: String] = [:]) throws -> [String] {
  var all = ["pipeline.yaml": pipeline, "rules.yaml": goodRule]
  all.merge(files) { $1 }
  return try Files(all).errors { _ = try loadPipeline(at: $0) }
}

func rule(_ text: String, period: Period? = nil) throws -> Rule {
  let files = try Files(["rules.yaml": text])
  return try loadRule(at: files.folder + "/rules.yaml", period: period)
}

/// `requires` is the text after `requires:`, which stands on line 3.
func ruleErrors(_ requires: String, period: Period? = week) throws -> [String] {
  try Files(["rules.yaml": "rule: r@1.0.0\ntitle: T\nrequires:\(requires)\n"]).errors {
    _ = try loadRule(at: $0 + "/rules.yaml", period: period)
  }
}

func day(_ text: String) -> CivilDay { CivilDay(text) ?? CivilDay(ordinal: 0) }

/// Monday to Sunday.
let week = Period.days(from: day("2025-09-01"), to: day("2025-09-07"))
