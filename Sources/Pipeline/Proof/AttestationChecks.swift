import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkProof

/// The checks of a folder's attestation; see Proof, "What an attestation proves".
struct AttestationChecks {
  private(set) var differences: [DocumentDifference] = []
  /// The key that signed a trusted envelope; `nil` where the envelope is not trusted.
  private(set) var key: PublicKey?

  /// Checks who signed an attestation, and compares it with the files.
  ///
  /// - Parameters:
  ///   - folder: The attested files; `nil` for a document outside its folder.
  ///   - envelope: The file of the attestation; `nil` where there is none.
  ///   - keys: The trusted keys.
  init(_ folder: SubjectFolder?, _ envelope: StoredFile?, trusting keys: [PublicKey]) {
    guard let folder, let envelope else {
      differences = [DocumentDifference(kind: .missing)]
      return
    }
    let trusted: TrustedStatement<AttestedEvidence>
    do {
      trusted = try TrustedStatement(Envelope(envelope.bytes ?? []), trusting: keys)
    } catch {
      differences = [DocumentDifference(kind: DocumentDifference.Kind(error))]
      return
    }
    key = trusted.key
    differences =
      folder.differences(from: trusted.statement.files)
      + folder.differences(from: trusted.statement.predicate)
  }
}

extension DocumentDifference.Kind {
  init(_ fault: EnvelopeFault) {
    self =
      switch fault {
      case .malformed: .unreadable
      case .payloadType: .payloadType
      case .untrusted: .untrusted
      case .signature: .signature
      case .statement: .statement
      case .predicateType: .predicateType
      }
  }
}

extension SubjectFolder {
  /// Returns the files that differ from a statement, which must name every file of a run and no
  /// other.
  fileprivate func differences(from attested: [AttestedFile]) -> [DocumentDifference] {
    let stated = attested.digests
    let names = Set(stated.keys).union(files.keys.map(\.rawValue)).sorted()
    return names.compactMap { name in
      let kind: DocumentDifference.Kind? =
        switch (OutputFile(rawValue: name).flatMap { files[$0] }, stated[name]) {
        case (nil, _): .missing
        case (_, nil): .unexpected
        case (.unreadable, _): .unreadable
        case (.bytes(let bytes), let digest?): Digest(of: bytes) == digest ? nil : .content
        }
      return kind.map { DocumentDifference(path: name, kind: $0) }
    }
  }

  /// Returns the differences where a predicate does not state what the evidence states.
  fileprivate func differences(from predicate: AttestedEvidence) -> [DocumentDifference] {
    let kind = AttestedEvidence.kind
    let expected = json(.evidence).flatMap { AttestedEvidence($0, predicate.figures.commitment) }
    return documentDifferences(kind.json(predicate), expected.map(kind.json) ?? .null).map {
      DocumentDifference(path: "$.predicate" + $0.path.dropFirst(), kind: $0.kind)
    }
  }
}
