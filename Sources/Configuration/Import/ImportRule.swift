import DaymarkDocuments
package import DaymarkModel

/// A rule in this language, made of one that LightChallenge stores.
package struct ImportedRule: Hashable, Sendable {
  /// The rule as Daymark says it.
  package var rule: Rule
  /// The values for the challenge of a `pipeline.yaml`: `start`, `end` and `timeZone`, where the
  /// rule has them.
  package var challenge: [String: String]
  /// The warnings of where that server decides otherwise, and of what could not be carried over.
  package var warnings: [Finding]
}

/// Reads a rule of LightChallenge from a JSON file, in either of its two shapes.
///
/// The import keeps what the rule says, not how that server evaluates it. Where the two are known
/// to differ, a warning says how.
///
/// - Throws: ``ConfigurationError``: each finding has the `path` in the JSON as a fact.
package func importRule(at path: String) throws -> ImportedRule {
  let findings = FindingCollector()
  guard let text = readText(at: path, findings) else { throw findings.error() }
  let report = ImportReport(file: path)
  guard let document = try? JSONValue(parsing: Array(text.utf8)),
    let root = ImportedObject(document, at: "", report)
  else {
    report.add(.importUnreadable, at: "")
    throw ConfigurationError(findings: report.errors)
  }
  let name = ruleName(ofFile: path)
  var imported: ImportedRule?
  if root.has("type") {
    imported = SimpleRuleImport(root).rule(named: name)
  } else if root.has("challengeType") {
    imported = FullRuleImport(root).rule(named: name)
  } else {
    report.add(.importUnreadable, at: "")
  }
  guard var imported, report.errors.isEmpty else {
    throw ConfigurationError(findings: report.errors)
  }
  imported.warnings = report.warnings
  return imported
}

/// The file's name without its ending, in the letters of a rule's name.
private func ruleName(ofFile path: String) -> String {
  let file = path.split(separator: "/").last ?? ""
  let stem = file.lowercased().split(separator: ".").first ?? ""
  let name = stem.unicodeScalars.map { scalar in
    VersionedName.namePattern.matches(String(scalar)) ? Character(scalar) : "-"
  }
  return name.isEmpty ? "imported" : String(name)
}

/// Collects what is found, each with the file and the path in its JSON.
final class ImportReport {
  private let file: String
  private(set) var errors: [Finding] = []
  private(set) var warnings: [Finding] = []

  init(file: String) { self.file = file }

  /// Adds a finding to errors or warnings by its level; the same one is kept once.
  func add(
    _ code: FindingCode, at path: String, nearest: NearestForm? = nil,
    expected: ExpectedValue? = nil, suggestion: String? = nil
  ) {
    let finding = Finding(code, at: InputLocation(file: file)) {
      ($0.path, $0.nearest) = (path.isEmpty ? nil : path, nearest)
      ($0.expected, $0.suggestion) = (expected, suggestion)
    }
    if code.level == .damage {
      errors.append(finding)
    } else if !warnings.contains(finding) {
      warnings.append(finding)
    }
  }
}
