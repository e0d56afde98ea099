import DaymarkDocuments
import DaymarkModel
import DaymarkProof

/// The kinds of path that `verify` accepts.
///
/// Each kind is checked in its own way.
package enum VerifiablePath: Sendable {
  /// The outputs of a run: evidence, the folder of a subject, or that of a challenge.
  case outputs
  case disclosure, consistency
  /// The folder of a log.
  case log

  /// Recognizes the kind from the files at a path.
  ///
  /// A truncated document is recognized too.
  package init(_ path: String) {
    if isFolder(path) {
      self = Self.isLog(path) ? .log : .outputs
    } else {
      self =
        StoredFile(at: path, followsLinks: true)?.bytes.flatMap(Self.init(document:)) ?? .outputs
    }
  }

  /// Whether a path is the folder of a log, which has the subfolder `tile`.
  ///
  /// The folder of a challenge may have such a subfolder too, where a subject has the id `tile`.
  /// Such a folder has no subfolder `entries`, and no checkpoint lies beside it.
  private static func isLog(_ path: String) -> Bool {
    isFolder("\(path)/tile/entries")
      || isFolder("\(path)/tile")
        && StoredFile(at: "\(path)/\(TileLog.checkpointName)")?.bytes != nil
  }

  private init?(document bytes: [UInt8]) {
    if let json = try? JSONValue(parsing: bytes) {
      // Any version of the schema counts.
      let name = json.string("schema").map { $0.prefix { $0 != "@" } }
      guard let kind = Self.documents.first(where: { $0.name == name }) else { return nil }
      self = kind.kind
    } else {
      // In a truncated document `schema` may be missing, because keys are sorted and it comes late.
      // The first key decides.
      let kind = Self.documents.first { bytes.starts(with: Array("{\"\($0.firstKey)\":".utf8)) }
      guard let kind else { return nil }
      self = kind.kind
    }
  }

  private static let documents: [(name: Substring, firstKey: String, kind: VerifiablePath)] = [
    (Disclosure.version.prefix { $0 != "@" }, "envelope", .disclosure),
    (Consistency.version.prefix { $0 != "@" }, "earlier", .consistency),
  ]
}
