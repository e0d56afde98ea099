/// The damage of one input, named by format and digest, because file names are private.
package struct InputDamage: Hashable, Sendable {
  /// The id of the input's format; `mixed` for several formats.
  package var format: FormatID
  /// The SHA-256 of the input, as evidence lists it.
  package var digest: Digest
  /// The codes that make days incomplete, ascending; not empty.
  package var codes: [FindingCode]
  /// The limits that the input exceeds, and the value of each.
  package var limits: [ReadLimit: Int]

  package init(
    format: FormatID, digest: Digest, codes: [FindingCode], limits: [ReadLimit: Int] = [:]
  ) {
    self.format = format
    self.digest = digest
    self.codes = codes
    self.limits = limits
  }
}

extension InputDamage {
  /// The exceeded limits as they follow codes in a sentence: ` (entries: 200000)`, or nothing.
  package var limitWords: String {
    let words = limits.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }
}
