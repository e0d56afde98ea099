/// A place where a stored document is not what it should be.
public struct DocumentDifference: Hashable, Sendable {
  /// The kind of a difference.
  public enum Kind: String, CaseIterable, Sendable {
    /// Another value, or one that only one of the two has.
    case content
    /// The same values, but not in canonical bytes, so that the digest is another.
    case encoding
    /// Written by another version of this program, which alone changes no figure.
    case toolVersion
    /// A file that should be there and is not.
    case missing
    /// A file, or something that a pipeline does not have, where there should be none.
    case unexpected
    /// No regular file, larger than any that a run writes, or one that may not be read.
    case unreadable
    /// An envelope around something that is no statement.
    case payloadType
    /// An envelope that no trusted key has signed.
    case untrusted
    /// A signature that says it is by a trusted key, and is none over these bytes.
    case signature
    /// A signed document that is no statement that can be read.
    case statement
    /// A signed statement of another kind.
    case predicateType
    /// Figures that no leaf of the attested commitment is of.
    case uncommitted
    /// A log whose checkpoint is of another size, so that its folder must be looked at.
    case otherSize
  }

  /// A JSON path, such as `$.dailySteps[3].steps`, or the name of a part of a body; `$` for the whole.
  public var path: String
  /// The way in which they differ.
  public var kind: Kind

  /// Makes a difference at a path, such as `$.dailySteps[3].steps`.
  package init(path: String = "$", kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
