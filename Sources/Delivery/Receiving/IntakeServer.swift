import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The intake as an HTTP/1.1 server.
package struct IntakeServer: Sendable {
  private let service: IntakeService
  private let writer: GroupedWriter
  private let reader: ReceivedFile
  private let cashier: Cashier?
  private let host: String
  private let port: Int
  private let lock: ServiceLock
  private let warn: @Sendable (String) -> Void
  /// The function that is called with the service's address once the service listens.
  private let isListening: @Sendable (String) -> Void

  /// Locks and opens the intake's file; ``run()`` then begins to listen.
  ///
  /// - Parameters:
  ///   - file: The path of the file that keeps the received data.
  ///   - port: The port; 0 selects a free one.
  ///   - price: The price of a body; `nil` where bodies are free.
  ///   - warn: The function that is called with sentences for the operator.
  /// - Throws: ``ServiceLock/Held`` where another service uses the file.
  package init(
    _ settings: IntakeSettings, file: String, host: String, port: Int, price: Price? = nil,
    warn: @escaping @Sendable (String) -> Void = { _ in },
    isListening: @escaping @Sendable (String) -> Void
  ) throws {
    // This comes first, because everything opened after it would have to be closed again on
    // failure.
    let verdicts = try settings.verdicts.map { try VerdictList($0, warn: warn) }
    lock = try ServiceLock(beside: file)
    (reader, writer) = (try ReceivedFile(at: file), try GroupedWriter(ReceivedFile(at: file)))
    cashier = price.map { [writer] in Cashier($0, settings, writer) }
    service = IntakeService(settings, writer, reader: reader, cashier, verdicts)
    (self.host, self.port, self.warn, self.isListening) = (host, port, warn, isListening)
  }

  /// Runs until SIGTERM or SIGINT, and then completes the requests in progress.
  ///
  /// - Throws: ``Price/Fault``, and the error that prevents listening.
  package func run() async throws {
    defer { lock.release() }
    do { try await serve() } catch {
      try? await close()
      throw error
    }
    try await close()
  }

  private func close() async throws {
    try await cashier?.close()
    try reader.close()
    try writer.close()
  }

  private func serve() async throws {
    if let waiting = try await cashier?.open(), waiting > 0 {
      warn("payments with unknown outcome: \(waiting); `daymark-intake payments` lists them")
    }
    let settings = service.settings
    let isLimited = settings.requestsPerMinute > 0 && !settings.isBehindProxy
    let connections = ConnectionCount(
      most: isLimited ? settings.connectionsOfOneAddress : settings.connections)
    // Nothing is logged here, because Hummingbird would log paths, which contain the ids of
    // evidence.
    let logger = Logger(label: "daymark-intake") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: IntakeResponder(service: service),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [
            CrowdedAddresses(connections), SlowHeads(time: settings.headTime),
          ],
          idleTimeout: TimeAmount(settings.bodyTime),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: PaymentHeader.mostBytes, maxHeaderListSize: 48 * 1024,
            maxHeaderFieldCount: 100))),
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil, backlog: 1024,
        availableConnectionsDelegate: MaximumAvailableConnections(
          settings.connections, logger: logger)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        cashier?.listens(on: address)
        isListening(address)
      },
      logger: logger)
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [.init(service: application)]
    if let cashier {
      let watch = PaymentWatch(cashier: cashier, interval: settings.timeBetweenLooks)
      services.append(.init(service: watch))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    configuration.maximumGracefulShutdownDuration = settings.bodyTime + .seconds(90)
    try await ServiceGroup(configuration: configuration).run()
  }
}

/// Checks payments of unknown outcome at regular intervals.
private struct PaymentWatch: Service {
  var cashier: Cashier
  var interval: Duration

  func run() async throws {
    await cancelWhenGracefulShutdown { await cashier.watch(every: interval) }
  }
}

/// The context of a request, with the address of its client.
struct IntakeContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Converts HTTP requests to calls of the service, and their results to responses.
struct IntakeResponder: HTTPResponder {
  typealias Context = IntakeContext

  let service: IntakeService
  private let limit: RateLimit
  private let room: BodyRoom

  init(service: IntakeService) {
    let settings = service.settings
    self.service = service
    limit = RateLimit(perMinute: settings.requestsPerMinute)
    room = BodyRoom(
      settings.bodyBytes,
      ofOne: settings.requestsPerMinute > 0 ? settings.bodyBytesOfOneAddress : settings.bodyBytes)
  }

  func respond(to request: Request, context: IntakeContext) async throws -> Response {
    do {
      return try await answer(request, context)
    } catch let refusal as Refusal {
      return response(refusal, context)
    } catch let demand as PaymentDemand {
      return response(demand)
    } catch is DaymarkError {
      // The disk is full or the file is missing. `GET /healthz` tells the operator.
      return response(.cannotStore, context)
    }
  }

  private func answer(_ request: Request, _ context: IntakeContext) async throws -> Response {
    let sender = RateLimit.name(address(of: request, context))
    if let seconds = limit.secondsToWait(countingRequestFrom: sender) {
      throw Refusal(
        429, "rate.exceeded", "Too many requests from your address.", retryAfter: max(1, seconds))
    }
    guard let (endpoint, id) = Endpoint.at(request.uri.path) else {
      throw Refusal(
        404, "path.unknown", "There is no such path.", hint: "See GET /openapi.json.")
    }
    guard request.method.rawValue == endpoint.route.method else {
      var response = response(
        Refusal(
          405, "method.other", "That path accepts only \(endpoint.route.method)."), context)
      response.headers[.allow] = endpoint.route.method
      return response
    }
    let share = room.share(of: sender)
    defer { share.end() }
    switch endpoint {
    case .intake: return try await receive(request, share)
    case .attestation:
      let bytes = try await json(request, most: 1 << 20, share)
      return json(Members<EvidenceStatus>.standing.kind, try await service.attest(id, bytes))
    case .autoProof:
      let bytes = try await json(request, most: 4096, share)
      guard let asked = Members<AutoProofRequest>.request.kind.value(bytes) else {
        throw Refusal(422, "field.malformed", "The request is not a JSON object with a subject.")
      }
      return json(
        Members<AutoProofAnswer>.answer.kind,
        try await service.autoProof(id, asked, try wallet(request)))
    case .evidence:
      return json(Members<EvidenceStatus>.standing.kind, try await service.evidence(id))
    case .leaderboard:
      return response(.ok, try await service.board(id))
    case .health:
      try await service.writer.run { rows in try rows.tryWriting() }
      return json(
        Members<HealthAnswer>.answer.kind,
        HealthAnswer(version: daymarkVersion, problem: service.problem))
    case .openAPI:
      return response(.ok, Endpoint.openAPI(version: daymarkVersion).canonicalBytes())
    }
  }

  private func address(of request: Request, _ context: IntakeContext) -> String {
    if service.settings.isBehindProxy,
      let last = request.values("X-Forwarded-For").last?.split(separator: ",").last
    {
      return last.filter { $0 != " " && $0 != "\t" }
    }
    return context.channel.remoteAddress?.ipAddress ?? ""
  }

  // MARK: Requests

  private func receive(_ request: Request, _ share: BodyRoom.Share) async throws -> Response {
    // The client ness pays with this header, in its own variant of the protocol.
    guard request.values("X-Payment-Proof").isEmpty else { throw Refusal.nessPayment }
    let claims = try self.claims(request)
    guard let contentType = request.headers[.contentType],
      let boundary = HeaderParameters(contentType)?.boundary
    else {
      throw Refusal(
        415, "body.type", "The body is not multipart/form-data with a boundary.",
        hint: "Send body.multipart with the headers in headers.txt, both as Daymark wrote them.")
    }
    let parser = try await body(
      request, most: IntakeForm.limits.body, share,
      into: MultipartParser(boundary: boundary, IntakeForm.limits)
    ) { parser, piece in try parser.feed(piece) }
    try parser.finish()
    let receipt = try await service.receive(
      try IntakeForm(parser, contentType: contentType), claims)
    var response = response(.ok, Array(receipt.answer.utf8))
    if let settlement = receipt.settlement,
      let name = HTTPField.Name(settlement.version.settlementHeader)
    {
      response.headers[name] = settlement.header
    }
    return response
  }

  private func claims(_ request: Request) throws(Refusal) -> IntakeService.Claims {
    var claims = IntakeService.Claims()
    if let text = request.values("Idempotency-Key").first {
      guard let key = idempotencyKey(text) else {
        throw Refusal(
          400, "submission.key", "The Idempotency-Key is not a valid string.",
          hint: "Send 1 to 255 printable ASCII characters in quotes.")
      }
      claims.key = key
    }
    claims.wallet = try wallet(request)
    for version in PaymentVersion.allCases {
      let values = request.values(version.paymentHeader)
      guard values.count <= 1 else { throw .twoPayments }
      claims.payments[version.paymentHeader] = values.first
    }
    return claims
  }

  private func wallet(_ request: Request) throws(Refusal) -> WalletHeaders? {
    let values = WalletHeaders.names.flatMap { request.values($0) }
    if values.isEmpty { return nil }
    guard values.count == 3,
      let wallet = WalletHeaders(
        address: values[0], signature: values[1], timestamp: values[2])
    else { throw .wrongToken }
    return wallet
  }

  /// Receives a body that must be declared as JSON, and returns its bytes, which are not parsed.
  ///
  /// - Parameters:
  ///   - most: The most bytes of the body.
  ///   - share: The share of the memory for bodies that the bytes are counted in.
  /// - Throws: ``Refusal`` where the Content-Type is another, the body is too large, or the memory
  ///   for bodies is full.
  private func json(
    _ request: Request, most: Int, _ share: BodyRoom.Share
  ) async throws -> [UInt8] {
    let type = request.headers[.contentType].flatMap { HeaderParameters($0) }?.value
    guard type == "application/json" || type?.hasSuffix("+json") == true else {
      throw Refusal(415, "body.type", "The Content-Type is not application/json.")
    }
    return try await body(request, most: most, share, into: []) { bytes, piece in
      guard bytes.count + piece.count <= most else { throw Refusal.tooLarge(most) }
      bytes += piece
    }
  }

  private func body<Value: Sendable>(
    _ request: Request, most: Int, _ share: BodyRoom.Share, into value: Value,
    _ add: @escaping @Sendable (inout Value, ByteBufferView) throws -> Void
  ) async throws -> Value {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most {
      throw Refusal.tooLarge(most)
    }
    return try await request.body.read(within: service.settings.bodyTime, into: value) {
      try share.take($1.count)
      try add(&$0, $1)
    }
  }

  // MARK: Answers

  private func json<Value>(_ kind: Kind<Value>, _ value: Value) -> Response {
    response(.ok, kind.bytes(value))
  }

  private func response(_ status: HTTPResponse.Status, _ json: [UInt8]) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: json)))
  }

  private func response(_ refusal: Refusal, _ context: IntakeContext) -> Response {
    var response = response(
      HTTPResponse.Status(code: refusal.status), Members<Refusal>.refusal.kind.bytes(refusal))
    response.headers[.retryAfter] = refusal.retryAfter.map { "\($0)" }
    guard refusal.endsConnection else { return response }
    response.headers[.connection] = "close"
    // The client has a moment to read the answer before the connection is closed on what it still
    // sends.
    context.channel.eventLoop.scheduleTask(in: .seconds(2)) { [channel = context.channel] in
      channel.close(promise: nil)
    }
    return response
  }

  private func response(_ demand: PaymentDemand) -> Response {
    var response = response(.init(code: demand.status), demand.body)
    for (name, value) in demand.headers {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }
}

/// Returns the key of a submission from its header; `nil` for an invalid one.
///
/// The draft requires a string in quotes. Many clients omit them, and mean the same key. Source:
/// IETF draft-ietf-httpapi-idempotency-key-header-07, "Syntax".
func idempotencyKey(_ text: String) -> String? {
  let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count >= 2
  let key = isQuoted ? String(text.dropFirst().dropLast()) : text
  guard (1...255).contains(key.utf8.count),
    key.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
  else { return nil }
  return key
}

extension Request {
  /// Returns the values of a header, by its name.
  fileprivate func values(_ name: String) -> [String] {
    HTTPField.Name(name).map { headers[values: $0] } ?? []
  }
}

extension Refusal {
  fileprivate static let cannotStore = Refusal(
    503, "intake.cannot_store", "The intake cannot write at the moment. Nothing was stored.",
    retryAfter: 60)
}
