import DaymarkDocuments
import DaymarkModel
import Foundation
import Testing

/// Counts the files that a new leaf or metric has to be added to: those that name every one there is.
struct FeatureFilesTests {
  /// The sources of the program.
  private func sources() throws -> [SourceFile] {
    try sourceFiles(under: "Sources").filter { file in
      !["Sources/SampleFiles/", "Sources/daymark-bench/"].contains { file.path.hasPrefix($0) }
    }
  }

  /// The files that name all of some cases, as Swift does or as files do.
  private func files(namingAll names: [String]) throws -> Set<String> {
    let patterns = try names.map { try Regex("(\\.\($0)\\b|\"\($0)\")") }
    return Set(
      try sources().filter { file in patterns.allSatisfy { file.text.contains($0) } }
        .map { $0.path })
  }

  @Test func `a new metric is a row and its words`() throws {
    #expect(
      try files(namingAll: Metric.allCases.map(\.id)) == [
        "Sources/Model/Quantities/Metric.swift", "Sources/Evaluate/Sentences/MeasureNames.swift",
      ])
  }

  @Test func `a new leaf measure is its declaration, its evaluation and its sentences`() throws {
    let measures = ["total", "streak", "average", "best", "window"]
    #expect(
      try files(namingAll: measures) == [
        "Sources/Model/Rules/Leaves/Leaf.swift", "Sources/Documents/Leaves/LeafKind.swift",
        "Sources/Evaluate/Leaves/LeafMeasures.swift",
        "Sources/Evaluate/Sentences/RequirementSentences.swift",
        // One that is not there is not decided for all data.
        "Sources/Prove/Rules/LeafFormulas.swift",
      ])
  }

  /// Keys that are also those of other mappings are left out.
  @Test func `loader, definition and schema have a leaf's key from its declaration`() throws {
    let folders = [
      "Sources/Model/", "Sources/Documents/", "Sources/Emit/", "Sources/Configuration/Rules/",
    ]
    let shared = ["total", "days", "streak", "activities", "heartRate", "lift"]
    let sources = try sources().filter { file in folders.contains { file.path.hasPrefix($0) } }
    for key in LeafKind.all.map(\.key) where !shared.contains(key) {
      #expect(
        sources.filter { $0.text.contains("\"\(key)\"") }.map { $0.path } == [
          "Sources/Documents/Leaves/LeafKind.swift"
        ], "\(key)")
    }
  }
}
