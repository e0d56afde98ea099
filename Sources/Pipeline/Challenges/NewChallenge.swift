package import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import Foundation

/// Finds the folder of a template by name or path.
///
/// The name may be of a template under `pipelines/` or of one that was installed with the
/// program, and a path may lead to any other folder with a `template.yaml`.
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

/// Reads the templates under `pipelines/` and those that were installed with the program.
///
/// - Throws: `DaymarkError` `template.unknown` when there are none, `ConfigurationError`.
package func shippedTemplates() throws -> [ChallengeTemplate] {
  let folders = shippedTemplateFolders()
  guard !folders.isEmpty else { throw DaymarkError(.templateUnknown) }
  return try folders.map { try loadTemplate(at: $0) }
}

/// Returns the names of the templates under `pipelines/` and of those that were installed,
/// ascending.
package func templateNames() -> [String] { shippedTemplateFolders().map(templateName) }

/// Lists the folders of templates under `pipelines/` and of those installed with the program.
///
/// A template under `pipelines/` hides an installed one with the same name.
private func shippedTemplateFolders() -> [String] {
  var folders = templateFolders(in: "pipelines")
  for folder in installedTemplates.flatMap(templateFolders)
  where !folders.contains(where: { templateName(of: $0) == templateName(of: folder) }) {
    folders.append(folder)
  }
  return folders.sorted { templateName(of: $0) < templateName(of: $1) }
}

/// The folders with installed templates: `share/daymark/pipelines` beside the program's `bin`,
/// which `make install` fills, and the folder in the sources, for a program that runs where it was
/// built.
private var installedTemplates: [String] {
  let program = programPath
  let prefix = parentFolder(of: parentFolder(of: program))
  let sources = program.range(of: "/.build/").map { "\(program[..<$0.lowerBound])/pipelines" }
  return ["\(prefix)/share/daymark/pipelines"] + [sources].compactMap(\.self)
}

/// The path of the running program's own file, with links and the search path resolved.
package var programPath: String {
  let files = FileManager.default
  if let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe") { return path }
  // Systems without `/proc` leave only the name that the shell called the program by.
  let called = CommandLine.arguments.first ?? ""
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  let places = called.contains("/") ? [called] : folders.map { "\($0)/\(called)" }
  let found = places.first { files.isExecutableFile(atPath: $0) } ?? called
  return URL(fileURLWithPath: found).resolvingSymlinksInPath().path
}

private func templateName(of folder: String) -> String {
  (folder as NSString).lastPathComponent
}

/// Writes a challenge made from a template: its pipeline, its rule with test cases, an empty
/// `inbox/`, and a `README.md` with the next steps.
///
/// Everything is checked before anything is written, and the folder appears complete or not at all.
///
/// - Parameters:
///   - template: The template that is copied.
///   - folder: The folder to make, which must not exist or must be empty.
///   - settings: The values of the template's parameters, by name.
///   - addresses: The addresses of subjects by id. Each subject gets a folder in the inbox with its
///     settings.
/// - Throws: `ConfigurationError`, see `ChallengeTemplate.copy(to:setting:)`; `DaymarkError`
///   `folder.not_empty`, `file.unwritable`.
package func makeChallenge(
  from template: ChallengeTemplate, in folder: String, setting settings: [String: String],
  addresses: [String: String] = [:]
) throws {
  var folder = folder
  while folder.count > 1, folder.last == "/" { folder.removeLast() }
  // This check comes first, so that its error shows no line of a file that lies in the folder.
  try checkIsFree(folder)
  let copy = try template.copy(to: folder, setting: settings, addresses: addresses)
  let path = absolutePath(folder)
  let parent = parentFolder(of: path)
  let name = (path as NSString).lastPathComponent
  try makeFolder(parent)
  // The name contains the process id, so that of two processes that make the same folder one comes
  // first.
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

/// Tests the rule of a challenge with its test cases.
///
/// - Throws: `ConfigurationError` for a case that no longer fits the rule, such as a run of seven
///   days for a rule that requires ten.
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
