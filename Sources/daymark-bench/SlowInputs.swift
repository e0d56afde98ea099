import Foundation

/// Inputs that would take very long if the work grew with the length of time that they cover, or
/// with the square of their size.
struct SlowInputs {
  /// The kinds of slow inputs; the raw value is the name of the figure.
  enum Kind: String, CaseIterable {
    case farFuture = "slow: 200,000 records until 9999"
    case years = "slow: 200,000 records of 36 years"
    case week = "slow: 200,000 records of one week"
    case sources = "slow: 9,900 sources"
    case unknownKeys = "slow: a rule of 45,000 unknown keys"

    /// The number of records, sources or keys that an input of this kind has.
    var count: Int {
      switch self {
      case .farFuture, .years, .week: 200_000
      case .sources: 9_900
      case .unknownKeys: 45_000
      }
    }
  }

  /// The path of the `daymark` program that reads the inputs.
  let program: String
  /// The folder that the inputs are written to.
  let folder: String

  /// Writes an input of a kind, and returns the command that reads it.
  ///
  /// - Parameter count: The number of records, sources or keys in the input.
  func command(_ kind: Kind, count: Int) throws -> ChildProcess {
    let path = "\(folder)/\(kind)-\(count)"
    let text = kind == .unknownKeys ? Self.rule(count) : Self.export(kind, count: count)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + kind.ending))
    // Findings make the program exit with another code than 0. What it prints is thrown away.
    return ChildProcess(
      "sh",
      ["-c", "\"$@\" > /dev/null 2>&1; test $? = \(kind.exitCode)", "sh", program]
        + kind.arguments + [path + kind.ending])
  }

  private static func rule(_ count: Int) -> String {
    """
    rule: keys@1.0.0
    title: Keys
    requires:
      total: { metric: steps, atLeast: 1 }
    \((0..<count).map { "key\($0): 1" }.joined(separator: "\n"))

    """
  }

  private static func export(_ kind: Kind, count: Int) -> String {
    let records = (0..<count).map { number -> String in
      let clock = [number / 3600 % 10, number / 60 % 60, number % 60]
        .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      // No two records are the same.
      let source = "S\(number / 36_000)"
      return switch kind {
      case .farFuture: steps(source, "2024-01-01 \(clock)", "9999-01-01 00:00:00")
      case .years: steps(source, "1990-02-01 \(clock)", "2026-02-01 00:00:00")
      case .week: steps(source, "2024-01-01 \(clock)", "2024-01-07 23:00:00")
      case .sources, .unknownKeys:
        steps("Source \(number)", "2024-01-01 \(clock)", "2024-01-01 10:30:00")
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
       <ExportDate value="\(kind == .farFuture ? "9999-12-31" : "2026-06-01") 12:00:00 +0000"/>
      \(records.joined(separator: "\n"))
      </HealthData>

      """
  }
}

private func steps(_ source: String, _ start: String, _ end: String) -> String {
  " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(source)\" unit=\"count\""
    + " startDate=\"\(start) +0000\" endDate=\"\(end) +0000\" value=\"10\"/>"
}

extension SlowInputs.Kind {
  fileprivate var ending: String { self == .unknownKeys ? ".yaml" : ".xml" }

  fileprivate var arguments: [String] {
    self == .unknownKeys
      ? ["rules", "check"] : ["aggregate", "--zone", "UTC", "--format", "csv"]
  }

  /// The exit code of the program for an input of this kind: 1 for damaged records, 3 for a wrong
  /// rule.
  fileprivate var exitCode: Int {
    switch self {
    case .farFuture: 1
    case .years, .week, .sources: 0
    case .unknownKeys: 3
    }
  }
}
