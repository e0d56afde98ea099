import DaymarkDocuments
package import DaymarkModel
import Foundation
import Yams

/// The file `rules.lock`, which records each version of a rule that was ever run, so that none is
/// changed without a new version.
///
/// It has a line `name version sha256` for each, in the order of their bytes. The digest is that of
/// the rule's canonical JSON, so that comments and the order of keys can be changed freely.
package struct RulesLock: Hashable, Sendable {
  /// The digest of each version of a rule.
  package private(set) var digests: [VersionedName: Digest] = [:]

  package init() {}

  /// Reads the lock of a folder; a missing file gives an empty lock.
  ///
  /// - Throws: ``ConfigurationError`` with every malformed line (`config.syntax`), and every
  ///   version that stands there twice (`config.duplicate`).
  package init(at path: String) throws {
    if isAbsent(path) { return }
    let findings = FindingCollector()
    let text = readText(at: path, findings) ?? ""
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let place = InputLocation(file: path, line: index + 1, column: 1)
      guard let (version, digest) = lockLine(line) else {
        findings.add(.configSyntax, at: place) { $0.syntax = .lockLine }
        continue
      }
      guard digests.updateValue(digest, forKey: version) == nil else {
        findings.add(.configDuplicate, at: place, key: "\(version.name) \(version.version)")
        continue
      }
    }
    guard findings.isEmpty else { throw findings.error() }
  }

  /// The path of the lock that belongs to a rule file, which lies beside it.
  package static func path(besideRulesAt path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return folder + "rules.lock"
  }

  /// Whether the lock contains exactly this rule.
  package func holds(_ rule: Rule) -> Bool { digests[rule.versionedName] == rule.digest }

  /// Refuses a rule if another one was run under its name and version.
  ///
  /// - Parameters:
  ///   - rule: The rule that is to be run.
  ///   - path: The rule's file.
  /// - Throws: ``ConfigurationError`` with `rule.changed` at the version in the rule's file.
  package func check(_ rule: Rule, writtenAt path: String) throws {
    guard let digest = digests[rule.versionedName], digest != rule.digest else { return }
    throw ConfigurationError(findings: [changedRule(rule, writtenAt: path)])
  }

  /// Adds a rule to the lock under its version.
  package mutating func add(_ rule: Rule) { digests[rule.versionedName] = rule.digest }

  /// The contents of the whole file.
  package var text: String {
    let lines = digests.map { "\($0.key.name) \($0.key.version) \($0.value.hex)\n" }
    return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined()
  }
}

/// The findings about a rule and the lock beside its file, which are those that
/// ``RulesLock/init(at:)`` and ``RulesLock/check(_:writtenAt:)`` throw.
package func rulesLockFindings(of rule: Rule, writtenAt path: String) -> [Finding] {
  do {
    try RulesLock(at: RulesLock.path(besideRulesAt: path)).check(rule, writtenAt: path)
  } catch let error as ConfigurationError {
    return error.findings
  } catch {}
  return []
}

/// The finding `rule.changed`, placed at the version in the rule file.
private func changedRule(_ rule: Rule, writtenAt path: String) -> Finding {
  var place = InputLocation(file: path)
  if let identity = readYAML(at: path, FindingCollector())?.node.mapping?["rule"],
    let mark = identity.mark
  {
    let isQuoted = identity.scalar.map { [.singleQuoted, .doubleQuoted].contains($0.style) }
    place.line = mark.line
    place.column =
      mark.column + rule.name.unicodeScalars.count + 1 + (isQuoted == true ? 1 : 0)
  }
  return Finding(.ruleChanged, at: place) { $0.rule = rule.versionedName }
}

private func lockLine(_ line: Substring) -> (VersionedName, Digest)? {
  let fields = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  guard fields.count == 3, let version = VersionedName("\(fields[0])@\(fields[1])"),
    let digest = Digest(hex: fields[2])
  else { return nil }
  return (version, digest)
}
