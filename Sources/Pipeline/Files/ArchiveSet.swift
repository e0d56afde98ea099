package import DaymarkIngest
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
  /// The digests that bear the names of which something is said, by what is said.
  let said: [String: Set<Digest>]

  /// - Parameters:
  ///   - receivedAt: By path.
  ///   - isTogether: Whether one instant was said for all.
  ///   - statements: The operator's decisions.
  ///   - bound: The digests that what is said of a name is about, where that is settled: not what is put under the name
  ///     later.
  ///   - files: Opens the archives.
  ///   - check: Called for every piece that is hashed; an error of it ends that.
  ///   - known: The archive at an absolute path as it was when it was last hashed.
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; what `check` throws.
  init(
    _ paths: [String], receivedAt: [String: Instant] = [:], isTogether: Bool = false,
    bound: [String: [Digest]] = [:], setAside statements: [SetAside.Statement] = [],
    in files: any InputFiles = SystemFiles(), check: () throws -> Void = Task.checkCancellation,
    known: (String) throws -> ArchiveIdentity?
  ) throws {
    var unmet = Set(statements)
    var said: [String: Set<Digest>] = [:]
    for (path, instant) in receivedAt {
      said[receiptText(of: isTogether ? nil : path, at: instant)] = []
    }
    for statement in statements where !statement.isByDigest { said[statement.text] = [] }
    for path in paths {
      let absolute = files.absolutePath(of: path)
      let stamp = try files.stamp(of: path)
      if let archive = try known(absolute), archive.stamp == stamp.text {
        given.append(archive)
      } else {
        var archive = try ArchiveIdentity(hashing: path, as: stamp, in: files, check: check)
        archive.path = absolute
        given.append(archive)
        hashed.append(archive)
      }
      guard let digest = given.last?.digest else { continue }
      func isMeant(_ text: String) -> Bool {
        said[text, default: []].insert(digest)
        return bound[text]?.contains(digest) ?? true
      }
      if let instant = receivedAt[path],
        isMeant(receiptText(of: isTogether ? nil : path, at: instant))
      {
        self.receivedAt[digest] = min(self.receivedAt[digest] ?? instant, instant)
      }
      for statement in statements where statement.isAbout(path, digest) {
        guard statement.isByDigest || isMeant(statement.text) else { continue }
        unmet.remove(statement)
        if statement.input == nil { ofAny.insert(statement.setAside) }
        if setAside[digest]?.contains(statement.setAside) != true {
          setAside[digest, default: []].append(statement.setAside)
        }
      }
    }
    self.said = said
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
    of request: SubjectRequest, in files: (any InputFiles)? = nil,
    check: () throws -> Void = Task.checkCancellation,
    known: (String) throws -> ArchiveIdentity?
  ) throws {
    try self.init(
      request.archives, receivedAt: request.receivedAt, isTogether: request.receivedTogether,
      bound: request.bound, setAside: request.setAside, in: files ?? request.systemFiles,
      check: check,
      known: known)
  }
}

/// A receipt as the book has it: of a name, or of all inputs that are there.
private func receiptText(of path: String?, at instant: Instant) -> String {
  "receivedAt \(path.map(fileName) ?? "*") \(instant)"
}

extension SetAside.Statement {
  /// The decision as the book has it.
  var text: String { "setAside \(input.map(fileName) ?? "*") \(setAside.finding?.rawValue ?? "*")" }

  /// Whether it names no file: a digest is about one input for ever, and some decisions are about all inputs.
  fileprivate var isByDigest: Bool { input.map { Digest(hex: $0.lowercased()) != nil } ?? true }
}

/// The last part of a path, by which statements name a file.
func fileName(_ path: String) -> String {
  path.split(separator: "/").last.map { String($0) } ?? path
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
    hashing path: String, as stamp: InputStamp, in files: any InputFiles = SystemFiles(),
    check: () throws -> Void = Task.checkCancellation
  ) throws {
    let identity = try InputIdentity(ofInputAt: path, in: files, check: check)
    self.init(path: path, stamp: stamp.text, digest: identity.digest, bytes: identity.bytes)
  }

  /// - Throws: `DaymarkError` with `file.changed` unless the file system says that it is still the archive
  ///   that was hashed.
  func checkUnchanged(in files: any InputFiles) throws {
    if try files.stamp(of: path).text != stamp {
      throw DaymarkError(.fileChanged, at: InputLocation(file: path))
    }
  }
}

/// Size of archives, for progress; those that cannot be looked at are left out.
package func archiveBytes(_ paths: [String], in files: SystemFiles = SystemFiles()) -> Int64 {
  paths.reduce(0) { $0 + ((try? files.stamp(of: $1))?.bytes ?? 0) }
}

extension Subject {
  /// The files of the archives as the file system has them.
  var systemFiles: SystemFiles { SystemFiles(within: folder) }

  /// Size of the archives, for progress.
  var archiveBytes: Int64 { DaymarkPipeline.archiveBytes(archives, in: systemFiles) }
}
