import DaymarkModel
import Foundation

/// Reads the folder that has a folder per subject: its name is the id, and whatever lies in it is an
/// archive.
///
/// `<id>.yaml` beside a folder has the subject's settings. It is never read from inside the folder, which
/// others may fill. Names that begin with a dot are not looked at; they are what file systems leave
/// behind. What is wrong with a folder or its settings fails that subject alone.
///
/// - Returns: `nil`, reported, when there is no such folder.
func readInbox(
  at path: String, _ findings: FindingCollector, missingAt place: InputLocation
) -> SubjectList? {
  guard let names = visibleNames(inFolder: path) else {
    findings.add(.fileMissing, at: place) { $0.path = path }
    return nil
  }
  let folders = Set(names.filter { isFolder(resolvedPath($0, inFolder: path)) })
  var list = SubjectList()
  for name in names {
    if folders.contains(name) {
      list.add(subject: name, inInbox: path)
    } else if !isSettings(name, of: folders) {
      list.warnings.append(
        Finding(
          .configBadValue, at: InputLocation(file: resolvedPath(name, inFolder: path)),
          facts: .init { ($0.key, $0.expected) = ("inbox", .subjectFolders) }))
    }
  }
  if list.subjects.isEmpty {
    list.warnings.append(Finding(.inboxEmpty, at: InputLocation(file: path)))
  }
  return list
}

private let settingsEnding = ".yaml"
/// The name that settings had inside a folder.
private let settingsInside = "subject.yaml"

private func isSettings(_ name: String, of folders: Set<String>) -> Bool {
  name.hasSuffix(settingsEnding) && folders.contains(String(name.dropLast(settingsEnding.count)))
}

extension SubjectList {
  fileprivate mutating func add(subject name: String, inInbox path: String) {
    let folder = resolvedPath(name, inFolder: path)
    let contents = visibleNames(inFolder: folder)
    let reason = errno
    let archives = contents?.filter { $0 != settingsInside } ?? []
    var subject = Subject(id: name, archives: archives.map { resolvedPath($0, inFolder: folder) })
    if subjectID(name) == nil {
      subject.problem = Finding(.configBadValue, at: InputLocation(file: folder)) {
        ($0.key, $0.value, $0.expected) = ("inbox", name, .subjectFolderName)
      }
    } else if contents == nil {
      subject.problem = unreadable(folder, reason)
    } else {
      warnings += subject.readSettings(at: resolvedPath(name + settingsEnding, inFolder: path))
    }
    if contents?.contains(settingsInside) == true {
      let place = InputLocation(file: resolvedPath(settingsInside, inFolder: folder))
      warnings.append(Finding(.subjectSettingsInside, at: place))
    }
    subjects.append(subject)
  }
}

extension Subject {
  /// Reads the settings beside the subject's folder, if there are any.
  ///
  /// - Returns: What is worth knowing of them.
  fileprivate mutating func readSettings(at path: String) -> [Finding] {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0 else { return [] }
    // A pipe that nobody writes would be waited for.
    guard stat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      problem = unreadable(path, ENOTSUP)
      return []
    }
    let findings = FindingCollector()
    var warnings: [Finding] = []
    if let root = readYAML(at: path, findings),
      let mapping = YAMLMapping(root, .inboxSubject, findings)
    {
      readWhereabouts(mapping)
      setAside = decisions(in: mapping)
      var files = SubjectFileReader(inFolder: folderPath(of: path), findings)
      self.files = files.files(in: mapping)
      warnings = readReceipts(in: mapping)
    }
    if !findings.isEmpty { problem = findings.error().findings.first }
    return warnings
  }
}

/// The folder of a file, with the slash behind it; empty of a bare name.
func folderPath(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}

private func unreadable(_ path: String, _ code: Int32) -> Finding {
  Finding(.fileUnreadable, at: InputLocation(file: path)) {
    $0.system = String(cString: strerror(code))
  }
}

private func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Names in a folder by scalar order, without hidden ones; `nil`, with `errno`, when it cannot be listed.
private func visibleNames(inFolder path: String) -> [String]? {
  guard let listing = opendir(path.systemPath) else { return nil }
  defer { closedir(listing) }
  var names: [String] = []
  errno = 0
  while let entry = readdir(listing) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(systemPath: Array(bytes.prefix { $0 != 0 }))
    }
    if !name.hasPrefix(".") { names.append(name) }
    errno = 0
  }
  guard errno == 0 else { return nil }
  return names.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
}
