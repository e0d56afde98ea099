public import DaymarkModel

/// Every error of the files that people write, each with its `file:line:column`.
public struct ConfigurationError: Error, Hashable, Sendable {
  /// Ordered by file as read, then line and column; never empty.
  public let findings: [Finding]
}

/// Collects the findings of one load, so that one run shows every error.
final class FindingCollector {
  private var findings: [(place: InputLocation, finding: Finding)] = []
  private var files: [String] = []

  var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding with the facts that those of written files have most.
  func add(
    _ code: FindingCode, at place: InputLocation, key: String? = nil, value: String? = nil,
    expected: ExpectedValue? = nil, suggestion: String? = nil
  ) {
    add(code, at: place) {
      ($0.key, $0.value, $0.expected, $0.suggestion) = (key, value, expected, suggestion)
    }
  }

  func add(_ code: FindingCode, at place: InputLocation, _ fill: (inout Finding.Facts) -> Void) {
    if !files.contains(place.file) { files.append(place.file) }
    findings.append((place, Finding(code, at: place, fill)))
  }

  /// Adds a finding of a file that was loaded by itself.
  func add(_ finding: Finding) {
    let place = finding.location ?? InputLocation(file: "")
    if !files.contains(place.file) { files.append(place.file) }
    findings.append((place, finding))
  }

  /// Ordered within each file by place; of one place in the order they were met.
  func error() -> ConfigurationError {
    let ordered = files.flatMap { file in
      findings.filter { $0.place.file == file }.enumerated().sorted { a, b in
        let (x, y) = (a.element.place, b.element.place)
        return x.precedes(y) || (!y.precedes(x) && a.offset < b.offset)
      }.map(\.element.finding)
    }
    return ConfigurationError(findings: ordered)
  }
}

extension InputLocation {
  /// Whether it comes first in its file; the whole file comes before every line of it.
  func precedes(_ other: InputLocation) -> Bool {
    (line ?? 0, column ?? 0) < (other.line ?? 0, other.column ?? 0)
  }
}
