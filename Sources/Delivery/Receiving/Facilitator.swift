import AsyncHTTPClient
import DaymarkDocuments
import NIOCore
import NIOHTTP1

/// The service that checks payments and settles them.
///
/// Source: x402, "Protocol Specification", version 2, "Facilitator Interface"; the same paths in version 1.
struct Facilitator: Sendable {
  let url: String
  private let client: HTTPClient

  /// The facilitator did not answer, or not as x402 has it.
  struct Unreachable: Error {}

  /// More than any of its answers has.
  private static let mostBytes = 64 << 10

  init(_ url: String) {
    self.url = url
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .seconds(60), write: .seconds(20)))
    configuration.httpVersion = .http1Only
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func close() async throws { try await client.shutdown() }

  /// What it says of a payment that is not yet settled.
  struct Verification: Sendable {
    var isValid = false
    var reason: String?
    var payer: String?

    /// Whether the payment was made already: a lookup of one that was sent to be settled.
    ///
    /// Facilitators have several words for a nonce that its contract has taken.
    var saysSettled: Bool {
      guard !isValid, let reason else { return false }
      return reason == "duplicate_settlement" || reason.hasSuffix("already_used")
        || reason.hasSuffix("nonce_used")
    }
  }

  func verify(_ payment: PaymentPayload, _ offer: PaymentOffer) async throws -> Verification {
    let answer = try await call("/verify", payment, offer)
    guard let verification = Members<Verification>.verification.kind.value(of: answer) else {
      throw Unreachable()
    }
    return verification
  }

  func settle(_ payment: PaymentPayload, _ offer: PaymentOffer) async throws -> SettlementResponse {
    let answer = try await call("/settle", payment, offer, within: .seconds(75))
    guard let settlement = Members<SettlementResponse>.settlement.kind.value(of: answer) else {
      throw Unreachable()
    }
    return settlement
  }

  /// What it can settle: versions, schemes and networks as they are written.
  func supported() async throws -> [SupportedPayment] {
    var request = HTTPClientRequest(url: "\(url)/supported")
    request.headers.add(name: "Accept", value: "application/json")
    let answer = try await json(of: request, within: .seconds(15))
    let list = Kind.list(Members<SupportedPayment>.supported.kind, forgives: true)
    guard let kinds = list.value(of: answer["kinds"]) else { throw Unreachable() }
    return kinds
  }

  private func call(
    _ path: String, _ payment: PaymentPayload, _ offer: PaymentOffer,
    within time: TimeAmount = .seconds(15)
  ) async throws -> JSONValue {
    var request = HTTPClientRequest(url: url + path)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    let body = JSONValue.object([
      "x402Version": .number(payment.version.rawValue), "paymentPayload": payment.json,
      "paymentRequirements": Members<PaymentOffer>.offer(payment.version).kind.json(offer),
    ])
    request.body = .bytes(ByteBuffer(bytes: body.canonicalBytes()))
    return try await json(of: request, within: time)
  }

  /// The JSON of an answer; facilitators send it with a 400, too, where a payment is invalid.
  private func json(
    of request: HTTPClientRequest, within time: TimeAmount
  ) async throws -> JSONValue {
    let response = try await client.execute(request, timeout: time)
    let bytes = try await response.body.collect(upTo: Self.mostBytes)
    guard (200..<500).contains(Int(response.status.code)),
      let json = try? JSONValue(parsing: bytes.readableBytesView)
    else { throw Unreachable() }
    return json
  }
}

extension Members<Facilitator.Verification> {
  fileprivate static let verification = Members(
    Facilitator.Verification(),
    [
      .needed("isValid", \.isValid, .flag), .optional("invalidReason", \.reason, .text),
      .optional("payer", \.payer, .text),
    ])
}

/// A kind of payment that a facilitator can settle.
struct SupportedPayment: Hashable, Sendable {
  var version = 0
  var scheme = ""
  var networkName = ""
}

extension Members<SupportedPayment> {
  fileprivate static let supported = Members(
    SupportedPayment(),
    [
      .needed("x402Version", \.version, .count), .needed("scheme", \.scheme, .text),
      .needed("network", \.networkName, .text),
    ])
}
