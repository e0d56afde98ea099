import DaymarkDocuments
import DaymarkModel
import DaymarkProof

/// An attestation that can be sealed, and the inclusion beside it, which states its entry in a log.
struct SealableAttestation {
  /// The path of the attestation.
  let attestation: String
  /// The path of the inclusion.
  let inclusion: String

  var hasInclusion: Bool { StoredFile(at: inclusion) != nil }

  /// The bytes of the attestation, and its inclusion as far as it can be read.
  var sealed: (attestation: [UInt8], inclusion: Inclusion?)? {
    StoredFile(at: attestation)?.bytes.map { bytes in
      let kind = Members<Inclusion>.inclusion.kind
      return (bytes, StoredFile(at: inclusion)?.bytes.flatMap(kind.value))
    }
  }

  func put(_ inclusion: Inclusion, mode: FileMode) throws {
    let bytes = Members<Inclusion>.inclusion.kind.bytes(inclusion)
    guard try putFile(bytes, at: self.inclusion, mode: mode) else { return }
    try flushFolder(parentFolder(of: self.inclusion))
  }
}
