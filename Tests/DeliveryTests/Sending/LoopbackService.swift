import DaymarkModel
import Foundation
import Synchronization

/// A service on this machine that stores bodies and remembers keys, over real connections.
///
/// It reads only what the courier writes: a request with `Content-Length`.
final class LoopbackService: Sendable {
  struct Request: Sendable {
    var line: String
    var headers: [String: String]
    var body: [UInt8]
  }

  let port: Int
  /// The digest of what is stored, by the address in the body.
  let stored = Mutex<[String: Digest]>([:])
  /// The bodies that came under each key.
  let keys = Mutex<[String: Set<Digest>]>([:])
  let requests = Mutex<[Request]>([])
  private let answers = Mutex<[String: [UInt8]]>([:])
  private let listener: Int32
  /// Answers a request in place of the service, or says with `nil` that it shall; empty bytes cut the connection.
  private let interfere: @Sendable (Request, Int) -> [UInt8]?

  init(_ interfere: @escaping @Sendable (Request, Int) -> [UInt8]? = { _, _ in nil }) throws {
    self.interfere = interfere
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, length) = (listener, size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { [self] in serve(connection) }
      }
    }
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let request = read(connection) else { return }
    let number = requests.withLock {
      $0.append(request)
      return $0.count
    }
    let answer = interfere(request, number) ?? self.answer(request)
    var rest = answer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    func more() -> Bool {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count > 0 { bytes += chunk[..<count] }
      return count > 0
    }
    var end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    while end == nil {
      guard more() else { return nil }
      end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    }
    guard let end else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(
      separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while bytes.count < end.upperBound + length { guard more() else { return nil } }
    return Request(line: lines[0], headers: headers, body: Array(bytes[end.upperBound...]))
  }

  static func response(_ status: Int, _ json: String, _ headers: String = "") -> [UInt8] {
    Array(
      "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\(headers)Connection: close\r\n\r\n\(json)"
        .utf8)
  }

  /// Stores a body once for each key.
  private func answer(_ request: Request) -> [UInt8] {
    guard request.line.hasPrefix("POST /api/aivm/intake "),
      let key = request.headers["idempotency-key"]
    else { return Self.response(404, "{}") }
    let digest = Digest(of: request.body)
    keys.withLock { _ = $0[key, default: []].insert(digest) }
    let text = String(decoding: request.body, as: UTF8.self)
    let subject = text.firstMatch(of: #/name="subject"\r\n\r\n(0x[0-9a-fA-F]+)/#).map {
      String($0.output.1)
    }
    return answers.withLock { answers in
      if let known = answers[key] { return known }
      stored.withLock { $0[subject ?? "?"] = digest }
      let response = Self.response(
        200, #"{"ok":true,"evidenceId":"e-\#(key.filter(\.isHexDigit).prefix(8))"}"#)
      answers[key] = response
      return response
    }
  }
}
