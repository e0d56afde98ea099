import DaymarkModel
import Testing

@testable import DaymarkDelivery

/// Where evidence may be sent, and when it is sent again.
struct ServiceAddressTests {
  @Test(
    arguments: [
      ("https://intake.example", "https://intake.example"),
      ("HTTPS://Intake.Example:443/", "https://intake.example"),
      ("https://intake.example:8443", "https://intake.example:8443"),
      ("http://127.0.0.1:8480", "http://127.0.0.1:8480"),
      ("http://[::1]:8480/", "http://[::1]:8480"),
    ])
  func `an endpoint is https, or http to this machine by its number`(
    text: String, expected: String
  ) throws {
    #expect("\(try #require(ServiceAddress(text)))" == expected)
  }

  @Test(
    arguments: [
      "", "intake.example", "http://intake.example", "http://localhost:8480",
      "http://127.0.0.1.nip.io",
      "http://127.1:80", "http://2130706433", "http://0x7f000001", "http://[::ffff:127.0.0.1]",
      "http://127.0.0.1:8480@evil.example", "https://user@intake.example",
      "https://intake.example/api",
      "https://intake.example?x=1", "https://intake.example#x", "https://intake.example:0",
      "https://intake.example:65536", "https://intake.example:080", "https://in take.example",
      "https://", "https://:443", "https://intake..example", "ftp://intake.example",
      "https://intake%2eexample",
      "https://intake.example\\@evil.example", "file:///etc/passwd",
    ])
  func `anything else is refused`(text: String) {
    #expect(ServiceAddress(text) == nil)
  }

  @Test func `a wait is seconds or a date, and never more than a day`() {
    let now = Instant.at("2025-09-08T12:00:00Z")
    #expect(RetryAfter.instant("120", at: now) == .at("2025-09-08T12:02:00Z"))
    #expect(
      RetryAfter.instant("Mon, 08 Sep 2025 12:00:30 GMT", at: now) == .at("2025-09-08T12:00:30Z"))
    #expect(RetryAfter.instant("99999999999999999999", at: now) == .at("2025-09-09T12:00:00Z"))
    #expect(RetryAfter.instant("Mon, 08 Sep 2025 11:59:59 GMT", at: now) == nil)
    for text in ["", "-1", "soon", "1.5", "Mon, 31 Feb 2025 12:00:00 GMT"] {
      #expect(RetryAfter.instant(text, at: now) == nil, "\(text)")
    }
  }

  @Test func `waits grow to a minute`() {
    #expect(
      (0..<9).map(Patience.longestWait) == [
        1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
      ])
  }

  @Test func `the key of a submission is that of its body and its number`() {
    // SHA-256 of "abc", and of its 32 bytes followed by "1".
    let body = Digest(of: Array("abc".utf8))
    #expect("\(IdempotencyKey(of: body))" == "ba7816bf-8f01-cfea-4141-40de5dae2223")
    #expect("\(IdempotencyKey(of: body, number: 1))" == "468b0316-504a-cebd-4499-75e2b81007e5")
  }
}
