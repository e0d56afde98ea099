import Foundation

/// A parser of `multipart/form-data` bodies that arrive in pieces.
///
/// It accepts RFC 7578 as present clients write it: no text before the first delimiter or after the
/// last one, no transfer encodings, and no field twice. A body or field that exceeds its limit is
/// refused at once, before the rest arrives.
package struct MultipartParser {
  /// The limits of a body.
  package struct Limits: Sendable {
    /// The maximum length of the whole body, in bytes.
    package var body: Int
    package var parts: Int
    /// The maximum length of one part's headers, in bytes.
    package var headers: Int
    /// The maximum length of each known field, in bytes.
    ///
    /// Other fields are refused.
    package var fields: [String: Int]

    package init(body: Int, parts: Int, headers: Int, fields: [String: Int]) {
      (self.body, self.parts, self.headers, self.fields) = (body, parts, headers, fields)
    }
  }

  private enum State {
    /// The parser expects the first delimiter.
    case start
    /// The parser expects the end of a delimiter's line, or of the body.
    case delimiter
    /// The parser reads the headers of a part, which begin at the offset.
    case headers(Int)
    /// The parser reads the content of the named field, which begins at the offset.
    case content(String, Int)
    case end
  }

  private let limits: Limits
  private let delimiter: [UInt8]
  private var state = State.start
  /// The offset up to which the parser has searched.
  private var place = 0
  private var ranges: [String: Range<Int>] = [:]
  /// The bytes received so far.
  package private(set) var body: [UInt8] = []

  package init(boundary: String, _ limits: Limits) {
    self.limits = limits
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// The value of a field; `nil` where the body lacks it.
  package subscript(field: String) -> ArraySlice<UInt8>? { ranges[field].map { body[$0] } }

  /// Parses the next piece.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(Refusal) {
    guard bytes.count <= limits.body - body.count else { throw .tooLarge(limits.body) }
    body += bytes
    while try step() {}
  }

  /// Checks that the body is complete, after its last piece.
  package func finish() throws(Refusal) {
    guard case .end = state, place == body.count else {
      throw .malformed("The body is incomplete: its last boundary is missing.")
    }
  }

  /// Takes one step, and returns `false` where more bytes are needed.
  private mutating func step() throws(Refusal) -> Bool {
    switch state {
    case .start: try readStart()
    case .delimiter: try readDelimiter()
    case .headers(let start): try readHeaders(from: start)
    case .content(let name, let start): try readContent(of: name, from: start)
    case .end: try readEnd()
    }
  }

  private mutating func readStart() throws(Refusal) -> Bool {
    let first = delimiter.dropFirst(2)
    guard body.prefix(first.count).elementsEqual(first.prefix(body.count)) else {
      throw .malformed("The body does not begin with the boundary of its Content-Type.")
    }
    guard body.count >= first.count else { return false }
    (place, state) = (first.count, .delimiter)
    return true
  }

  private mutating func readDelimiter() throws(Refusal) -> Bool {
    guard body.count >= place + 2 else { return false }
    let next = body[place..<place + 2]
    place += 2
    if next.elementsEqual("--".utf8) {
      state = .end
    } else if next.elementsEqual("\r\n".utf8) {
      guard ranges.count < limits.parts else {
        throw Refusal(
          413, "body.too_many_parts", "The body has too many parts.")
      }
      state = .headers(place)
    } else {
      throw .malformed("A boundary in the body is not followed by a line end.")
    }
    return true
  }

  private mutating func readHeaders(from start: Int) throws(Refusal) -> Bool {
    let blank = Array("\r\n\r\n".utf8)
    guard let end = body[max(start, place - 3)...].firstRange(of: blank) else {
      place = body.count
      guard body.count - start <= limits.headers else { throw .headersTooLong }
      return false
    }
    guard end.lowerBound - start <= limits.headers else { throw .headersTooLong }
    let name = try partName(String(decoding: body[start..<end.lowerBound], as: UTF8.self))
    guard limits.fields[name] != nil else {
      throw Refusal(
        422, "body.unknown_field", "The body has an unknown field.",
        hint: "Send \(limits.fields.keys.sorted().joined(separator: ", ")) alone.")
    }
    guard ranges[name] == nil else {
      throw .malformed("The body has the field \(name) twice.")
    }
    place = end.upperBound
    state = .content(name, place)
    return true
  }

  private mutating func readContent(of name: String, from start: Int) throws(Refusal) -> Bool {
    let most = limits.fields[name, default: 0]
    // A delimiter may have begun at the end of the earlier bytes.
    var search = max(start, place - delimiter.count + 1)
    while let lineEnd = body[search...].firstIndex(of: delimiter[0]) {
      let rest = body[lineEnd...].prefix(delimiter.count)
      if rest.elementsEqual(delimiter) {
        guard lineEnd - start <= most else { throw .fieldTooLong(name, most) }
        ranges[name] = start..<lineEnd
        place = lineEnd + delimiter.count
        state = .delimiter
        return true
      }
      search = lineEnd + 1
    }
    guard body.count - start <= most + delimiter.count else { throw .fieldTooLong(name, most) }
    place = body.count
    return false
  }

  /// Reads the line end that may follow the last delimiter.
  ///
  /// - Returns: `false`, because no step follows it.
  /// - Throws: ``Refusal`` where anything else follows.
  private mutating func readEnd() throws(Refusal) -> Bool {
    let rest = body[place...]
    guard rest.elementsEqual("\r\n".utf8.prefix(rest.count)) else {
      throw .malformed("The body continues after its last boundary.")
    }
    if rest.count == 2 { place = body.count }
    return false
  }
}

extension Refusal {
  static func malformed(_ sentence: String) -> Refusal {
    Refusal(
      400, "body.malformed", sentence, hint: "Send multipart/form-data as in RFC 7578.")
  }

  static func tooLarge(_ most: Int) -> Refusal {
    Refusal(
      413, "body.too_large", "The body is larger than \(most) bytes.",
      hint: "Shorten the challenge's period.", endsConnection: true)
  }

  fileprivate static let headersTooLong = Refusal(
    413, "body.headers_too_long", "The headers of a part are too long.")

  fileprivate static func fieldTooLong(_ name: String, _ most: Int) -> Refusal {
    Refusal(
      413, "body.field_too_long", "The field \(name) is longer than \(most) bytes.")
  }
}

/// Returns the field name in the headers of a part.
private func partName(_ headers: String) throws(Refusal) -> String {
  var name: String?
  for line in headers.components(separatedBy: "\r\n") {
    guard let colon = line.firstIndex(of: ":"), line.first != " ", line.first != "\t" else {
      throw .malformed("A header of a part is not a name and a value.")
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    switch line[..<colon].lowercased() {
    case "content-disposition":
      guard let header = HeaderParameters(value), header.value == "form-data", name == nil,
        let found = header.parameters["name"]
      else { throw .malformed("A part does not state its field exactly once.") }
      name = found
    case "content-transfer-encoding":
      guard ["binary", "8bit", "7bit"].contains(value.lowercased()) else {
        throw Refusal(
          415, "body.encoding", "A part has a transfer encoding, which RFC 7578 does not allow.")
      }
    default: break
    }
  }
  guard let name else { throw .malformed("A part does not state its field.") }
  return name
}

/// A header's value with its parameters, for example `form-data; name="json"`.
///
/// Parameters may be quoted or not. Source: RFC 9110, section 5.6.6.
package struct HeaderParameters: Hashable, Sendable {
  /// The value, in lower case.
  package var value: String
  /// The parameters by their names, which are in lower case.
  package var parameters: [String: String] = [:]

  package init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    value = rest.take { $0 != ";" }.trimmingSpace.lowercased()
    guard !value.isEmpty else { return nil }
    while rest.popFirst() == ";" {
      let name = rest.take { $0 != "=" && $0 != ";" }.trimmingSpace.lowercased()
      guard rest.popFirst() == "=", !name.isEmpty else { return nil }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      var parameter = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let character = rest.popFirst(), character != "\"" {
          guard character != "\\" || !rest.isEmpty else { return nil }
          parameter.append(character == "\\" ? rest.removeFirst() : character)
          guard !rest.isEmpty else { return nil }
        }
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.isEmpty || rest.first == ";" else { return nil }
      } else {
        parameter = rest.take { $0 != ";" }.trimmingSpace
      }
      guard parameters.updateValue(parameter, forKey: name) == nil else { return nil }
    }
  }

  /// The boundary of a multipart body; `nil` for another type, and for a boundary that RFC 2046,
  /// section 5.1.1, does not allow.
  package var boundary: String? {
    guard value == "multipart/form-data", let boundary = parameters["boundary"],
      (1...70).contains(boundary.utf8.count), boundary.last != " ",
      boundary.utf8.allSatisfy({ byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "'()+_,-./:=? ".utf8.contains(byte)
      })
    else { return nil }
    return boundary
  }
}

extension Substring {
  fileprivate mutating func take(while predicate: (Character) -> Bool) -> Substring {
    let taken = prefix(while: predicate)
    self = self[taken.endIndex...]
    return taken
  }

  fileprivate var trimmingSpace: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { String(start[...$0]) } ?? ""
  }
}
