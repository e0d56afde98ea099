/// The damage of one input, as reasons name it: file names are private.
public struct InputDamage: Hashable, Codable, Sendable {
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

extension InputDamage {
  /// The JSON that documents and the store have of it, which ``init(json:)`` reads.
  package var json: JSONValue {
    .object([
      "format": .string(format.text), "sha256": .string(digest.hex),
      "codes": .array(codes.map { .string($0.rawValue) }),
    ])
  }

  /// The damage that JSON holds; `nil` when a part cannot be read.
  package init?(json: JSONValue) {
    let texts = json.elements("codes")
    let codes = texts.compactMap { code -> FindingCode? in
      if case .string(let text) = code { FindingCode(rawValue: text) } else { nil }
    }
    guard codes.count == texts.count, let format = json.string("format"),
      let digest = json.string("sha256").flatMap({ Digest(hex: $0) })
    else { return nil }
    self.init(format: FormatID(format), digest: digest, codes: codes)
  }
}
