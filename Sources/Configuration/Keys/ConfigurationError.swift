public import DaymarkModel

/// Every error in files that people write, each with its `file:line:column`.
public struct ConfigurationError: Error, Hashable, Sendable {
  /// The errors, in the order in which the files were read, then by line and column; never empty.
  public let findings: [Finding]
}

/// Collects the errors of one load, so that all of them are shown at once.
final class FindingCollector {
  private var findings: [(place: InputLocation, finding: Finding)] = []
  private var files: [String] = []

  var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding with the facts that findings about written files usually have.
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

  /// The error of all findings, ordered within each file by place; findings at one place keep their
  /// order.
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
  /// Whether this place comes first in its file; the file as a whole comes before its lines.
  func precedes(_ other: InputLocation) -> Bool {
    (line ?? 0, column ?? 0) < (other.line ?? 0, other.column ?? 0)
  }
}
