import DaymarkDocuments
import DaymarkModel
import Foundation

/// The subjects of a pipeline, with warnings about them.
struct SubjectList {
  var subjects: [Subject] = []
  /// The subjects of an inbox in whose folder's place something else lies.
  var misplaced: [Subject] = []
  var warnings: [Finding] = []
}

/// Reads the subjects, in whichever of the three forms they are given.
///
/// - Parameters:
///   - mapping: The mapping under `subjects`.
///   - folder: The folder of the pipeline.
///   - followsLinks: Whether a subject's folder in an inbox may be a link.
///   - mayBeAbsent: Whether a missing manifest or inbox means no subjects, instead of an error.
func readSubjects(
  _ mapping: YAMLMapping, in folder: String, followsLinks: Bool = false, mayBeAbsent: Bool = false
) -> SubjectList? {
  let form = mapping.only(of: ["list", "manifest", "inbox"])
  guard let form, form != "list" else { return form == nil ? nil : readList(mapping, in: folder) }
  guard let name = mapping.word(form), let place = mapping[form]?.place else { return nil }
  let path = resolvedPath(name, inFolder: folder)
  if mayBeAbsent, isAbsent(path) { return SubjectList() }
  return form == "manifest"
    ? readManifest(at: path, mapping.findings, missingAt: place)
    : readInbox(at: path, followsLinks: followsLinks, mapping.findings, missingAt: place)
}

private func readList(_ mapping: YAMLMapping, in folder: String) -> SubjectList? {
  guard let value = mapping["list"] else { return nil }
  guard let elements = value.elements, !elements.isEmpty else {
    mapping.reject("list", value)
    return nil
  }
  var list = SubjectList()
  var files = SubjectFileReader(inFolder: folder, mapping.findings)
  var ids: Set<[UInt8]> = []
  for element in elements {
    guard let entry = YAMLMapping(element, .listedSubject, key: "list", mapping.findings) else {
      continue
    }
    let id = entry.read("id", subjectID)
    if let id, let place = entry["id"]?.place, !ids.insert(Array(id.utf8)).inserted {
      mapping.findings.add(.configDuplicate, at: place, key: "id", value: id)
    }
    let archives = entry.readList("archives") { $0 } ?? []
    var subject = Subject(
      id: id ?? "", archives: archives.map { resolvedPath($0, inFolder: folder) })
    subject.readWhereabouts(entry)
    subject.setAside = waivers(in: entry)
    list.warnings += subject.readReceipts(in: entry)
    subject.files = files.files(in: entry)
    list.subjects.append(subject)
  }
  return list
}

/// Reads a plausible body weight; `nil` for any other text.
func bodyWeight(_ text: String) -> Quantity? {
  thresholdQuantity(text, in: .kilogram).flatMap { LogSettings.bodyWeights.contains($0) ? $0 : nil }
}

/// Reads the operator's waivers of a subject's inputs.
func waivers(in mapping: YAMLMapping) -> [InputWaiver.Statement] {
  guard let value = mapping["setAside"] else { return [] }
  guard let elements = value.elements, !elements.isEmpty else {
    mapping.reject("setAside", value)
    return []
  }
  return elements.compactMap { element in
    let entry = YAMLMapping(element, .setAside, key: "setAside", mapping.findings)
    guard let entry, let because = entry.read("because", freeText) else { return nil }
    let (input, finding) = (entry.read("input", freeText), lostFinding(in: entry))
    if input == nil, finding == nil, !entry.has("input"), !entry.has("finding") {
      mapping.findings.add(
        .configMissingKey, at: entry.place, key: "input",
        expected: KeyTable.setAside["input"]?.expected)
      return nil
    }
    return InputWaiver.Statement(input, InputWaiver(finding, because: because))
  }
}

private func lostFinding(in entry: YAMLMapping) -> FindingCode? {
  let finding = entry.choice("finding", FindingCode.self)
  if let finding, !finding.opensDays, let value = entry["finding"] {
    entry.reject("finding", value)
  }
  return finding
}

/// Reads the operator's waivers of findings in any subject's inputs.
func waiversForAll(in mapping: YAMLMapping) -> [InputWaiver.Statement] {
  (mapping["setAside"]?.elements ?? []).compactMap { element in
    let entry = YAMLMapping(element, .setAsideForAll, key: "setAside", mapping.findings)
    guard let entry, let finding = lostFinding(in: entry),
      let because = entry.read("because", freeText)
    else { return nil }
    return InputWaiver.Statement(nil, InputWaiver(finding, because: because))
  }
}

/// Reads the statements of the sport of sessions whose files do not state a known one.
func sports(in mapping: YAMLMapping) -> [SportStatement] {
  (mapping["sport"]?.elements ?? []).compactMap { element in
    let entry = YAMLMapping(element, .sport, key: "sport", mapping.findings)
    guard let entry, let files = entry.read("files", freeText),
      let kind = entry.choice("kind", ActivityKind.self)
    else { return nil }
    return SportStatement(files: files, kind: kind)
  }
}

extension InputWaiver {
  /// Reads a waiver in a manifest's field: `CODE: REASON`, or the reason alone.
  ///
  /// - Returns: `nil` where something looks like a code and is none, because a slip in the code
  ///   must not set the whole input aside.
  init?(field: String) {
    guard let colon = field.firstIndex(of: ":"),
      field[..<colon].wholeMatch(of: /[a-z_]+\.[a-z_]+/) != nil
    else {
      self.init(because: field)
      return
    }
    let because = field[field.index(after: colon)...].drop(while: \.isWhitespace)
    guard let code = FindingCode(rawValue: String(field[..<colon])), code.opensDays,
      !because.isEmpty
    else { return nil }
    self.init(code, because: String(because))
  }
}

extension Subject {
  /// Reads when archives were received: one instant for all that are there, or one for each name.
  ///
  /// - Returns: Findings about names that no archive has.
  mutating func readReceipts(in mapping: YAMLMapping) -> [Finding] {
    guard let value = mapping["receivedAt"] else { return [] }
    guard let entries = value.entries, !entries.isEmpty else {
      guard let instant = mapping.read("receivedAt", { Instant(rfc3339: $0) }) else { return [] }
      receivedTogether = true
      for archive in archives { receivedAt[archive] = instant }
      return []
    }
    return entries.compactMap { key, held in
      guard let name = key.text, let instant = held.text.flatMap(Instant.init(rfc3339:)) else {
        mapping.reject("receivedAt", held)
        return nil
      }
      let named = archives.filter { $0 == name || $0.hasSuffix("/" + name) }
      for archive in named { receivedAt[archive] = instant }
      return named.isEmpty
        ? Finding(.inputReceiptUnmet, at: key.place) { $0.value = name } : nil
    }
  }
}

extension YAMLMapping {
  func readTruth(_ key: String) -> Bool? { read(key) { ["true": true, "false": false][$0] } }
}

extension Subject {
  mutating func readWhereabouts(_ mapping: YAMLMapping) {
    address = mapping.word("address")
    if let name = mapping.read("timeZone", freeText) { setZone(name) }
    logs.loadUnit = mapping.read("loadUnit") { LoadUnit(rawValue: $0) }
    logs.dateOrder = mapping.read("dateOrder") { DateOrder(rawValue: $0) }
    logs.bodyWeight = mapping.read("bodyWeight", bodyWeight)
    logs.sex = mapping.choice("sex", Sex.self)
    logs.sports = mapping.choice("sport", ActivityKind.self).map { [SportStatement(all: $0)] } ?? []
    isComplete = mapping.readTruth("complete") ?? false
    joined = mapping.read("joined") { CivilDay($0) }
    linked = mapping.has("linked") ? mapping.readList("linked") { $0 } ?? [] : []
    // A link in a YAML block of text ends with a line break.
    let link = mapping.read("link") { text in
      freeText(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    if let link { setLink(link, at: mapping.place(of: "link")) }
  }

  /// Takes the link by which the service invites the subject; a text that is none makes this
  /// subject alone fail.
  ///
  /// - Parameter place: The place of the link, whose column is dropped, so that no message shows
  ///   the line.
  mutating func setLink(_ text: String, at place: InputLocation) {
    let place = InputLocation(file: place.file, line: place.line)
    link = EvidenceLink(text, at: place)
    if link == nil { problem = problem ?? Finding(.linkUnfit, at: place) { $0.reason = .noLink } }
  }

  /// Takes the subject's address from the link where none is stated, and makes the subject fail if
  /// the link is for another challenge or address.
  mutating func takeLink(to intake: Intake?) {
    guard let link else { return }
    var reason: Finding.Reason?
    if intake?.challengeID == nil {
      reason = .noIntake
    } else if intake?.challengeID != link.challengeID {
      reason = .otherChallenge
    } else if let address, address.lowercased() != link.address.lowercased() {
      reason = .otherSubject
    }
    address = address ?? link.address
    guard let reason else { return }
    problem = problem ?? Finding(.linkUnfit, at: link.place) { $0.reason = reason }
  }

  /// Sets the zone; an unknown one is kept and not reported, because it makes this subject alone
  /// fail.
  mutating func setZone(_ name: String) {
    zone = Zone(name: name)
    unknownZone = zone == nil ? name : nil
  }
}

/// The source of subjects that replace those of `pipeline.yaml`.
package enum OtherSubjects: Sendable {
  /// A folder in which each subject has a folder.
  case inbox(String)
  /// A CSV file with a row for each archive.
  case manifest(String)
}

/// Reads the pipeline in a folder, with subjects from another source.
///
/// - Throws: As ``loadPipeline(at:)``.
package func loadPipeline(
  at folder: String, subjectsFrom source: OtherSubjects
) throws -> PipelineConfiguration {
  var configuration = try loadPublishedPipeline(at: folder)
  let findings = FindingCollector()
  let list =
    switch source {
    case .inbox(let path):
      readInbox(
        at: path, followsLinks: configuration.followsLinks, findings,
        missingAt: InputLocation(file: path))
    case .manifest(let path): readManifest(at: path, findings, missingAt: InputLocation(file: path))
    }
  if let list, let path = configuration.rulePath {
    checkFeats(
      of: configuration.rule, at: path, configuration.operatorFiles, list.subjects, findings)
  }
  guard let list, findings.isEmpty else { throw findings.error() }
  configuration.take(list)
  return configuration
}
