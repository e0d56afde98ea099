import DaymarkModel
import Foundation

/// The permissions of the files and folders that a run writes, whatever the umask says.
package struct FileMode: Hashable, Sendable, CustomStringConvertible {
  /// The permission bits of files, as chmod(2) takes them.
  package let files: UInt32

  /// Read and write for the owner only.
  package static let ownerOnly = FileMode(files: 0o600)

  /// Read and write for the owner, read for everybody.
  static let readable = FileMode(files: 0o644)

  private init(files: UInt32) { self.files = files }

  /// Reads octal digits, for example `0640`.
  ///
  /// The owner must be able to read and write, and nobody may execute.
  package init?(octal text: String) {
    guard let bits = UInt32(text, radix: 8), bits & 0o600 == 0o600, bits & ~0o666 == 0
    else { return nil }
    files = bits
  }

  /// The permission bits of folders: whoever may read files may enter.
  package var folders: UInt32 { files | (files & 0o444) >> 2 }

  /// The permission bits of files in octal digits, for example `0640`.
  package var description: String { "0" + String(files, radix: 8) }

  /// Reads the mode of a file; a mode that outputs cannot have becomes ``ownerOnly``.
  package init(ofFileAt path: String) {
    var status = stat()
    let bits = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    self = FileMode(octal: String(bits, radix: 8)) ?? .ownerOnly
  }
}

/// Sets the mode of the files and folders that earlier runs wrote for a challenge.
///
/// Files of other users stay as they are.
func setMode(_ mode: FileMode, ofChallengeIn folder: String) {
  setMode(mode.folders, of: folder, S_IFDIR)
  for file in ChallengeFile.allCases {
    setMode(mode.files, of: "\(folder)/\(file.rawValue)", S_IFREG)
  }
  for name in visibleNames(inFolder: folder) where ChallengeFile(rawValue: name) == nil {
    setMode(mode.folders, of: "\(folder)/\(name)", S_IFDIR)
    for file in OutputFile.allCases.map(\.rawValue)
      + [ProofFile.attestation, .inclusion].map(\.rawValue)
    {
      setMode(mode.files, of: "\(folder)/\(name)/\(file)", S_IFREG)
    }
  }
}

/// Sets the permission bits of a file or a folder.
///
/// - Parameter kind: The kind of file that is expected. Anything else, such as a link, stays as it
///   is.
private func setMode(_ bits: UInt32, of path: String, _ kind: UInt32) {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == kind,
    status.st_mode & 0o7777 != bits
  else { return }
  chmod(path, bits)
}
