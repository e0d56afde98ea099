import DaymarkModel
import Testing

@testable import DaymarkEmit

struct MultipartTests {
  /// Boundary and key were computed with `hashlib` from the parts as they stand below.
  @Test func `body and headers are the ones written by hand`() {
    let body = MultipartBody([
      MultipartField(name: "challengeId", value: Array("42".utf8)),
      MultipartField(name: "json", value: Array("[]".utf8)),
    ])
    let boundary = "daymarkf6a5dfb09deaf2fefb00b5690a5ca94e"
    let expected = [
      "--\(boundary)", #"Content-Disposition: form-data; name="challengeId""#, "", "42",
      "--\(boundary)", #"Content-Disposition: form-data; name="json""#, "", "[]",
      "--\(boundary)--", "",
    ].joined(separator: "\r\n")
    #expect(String(decoding: body.bytes, as: UTF8.self) == expected)
    #expect(
      body.headers == """
        Content-Type: multipart/form-data; boundary=\(boundary)
        Content-Length: 240
        Idempotency-Key: "fda7e2be-c5de-cbba-01a7-b7bf5e56b12a"

        """)
  }

  @Test func `boundary that occurs in the content is passed over`() {
    let content = Array("x daymark0 y daymark1".utf8)
    #expect(firstAbsent(from: content) { "daymark\($0)" } == "daymark2")
    #expect(firstAbsent(from: []) { "daymark\($0)" } == "daymark0")
  }

  @Test func `body is read back as its fields`() throws {
    let fields = [
      MultipartField(name: "empty", value: []),
      MultipartField(name: "dashes", value: Array("--daymark\r\n--\r\n\r\n--".utf8)),
      MultipartField(name: "json", value: Array(0...255)),
    ]
    let body = MultipartBody(fields)
    #expect(readMultipart(body.bytes, boundary: body.boundary) == fields)
  }

  @Test func `damaged body is never read as the same fields`() {
    let fields = [
      MultipartField(name: "challengeId", value: Array("42".utf8)),
      MultipartField(name: "json", value: Array("[1]".utf8)),
    ]
    let body = MultipartBody(fields)
    for index in body.bytes.indices {
      #expect(readMultipart(Array(body.bytes[..<index]), boundary: body.boundary) == nil)
      var flipped = body.bytes
      flipped[index] ^= 1
      #expect(readMultipart(flipped, boundary: body.boundary) != fields, "byte \(index)")
    }
    #expect(readMultipart(body.bytes + [0x0A], boundary: body.boundary) == nil)
    #expect(readMultipart([0x0D, 0x0A] + body.bytes, boundary: body.boundary) == nil)
    #expect(readMultipart(body.bytes, boundary: "other") == nil)
  }

  @Test func `value that holds a delimiter is seen`() {
    let value = Array("a\r\n--b\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\nd".utf8)
    var bytes = Array("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
    bytes += value + Array("\r\n--b--\r\n".utf8)
    #expect(
      readMultipart(bytes, boundary: "b") == [
        MultipartField(name: "a", value: Array("a".utf8)),
        MultipartField(name: "c", value: Array("d".utf8)),
      ])
  }
}
