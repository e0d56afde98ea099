package import DaymarkModel
import DaymarkProof
import Foundation

/// The public facts of a key.
package struct KeyDescription: Hashable, Sendable {
  /// The SHA-256 digest of the public key's DER form, by which signatures name the key.
  package var id: Digest
  package var algorithm: String
  /// The public key as PEM.
  package var pem: String

  init(_ key: PublicKey) { (id, algorithm, pem) = (key.id, key.algorithm.rawValue, key.pem) }
}

/// Makes an Ed25519 key in a new file that only its owner may read.
///
/// - Throws: `DaymarkError` `file.exists` where the path is taken, and `file.unwritable`.
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

/// Describes the key in a file, private or public.
///
/// - Throws: The errors of ``signingKey(at:)``.
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

/// Reads a private key from a file, which nobody but its owner may read.
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

/// Reads public keys from files.
///
/// - Throws: The errors of ``signingKey(at:)``, also for a private key, which should not be used
///   where signatures are checked.
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

/// A file with a key, read once when it was opened.
private struct KeyFile {
  let path: String
  let text: [UInt8]
  /// Whether only the owner has permissions on the file.
  let isOwnersAlone: Bool

  /// The largest size of a key file in bytes, which leaves room for some lines of text.
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
