import DaymarkModel
import DaymarkSampleFiles
import Foundation

/// A pipeline over many subjects, each with one small archive.
struct ManySubjects {
  let folder: String

  /// Writes the pipeline, its rule and the archives of its subjects into a folder.
  init(_ count: Int, in folder: String) throws {
    self.folder = folder
    for index in 0..<count {
      let subject = "\(folder)/inbox/s\(index)"
      try FileManager.default.createDirectory(
        atPath: subject, withIntermediateDirectories: true)
      try Data(Self.export(index).zip()).write(to: URL(fileURLWithPath: "\(subject)/export.zip"))
    }
    try Data(pipelineFile.utf8).write(to: URL(fileURLWithPath: "\(folder)/pipeline.yaml"))
    try Data(rulesFile.utf8).write(to: URL(fileURLWithPath: "\(folder)/rules.yaml"))
  }

  /// Returns an export of one phone with steps at three times of each day of a week.
  private static func export(_ index: Int) -> HealthExport {
    HealthExport(
      exportDate: "2025-09-09 08:00:00 +0200",
      records: (0..<21).map { number in
        let day = "2025-09-0\(1 + number / 3)"
        let hour = 10 + number % 3
        return HealthRecord(
          .steps, "\(1000 + (index * 7 + number * 131) % 4000)", by: .phone(),
          .text("\(day) \(hour):00:00 +0200"), .text("\(day) \(hour):30:00 +0200"))
      })
  }
}

private let pipelineFile = """
  pipeline: many
  challenge:
    { id: many, title: Many, from: 2025-09-01, to: 2025-09-07, timeZone: Europe/Berlin }
  subjects: { inbox: inbox }
  rules: rules.yaml
  asOf: 2025-10-01T00:00:00Z

  """

private let rulesFile = """
  rule: many@1.0.0
  title: Many
  requires:
    days: { metric: steps, atLeast: 10000, count: 5 }

  """
