/// A file in which the operator says what subjects' data means; it is an input beside their
/// archives, and its digest stands in the evidence.
///
/// It lies beside `pipeline.yaml`, or where the subject's settings name it; what a participant
/// hands in never is one. A new kind is a case with the name of its file, and a line of `check` in
/// Configuration/Pipeline/OperatorFiles.swift. See Pipelines, "Files of the operator".
package struct OperatorFile: Hashable, Sendable {
  /// The kinds of operator's files; the raw value is the key that names the file in a pipeline and
  /// in documents.
  package enum Kind: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The file that maps names in workout logs to exercises.
    case exercises
    /// The file that describes further tables as workout logs, with the meaning of their columns.
    case columns
    /// The recommended weekly numbers of sets, by muscle.
    case landmarks
    /// The feats of strength that people attempt.
    case feats

    /// The name of the file beside `pipeline.yaml`.
    package var fileName: String {
      switch self {
      case .exercises: "exercises.yaml"
      case .columns: "columns.yaml"
      case .landmarks: "landmarks.tsv"
      case .feats: "feats.yaml"
      }
    }

    /// Whether a subject may have a file of this kind for itself.
    package var isOfSubjects: Bool {
      switch self {
      case .exercises, .columns, .feats: true
      case .landmarks: false
      }
    }

    /// Orders kinds by name, as documents list them.
    package static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  package var kind: Kind
  /// The path from which the file was read.
  package var path: String
  /// The whole text of the file.
  package var contents: String
  /// The SHA-256 of its bytes.
  package var digest: Digest

  package init(_ kind: Kind, path: String, contents: String) {
    (self.kind, self.path, self.contents) = (kind, path, contents)
    digest = Digest(of: Array(contents.utf8))
  }

  /// The text without a byte order mark.
  package var text: String {
    contents.unicodeScalars.first == "\u{FEFF}"
      ? String(contents.unicodeScalars.dropFirst()) : contents
  }

  /// The identity of the file, as documents state it.
  package var identity: OperatorFileIdentity {
    OperatorFileIdentity(kind: kind, digest: digest, bytes: contents.utf8.count)
  }
}

/// The kind, digest and size of an operator's file.
package struct OperatorFileIdentity: Hashable, Sendable {
  package var kind: OperatorFile.Kind
  /// The SHA-256 of the bytes.
  package var digest: Digest
  /// The size in bytes.
  package var bytes: Int

  package init(kind: OperatorFile.Kind, digest: Digest, bytes: Int) {
    (self.kind, self.digest, self.bytes) = (kind, digest, bytes)
  }
}

extension [OperatorFile] {
  /// The file of a kind, if the list has one.
  package subscript(kind: OperatorFile.Kind) -> OperatorFile? { first { $0.kind == kind } }

  /// The files with each kind replaced by that of `own` where it has one, in the order of kinds.
  package func replaced(by own: [OperatorFile]) -> [OperatorFile] {
    OperatorFile.Kind.allCases.sorted().compactMap { own[$0] ?? self[$0] }
  }
}
