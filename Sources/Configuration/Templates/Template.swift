import DaymarkDocuments
import DaymarkModel
import Foundation

/// A challenge that is meant to be copied: a pipeline's folder with a `template.yaml`.
package struct ChallengeTemplate: Hashable, Sendable {
  /// A setting that can be changed in a copy.
  package struct Parameter: Hashable, Sendable {
    /// The name that `--set` takes.
    package var name: String
    /// The use of the parameter.
    package var meaning: Meaning
    /// The value in the template, as it is written there.
    package var present: String
    /// The place of the value in the template, for example `rules.yaml: requires.streak.atLeast`.
    package var place: String { "\(file.rawValue): \(path)" }

    var file: TemplateFile
    /// The path of the value in the file.
    var path: RulePath
    /// The figures of `rules_test.yaml` that are scaled together with the value.
    var scales: TestFigure?
  }

  /// The use of a parameter.
  package enum Meaning: Hashable, Sendable {
    /// A description by the template's author: `the steps that a day needs`.
    case written(String)
    /// A key that every challenge has.
    case challenge(ChallengeKey)
    /// A key of the intake, which a challenge may have or lack.
    case intake(IntakeKey)
  }

  /// The keys under `challenge:` that can be set in a copy.
  package enum ChallengeKey: String, CaseIterable, Sendable {
    case id, title, from, to, timeZone, proofDeadline
  }

  /// The keys under `intake:` that can be set in a copy.
  package enum IntakeKey: String, CaseIterable, Sendable {
    case profile, modelHash, challengeId

    /// The name that `--set` takes.
    var parameter: String { self == .profile ? "intake" : rawValue }
  }

  package var folder: String
  /// The title of the pipeline's challenge.
  package var title: String
  /// The parameters, beginning with those that every challenge has.
  package var parameters: [Parameter]

  var texts: [TemplateFile: String]

  /// The name by which the template can be called: that of its folder.
  package var name: String { (folder as NSString).lastPathComponent }
}

/// The files that are copied from a template.
enum TemplateFile: String, CaseIterable {
  case pipeline = "pipeline.yaml"
  case rules = "rules.yaml"
  case tests = "rules_test.yaml"
}

/// The figures in the cases of a `rules_test.yaml` that can be scaled.
enum TestFigure: Hashable {
  /// The days of the metrics that a word under `metric:` names.
  case days([Metric], word: String)
  /// A daily figure of workout logs.
  case strength(StrengthMeasure)
  case sessions(ActivityQuantity)
  /// The minutes above heart rates.
  case heartMinutes
  /// A figure of best sets.
  case lifts(LiftQuantity)
  /// The number of sessions of a case.
  case count
  /// The number of successive days of a case.
  case run

  init?(_ text: String) {
    if let metric = Metric(id: text), metric.isCumulative {
      self = .days([metric], word: text)
    } else if let measure = StrengthMeasure(rawValue: text) {
      self = .strength(measure)
    } else if text == WeightedSum.stepsOrPushesID {
      self = .days([.steps, .wheelchairPushes], word: text)
    } else if let quantity = ActivityQuantity(rawValue: text), Self.quantities.contains(quantity) {
      self = .sessions(quantity)
    } else if let quantity = LiftQuantity(rawValue: text), Self.lifted.contains(quantity) {
      self = .lifts(quantity)
    } else if let counted = Self.counted[text] {
      self = counted
    } else {
      return nil
    }
  }

  private static let quantities: [ActivityQuantity] = [
    .distance, .duration, .energy, .elevationGain,
  ]

  private static let lifted: [LiftQuantity] = [.estimate, .load, .bodyWeights]

  private static let counted: [String: TestFigure] = [
    "sessions": .count, "days": .run, "heartMinutes": .heartMinutes,
  ]

  static let names =
    cumulativeMetrics + [WeightedSum.stepsOrPushesID] + quantities.map(\.rawValue)
    + lifted.map(\.rawValue) + StrengthMeasure.allCases.map(\.rawValue) + counted.keys.sorted()

  var unit: DaymarkModel.Unit {
    switch self {
    case .days(let metrics, _): metrics.first?.canonicalUnit ?? .count
    case .strength(let measure): measure.unit
    case .sessions(let quantity): quantity.unit
    case .heartMinutes: .minute
    case .lifts(let quantity): quantity.unit
    case .count, .run: .count
    }
  }
}

extension KeyTable {
  static let template = KeyTable([
    .needed("parameters", .list(.mapping(templateParameter), of: .parameter))
  ])

  static let templateParameter = KeyTable([
    .needed("name", .word(Pattern("^[A-Za-z][A-Za-z0-9]*$"), .parameterName)),
    .needed("means", .text), .needed("at", .text), .optional("scales", .choice(TestFigure.names)),
  ])
}

/// The folders in a folder that contain a `template.yaml`, by name.
package func templateFolders(in folder: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.sorted().map { resolvedPath($0, inFolder: folder) }
    .filter { FileManager.default.fileExists(atPath: $0 + "/template.yaml") }
}

/// Reads the template in a folder.
///
/// - Throws: ``ConfigurationError`` with every error of `template.yaml` and of the files it is about.
package func loadTemplate(at folder: String) throws -> ChallengeTemplate {
  let findings = FindingCollector()
  let template = readTemplate(at: folder, findings)
  guard let template, findings.isEmpty else { throw findings.error() }
  return template
}

private func readTemplate(
  at folder: String, _ findings: FindingCollector
) -> ChallengeTemplate? {
  guard let root = readYAML(at: resolvedPath("template.yaml", inFolder: folder), findings),
    let file = YAMLMapping(root, .template, findings)
  else { return nil }
  var texts: [TemplateFile: String] = [:]
  var roots: [TemplateFile: YAMLValue] = [:]
  for name in TemplateFile.allCases {
    let path = resolvedPath(name.rawValue, inFolder: folder)
    texts[name] = readText(at: path, findings)
    roots[name] = texts[name].flatMap { readYAML($0, file: path, findings) }
  }
  guard let pipeline = roots[.pipeline], let rules = roots[.rules], let text = texts[.rules],
    let listed = file["parameters"]
  else { return nil }
  guard pipeline.value(at: "subjects.inbox")?.text != nil else {
    findings.add(
      .configBadValue, at: pipeline.place,
      key: "subjects", expected: .templateInbox)
    return nil
  }
  var template = ChallengeTemplate(
    folder: folder, title: pipeline.value(at: "challenge.title")?.text ?? "",
    parameters: commonParameters(of: pipeline), texts: texts)
  guard let elements = listed.elements else {
    file.reject("parameters", listed)
    return nil
  }
  for element in elements {
    guard let mapping = YAMLMapping(element, .templateParameter, findings),
      let parameter = readParameter(mapping, rules, text)
    else { continue }
    if template.parameters.contains(where: { $0.name == parameter.name }) {
      findings.add(
        .configDuplicate, at: mapping.place(of: "name"), key: parameter.name)
    }
    template.parameters.append(parameter)
  }
  return template
}

/// The parameters that every challenge can have, as far as this one states them, and those of an
/// intake.
private func commonParameters(of pipeline: YAMLValue) -> [ChallengeTemplate.Parameter] {
  func parameter(
    _ name: String, _ meaning: ChallengeTemplate.Meaning, at path: RulePath,
    otherwise: String? = nil
  ) -> ChallengeTemplate.Parameter? {
    (pipeline.value(at: path)?.text ?? otherwise).map {
      ChallengeTemplate.Parameter(
        name: name, meaning: meaning, present: $0, file: .pipeline, path: path)
    }
  }
  let challenge = ChallengeTemplate.ChallengeKey.allCases.compactMap { key in
    parameter(key.rawValue, .challenge(key), at: RulePath("challenge", key.rawValue))
  }
  let hasIntake = pipeline.value(at: RulePath("intake")) != nil
  let intake = ChallengeTemplate.IntakeKey.allCases.compactMap { key in
    parameter(
      key.parameter, .intake(key), at: RulePath("intake", key.rawValue),
      otherwise: hasIntake ? nil : "none")
  }
  return challenge + intake
}

private func readParameter(
  _ mapping: YAMLMapping, _ rules: YAMLValue, _ text: String
) -> ChallengeTemplate.Parameter? {
  let name = mapping.word("name")
  let meaning = mapping.read("means", freeText)
  let scales = mapping.read("scales", TestFigure.init)
  guard mapping.has("scales") == (scales != nil), let name, let meaning,
    let path = mapping.read("at", freeText).map(RulePath.init(parsing:)), let place = mapping["at"]
  else { return nil }
  guard let value = rules.value(at: path), let present = value.text,
    value.range(in: text) != nil
  else {
    mapping.reject("at", place, expected: .thresholdPath)
    return nil
  }
  if let scales, (thresholdQuantity(present, in: scales.unit) ?? .zero) == .zero {
    mapping.reject("at", place, expected: .scaledPath)
    return nil
  }
  return ChallengeTemplate.Parameter(
    name: name, meaning: .written(meaning), present: present, file: .rules, path: path,
    scales: scales)
}
