import AsyncHTTPClient
import DaymarkDocuments
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The service that verifies and settles payments.
///
/// Source: x402, "Protocol Specification", version 2, "Facilitator Interface"; the same paths in
/// version 1.
struct Facilitator: Sendable {
  let url: String
  /// The time limit for a whole answer in seconds, except for that of a settlement.
  private let seconds: Int64
  private let client: HTTPClient

  /// The facilitator gave no answer, or one that x402 does not allow.
  struct Unreachable: Error {
    /// Whether no connection was made, so that no request can have arrived.
    var nothingWasSent = false
  }

  /// The maximum length of an answer, in bytes.
  private static let mostBytes = 64 << 10

  init(_ url: String, seconds: Int64 = 15) {
    (self.url, self.seconds) = (url, seconds)
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .seconds(60), write: .seconds(20)))
    configuration.httpVersion = .http1Only
    // A settlement takes as long as its chain, and must not delay other requests.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func close() async throws { try await client.shutdown() }

  /// The facilitator's answer about a payment that is not yet settled.
  struct Verification: Sendable {
    var isValid = false
    var reason: String?
    var payer: String?

    /// Whether the answer says that the nonce was used, which means that the payment was made.
    ///
    /// Facilitators have several words for a nonce that the token's contract has accepted.
    var saysSettled: Bool {
      guard !isValid, let reason else { return false }
      return reason == "duplicate_settlement" || reason.hasSuffix("already_used")
        || reason.hasSuffix("nonce_used")
    }
  }

  func verify(_ payment: PaymentPayload, _ offer: PaymentOffer) async throws -> Verification {
    let answer = try await call("/verify", payment, offer)
    guard let verification = Members<Verification>.verification.kind.value(of: answer.json) else {
      throw Unreachable()
    }
    return verification
  }

  func settle(_ payment: PaymentPayload, _ offer: PaymentOffer) async throws -> SettlementResponse {
    let answer = try await call("/settle", payment, offer, within: 75)
    guard let settlement = Members<SettlementResponse>.settlement.kind.value(of: answer.json),
      answer.status == 200 || (!settlement.success && settlement.errorReason != nil)
    else { throw Unreachable() }
    return settlement
  }

  /// Asks which versions, schemes and networks the facilitator can settle.
  func supported() async throws -> [SupportedPayment] {
    var request = HTTPClientRequest(url: "\(url)/supported")
    request.headers.add(name: "Accept", value: "application/json")
    let answer = try await json(of: request, within: seconds)
    let list = Kind.list(Members<SupportedPayment>.supported.kind, forgives: true)
    guard let kinds = list.value(of: answer.json["kinds"]) else { throw Unreachable() }
    return kinds
  }

  private func call(
    _ path: String, _ payment: PaymentPayload, _ offer: PaymentOffer,
    within most: Int64? = nil
  ) async throws -> (status: Int, json: JSONValue) {
    var request = HTTPClientRequest(url: url + path)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    let body = JSONValue.object([
      "x402Version": .number(payment.version.rawValue), "paymentPayload": payment.json,
      "paymentRequirements": Members<PaymentOffer>.offer(payment.version).kind.json(offer),
    ])
    request.body = .bytes(ByteBuffer(bytes: body.canonicalBytes()))
    return try await json(of: request, within: most ?? seconds)
  }

  /// Returns the JSON of an answer with status 200, 400 or 402; facilitators use all three.
  ///
  /// Other status codes do not concern the payment. For example, 429 and 401 mean that it was not
  /// examined.
  private func json(
    of request: HTTPClientRequest, within seconds: Int64
  ) async throws -> (status: Int, json: JSONValue) {
    // The client's own limit ends with the head of an answer, so the whole exchange has this one.
    let (status, bytes) = try await within(.seconds(seconds), orThrow: Unreachable()) { [client] in
      let response: HTTPClientResponse
      do { response = try await client.execute(request, timeout: .seconds(seconds)) } catch {
        throw Unreachable(nothingWasSent: error.isOfConnecting)
      }
      return (
        Int(response.status.code), try await response.body.collect(upTo: Self.mostBytes)
      )
    }
    guard [200, 400, 402].contains(status),
      let json = try? JSONValue(parsing: bytes.readableBytesView)
    else { throw Unreachable() }
    return (status, json)
  }
}

extension Error {
  /// Whether the error says that no connection was made.
  fileprivate var isOfConnecting: Bool {
    switch self {
    case is NIOConnectionError: true
    // The address needs no name lookup, and only connecting can be refused.
    case let error as IOError: error.errnoCode == ECONNREFUSED
    case let error as HTTPClientError:
      [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error)
    default: false
    }
  }
}

extension SettlementResponse {
  /// Whether the facilitator refused the payment before it sent anything to the chain.
  ///
  /// Such refusals concern the payment itself or the payer's balance. After any other failure the
  /// money may have moved, or may still move when somebody else submits the payment.
  /// `transaction_failed` can follow a broadcast, and a used nonce may have been used for this
  /// payment. A lapsed payment may have been settled too, because facilitators examine the validity
  /// before the nonce.
  ///
  /// Source: x402, "Protocol Specification", versions 1 and 2, "Error Handling", and the public
  /// Python package x402.
  var isRefusalBeforeSending: Bool {
    guard !success, transaction.isEmpty, let errorReason else { return false }
    return [
      "asset_not_deployed_contract", "eip6492_factory_not_allowed", "insufficient_funds",
      "invalid_exact_evm_eip3009_not_supported", "invalid_exact_evm_insufficient_balance",
      "invalid_exact_evm_payload_authorization_valid_after",
      "invalid_exact_evm_payload_authorization_value",
      "invalid_exact_evm_payload_authorization_value_mismatch",
      "invalid_exact_evm_payload_recipient_mismatch", "invalid_exact_evm_payload_signature",
      "invalid_exact_evm_payload_undeployed_smart_wallet",
      "invalid_exact_evm_token_name_mismatch", "invalid_exact_evm_token_version_mismatch",
      "invalid_network", "invalid_payload", "invalid_payment_requirements", "invalid_scheme",
      "invalid_x402_version", "missing_eip712_domain", "network_mismatch", "unsupported_scheme",
    ].contains(errorReason)
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

/// A version, scheme and network that a facilitator can settle.
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
