import DaymarkModel
import Foundation

/// The permissions of what a run writes; the umask changes nothing of them.
package struct FileMode: Hashable, Sendable, CustomStringConvertible {
  /// The bits of files, as chmod(2) takes them.
  package let files: UInt32

  /// For the owner alone.
  package static let ownerOnly = FileMode(files: 0o600)

  /// For everybody to read.
  static let readable = FileMode(files: 0o644)

  private init(files: UInt32) { self.files = files }

  /// Reads octal digits, such as `0640`; the owner must be able to read and write, and nobody to execute.
  package init?(octal text: String) {
    guard let bits = UInt32(text, radix: 8), bits & 0o600 == 0o600, bits & ~0o666 == 0
    else { return nil }
    files = bits
  }

  /// The bits of folders: who may read files may enter.
  package var folders: UInt32 { files | (files & 0o444) >> 2 }

  /// The bits of files in octal digits: `0640`.
  package var description: String { "0" + String(files, radix: 8) }

  /// The mode that a file has, or that of the owner alone where it cannot be one of outputs.
  package init(ofFileAt path: String) {
    var status = stat()
    let bits = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    self = FileMode(octal: String(bits, radix: 8)) ?? .ownerOnly
  }
}

/// Gives the files and folders that earlier runs wrote for a challenge their mode.
///
/// What belongs to somebody else stays as it is.
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

/// - Parameter kind: What lies there; a link, say, is left alone.
private func setMode(_ bits: UInt32, of path: String, _ kind: UInt32) {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == kind,
    status.st_mode & 0o7777 != bits
  else { return }
  chmod(path, bits)
}
