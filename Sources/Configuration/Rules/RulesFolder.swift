package import DaymarkModel
import Foundation

/// A rule that is named by its folder or by its file, with what a `pipeline.yaml` beside it says.
struct RulesFolder {
  var rulesPath: String
  /// `nil` without a `pipeline.yaml` that names the rule.
  var challenge: Challenge?
  var policies = Policies()
  /// `nil` without a `pipeline.yaml` as above.
  var limits: Limits?
  /// Whether verdicts of that pipeline go to an intake, so that something may be staked on them.
  var hasIntake = false

  /// The operator's files beside that `pipeline.yaml`.
  var operatorFiles: [OperatorFile] = []

  /// `rules_test.yaml` beside `rules.yaml`.
  var testsPath: String {
    let suffix = ".yaml"
    let stem = rulesPath.hasSuffix(suffix) ? rulesPath.dropLast(suffix.count) : rulesPath[...]
    return stem + "_test" + suffix
  }

  /// - Parameter path: Of a folder that holds `rules.yaml`, or of the file itself.
  /// - Returns: `nil`, reported, when `pipeline.yaml` does not say where the rule is, or when.
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

/// Reads the rule of a folder, a pipeline's or one with rules alone, or of a file.
///
/// - Parameter period: What the rule is to be tried on, whatever a `pipeline.yaml` beside it says; see
///   ``loadRule(at:period:)``.
/// - Throws: ``ConfigurationError`` with every error of the files.
package func loadRule(named path: String, period: Period) throws -> Rule {
  let findings = FindingCollector()
  let rule = RulesFolder(at: path, findings).flatMap {
    readRule(at: $0.rulesPath, period: period, findings)
  }
  guard let rule, findings.isEmpty else { throw findings.error() }
  return rule
}

/// The id of the challenge that a `pipeline.yaml` beside a rule is about.
///
/// - Parameter path: As of ``loadRule(named:period:)``, which reports what is wrong there.
/// - Returns: `nil` also where the file cannot be understood.
package func challengeID(ofRuleNamed path: String) -> String? {
  RulesFolder(at: path, FindingCollector())?.challenge?.id
}
