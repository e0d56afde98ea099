import AsyncHTTPClient
import DaymarkDocuments
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The service that checks payments and settles them.
///
/// Source: x402, "Protocol Specification", version 2, "Facilitator Interface"; the same paths in version 1.
struct Facilitator: Sendable {
  let url: String
  /// The time that all of an answer may take, but for that of a settlement.
  private let seconds: Int64
  private let client: HTTPClient

  /// The facilitator did not answer, or not as x402 has it.
  struct Unreachable: Error {
    /// Whether there was no connection, so that nothing can have arrived.
    var nothingWasSent = false
  }

  /// More than any of its answers has.
  private static let mostBytes = 64 << 10

  init(_ url: String, seconds: Int64 = 15) {
    (self.url, self.seconds) = (url, seconds)
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .seconds(60), write: .seconds(20)))
    configuration.httpVersion = .http1Only
    // A settlement takes as long as its chain does, and others are not to wait for it.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
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

  /// What it can settle: versions, schemes and networks as they are written.
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

  /// The JSON of an answer; facilitators send it with a 400 or 402, too, where a payment is invalid.
  ///
  /// Any other status is not about the payment: a 429 or a 401 says that nobody looked at it.
  private func json(
    of request: HTTPClientRequest, within seconds: Int64
  ) async throws -> (status: Int, json: JSONValue) {
    // The client's own limit is over when the head of an answer is there.
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
  /// Whether it says that there was no connection.
  fileprivate var isOfConnecting: Bool {
    switch self {
    case is NIOConnectionError: true
    // Of an address that needs no look-up; only a connect is refused.
    case let error as IOError: error.errnoCode == ECONNREFUSED
    case let error as HTTPClientError:
      [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error)
    default: false
    }
  }
}

extension SettlementResponse {
  /// Whether the facilitator refused before it sent anything to the chain, by words for what a payment itself is, or what
  /// the payer has.
  ///
  /// Of all other failures the money may have moved, now or when somebody else handed the payment in: `transaction_failed`
  /// comes after a broadcast, too, and a nonce that was used was used for something. So may that of a payment that has
  /// lapsed, which facilitators say before they look at the nonce.
  ///
  /// Source: x402, "Protocol Specification", versions 1 and 2, "Error Handling", and the public Python package x402.
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
