/// A file of the operator's that says what the data of subjects means: an input beside their archives,
/// whose digest stands in the evidence.
///
/// It lies beside `pipeline.yaml`, or what names the subject names it, too; what a participant hands in
/// never is one. A new kind is a case with the name of its file, and a line of `check` in
/// Configuration/Pipeline/OperatorFiles.swift. See Pipelines, "Files of the operator".
package struct OperatorFile: Hashable, Sendable {
  /// The kinds of such files; the raw value is the key that names one, and stands in documents.
  package enum Kind: String, CaseIterable, Hashable, Comparable, Sendable {
    /// The exercises that names in workout logs mean.
    case exercises
    /// The tables that are workout logs, too, and what their columns mean.
    case columns
    /// The weekly sets that muscles are compared with.
    case landmarks
    /// The feats of strength that attempts are at.
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

    /// Whether a subject may have one of its own.
    package var isOfSubjects: Bool {
      switch self {
      case .exercises, .columns, .feats: true
      case .landmarks: false
      }
    }

    /// Orders kinds by name, as documents list them.
    package static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  /// The kind.
  package var kind: Kind
  /// The path that it was read from.
  package var path: String
  /// All of it, as it was read.
  package var contents: String
  /// The SHA-256 of its bytes.
  package var digest: Digest

  /// Makes a file of its contents.
  package init(_ kind: Kind, path: String, contents: String) {
    (self.kind, self.path, self.contents) = (kind, path, contents)
    digest = Digest(of: Array(contents.utf8))
  }

  /// The contents without a byte order mark.
  package var text: String {
    contents.unicodeScalars.first == "\u{FEFF}"
      ? String(contents.unicodeScalars.dropFirst()) : contents
  }

  /// The identity that documents state.
  package var identity: OperatorFileIdentity {
    OperatorFileIdentity(kind: kind, digest: digest, bytes: contents.utf8.count)
  }
}

/// The kind, digest and size of an operator's file.
package struct OperatorFileIdentity: Hashable, Sendable {
  /// The kind.
  package var kind: OperatorFile.Kind
  /// The SHA-256 of the bytes.
  package var digest: Digest
  /// The size in bytes.
  package var bytes: Int

  /// Makes the identity of a file.
  package init(kind: OperatorFile.Kind, digest: Digest, bytes: Int) {
    (self.kind, self.digest, self.bytes) = (kind, digest, bytes)
  }
}

extension [OperatorFile] {
  /// The file of a kind, if there is one.
  package subscript(kind: OperatorFile.Kind) -> OperatorFile? { first { $0.kind == kind } }

  /// One of each kind, in the order of the kinds: those of `own`, and of this list where it has none.
  package func replaced(by own: [OperatorFile]) -> [OperatorFile] {
    OperatorFile.Kind.allCases.sorted().compactMap { own[$0] ?? self[$0] }
  }
}
