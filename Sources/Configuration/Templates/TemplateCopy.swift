import DaymarkModel
import Foundation

/// The texts of the files of a template's copy.
package struct ChallengeCopy: Hashable, Sendable {
  package var title: String
  /// The texts of the files, by path in the copy's folder.
  package var files: [String: String]
}

extension ChallengeTemplate {
  /// Makes a copy of the template with other values, and checks it.
  ///
  /// The pipeline, the rule and, unless it is set, the challenge are named after the folder, if
  /// that is a name of the characters a-z, 0-9 and -. The subjects are those of `inbox/`, and
  /// `asOf` is removed, so that the clock decides.
  ///
  /// - Parameters:
  ///   - folder: The folder where the files will be; it is named in errors.
  ///   - settings: The values, by the name of the parameter.
  ///   - addresses: The Ethereum addresses of subjects, by id; each gets settings in the inbox.
  /// - Returns: The texts of the files, which are not written yet.
  /// - Throws: ``ConfigurationError`` with unknown parameters, or with every error that the files
  ///   would have; for the value of a parameter, the fact `parameter` has its name.
  package func copy(
    to folder: String, setting settings: [String: String], addresses: [String: String] = [:]
  ) throws -> ChallengeCopy {
    try checkNames(settings.keys.sorted())
    var files = TemplateFile.allCases.reduce(into: [TemplateFile: YAMLText]()) { files, file in
      files[file] = YAMLText(
        text: texts[file] ?? "", file: resolvedPath(file.rawValue, inFolder: folder))
    }
    if givesName(of: folder) { name(&files, (folder as NSString).lastPathComponent) }
    files[.pipeline]?.replace("subjects.inbox", with: "inbox")
    files[.pipeline]?.remove("asOf")
    for parameter in parameters {
      guard let value = settings[parameter.name] else { continue }
      files[parameter.file]?.replace(parameter.path, with: value)
      if let figure = parameter.scales,
        let scaling = TestScaling(figure, from: parameter.present, to: value)
      {
        let rules = files[.rules]?.root
        if var tests = files[.tests] {
          scaling.apply(to: &tests, rules: rules)
          files[.tests] = tests
        }
      }
    }
    files[.pipeline]?.addIntake(settings)
    let title = try check(files)
    let subjects = try subjectSettings(addresses, in: folder)
    let named = files.map { ($0.key.rawValue, $0.value.text) } + subjects
    return ChallengeCopy(title: title, files: Dictionary(uniqueKeysWithValues: named))
  }

  /// Whether a copy in `folder` is named after the folder, and not like the template.
  package func givesName(of folder: String) -> Bool {
    VersionedName.namePattern.matches((folder as NSString).lastPathComponent)
  }

  private func checkNames(_ names: [String]) throws {
    let known = parameters.map(\.name)
    let findings = FindingCollector()
    for name in names where !known.contains(name) {
      findings.add(
        .parameterUnknown, at: InputLocation(file: resolvedPath("template.yaml", inFolder: folder))
      ) {
        ($0.parameter, $0.known) = (name, known)
        $0.suggestion = suggestion(for: name, among: known)
      }
    }
    guard findings.isEmpty else { throw findings.error() }
  }

  private func name(_ files: inout [TemplateFile: YAMLText], _ name: String) {
    files[.pipeline]?.replace("pipeline", with: name)
    files[.pipeline]?.replace("challenge.id", with: name)
    // A rule of another name begins at version 1.0.0.
    files[.rules]?.replace("rule", with: "\(name)@1.0.0")
  }

  /// Checks the files of the copy.
  ///
  /// - Returns: The challenge's title.
  private func check(_ files: [TemplateFile: YAMLText]) throws -> String {
    let findings = FindingCollector()
    func root(_ file: TemplateFile) -> YAMLValue? {
      files[file].flatMap { readYAML($0.text, file: $0.file, findings) }
    }
    let pipeline = root(.pipeline)
    let rules = root(.rules)
    _ = root(.tests)
    let mapping = pipeline.flatMap { YAMLMapping($0, .pipeline, findings) }
    _ = mapping?.word("pipeline")
    _ = mapping?.mapping("intake", .intake).flatMap(readIntake)
    let reader = mapping?.mapping("challenge", .challenge).map { ChallengeReader($0) }
    let period = reader?.period()
    let challenge = reader?.challenge(over: period)
    let rule = rules.flatMap { readRule($0, period: period, findings) }
    if findings.isEmpty, rule != nil, let challenge { return challenge.title }
    let places = parameters.map { parameter in
      (parameter.file == .pipeline ? pipeline : rules)?.value(at: parameter.path)?.place
    }
    throw ConfigurationError(
      findings: findings.error().findings.map { finding in
        var finding = finding
        if let which = places.firstIndex(of: finding.location) {
          finding.facts.parameter = parameters[which].name
        }
        return finding
      })
  }
}

extension YAMLText {
  /// Adds an intake, where there is none, with the settings that belong to it.
  fileprivate mutating func addIntake(_ settings: [String: String]) {
    guard root?.value(at: RulePath("intake")) == nil else { return }
    var members = ChallengeTemplate.IntakeKey.allCases.compactMap { key in
      settings[key.parameter].map { "\(key.rawValue): \(quotedScalar($0))" }
    }
    guard !members.isEmpty else { return }
    // The two other keys belong to this profile.
    if settings[ChallengeTemplate.IntakeKey.profile.parameter] == nil {
      members.insert("profile: lightchallenge", at: 0)
    }
    append("intake: { \(members.joined(separator: ", ")) }")
  }
}

/// The files of settings beside the folders of subjects, with their paths in the challenge's
/// folder.
///
/// - Throws: ``ConfigurationError`` when an id cannot name a folder, or an address is malformed.
private func subjectSettings(
  _ addresses: [String: String], in folder: String
) throws -> [(String, String)] {
  let findings = FindingCollector()
  let files = addresses.sorted { $0.key < $1.key }.map { id, address in
    let name = "inbox/\(id).yaml"
    let (path, text) = (resolvedPath(name, inFolder: folder), "address: \(quotedScalar(address))\n")
    if subjectID(id) == nil || id.contains("/") || id.hasPrefix(".") {
      findings.add(
        .configBadValue, at: InputLocation(file: path), key: "address", value: id,
        expected: .subjectFolderName)
    } else if let root = readYAML(text, file: path, findings) {
      _ = YAMLMapping(root, .inboxSubject, findings)?.word("address")
    }
    return (name, text)
  }
  guard findings.isEmpty else { throw findings.error() }
  return files
}
