import DaymarkDelivery
import DaymarkTestSupport
import Foundation
import Testing

/// Bodies are read piece by piece, strictly, and within their limits.
struct MultipartParserTests {
  private static let limits = MultipartParser.Limits(
    body: 4096, parts: 3, headers: 200, fields: ["a": 10, "json": 3000, "c": 10])

  private static let body = [
    "--xyz", #"Content-Disposition: form-data; name="a""#, "", "one", "--xyz",
    #"Content-Disposition: form-data; name=json; filename="a \"b\".json""#,
    "Content-Type: application/json", "", "{}\r\n--xy\r\n--xy", "--xyz--", "",
  ].joined(separator: "\r\n")

  private func parse(
    _ text: String, boundary: String = "xyz", piece: Int = 4096
  ) throws(Refusal) -> MultipartParser {
    var parser = MultipartParser(boundary: boundary, Self.limits)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try parser.feed(rest.prefix(piece))
      rest = rest.dropFirst(piece)
    }
    try parser.finish()
    return parser
  }

  private func refusal(_ text: String) -> String? {
    do { _ = try parse(text) } catch { return error.code }
    return nil
  }

  @Test(arguments: 1...40)
  func `a body is the same in pieces of any size`(piece: Int) throws {
    let parser = try parse(Self.body, piece: piece)
    #expect(parser["a"].map(Array.init) == Array("one".utf8))
    // Half a delimiter is content.
    #expect(parser["json"].map(Array.init) == Array("{}\r\n--xy\r\n--xy".utf8))
    #expect(parser["c"] == nil)
    #expect(parser.body == Array(Self.body.utf8))
  }

  @Test func `a body that is cut anywhere is refused`() {
    let bytes = Array(Self.body.utf8)
    // The line end behind the last delimiter may be missing, whole.
    for length in 0..<bytes.count - 2 {
      #expect(refusal(String(decoding: bytes.prefix(length), as: UTF8.self)) != nil, "\(length)")
    }
    #expect(refusal(String(decoding: bytes.dropLast(2), as: UTF8.self)) == nil)
    #expect(refusal(String(decoding: bytes.dropLast(1), as: UTF8.self)) == "body.malformed")
  }

  @Test(arguments: [
    ("--xyz", "preamble\r\n--xyz", "body.malformed"),
    ("--xyz--\r\n", "--xyz--\r\nmore", "body.malformed"),
    ("name=\"a\"", "name=\"json\"", "body.malformed"),
    ("name=\"a\"", "name=\"b\"", "body.unknown_field"),
    ("name=\"a\"", "nome=\"a\"", "body.malformed"), ("name=\"a\"", "name=\"a", "body.malformed"),
    ("form-data; name=\"a\"", "attachment; name=\"a\"", "body.malformed"),
    ("one", "one two three", "body.field_too_long"),
    ("Content-Type: application/json", "Content-Transfer-Encoding: base64", "body.encoding"),
    (
      "Content-Type: application/json", "X: \(String(repeating: "x", count: 200))",
      "body.headers_too_long"
    ),
    ("Content-Type: application/json", " folded", "body.malformed"),
    ("--xyz\r\n", "--xyz \r\n", "body.malformed"),
    ("{}", String(repeating: "x", count: 5000), "body.field_too_long"),
  ])
  func `what is wrong with a body is said`(from: String, to: String, code: String) {
    #expect(refusal(Self.body.replacing(from, with: to, maxReplacements: 1)) == code)
  }

  @Test func `no more parts are read than there may be`() {
    let part = "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz"
    let others = ["json", "c"].map { part.replacing("\"a\"", with: "\"\($0)\"") }.joined()
    #expect(refusal("--xyz\(part)\(others)--") == nil)
    #expect(refusal("--xyz\(part)\(others)\(part)--") == "body.too_many_parts")
  }

  @Test func `a long content without its delimiter is refused before its end`() {
    var parser = MultipartParser(boundary: "xyz", Self.limits)
    let refusal = #expect(throws: Refusal.self) {
      try parser.feed(Array("--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8))
      for _ in 0..<100 { try parser.feed(Array("x".utf8)) }
    }
    #expect(refusal?.code == "body.field_too_long")
    #expect(parser.body.count < 80)
  }

  @Test func `no more bytes are taken than a body may have`() {
    var parser = MultipartParser(boundary: "xyz", Self.limits)
    let refusal = #expect(throws: Refusal.self) {
      try parser.feed([UInt8](repeating: 0, count: 4097))
    }
    #expect(refusal?.code == "body.too_large" && parser.body.isEmpty)
  }

  @Test func `changed bodies are read or refused, and never more than they are`() throws {
    let bytes = Array(Self.body.utf8)
    for seed in UInt64(0)..<10_000 {
      let changed = mutated(bytes, seed: seed)
      var parser = MultipartParser(boundary: "xyz", Self.limits)
      do {
        for start in stride(from: 0, to: changed.count, by: 7) {
          try parser.feed(changed[start..<min(start + 7, changed.count)])
        }
        try parser.finish()
        // Whoever reads the parts one by one, by their delimiters, finds the same.
        let parts = String(decoding: changed, as: UTF8.self).components(separatedBy: "\r\n--xyz")
        #expect(parts.count - 1 == ["a", "json", "c"].filter { parser[$0] != nil }.count)
      } catch {
        #expect((400..<500).contains(error.status))
      }
    }
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data; Boundary=\"a b\"", "a b"),
    ("multipart/form-data; charset=x ; boundary = abc ", "abc"),
    ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil),
    ("multipart/form-data; boundary=\"a", nil),
    ("multipart/form-data; boundary=a; boundary=b", nil),
    ("multipart/form-data; boundary=\"a \"", nil), ("multipart/mixed; boundary=abc", nil),
    ("multipart/form-data; boundary=\(String(repeating: "a", count: 71))", nil),
    ("multipart/form-data; boundary=a\u{E4}", nil), ("", nil),
  ])
  func `a boundary is what RFC 2046 allows`(header: String, boundary: String?) {
    #expect(HeaderParameters(header)?.boundary == boundary)
  }
}
