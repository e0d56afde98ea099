/// The address of a service that receives evidence: a scheme, a host and a port.
package struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
  /// The scheme: `https`, or `http` for this machine.
  package let scheme: String
  /// The host in lower case; an IPv6 address in brackets.
  package let host: String
  /// The port; `nil` for the scheme's default.
  package let port: Int?

  /// Reads an address such as `https://intake.example` or `http://127.0.0.1:8480`.
  ///
  /// Plain http is allowed only to the literal `127.0.0.1` or `[::1]`, because a name such as
  /// `localhost` may lead elsewhere.
  ///
  /// - Returns: `nil` for any other text, also for one with a path, a query or a user.
  package init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    var rest = text[colon.upperBound...]
    if rest.last == "/" { rest.removeLast() }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      !rest.contains(where: { "/?#@\\%".contains($0) })
    else { return nil }
    let hostEnd: Substring.Index
    if rest.first == "[" {
      guard let bracket = rest.firstIndex(of: "]") else { return nil }
      hostEnd = rest.index(after: bracket)
    } else {
      hostEnd = rest.firstIndex(of: ":") ?? rest.endIndex
    }
    let host = rest[..<hostEnd].lowercased()
    switch rest[hostEnd...] {
    case "": port = nil
    case let tail:
      guard tail.first == ":", let number = Int(tail.dropFirst()), (1...65_535).contains(number),
        String(number) == tail.dropFirst()
      else { return nil }
      port =
        (scheme == "https" && number == 443) || (scheme == "http" && number == 80) ? nil : number
    }
    let isOwn = host == "127.0.0.1" || host == "[::1]"
    guard scheme == "https" && host.isHost || scheme == "http" && isOwn else { return nil }
    (self.scheme, self.host) = (scheme, host)
  }

  /// The address as the outbox stores it.
  package var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }

  /// Returns the URL of a resource of the service.
  func url(_ path: String) -> String { "\(self)\(path)" }
}

extension String {
  /// Whether the text is a host name, or an address in brackets.
  fileprivate var isHost: Bool {
    if hasPrefix("[") {
      return dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return !isEmpty && !hasPrefix(".") && !contains("..")
      && allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }
  }

  /// The text, encoded as one segment of a path.
  var pathSegment: String {
    var segment = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        segment.unicodeScalars.append(UnicodeScalar(byte))
      default:
        segment += byte < 16 ? "%0" : "%"
        segment += String(byte, radix: 16, uppercase: true)
      }
    }
    return segment
  }
}
