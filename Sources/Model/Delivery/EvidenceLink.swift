/// A link by which a service invites a person to send evidence.
///
/// `lightchallengeapp://challenge/{id}?subject=0x..&token=0x..&expires=ms`, or
/// `https://HOST/challenge/{id}?...` with the same query.
package struct EvidenceLink: Hashable, Sendable {
  /// The service's number of the challenge, in decimal.
  package var challengeID: String
  /// The Ethereum address of the person that the token was issued to.
  package var address: String
  package var token: String
  /// The instant at which the token expires, in Unix milliseconds.
  package var expires: String
  /// The place of the link in the operator's files.
  package var place: InputLocation?

  /// The number of hexadecimal digits of a token, which is a signature of 65 bytes.
  private static let tokenDigits = 130

  /// Reads a link; other parameters of the query are ignored.
  ///
  /// - Returns: `nil` for a text that is no such link, or that has a parameter twice.
  package init?(_ text: String, at place: InputLocation? = nil) {
    guard let scheme = text.firstRange(of: "://"), let mark = text.firstIndex(of: "?"),
      scheme.upperBound < mark
    else { return nil }
    var path = text[scheme.upperBound..<mark].split(separator: "/")[...]
    switch text[..<scheme.lowerBound].lowercased() {
    case "lightchallengeapp": break
    case "https": path = path.dropFirst()
    default: return nil
    }
    guard path.count >= 2, path[path.endIndex - 2] == "challenge", let id = path.last,
      id.isWholeNumber(mostDigits: 78)
    else { return nil }
    var values: [Substring: Substring] = [:]
    let query = text[text.index(after: mark)...].prefix { $0 != "#" }
    for pair in query.split(separator: "&") {
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      guard values.updateValue(pair[pair.index(after: equals)...], forKey: pair[..<equals]) == nil
      else { return nil }
    }
    guard let address = values["subject"], address.isHexadecimal(count: 40),
      let token = values["token"], token.isHexadecimal(count: Self.tokenDigits),
      let expires = values["expires"], expires.isWholeNumber(mostDigits: 18)
    else { return nil }
    (challengeID, self.address) = (String(id), String(address))
    (self.token, self.expires, self.place) = (String(token), String(expires), place)
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Substring {
  /// Whether the text is a decimal number in its only spelling, without leading zeros.
  fileprivate func isWholeNumber(mostDigits: Int) -> Bool {
    (1...mostDigits).contains(utf8.count) && utf8.allSatisfy(\.isDecimalDigit)
      && (first != "0" || utf8.count == 1)
  }

  /// Whether the text is `0x` and `count` hexadecimal digits.
  fileprivate func isHexadecimal(count: Int) -> Bool {
    hasPrefix("0x") && utf8.count == count + 2
      && utf8.dropFirst(2).allSatisfy { byte in
        byte.isDecimalDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
      }
  }
}
