/// A place where a document differs from what verification expects.
public struct DocumentDifference: Hashable, Sendable {
  /// The kind of the difference.
  public enum Kind: String, CaseIterable, Sendable {
    /// A value differs, or only one of the two documents has it.
    case content
    /// The values are equal, but the bytes are not canonical, so that the digest differs.
    case encoding
    /// The document was written by another version of Daymark, which by itself changes no figure.
    case toolVersion
    /// A file that should be there is missing.
    case missing
    /// There is a file, or a member that the pipeline does not have, where there should be none.
    case unexpected
    /// The file is no regular file, is larger than any that a run writes, or may not be read.
    case unreadable
    /// An envelope holds something that is no statement.
    case payloadType
    /// No trusted key has signed the envelope.
    case untrusted
    /// A signature names a trusted key and does not match the bytes.
    case signature
    /// The envelope is signed, but its statement cannot be read.
    case statement
    /// The signed statement is of another kind than expected.
    case predicateType
    /// A disclosed figure belongs to no leaf of the attested commitment.
    case uncommitted
    /// The log's checkpoint is of another size, so that the log's folder is needed to check it.
    case otherSize
  }

  /// The place of the difference: a JSON path such as `$.dailySteps[3].steps`, or the name of a
  /// part of a body; `$` for the whole document.
  public var path: String
  public var kind: Kind

  /// Makes a difference at a JSON path; by default of the whole document.
  package init(path: String = "$", kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
