package import DaymarkModel
import Foundation

/// A rule that is named by its folder or file, with what a `pipeline.yaml` beside it states.
struct RulesFolder {
  var rulesPath: String
  /// The challenge; `nil` without a `pipeline.yaml` that names the rule.
  var challenge: Challenge?
  var policies = Policies()
  /// The limits; `nil` without such a `pipeline.yaml`.
  var limits: Limits?
  /// Whether that pipeline has an intake, so that money may be staked on its verdicts.
  var hasIntake = false

  /// The operator's files beside that `pipeline.yaml`.
  var operatorFiles: [OperatorFile] = []

  /// The path of the `rules_test.yaml` that belongs to the `rules.yaml`.
  var testsPath: String {
    let suffix = ".yaml"
    let stem = rulesPath.hasSuffix(suffix) ? rulesPath.dropLast(suffix.count) : rulesPath[...]
    return stem + "_test" + suffix
  }

  /// Finds the rule.
  ///
  /// - Parameter path: A folder that contains `rules.yaml`, or the file itself.
  /// - Returns: `nil`, with an error reported, when `pipeline.yaml` does not say where the rule is,
  ///   or has no valid challenge.
  init?(at path: String, _ findings: FindingCollector) {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let folder = isFolder.boolValue ? path : (path as NSString).deletingLastPathComponent
    rulesPath = isFolder.boolValue ? resolvedPath("rules.yaml", inFolder: folder) : path
    let pipelinePath = resolvedPath("pipeline.yaml", inFolder: folder)
    guard FileManager.default.fileExists(atPath: pipelinePath) else { return }
    guard let root = readYAML(at: pipelinePath, findings),
      let file = YAMLMapping(root, .pipeline, findings),
      let named = file.word("rules").map({ resolvedPath($0, inFolder: folder) }),
      let reader = file.mapping("challenge", .challenge).map({ ChallengeReader($0) }),
      let challenge = reader.challenge(over: reader.period())
    else { return nil }
    guard isFolder.boolValue || named == path else { return }
    rulesPath = named
    self.challenge = challenge
    hasIntake = file.has("intake")
    limits = readLimits(of: file, inFolder: folder)
    operatorFiles = readOperatorFiles(inFolder: folder, findings)
    if let policies = file.mapping("policies", .policies).map(readPolicies) {
      self.policies = policies
    }
  }
}

/// Reads the rule of a pipeline's folder, of a folder with rules alone, or of a file.
///
/// - Parameter period: The period on which the rule is tried, whatever a `pipeline.yaml` beside it
///   states; see ``loadRule(at:period:)``.
/// - Throws: ``ConfigurationError`` with every error of the files.
package func loadRule(named path: String, period: Period) throws -> Rule {
  let findings = FindingCollector()
  let rule = RulesFolder(at: path, findings).flatMap {
    readRule(at: $0.rulesPath, period: period, findings)
  }
  guard let rule, findings.isEmpty else { throw findings.error() }
  return rule
}

/// The id of the challenge in the `pipeline.yaml` beside a rule.
///
/// - Parameter path: The rule's folder or file; see ``loadRule(named:period:)``, which also reports
///   errors in it.
/// - Returns: `nil` without a challenge, and also where the file cannot be understood.
package func challengeID(ofRuleNamed path: String) -> String? {
  RulesFolder(at: path, FindingCollector())?.challenge?.id
}
