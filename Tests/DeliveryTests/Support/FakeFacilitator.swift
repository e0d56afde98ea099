import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// A facilitator that settles each nonce once, and answers as a test says.
final class FakeFacilitator: Sendable {
  /// How it answers `/settle`.
  enum Settling: Sendable {
    case settles
    case fails(String)
    case settlesAndIsSilent, isSilent
    /// Answers a status and a document.
    case answers(HTTPResponse.Status, String)
  }

  struct State: Sendable {
    var settling = Settling.settles
    /// The reason for which `/verify` refuses; `nil` where it looks at the nonce alone.
    var refusal: String?
    var nonces: Set<String> = []
    /// The kinds of payments that it can settle, as JSON.
    var kinds = [
      #"{"x402Version":1,"scheme":"exact","network":"base-sepolia"}"#,
      #"{"x402Version":2,"scheme":"exact","network":"eip155:84532"}"#,
    ]
    /// The time that a settlement takes.
    var delay = Duration.zero
    var verifications = 0
    var settlements = 0
  }

  let state = Mutex(State())

  /// Runs a facilitator while a test is at work, and gives its address.
  func run(_ body: (String) async throws -> Void) async throws {
    let (ports, listening) = AsyncStream<Int>.makeStream()
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { [self] request, _ in
        try await answer(request)
      },
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { listening.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "facilitator") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await application.run() }
    var iterator = ports.makeAsyncIterator()
    let port = await iterator.next() ?? 0
    do { try await body("http://127.0.0.1:\(port)") } catch {
      running.cancel()
      _ = await running.result
      throw error
    }
    running.cancel()
    _ = await running.result
  }

  private func answer(_ request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    let json = (try? JSONValue(parsing: body.readableBytesView)) ?? .null
    let nonce = json["paymentPayload"]?["payload"]?["authorization"]?.string("nonce") ?? ""
    switch request.uri.path {
    case "/supported":
      let kinds = state.withLock(\.kinds).joined(separator: ",")
      return response(#"{"kinds":[\#(kinds)],"extensions":[],"signers":{}}"#)
    case "/verify": return response(verify(nonce))
    case "/settle":
      try await Task.sleep(for: state.withLock(\.delay))
      return settle(nonce)
    default: return Response(status: .notFound)
    }
  }

  private func verify(_ nonce: String) -> String {
    let reason = state.withLock { state in
      state.verifications += 1
      return state.nonces.contains(nonce) ? "invalid_exact_evm_nonce_already_used" : state.refusal
    }
    return reason.map { #"{"isValid":false,"invalidReason":"\#($0)"}"# }
      ?? #"{"isValid":true,"payer":"0x857b06519E91e3A54538791bDbb0E22373e36b66"}"#
  }

  private func settle(_ nonce: String) -> Response {
    let (settling, isNew) = state.withLock { state in
      state.settlements += 1
      switch state.settling {
      case .settles, .settlesAndIsSilent:
        return (state.settling, state.nonces.insert(nonce).inserted)
      case .fails, .isSilent, .answers: return (state.settling, true)
      }
    }
    guard isNew else {
      return response(
        #"{"success":false,"errorReason":"duplicate_settlement","transaction":"","network":"eip155:84532"}"#
      )
    }
    switch settling {
    case .settles:
      return response(
        #"{"success":true,"transaction":"0xfeed","network":"eip155:84532","payer":"0x857b06519E91e3A54538791bDbb0E22373e36b66"}"#
      )
    case .fails(let reason):
      return response(
        #"{"success":false,"errorReason":"\#(reason)","transaction":"","network":"eip155:84532"}"#)
    case .settlesAndIsSilent, .isSilent: return Response(status: .badGateway)
    case .answers(let status, let json): return response(json, status)
    }
  }

  private func response(_ json: String, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: json)))
  }
}

/// A payment as a test makes it; its signature is none, because the fake facilitator does not look at it.
struct TestPayment {
  var version = PaymentVersion.two
  var offer: PaymentOffer
  var transfer = TransferAuthorization()
  var signature: [UInt8] = Array(repeating: 0x11, count: 65)
  var resource: PaymentResource?

  static let payee = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
  static let asset = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"

  /// The file of a price of 10,000 atomic units.
  static let priceFile =
    #"[{"scheme":"exact","network":"eip155:84532","amount":"10000","asset":"\#(asset)","payTo":"\#(payee)","maxTimeoutSeconds":60,"extra":{"name":"USDC","version":"2"}}]"#

  /// A payment that is right in everything, with a nonce of its own.
  init(_ price: Price, nonce: UInt8 = 1, now: UInt64) throws {
    offer = price.offers[0]
    guard let payer = EthereumAddress("0x857b06519E91e3A54538791bDbb0E22373e36b66"),
      let payee = EthereumAddress(offer.payTo), let amount = offer.amount
    else { throw CancellationError() }
    (transfer.from, transfer.to, transfer.value) = (payer, payee, amount)
    transfer.validBefore = now + 60
    transfer.nonce[31] = nonce
  }

  var payload: PaymentPayload {
    var offer = offer
    if version == .one { offer.networkName = "base-sepolia" }
    return PaymentPayload(
      version, by: offer, .authorization(transfer, signature: signature), for: resource)
  }

  var headers: [String: String] { [version.paymentHeader: payload.header] }
}
