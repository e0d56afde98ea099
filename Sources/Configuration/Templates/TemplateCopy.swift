import DaymarkModel
import Foundation

/// The contents of the files of a copy.
public struct ChallengeCopy: Hashable, Sendable {
  /// The title of the copy.
  public var title: String
  /// The texts of the files, by name.
  public var files: [String: String]
}

extension ChallengeTemplate {
  /// The template with other values, checked.
  ///
  /// The pipeline, the rule and, unless it is set, the challenge take the folder's name where it is a
  /// name of a-z, 0-9 and -. Subjects are those of `inbox/`, and `asOf` goes, so that the clock decides.
  ///
  /// - Parameters:
  ///   - folder: Where the files are to be; named in errors.
  ///   - settings: Values by the names of parameters.
  /// - Returns: The texts of the files, which are not written yet.
  /// - Throws: ``ConfigurationError`` with the parameters that there are not, or with every error of the
  ///   files as they would be; where a parameter stands, the fact `parameter` has its name.
  public func copy(to folder: String, setting settings: [String: String]) throws -> ChallengeCopy {
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
    let title = try check(files)
    return ChallengeCopy(
      title: title,
      files: Dictionary(uniqueKeysWithValues: files.map { ($0.key.rawValue, $0.value.text) }))
  }

  /// Whether a copy in `folder` is named after it, and not as the template is.
  public func givesName(of folder: String) -> Bool {
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
    let rule = files[.rules]?.root?.value(at: "rule")?.text.flatMap { VersionedName($0) }
    files[.rules]?.replace("rule", with: "\(name)@\(rule?.version ?? "1.0.0")")
  }

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
