/// The damage of one input, as reasons name it: file names are private.
package struct InputDamage: Hashable, Codable, Sendable {
  /// The id of the input's format; `mixed` for several.
  package var format: FormatID
  /// The SHA-256 of the input, as evidence lists it.
  package var digest: Digest
  /// The codes that make days incomplete, ascending; not empty.
  package var codes: [FindingCode]
  /// The limits that the input is beyond, and what each allowed.
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
  /// The JSON that documents and the store have of it, which ``init(json:)`` reads.
  package var json: JSONValue {
    .object(present: [
      "format": .string(format.text), "sha256": .string(digest.hex),
      "codes": .array(codes.map { .string($0.rawValue) }), "limits": limits.json,
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
    guard let limits = [ReadLimit: Int](json: json["limits"]) else { return nil }
    self.init(format: FormatID(format), digest: digest, codes: codes, limits: limits)
  }

  /// The limits behind the codes in a sentence: ` (entries: 200000)`, or nothing.
  package var limitWords: String {
    let words = limits.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }
}
