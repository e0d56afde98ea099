package import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import Foundation

/// The folder of the template that a name or a path stands for: one under `pipelines/`, one that was
/// installed with the program, or any other folder with a `template.yaml`.
///
/// - Throws: `DaymarkError` `template.unknown`.
package func templateFolder(of name: String) throws -> String {
  let shipped = shippedTemplateFolders()
  if let folder = shipped.first(where: { templateName(of: $0) == name }) { return folder }
  if FileManager.default.fileExists(atPath: name + "/template.yaml") { return name }
  let names = shipped.map(templateName)
  throw DaymarkError(.templateUnknown) { facts in
    facts.template = name
    facts.known = names.isEmpty ? nil : names
    facts.suggestion = suggestion(for: name, among: names)
    facts.folder = ["pipelines/\(name)", name].first {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}

/// The templates under `pipelines/` or, without any there, those that were installed with the program.
///
/// - Throws: `DaymarkError` `template.unknown` when there are none, `ConfigurationError`.
package func shippedTemplates() throws -> [ChallengeTemplate] {
  let folders = shippedTemplateFolders()
  guard !folders.isEmpty else { throw DaymarkError(.templateUnknown) }
  return try folders.map { try loadTemplate(at: $0) }
}

/// Of two templates with one name the one that lies here.
private func shippedTemplateFolders() -> [String] {
  var folders = templateFolders(in: "pipelines")
  for folder in installedTemplates.flatMap(templateFolders)
  where !folders.contains(where: { templateName(of: $0) == templateName(of: folder) }) {
    folders.append(folder)
  }
  return folders.sorted { templateName(of: $0) < templateName(of: $1) }
}

/// The folder that `make install` fills, `share/daymark/pipelines` beside the program's `bin`; and that of
/// the sources, for a program that lies where it was built.
private var installedTemplates: [String] {
  let program = programPath
  let prefix = parentFolder(of: parentFolder(of: program))
  let sources = program.range(of: "/.build/").map { "\(program[..<$0.lowerBound])/pipelines" }
  return ["\(prefix)/share/daymark/pipelines"] + [sources].compactMap(\.self)
}

/// The program's own file, whatever link or search path led to it.
package var programPath: String {
  let files = FileManager.default
  if let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe") { return path }
  // Without the system's word: as the shell found it.
  let called = CommandLine.arguments.first ?? ""
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  let places = called.contains("/") ? [called] : folders.map { "\($0)/\(called)" }
  let found = places.first { files.isExecutableFile(atPath: $0) } ?? called
  return URL(fileURLWithPath: found).resolvingSymlinksInPath().path
}

private func templateName(of folder: String) -> String {
  (folder as NSString).lastPathComponent
}

/// Writes a challenge made of a template: its pipeline, its rule with the cases, an empty `inbox/`, and a
/// `README.md` that says how to go on.
///
/// All of it is checked before anything is written, and appears at once.
///
/// - Parameters:
///   - template: The template that is copied.
///   - folder: The folder to make; it does not exist yet, or is empty.
///   - settings: Values by the names of the template's parameters.
///   - addresses: Addresses of subjects by their ids; each has a folder in the inbox, and settings.
/// - Throws: `ConfigurationError`, see `ChallengeTemplate.copy(to:setting:)`; `DaymarkError`
///   `folder.not_empty`, `file.unwritable`.
package func makeChallenge(
  from template: ChallengeTemplate, in folder: String, setting settings: [String: String],
  addresses: [String: String] = [:]
) throws {
  var folder = folder
  while folder.count > 1, folder.last == "/" { folder.removeLast() }
  // First, so that an error shows no line of what lies there.
  try checkIsFree(folder)
  let copy = try template.copy(to: folder, setting: settings, addresses: addresses)
  let path = absolutePath(folder)
  let parent = parentFolder(of: path)
  let name = (path as NSString).lastPathComponent
  try makeFolder(parent)
  // A name of its own: whoever makes the same folder at once, one of the two comes first.
  let temporary = "\(parent)/.\(name).\(getpid()).part"
  do {
    try makeFolder(temporary + "/inbox")
    for id in addresses.keys { try makeFolder("\(temporary)/inbox/\(id)") }
    var files = copy.files
    files["README.md"] = readme(of: copy, template)
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      _ = try putFile(Array(text.utf8), at: "\(temporary)/\(name)")
    }
    try flushFolder(temporary)
    guard rename(temporary, path) == 0 else {
      throw errno == ENOTEMPTY || errno == EEXIST ? notEmpty(folder) : unwritable(folder, errno)
    }
  } catch {
    try? FileManager.default.removeItem(atPath: temporary)
    throw error
  }
  try flushFolder(parent)
}

/// Tries the rule of a challenge on its cases.
///
/// - Throws: `ConfigurationError` when a case cannot be asked any more, such as seven days running of a
///   rule that asks for ten.
package func testChallenge(in folder: String) throws -> RuleTestSummary {
  try testRules(loadRuleTests(at: folder))
}

private func checkIsFree(_ folder: String) throws {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return }
  guard isFolder.boolValue else { throw unwritable(folder, ENOTDIR) }
  let contents = try? FileManager.default.contentsOfDirectory(atPath: folder)
  guard contents?.isEmpty == true else { throw notEmpty(folder) }
}

private func notEmpty(_ folder: String) -> DaymarkError {
  DaymarkError(.folderNotEmpty, at: InputLocation(file: folder))
}

private func readme(of copy: ChallengeCopy, _ template: ChallengeTemplate) -> String {
  """
  # \(copy.title)

  A challenge made of the template `\(template.name)`. What each person hands in goes under `inbox/`, in a
  folder that has the person's id for a name: the archives as they were downloaded, of any tracker. Where no
  archive tells the zone of `inbox/anna`, a file `inbox/anna.yaml` beside it says `timeZone: Europe/Berlin`. Then,
  in this folder:

  ```
  daymark rules check .           # is the rule sound?
  daymark rules test .            # does it say what rules_test.yaml expects?
  daymark run . --out out         # verdicts and evidence
  ```

  """
}
