import DaymarkDocuments
import DaymarkModel
import DaymarkProof

/// The kinds of what `verify` is given, each of which is checked in its own way.
package enum VerifiablePath: Sendable {
  /// What runs write: evidence, the folder of a subject, or that of a challenge.
  case outputs
  case disclosure, consistency
  /// The folder of a log.
  case log

  /// Tells by what lies at a path; a document also where it is cut.
  package init(_ path: String) {
    if isFolder(path) {
      self = Self.isLog(path) ? .log : .outputs
    } else {
      self =
        StoredFile(at: path, followsLinks: true)?.bytes.flatMap(Self.init(document:)) ?? .outputs
    }
  }

  /// A subject may be called `tile`, and has no folder `entries`.
  private static func isLog(_ path: String) -> Bool {
    isFolder("\(path)/tile/entries")
      || isFolder("\(path)/tile")
        && StoredFile(at: "\(path)/\(TileLog.checkpointName)")?.bytes != nil
  }

  private init?(document bytes: [UInt8]) {
    if let json = try? JSONValue(parsing: bytes) {
      // Of whatever version.
      let name = json.string("schema").map { $0.prefix { $0 != "@" } }
      guard let kind = Self.documents.first(where: { $0.name == name }) else { return nil }
      self = kind.kind
    } else {
      // The keys stand in their order, and the one that names the document is the last.
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
