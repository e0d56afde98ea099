import DaymarkDocuments
package import DaymarkModel

/// A rule of LightChallenge, imported into Daymark's rule language.
package struct ImportedRule: Hashable, Sendable {
  package var rule: Rule
  /// The settings for `challenge:` in a `pipeline.yaml` that the rule has: `start`, `end` and
  /// `timeZone`.
  package var challenge: [String: String]
  /// Warnings about differences in how LightChallenge decides, and about what could not be
  /// imported.
  package var warnings: [Finding]
}

/// Imports a rule of LightChallenge from a JSON file, in either of its two forms.
///
/// The meaning of the rule is kept, and not how LightChallenge evaluates it; where the two are
/// known to differ, a warning says how.
///
/// - Throws: ``ConfigurationError``, whose findings state the `path` in the JSON.
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

/// The name of the file without its ending, with the characters that a rule's name may have.
private func ruleName(ofFile path: String) -> String {
  let file = path.split(separator: "/").last ?? ""
  let stem = file.lowercased().split(separator: ".").first ?? ""
  let name = stem.unicodeScalars.map { scalar in
    VersionedName.namePattern.matches(String(scalar)) ? Character(scalar) : "-"
  }
  return name.isEmpty ? "imported" : String(name)
}

/// Collects errors and warnings of an import, each with the file and the path in its JSON.
final class ImportReport {
  private let file: String
  private(set) var errors: [Finding] = []
  private(set) var warnings: [Finding] = []

  init(file: String) { self.file = file }

  /// Adds a finding to the errors or warnings, depending on its level; equal findings are kept
  /// once.
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
