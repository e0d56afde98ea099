/// The damage of one input, as reasons name it: file names are private.
public struct InputDamage: Hashable, Sendable {
  /// The id of the input's format; `mixed` for several.
  public var format: FormatID
  /// The SHA-256 of the input, as evidence lists it.
  public var digest: Digest
  /// The codes that make days incomplete, ascending; not empty.
  public var codes: [FindingCode]

  package init(format: FormatID, digest: Digest, codes: [FindingCode]) {
    self.format = format
    self.digest = digest
    self.codes = codes
  }
}
