import DaymarkDocuments
package import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation

/// The distinct archives of a subject, in ascending order of digests.
struct ArchiveSet {
  var archives: [ArchiveIdentity]
  /// The archives that had to be hashed, so that the store can remember their digests.
  var hashed: [ArchiveIdentity] = []
  /// All given archives, in the given order.
  private(set) var given: [ArchiveIdentity] = []
  /// The instants at which archives were received, as far as they are stated, by archive.
  ///
  /// An archive given twice has the earlier instant.
  private(set) var receivedAt: [Digest: Instant] = [:]
  /// The operator's waivers, by digest.
  private(set) var setAside: [Digest: [InputWaiver]] = [:]
  /// The operator's waivers of a finding in any input.
  private(set) var waiversOnAny: Set<InputWaiver> = []
  /// The names of inputs that waivers name and that are not there.
  let unmet: [String]
  /// The digests of the archives whose names waivers and statements of receipt name, by the text of
  /// the waiver or statement.
  let namedDigests: [String: Set<Digest>]

  /// Hashes the archives that changed since they were last hashed, and assigns to each its waivers
  /// and its time of receipt.
  ///
  /// - Parameters:
  ///   - receivedAt: The instants at which archives were received, by path.
  ///   - isTogether: Whether one instant is stated for all archives.
  ///   - statements: The operator's waivers, each with the input that it is about.
  ///   - settledNames: The digests to which a waiver or a statement of receipt by file name applies,
  ///     by its text, where an earlier run has settled them. A file that gets the name later is not
  ///     meant.
  ///   - files: The access to the archives' files.
  ///   - check: Called for every chunk that is hashed. An error that it throws ends the hashing.
  ///   - known: Returns the archive at an absolute path as it was last hashed; `nil` where it never
  ///     was.
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; the errors of `check`.
  init(
    _ paths: [String], receivedAt: [String: Instant] = [:], isTogether: Bool = false,
    settledNames: [String: [Digest]] = [:], setAside statements: [InputWaiver.Statement] = [],
    in files: any InputFiles = SystemFiles(), check: () throws -> Void = Task.checkCancellation,
    known: (String) throws -> ArchiveIdentity?
  ) throws {
    var unmet = Set(statements)
    var namedDigests: [String: Set<Digest>] = [:]
    for (path, instant) in receivedAt {
      namedDigests[receiptText(of: isTogether ? nil : path, at: instant)] = []
    }
    for statement in statements where !statement.isByDigest { namedDigests[statement.text] = [] }
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
        namedDigests[text, default: []].insert(digest)
        return settledNames[text]?.contains(digest) ?? true
      }
      if let instant = receivedAt[path],
        isMeant(receiptText(of: isTogether ? nil : path, at: instant))
      {
        self.receivedAt[digest] = min(self.receivedAt[digest] ?? instant, instant)
      }
      for statement in statements where statement.isAbout(path, digest) {
        guard statement.isByDigest || isMeant(statement.text) else { continue }
        unmet.remove(statement)
        if statement.input == nil { waiversOnAny.insert(statement.waiver) }
        if setAside[digest]?.contains(statement.waiver) != true {
          setAside[digest, default: []].append(statement.waiver)
        }
      }
    }
    self.namedDigests = namedDigests
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

  /// Hashes the archives of a request, with their waivers and times of receipt.
  init(
    of request: SubjectRequest, in files: (any InputFiles)? = nil,
    check: () throws -> Void = Task.checkCancellation,
    known: (String) throws -> ArchiveIdentity?
  ) throws {
    try self.init(
      request.archives, receivedAt: request.receivedAt, isTogether: request.receivedTogether,
      settledNames: request.settledNames, setAside: request.setAside,
      in: files ?? request.systemFiles,
      check: check,
      known: known)
  }
}

extension ArchiveSet {
  /// SHA-256 over the names of the archives' files, in the order of the archives.
  var digestOfNames: Digest {
    let names = archives.map { JSONValue.string(fileName($0.path)) }
    return Digest(of: JSONValue.array(names).canonicalBytes())
  }
}

/// Writes a statement of receipt as the book records it, for one file name or for all inputs.
private func receiptText(of path: String?, at instant: Instant) -> String {
  "receivedAt \(path.map(fileName) ?? "*") \(instant)"
}

extension InputWaiver.Statement {
  /// The waiver as the book records it.
  var text: String { "setAside \(input.map(fileName) ?? "*") \(waiver.finding?.rawValue ?? "*")" }

  /// Whether the waiver names no file.
  ///
  /// A digest always means one input, and some waivers apply to all inputs.
  fileprivate var isByDigest: Bool { input.map { Digest(hex: $0.lowercased()) != nil } ?? true }
}

/// The last part of a path, by which waivers and statements of receipt name a file.
func fileName(_ path: String) -> String {
  path.split(separator: "/").last.map { String($0) } ?? path
}

extension ArchiveIdentity {
  /// Reads and hashes every byte of the archive at a path.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`; `CancellationError`.
  init(hashing path: String) throws {
    // The stamp is taken before the bytes are read, so that a change meanwhile is noticed.
    try self.init(hashing: path, as: InputStamp(ofInputAt: path))
  }

  fileprivate init(
    hashing path: String, as stamp: InputStamp, in files: any InputFiles = SystemFiles(),
    check: () throws -> Void = Task.checkCancellation
  ) throws {
    let identity = try InputIdentity(ofInputAt: path, in: files, check: check)
    self.init(path: path, stamp: stamp.text, digest: identity.digest, bytes: identity.bytes)
  }

  /// Checks, by the file system's stamp, that the archive is still the one that was hashed.
  ///
  /// - Throws: `DaymarkError` with `file.changed` where it is not.
  func checkUnchanged(in files: any InputFiles) throws {
    if try files.stamp(of: path).text != stamp {
      throw DaymarkError(.fileChanged, at: InputLocation(file: path))
    }
  }
}

/// The total size of archives in bytes, for progress.
///
/// Archives that cannot be looked at are left out.
package func archiveBytes(_ paths: [String], in files: SystemFiles = SystemFiles()) -> Int64 {
  paths.reduce(0) { $0 + ((try? files.stamp(of: $1))?.bytes ?? 0) }
}

extension Subject {
  /// The access to the archives' files within the subject's folder.
  var systemFiles: SystemFiles { SystemFiles(within: folder) }

  /// The total size of the archives in bytes, for progress.
  var archiveBytes: Int64 { DaymarkPipeline.archiveBytes(archives, in: systemFiles) }
}
