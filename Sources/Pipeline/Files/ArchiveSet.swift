import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation

/// The archives of a subject as a set: ascending by digest, each digest once.
struct ArchiveSet {
  var archives: [ArchiveIdentity]
  /// Those that had to be hashed, for the store to remember.
  var hashed: [ArchiveIdentity] = []
  /// All that were given, in that order.
  private(set) var given: [ArchiveIdentity] = []
  /// When archives were received, of those of which somebody said: of one given twice the first time.
  private(set) var receivedAt: [Digest: Instant] = [:]
  /// The operator's decisions on archives.
  private(set) var setAside: [Digest: [SetAside]] = [:]
  /// Those of the decisions that are about each input in which the finding is.
  private(set) var ofAny: Set<SetAside> = []
  /// The inputs of which decisions speak and that are not there, as they are named.
  let unmet: [String]

  /// - Parameters:
  ///   - receivedAt: By path.
  ///   - statements: The operator's decisions.
  ///   - check: Called for every piece that is hashed; an error of it ends that.
  ///   - known: The archive at an absolute path as it was when it was last hashed.
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; what `check` throws.
  init(
    _ paths: [String], receivedAt: [String: Instant] = [:],
    setAside statements: [SetAside.Statement] = [],
    check: () throws -> Void = Task.checkCancellation,
    known: (String) throws -> ArchiveIdentity?
  ) throws {
    var unmet = Set(statements)
    for path in paths {
      let absolute = absolutePath(path)
      let stamp = try InputStamp(ofInputAt: path)
      if let archive = try known(absolute), archive.stamp == stamp.text {
        given.append(archive)
      } else {
        var archive = try ArchiveIdentity(hashing: path, as: stamp, check: check)
        archive.path = absolute
        given.append(archive)
        hashed.append(archive)
      }
      guard let digest = given.last?.digest else { continue }
      if let instant = receivedAt[path] {
        self.receivedAt[digest] = min(self.receivedAt[digest] ?? instant, instant)
      }
      for statement in statements where statement.isAbout(path, digest) {
        unmet.remove(statement)
        if statement.input == nil { ofAny.insert(statement.setAside) }
        if setAside[digest]?.contains(statement.setAside) != true {
          setAside[digest, default: []].append(statement.setAside)
        }
      }
    }
    self.unmet = statements.filter(unmet.contains).compactMap(\.input)
    archives = given.sorted { a, b in
      guard a.digest == b.digest else { return a.digest < b.digest }
      return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
    // The same archive given twice counts once.
    var distinct: [ArchiveIdentity] = []
    for archive in archives where archive.digest != distinct.last?.digest {
      distinct.append(archive)
    }
    archives = distinct
  }

  /// The archives of a request, with what is said of them.
  init(
    of request: SubjectRequest, check: () throws -> Void = Task.checkCancellation,
    known: (String) throws -> ArchiveIdentity?
  ) throws {
    try self.init(
      request.archives, receivedAt: request.receivedAt, setAside: request.setAside, check: check,
      known: known)
  }
}

extension ArchiveIdentity {
  /// The archive at a path as it is now, by reading every byte of it.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; `CancellationError`.
  init(hashing path: String) throws {
    // Before the bytes, so that a change meanwhile is seen.
    try self.init(hashing: path, as: InputStamp(ofInputAt: path))
  }

  fileprivate init(
    hashing path: String, as stamp: InputStamp,
    check: () throws -> Void = Task.checkCancellation
  ) throws {
    let identity = try InputIdentity(ofInputAt: path, check: check)
    self.init(path: path, stamp: stamp.text, digest: identity.digest, bytes: identity.bytes)
  }

  /// - Throws: `DaymarkError` with `file.changed` unless the file system says that it is still the archive
  ///   that was hashed.
  func checkUnchanged() throws {
    if try InputStamp(ofInputAt: path).text != stamp {
      throw DaymarkError(.fileChanged, at: InputLocation(file: path))
    }
  }
}

/// Size of archives, for progress; those that cannot be looked at are left out.
package func archiveBytes(_ paths: [String]) -> Int64 {
  paths.reduce(0) { total, path in
    let stamp = try? InputStamp(ofInputAt: path)
    return total + (stamp?.bytes ?? 0)
  }
}

/// A path from the root, without `.` and `..`.
func absolutePath(_ path: String) -> String {
  // Most are that already, and making it so asks the system where we are.
  let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  let isPlain = parts.dropFirst().allSatisfy { part in
    !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
  }
  if isPlain, path.hasPrefix("/") { return path }
  if isPlain, parts.first?.isEmpty == false, !path.hasPrefix("."), !path.hasPrefix("~") {
    let folder = FileManager.default.currentDirectoryPath
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
  return URL(fileURLWithPath: path).standardizedFileURL.path
}
