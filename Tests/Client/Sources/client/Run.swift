import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import Foundation

/// Runs a pipeline in this process, and prints each subject's outcome and first reason.
func run(_ pipeline: String, into folder: String) async throws {
  let configuration = try loadPipeline(at: pipeline)
  for warning in configuration.warnings { print(line(of: warning)) }
  let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  var options = RunOptions(outputFolder: folder, now: now)
  options.asOf = Instant(rfc3339: "2025-10-01T00:00:00Z")
  options.jobs = 2
  let summary = try await runPipeline(configuration, options: options) { progress in
    for finding in progress.findings { print(line(of: finding)) }
  }
  for subject in summary.subjects {
    if let verdict = subject.verdict {
      let reason = verdict.reasons.first.map { " \($0.text) (\($0.code))" } ?? ""
      print("\(subject.id): \(verdict.outcome.rawValue):\(reason)")
    } else {
      print("\(subject.id): failed: \(subject.error.map(line) ?? "")")
    }
  }
}
