package import DaymarkModel
import DaymarkProof
import Foundation

/// What everybody may know of a key.
package struct KeyDescription: Hashable, Sendable {
  /// SHA-256 of the DER of the public half, by which signatures name the key.
  package var id: Digest
  package var algorithm: String
  /// The public half.
  package var pem: String

  init(_ key: PublicKey) { (id, algorithm, pem) = (key.id, key.algorithm.rawValue, key.pem) }
}

/// Makes a key of Ed25519 in a file of its own, which only its owner may read.
///
/// - Throws: `DaymarkError` `file.exists` where something lies there, and `file.unwritable`.
package func makeKey(at path: String) throws -> KeyDescription {
  let key = try refusing(path) { () throws(KeyFault) in try SigningKey() }
  do { try putNewFile(key.pem, at: path, mode: .ownerOnly) } catch let error as DaymarkError
    where error.finding.code == .fileExists
  {
    throw DaymarkError(.fileExists, at: InputLocation(file: path)) { $0.reason = .privateHalf }
  }
  try flushFolder(parentFolder(of: path))
  return KeyDescription(key.publicKey)
}

/// Describes a key by its file, whichever half that holds.
///
/// - Throws: As ``signingKey(at:)``.
package func describeKey(at path: String) throws -> KeyDescription {
  let file = try KeyFile(at: path)
  do throws(KeyFault) {
    return KeyDescription(try PublicKey(pem: file.text))
  } catch .privateHalf {
    return KeyDescription(try signingKey(in: file).publicKey)
  } catch {
    throw unreadable(path, error)
  }
}

/// The key of a file that nobody but its owner may read.
///
/// - Throws: `DaymarkError` `file.missing`, `file.unreadable`, `key.unreadable`, `key.exposed`.
func signingKey(at path: String) throws -> SigningKey { try signingKey(in: KeyFile(at: path)) }

private func signingKey(in file: KeyFile) throws -> SigningKey {
  let key = try refusing(file.path) { () throws(KeyFault) in try SigningKey(pem: file.text) }
  guard file.isOwnersAlone else {
    throw DaymarkError(.keyExposed, at: InputLocation(file: file.path))
  }
  return key
}

/// The public halves of keys in files.
///
/// - Throws: As ``signingKey(at:)``, also of a private half, which should not be where others are checked.
func publicKeys(at paths: [String]) throws -> [PublicKey] {
  try paths.map { path in
    let file = try KeyFile(at: path)
    do throws(KeyFault) { return try PublicKey(pem: file.text) } catch {
      throw unreadable(path, error)
    }
  }
}

private func refusing(
  _ path: String, _ read: () throws(KeyFault) -> SigningKey
) throws -> SigningKey {
  do throws(KeyFault) { return try read() } catch { throw unreadable(path, error) }
}

private func unreadable(_ path: String, _ fault: KeyFault) -> DaymarkError {
  DaymarkError(.keyUnreadable, at: InputLocation(file: path)) {
    $0.reason =
      switch fault {
      case .unreadable: nil
      case .encrypted: .encrypted
      case .otherAlgorithm: .otherAlgorithm
      case .privateHalf: .privateHalf
      case .publicHalf: .publicHalf
      }
  }
}

/// A file with a key, as it was when it was opened.
private struct KeyFile {
  let path: String
  let text: [UInt8]
  /// Whether neither its group nor others have any right to it.
  let isOwnersAlone: Bool

  /// More than a key takes, with some lines of text about it.
  private static let mostBytes = 1 << 14

  init(at path: String) throws {
    self.path = path
    let place = InputLocation(file: path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw DaymarkError(isMissing ? .fileMissing : .fileUnreadable, at: place)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.mostBytes,
      let data = try? file.read(upToCount: Self.mostBytes) ?? Data()
    else { throw DaymarkError(.fileUnreadable, at: place) }
    (text, isOwnersAlone) = (Array(data), status.st_mode & 0o077 == 0)
  }
}
