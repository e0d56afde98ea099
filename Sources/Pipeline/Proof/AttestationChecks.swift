import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkProof

/// What an attestation shows of a folder; see Proof, "What an attestation proves".
struct AttestationChecks {
  private(set) var differences: [DocumentDifference] = []
  /// The key that has signed, of an envelope that can be believed.
  private(set) var key: PublicKey?

  /// - Parameters:
  ///   - folder: What lies there; `nil` of a document alone.
  ///   - envelope: The file of the attestation; `nil` where there is none.
  ///   - keys: The keys that are trusted.
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
  /// What is not as a statement names it: every file of a run must be named, and no other.
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

  /// Where a predicate does not say what the evidence says.
  fileprivate func differences(from predicate: AttestedEvidence) -> [DocumentDifference] {
    let kind = AttestedEvidence.kind
    let expected = json(.evidence).flatMap { AttestedEvidence($0, predicate.figures.commitment) }
    return documentDifferences(kind.json(predicate), expected.map(kind.json) ?? .null).map {
      DocumentDifference(path: "$.predicate" + $0.path.dropFirst(), kind: $0.kind)
    }
  }
}
