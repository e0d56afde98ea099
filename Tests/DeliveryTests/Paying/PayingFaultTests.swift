import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

@testable import DaymarkDelivery

/// Paid at most once and within the caps, whatever happens on the way: what ``FaultTests`` does to sending, with money.
struct PayingFaultTests {
  /// How many histories are made; `DAYMARK_FAULTS` makes more.
  private static let histories =
    ProcessInfo.processInfo.environment["DAYMARK_FAULTS"].flatMap { Int($0) } ?? 500

  @Test func `no submission has a second signature, and nothing is over a cap`() async throws {
    for seed in 0..<UInt64(Self.histories) {
      var random = SeededGenerator(seed: seed)
      try await history(&random, seed: seed)
    }
  }

  private func history(_ random: inout SeededGenerator, seed: UInt64) async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let world = VirtualWorld(at: .at("2025-09-08T00:00:00Z"), seed: seed)
    let service = ChargingService(in: world, seed: seed)
    let signer = TestSigner { request in
      request.string("request") == "status"
        ? service.status(of: request) : try TestSigner.honest(request)
    }
    let subjects = ["anna", "ben", "clara"]
    var bodies: [String: String] = [:]
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      for subject in subjects
      where bodies[subject] == nil || Int.random(in: 0..<4, using: &random) == 0 {
        bodies[subject] = ["A", "B", "C"].randomElement(using: &random)
      }
      let fate = Fate(after: Int.random(in: 0...60, using: &random))
      var courier = Courier(
        to: try .test, over: MortalLine(service: service, fate: fate),
        outbox: MortalOutbox(outbox: outbox, fate: fate), in: world)
      courier.jobs = Int.random(in: 1...3, using: &random)
      courier.rules.canPay = true
      courier.payer = PaymentClerk(
        .test, to: try .test, book: MortalBook(book: book, fate: fate),
        signer: MortalSigner(signer: signer, fate: fate), in: world)
      _ = try? await courier.deliver(
        subjects.map { subject in .subject(subject, bodies[subject].map { "of \(subject): \($0)" })
        })
      try await world.sleep(milliseconds: Int64.random(in: 0...7_200_000, using: &random))
    }
    service.isFaulty.withLock { $0 = false }
    world.set(.at("2025-09-09T12:00:00Z"))
    let last = subjects.map { subject in
      OutgoingSubject.subject(subject, bodies[subject].map { "of \(subject): \($0)" })
    }
    var deliveries: [Delivery] = []
    for _ in 0..<3 {
      var courier = Courier(to: try .test, over: service, outbox: outbox, in: world)
      courier.rules.canPay = true
      courier.payer = PaymentClerk(.test, to: try .test, book: book, signer: signer, in: world)
      deliveries = try await courier.deliver(last)
      try await world.sleep(milliseconds: 600_000)
    }
    service.letHeldThrough()
    expectExplained(deliveries, seed: seed)
    expectPaidOnce(book, signer, service, seed: seed)
    expectWithinCaps(book, seed: seed)
  }

  /// Each subject is stored, or a cap is named that keeps it from being paid for.
  private func expectExplained(_ deliveries: [Delivery], seed: UInt64) {
    for delivery in deliveries {
      let words = delivery.row?.answer?.words ?? ""
      #expect(
        delivery.state == .submitted || (delivery.state == .error && words.contains("`cap")),
        "seed \(seed): \(delivery.subject) \(delivery.state.map { "\($0)" } ?? "-"), \(words)")
    }
  }

  private func expectPaidOnce(
    _ book: MemoryPaymentBook, _ signer: TestSigner, _ service: ChargingService, seed: UInt64
  ) {
    var nonces: [String: Set<String>] = [:]
    for request in signer.requests where request.string("request") == "sign" {
      nonces[request.string("payment") ?? "", default: []].insert(request.string("nonce") ?? "")
    }
    #expect(nonces.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
    // One submission, one number; and one number, one submission.
    let payments = Dictionary(grouping: (try? book.payments()) ?? [], by: \.nonce)
    #expect(payments.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
    let moved = service.moved.withLock { $0 }
    for (nonce, amount) in moved {
      let payment = payments[nonce]?.first
      // What has moved is in the ledger with its amount, and its budget was never given back.
      #expect(payment?.terms.amount == amount, "seed \(seed)")
      #expect(payment?.state != .failed && payment?.state != .approved, "seed \(seed)")
    }
    for payment in payments.values.joined() where payment.state == .settled {
      #expect(moved[payment.nonce] != nil, "seed \(seed): settled, and nothing has moved")
    }
  }

  /// Follows the ledger: at each entry what is reserved is within the caps of the day and of the service.
  private func expectWithinCaps(_ book: MemoryPaymentBook, seed: UInt64) {
    let caps = PaymentPolicy.test.assets[0].caps
    var standing: [String: Payment] = [:]
    for payment in book.log {
      standing[payment.id] = payment
      let reserved = standing.values.filter { $0.keepsBudget(at: payment.at) }
      let days = Dictionary(grouping: reserved) { $0.approvedAt.secondsSince1970 / 86_400 }
      func sum(_ payments: [Payment]) -> AtomicAmount {
        payments.reduce(.zero) { $0 + $1.terms.amount }
      }
      #expect(days.values.allSatisfy { sum($0) <= caps.day }, "seed \(seed)")
      #expect(sum(reserved) <= caps.host, "seed \(seed)")
    }
  }
}

/// A ledger in the hands of a process that may end before and after each change.
private struct MortalBook: PaymentBook {
  let book: MemoryPaymentBook
  let fate: Fate

  func payments() throws -> [Payment] { try book.payments() }

  func append(_ payment: Payment) throws {
    try fate.step()
    try book.append(payment)
    try fate.step()
  }

  func quotes() throws -> [OutboxKey: PaymentQuote] { try book.quotes() }
  func append(_ quote: PaymentQuote) throws { try book.append(quote) }
  func paymentSecret() throws -> [UInt8] { try book.paymentSecret() }
}

/// A signer whose caller may end before it is asked, and before it is heard.
private struct MortalSigner: PaymentSigner {
  let signer: TestSigner
  let fate: Fate

  func ask(
    _ request: JSONValue, of wallet: PaymentWallet
  ) async throws(SignerFailure) -> JSONValue {
    guard (try? fate.step()) != nil else { throw SignerFailure("killed") }
    let answer = try await signer.ask(request, of: wallet)
    guard (try? fate.step()) != nil else { throw SignerFailure("killed") }
    return answer
  }
}

/// A service that wants 0.01 USDC for each submission and remembers its key, behind a network that does what networks do.
private final class ChargingService: Transport {
  let isFaulty = Mutex(true)
  /// What has moved on the chain, by the number of the transfer.
  let moved = Mutex<[String: AtomicAmount]>([:])
  private let answers = Mutex<[String: ServiceResponse]>([:])
  private let held = Mutex<[ServiceRequest]>([])
  private let random: Mutex<SeededGenerator>
  private let world: VirtualWorld

  init(in world: VirtualWorld, seed: UInt64) {
    self.world = world
    random = Mutex(SeededGenerator(seed: seed &+ 777))
  }

  func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    guard isFaulty.withLock({ $0 }) else {
      letHeldThrough()
      return answer(request)
    }
    if chance(6) { letHeldThrough() }
    switch random.withLock({ Int.random(in: 0..<12, using: &$0) }) {
    case 0: throw .unsent("cannot connect")
    case 1: throw .lost("the request was lost")
    case 2:
      _ = answer(request)
      throw .lost("the answer was lost")
    case 3:
      held.withLock { $0.append(request) }
      throw .lost("held back")
    case 4:
      held.withLock { $0.append(request) }
      return answer(request)
    case 5: return ServiceResponse(500, "")
    case 6: return TestPrice().response
    case 7:
      var answer = answer(request)
      answer.headers["payment-response"] = nil
      return answer
    default: return answer(request)
    }
  }

  /// What the chain says of a transfer, which whoever asks may not know.
  func status(of request: JSONValue) -> JSONValue {
    let isUsed = moved.withLock { $0[request.string("nonce") ?? ""] != nil }
    if isFaulty.withLock({ $0 }), chance(3) { return .object(["status": .string("unknown")]) }
    return .object(["status": .string(isUsed ? "used" : "unused")])
  }

  /// Lets what was held back arrive, long after it was sent.
  func letHeldThrough() {
    for request in held.withLock({ held in
      defer { held = [] }
      return held
    }) {
      _ = answer(request)
    }
  }

  private func chance(_ one: Int) -> Bool {
    random.withLock { Int.random(in: 0..<one, using: &$0) == 0 }
  }

  private func answer(_ request: ServiceRequest) -> ServiceResponse {
    let key = request.header("Idempotency-Key") ?? ""
    return answers.withLock { answers in
      if let known = answers[key] { return known }
      guard let header = request.header("PAYMENT-SIGNATURE"),
        let payload = try? PaymentPayload(header: header, .two),
        case .authorization(let transfer, _) = payload.proof,
        Int64(transfer.validBefore) > world.now.secondsSince1970, move(transfer)
      else { return TestPrice().response }
      let response = PricedService.receipt {
        // Each transfer is a transaction of its own.
        $0.transaction = hexText(transfer.nonce)
      }
      answers[key] = response
      return response
    }
  }

  /// Makes a transfer, as its contract does: each number once.
  private func move(_ transfer: TransferAuthorization) -> Bool {
    moved.withLock { moved in
      let nonce = hexText(transfer.nonce)
      guard moved[nonce] == nil else { return false }
      moved[nonce] = transfer.value
      return true
    }
  }
}
