public import DaymarkModel

/// Every error of the files that people write, each with its `file:line:column`.
///
/// Facts by code: `key` (the key or column), `expected` (what its value must be), `suggestion` (did
/// you mean), `value` (what was written), `problem` (of the YAML reader), `path` (of a file).
public struct ConfigurationError: Error, Hashable, Sendable {
  /// Ordered by file as read, then line and column; never empty.
  public let findings: [Finding]
}

/// Collects the findings of one load, so that one run shows every error.
final class FindingCollector {
  private var findings: [(place: Place, finding: Finding)] = []
  private var files: [String] = []

  var isEmpty: Bool { findings.isEmpty }

  func add(_ code: FindingCode, at place: Place, _ facts: [String: String?] = [:]) {
    if !files.contains(place.file) { files.append(place.file) }
    findings.append(
      (place, Finding(code, at: place.location, facts: Finding.Facts(texts: facts))))
  }

  /// Ordered within each file by place; of one place in the order they were met.
  func error() -> ConfigurationError {
    let ordered = files.flatMap { file in
      findings.filter { $0.place.file == file }.enumerated().sorted { a, b in
        let (x, y) = (a.element.place, b.element.place)
        return x < y || (!(y < x) && a.offset < b.offset)
      }.map(\.element.finding)
    }
    return ConfigurationError(findings: ordered)
  }
}

/// Where something stands in a file that people write.
struct Place: Comparable {
  var file: String
  /// From 1; `nil` when the whole file is meant.
  var line: Int?
  /// From 1, in Unicode scalars.
  var column: Int?

  var location: InputLocation { InputLocation(file: file, line: line, column: column) }

  static func < (a: Place, b: Place) -> Bool {
    (a.line ?? 0, a.column ?? 0) < (b.line ?? 0, b.column ?? 0)
  }
}

extension Finding.Facts {
  init(texts: [String: String?]) {
    let texts = texts.compactMapValues { $0 }
    self.init { facts in
      (facts.key, facts.value, facts.suggestion) = (
        texts["key"], texts["value"], texts["suggestion"]
      )
      facts.expected = texts["expected"].map { .words($0) }
      facts.syntax = texts["problem"].map { .parser($0) }
      (facts.path, facts.parameter, facts.because) = (
        texts["path"], texts["parameter"], texts["because"]
      )
      facts.line = texts["line"].flatMap { Int($0) }
      (facts.list, facts.lacks, facts.kinds) = (texts["list"], texts["lacks"], texts["kinds"])
      (facts.slower, facts.least, facts.greatest) = (
        texts["slower"], texts["least"], texts["limit"]
      )
      facts.nearest = texts["nearest"]
    }
  }
}
