import AsyncHTTPClient
import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// A body as a test sends it.
struct TestBody {
  var fields: [(name: String, value: String)]
  var boundary = "daymark0123456789abcdef"

  /// Records of one day, for challenge 42.
  init(
    subject: String = TestTokens.subject, provider: String = Provider.apple.id,
    steps: Int = 8123, challenge: String = "42", token: String? = nil,
    expires: String = TestTokens.expires
  ) {
    fields = [
      ("modelHash", "0x" + String(repeating: "ab", count: 32)), ("challengeId", challenge),
      ("subject", subject), ("provider", provider),
    ]
    if let token { fields += [("evidenceToken", token), ("evidenceExpires", expires)] }
    fields.append(
      (
        "json",
        """
        [{"activity_id":"hk_steps:2025-09-01","duration_s":86400,"end_ts":1756763999,\
        "provider":"apple_health","source_device":"Daymark","start_ts":1756677600,\
        "steps":\(steps),"type":"steps"}]
        """
      ))
  }

  subscript(name: String) -> String {
    get { fields.first { $0.name == name }?.value ?? "" }
    set {
      fields = fields.map { $0.name == name ? (name, newValue) : $0 }
    }
  }

  var bytes: [UInt8] {
    let parts = fields.map { field in
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
    }
    return Array((parts.joined() + "--\(boundary)--\r\n").utf8)
  }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }
}

/// An answer as a test sees it.
struct TestAnswer {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]

  var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
  var code: String? { json.string("code") }
  var evidence: String? { json.string("evidenceId") }
}

extension IntakeSettings {
  /// Those of a service that looks at no payment by itself: it would have the payment at the moment of a test's request.
  static var withoutLooks: IntakeSettings {
    var settings = IntakeSettings()
    settings.timeBetweenLooks = .seconds(3600)
    return settings
  }
}

/// An intake that listens on a free port of this machine.
struct RunningIntake: Sendable {
  let url: String
  /// It has eight connections to a host; a test may have another one.
  var client = HTTPClient.shared

  /// Runs an intake while a test is at work.
  ///
  /// - Parameters:
  ///   - folder: Where the file of a former one may lie.
  ///   - warnings: Given what the service says to its operator.
  static func run(
    _ settings: IntakeSettings = IntakeSettings(), price: Price? = nil, in folder: String? = nil,
    warnings: WarningList = WarningList(),
    _ body: (RunningIntake) async throws -> Void
  ) async throws {
    let scratch = try ScratchFolder()
    let (addresses, listening) = AsyncStream<String>.makeStream()
    let server = try IntakeServer(
      settings, file: "\(folder ?? scratch.path)/intake.sqlite", host: "127.0.0.1", port: 0,
      price: price, warn: { warnings.add($0) },
      isListening: { listening.yield($0) })
    let running = Task {
      defer { listening.finish() }
      try await server.run()
    }
    var iterator = addresses.makeAsyncIterator()
    guard let url = await iterator.next() else {
      try await running.value
      throw CancellationError()
    }
    do {
      try await body(RunningIntake(url: url))
    } catch {
      running.cancel()
      _ = await running.result
      throw error
    }
    running.cancel()
    _ = await running.result
  }

  func post(_ body: TestBody, key: String? = nil, headers: [String: String] = [:]) async throws
    -> TestAnswer
  {
    var all = headers
    all["Content-Type"] = all["Content-Type"] ?? body.contentType
    if let key { all["Idempotency-Key"] = "\"\(key)\"" }
    return try await send(.POST, "/api/aivm/intake", body.bytes, all)
  }

  func get(_ path: String) async throws -> TestAnswer { try await send(.GET, path, nil, [:]) }

  func post(
    _ path: String, json: JSONValue, headers: [String: String] = [:]
  ) async throws -> TestAnswer {
    try await send(
      .POST, path, json.canonicalBytes(),
      headers.merging(["Content-Type": "application/json"]) { $1 })
  }

  func send(
    _ method: HTTPMethod, _ path: String, _ body: [UInt8]?, _ headers: [String: String]
  ) async throws -> TestAnswer {
    var request = HTTPClientRequest(url: url + path)
    request.method = method
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await client.execute(request, timeout: .seconds(90))
    let bytes = try await response.body.collect(upTo: 8 << 20)
    return TestAnswer(
      status: Int(response.status.code), headers: response.headers,
      body: Array(bytes.readableBytesView))
  }
}
