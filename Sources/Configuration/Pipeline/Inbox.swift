import DaymarkModel
import Foundation

/// Reads the folder in which each subject has a folder; the folder's name is the subject's id, and
/// everything in it is an archive.
///
/// `<id>.yaml` beside a folder has the subject's settings. They are never read from inside the
/// folder, to which others may write. Names that begin with a dot are ignored, because file systems
/// leave such files behind. An error in a folder or in its settings makes that subject alone fail,
/// and so does an archive that lies in the folder's place.
///
/// - Parameters:
///   - path: The path of the inbox.
///   - followsLinks: Whether a subject's folder may be a link.
///   - findings: Gets the errors of the inbox itself.
///   - place: The place at which the inbox is named.
/// - Returns: `nil`, with an error reported, when the inbox is missing or cannot be listed.
func readInbox(
  at path: String, followsLinks: Bool, _ findings: FindingCollector,
  missingAt place: InputLocation
) -> SubjectList? {
  let names: [String]
  do {
    names = try visibleNames(inFolder: path)
  } catch {
    findings.add(error.code == ENOENT ? .fileMissing : .fileUnreadable, at: place) {
      $0.path = path
      if error.code != ENOENT { $0.system = String(cString: strerror(error.code)) }
    }
    return nil
  }
  let entries = names.map { name in
    let path = resolvedPath(name, inFolder: path)
    return (name: name, path: path, entry: InboxEntry(at: path, followsLinks: followsLinks))
  }
  var ids = Set(entries.filter(\.entry.isOfSubject).map(\.name))
  var list = SubjectList()
  for (name, file, entry) in entries {
    switch entry {
    case .folder: list.add(subject: name, inInbox: path)
    case .unseen(let problem):
      if !isSettings(name, of: ids) { list.subjects.append(Subject(id: name, problem: problem)) }
    case .other:
      if !isSettings(name, of: ids) { list.add(name, at: file, beside: &ids) }
    case .gone: break
    }
  }
  if list.subjects.isEmpty {
    list.warnings.append(Finding(.inboxEmpty, at: InputLocation(file: path)))
  }
  return list
}

extension InboxEntry {
  fileprivate var isOfSubject: Bool {
    switch self {
    case .folder, .unseen: true
    case .other, .gone: false
    }
  }
}

private let settingsEnding = ".yaml"
/// The name of a file of settings inside a folder, which is refused.
private let settingsInside = "subject.yaml"

private func isSettings(_ name: String, of ids: Set<String>) -> Bool {
  name.hasSuffix(settingsEnding) && ids.contains(String(name.dropLast(settingsEnding.count)))
}

/// The file endings of archives.
private let archiveEndings: Set = ["7z", "bz2", "gz", "rar", "tar", "tgz", "xml", "zip"]

/// The id of the subject to whom an archive in a folder's place probably belongs, which is the
/// file's name without endings.
private func subjectID(ofArchive name: String) -> String? {
  var parts = name.split(separator: ".", omittingEmptySubsequences: false)
  let count = parts.count
  while let last = parts.last, archiveEndings.contains(last.lowercased()) { parts.removeLast() }
  return parts.count < count ? subjectID(parts.joined(separator: ".")) : nil
}

extension SubjectList {
  /// Adds something in the inbox that is no folder: an archive makes its subject fail, because it
  /// was handed in and is not read.
  ///
  /// - Parameter ids: The ids of the subjects so far.
  fileprivate mutating func add(_ name: String, at path: String, beside ids: inout Set<String>) {
    let problem = Finding(.configBadValue, at: InputLocation(file: path)) {
      ($0.key, $0.expected) = ("inbox", .subjectFolders)
    }
    if let id = subjectID(ofArchive: name), ids.insert(id).inserted {
      return subjects.append(Subject(id: id, problem: problem))
    }
    warnings.append(problem)
    // Only earlier runs know whose archive it is: `ben`, or `ben.fit` if the folder had that name.
    var id = Substring(name)
    while !id.isEmpty, !name.hasSuffix(settingsEnding) {
      misplaced.append(Subject(id: String(id), problem: problem))
      guard let dot = id.lastIndex(of: ".") else { break }
      id = id[..<dot]
    }
  }

  fileprivate mutating func add(subject name: String, inInbox path: String) {
    let folder = resolvedPath(name, inFolder: path)
    let contents = Result { () throws(ListingFailure) in try visibleNames(inFolder: folder) }
    let names = (try? contents.get()) ?? []
    let archives = names.filter { $0 != settingsInside }
    var subject = Subject(id: name, archives: archives.map { resolvedPath($0, inFolder: folder) })
    subject.folder = folder
    if subjectID(name) == nil {
      subject.problem = Finding(.configBadValue, at: InputLocation(file: folder)) {
        ($0.key, $0.value, $0.expected) = ("inbox", name, .subjectFolderName)
      }
    } else if case .failure(let failure) = contents {
      subject.problem = unreadable(folder, failure.code)
    } else {
      warnings += subject.readSettings(at: resolvedPath(name + settingsEnding, inFolder: path))
    }
    if names.contains(settingsInside) {
      let place = InputLocation(file: resolvedPath(settingsInside, inFolder: folder))
      warnings.append(Finding(.subjectSettingsInside, at: place))
    }
    subjects.append(subject)
  }
}

extension Subject {
  /// Reads the settings beside the subject's folder, if there are any.
  ///
  /// - Returns: Notices about them.
  fileprivate mutating func readSettings(at path: String) -> [Finding] {
    var status = stat()
    let failure = systemFailure { lstat(path.systemPath, &status) }
    if failure == ENOENT { return [] }
    // Opening a pipe that nobody writes to would wait for ever.
    if let failure = failure ?? systemFailure({ stat(path.systemPath, &status) })
      ?? (status.st_mode & S_IFMT == S_IFREG ? nil : ENOTSUP)
    {
      problem = unreadable(path, failure)
      return []
    }
    let findings = FindingCollector()
    var warnings: [Finding] = []
    if let root = readYAML(at: path, findings),
      let mapping = YAMLMapping(root, .inboxSubject, findings)
    {
      readWhereabouts(mapping)
      setAside = waivers(in: mapping)
      var files = SubjectFileReader(inFolder: folderPath(of: path), findings)
      self.files = files.files(in: mapping)
      warnings = readReceipts(in: mapping)
    }
    if !findings.isEmpty { problem = findings.error().findings.first }
    return warnings
  }
}

/// The folder of a file, with a slash at its end; empty for a name without a folder.
func folderPath(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}
