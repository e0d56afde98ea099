import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkDelivery

/// One payment for a body, whatever is called in whatever order; see Delivery, "The ledger".
struct PaidOnceTests {
  private typealias Call = PayingCall
  private let during = Instant.at("2025-09-03T12:00:00Z")
  private let late = Instant.at("2025-09-10T00:00:00Z")

  /// A service that answers every request that pays alike.
  private func service(_ answer: ServiceResponse, _ price: TestPrice = TestPrice()) -> PricedService
  {
    PricedService(price) { _, number in number > 0 ? answer : nil }
  }

  private static var paidAndNotStored: ServiceResponse {
    var answer = PricedService.receipt()
    answer.body = Array(#"{"ok":true,"evidenceId":null}"#.utf8)
    return answer
  }

  @Test(arguments: [paidAndNotStored, ServiceResponse(422, ""), ServiceResponse(403, "")])
  func `what was paid for and not stored is not paid again, as proof or when it is sent again`(
    answer: ServiceResponse
  ) async throws {
    let (outbox, book, signer) = (MemoryOutbox(), MemoryPaymentBook(), TestSigner())
    let service = service(answer)
    let progress = try await Call.deliver(
      over: service, signer, outbox: outbox, book: book, at: during)
    #expect(progress.delivery.state == .error)
    #expect(progress.delivery.row?.answer?.words?.hasPrefix("paid for but") == true)
    _ = try await Call.deliver(over: service, signer, outbox: outbox, book: book)
    _ = try await Call.deliver(over: service, signer, outbox: outbox, book: book, again: true)
    #expect(signer.signings == 1 && service.payloads.count == 1)
    #expect(try book.payments().count == 1)
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 1)
    // Nor after another body.
    _ = try await Call.deliver([.anna("B")], over: service, signer, outbox: outbox, book: book)
    let back = try await Call.deliver(over: service, signer, outbox: outbox, book: book)
    #expect(back.delivery.row?.answer?.words?.contains("`paid`") == true)
    #expect(signer.signings == 2)
  }

  @Test func `a body that comes back after another one was stored is paid for anew`() async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    for body in ["A", "B", "A"] {
      let call = try await Call.deliver(
        [.anna(body)], over: PricedService(), outbox: outbox, book: book)
      #expect(call.delivery.state == .submitted)
    }
    #expect(try book.payments().count == 3)
  }

  @Test func `a call without a policy asks again with the payment that is there`() async throws {
    let (outbox, book, signer) = (MemoryOutbox(), MemoryPaymentBook(), TestSigner())
    let failing = service(ServiceResponse(503, ""))
    _ = try await Call.deliver(over: failing, signer, outbox: outbox, book: book)
    // Another body by now, and the deadline has passed.
    let without = try await Call.deliver(
      [.anna("B")], over: failing, signer, policy: nil, outbox: outbox, book: book, at: late)
    #expect(without.delivery.row?.state == .submitting && failing.payloads.count == 1)
    #expect(try outbox.bodyUnderWay(of: try #require(without.delivery.row).key) != nil)
    let stored = PricedService()
    let settled = try await Call.deliver(
      [.anna("B")], over: stored, signer, policy: nil, outbox: outbox, book: book, at: late)
    #expect(settled.payment?.state == .settled && settled.delivery.row?.state == .submitted)
    #expect(stored.payloads == failing.payloads && signer.requests.count == 1)
  }

  @Test func `what was only approved is held against the caps before it is signed`() async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let subjects = ["a", "b", "c"].map { OutgoingSubject.subject($0, $0) }
    let silent = TestSigner { _ in throw Killed() }
    _ = try await Call.deliver(subjects, over: PricedService(), silent, outbox: outbox, book: book)
    #expect(try book.payments().map(\.state) == [.approved, .approved, .approved])
    var policy = PaymentPolicy.test
    policy.assets[0].caps.run = AtomicAmount(10_000)
    // The day after, too, when what was approved before has lapsed.
    for now in [Call.window.advanced(byMilliseconds: 1000), .at("2025-09-09T12:00:00Z")] {
      let (outbox, book) = (outbox.copy(), book.copy())
      let call = try await Call.deliver(
        subjects, over: PricedService(), policy: policy, outbox: outbox, book: book, at: now,
        jobs: 1)
      #expect(call.deliveries.count { $0.state == .submitted } == 1)
      #expect(
        call.deliveries.count { $0.row?.answer?.words?.contains("`capRun`") == true } == 2)
    }
  }

  @Test func `a submission has one token and one wallet, also after its payment failed`()
    async throws
  {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let other = "0x" + String(repeating: "5", count: 40)
    var policy = PaymentPolicy.test
    var asset = policy.assets[0]
    asset.contract = other
    policy.assets.append(asset)
    let hostile = TestSigner { _ in .object(["signature": .string("0x00")]) }
    _ = try await Call.deliver(
      over: PricedService(), hostile, policy: policy, outbox: outbox, book: book)
    #expect(try book.payments().map(\.state) == [.failed])
    let signer = TestSigner()
    let elsewhere = PricedService(TestPrice { $0.asset = other })
    let call = try await Call.deliver(
      over: elsewhere, signer, policy: policy, outbox: outbox, book: book)
    #expect(call.delivery.row?.answer?.words?.contains("another token") == true)
    #expect(signer.requests.isEmpty)
  }

  @Test func `while what may have arrived is settled, nothing new is paid`() async throws {
    let (outbox, book, signer) = (MemoryOutbox(), MemoryPaymentBook(), TestSigner())
    let lost = ScriptedService([.failure(.lost("cut"))])
    _ = try await Call.deliver(over: lost, signer, outbox: outbox, book: book)
    let service = PricedService()
    let call = try await Call.deliver(over: service, signer, outbox: outbox, book: book, at: late)
    #expect(signer.requests.isEmpty && service.payloads.isEmpty)
    #expect(call.delivery.next == .rest(.deadlinePassed))
    // In time the present body is paid for, and not the one before.
    let (before, ledger) = (MemoryOutbox(), MemoryPaymentBook())
    _ = try await Call.deliver(over: lost, signer, outbox: before, book: ledger)
    let present = try await Call.deliver(
      [.anna("B")], over: PricedService(), signer, outbox: before, book: ledger)
    #expect(present.delivery.state == .submitted && signer.requests.count == 1)
    #expect(try ledger.payments().map(\.body) == [OutgoingSubject.anna("B").body?.digest])
  }

  @Test func `reservations that were never signed lapse`() async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let silent = TestSigner { _ in throw Killed() }
    var now = during
    for body in 0..<5 {
      _ = try await Call.deliver(
        [.anna("\(body)")], over: PricedService(), silent, outbox: outbox, book: book, at: now)
      now = now.advanced(byMilliseconds: 60_000)
    }
    // The day's cap is five.
    let full = try await Call.deliver(
      [.subject("ben", "B")], over: PricedService(), outbox: outbox, book: book, at: now)
    #expect(full.delivery.row?.answer?.words?.contains("`cap") == true)
    let later = now.advanced(byMilliseconds: 720_000)
    let paid = try await Call.deliver(
      [.subject("ben", "B")], over: PricedService(), outbox: outbox, book: book, at: later)
    #expect(paid.delivery.state == .synced)
  }

  @Test func `a quote sends nothing that pays`() async throws {
    let (outbox, book, signer) = (MemoryOutbox(), MemoryPaymentBook(), TestSigner())
    _ = try await Call.deliver(
      over: service(ServiceResponse(503, "")), signer, outbox: outbox, book: book)
    let service = PricedService()
    let quoted = try await Call.deliver(
      [.anna(), .subject("ben", "B")], over: service, signer, outbox: outbox, book: book,
      onlyQuotes: true)
    #expect(service.payloads.isEmpty && signer.requests.count == 1)
    #expect(quoted.deliveries.map { $0.row?.state } == [.submitting, .error])
    #expect(try book.quotes().keys.map(\.subject) == ["ben"])
  }

  @Test func `a quote delays no progress`() async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    _ = try await Call.deliver(
      over: PricedService(), outbox: outbox, book: book, at: during, onlyQuotes: true)
    let paid = try await Call.deliver(over: PricedService(), outbox: outbox, book: book, at: during)
    #expect(paid.delivery.state == .synced)
  }

  @Test func `a signer that takes too long over a lapsed payment is not asked about the next`()
    async throws
  {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let subjects = ["a", "b", "c"].map { OutgoingSubject.subject($0, $0) }
    _ = try await Call.deliver(subjects, over: service(.stored), outbox: outbox, book: book)
    #expect(try book.payments().map(\.state) == [.unknown, .unknown, .unknown])
    let later = Call.window.advanced(byMilliseconds: 661_000)
    for (failure, asked) in [
      (SignerFailure("no answer", tookTooLong: true), 1), (SignerFailure("no chain"), 3),
    ] {
      let signer = TestSigner { _ in throw failure }
      _ = try await Call.deliver(
        subjects, over: PricedService(), signer, outbox: outbox, book: book, at: later)
      #expect(signer.requests.count == asked)
    }
    // Nor when half of the call's time is over.
    let world = VirtualWorld(at: later)
    let slow = TestSigner { _ in
      world.set(world.now.advanced(byMilliseconds: 200_000))
      return .object(["status": .string("unknown")])
    }
    let clerk = PaymentClerk(.test, to: try .test, book: book, signer: slow, in: world)
    var courier = Courier(to: try .test, over: PricedService(), outbox: outbox, in: world)
    courier.payer = clerk
    _ = try await courier.deliver(subjects + [.subject("d", "d")])
    #expect(slow.requests.count { $0.string("request") == "status" } == 2)
  }

  @Test func `quotes are read once, and those of the call itself hold`() async throws {
    let book = MemoryPaymentBook()
    let subjects = ["a", "b", "c"].map { OutgoingSubject.subject($0, $0) }
    _ = try await Call.deliver(subjects, over: PricedService(), book: book, onlyQuotes: true)
    #expect(book.quoteReads == 0)
    let paid = try await Call.deliver(subjects, over: PricedService(), book: book)
    #expect(paid.deliveries.allSatisfy { $0.state == .submitted } && book.quoteReads == 1)
  }

  @Test(arguments: [("used", PaymentState.settled), ("unused", .failed), ("unknown", .unknown)])
  func `the signer is asked about what is unknown, also when the row has moved on`(
    status: String, state: PaymentState
  ) async throws {
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    let stored = try await Call.deliver(over: service(.stored), outbox: outbox, book: book)
    #expect(stored.delivery.state == .submitted && stored.payment?.state == .unknown)
    let signer = TestSigner { _ in .object(["status": .string(status)]) }
    let later = Call.window.advanced(byMilliseconds: 661_000)
    _ = try await Call.deliver(over: PricedService(), signer, outbox: outbox, book: book, at: later)
    #expect(signer.requests.map { $0.string("request") } == ["status"])
    #expect(try book.payments().map(\.state) == [state])
  }

  @Test func `a receipt of a transaction that is none, or in another spelling, settles nothing`()
    async throws
  {
    let hash = "0x" + String(repeating: "ab", count: 32)
    let (outbox, book) = (MemoryOutbox(), MemoryPaymentBook())
    for (subject, transaction, state) in [
      ("anna", hash, PaymentState.settled),
      ("ben", "0x" + hash.dropFirst(2).uppercased(), .unknown),
      ("clara", "ok", .unknown), ("dora", "0xabab", .unknown),
    ] {
      _ = try await Call.deliver(
        [.subject(subject, subject)],
        over: service(PricedService.receipt { $0.transaction = transaction }), outbox: outbox,
        book: book)
      let payment = try book.payments().first { $0.key.subject == subject }
      #expect(payment?.state == state, "\(subject)")
    }
  }

  @Test func `who looked a payment up may know no transaction`() async throws {
    let call = try await Call.deliver(over: service(PricedService.receipt { $0.transaction = "" }))
    #expect(call.delivery.state == .submitted)
    #expect(call.payment?.state == .settled && call.payment?.transaction == nil)
  }

  @Test func `a signature is sent with the s that token contracts take`() throws {
    // The token of the tests, and the same signature with the other s, by Python's arithmetic.
    let low = try #require(hexBytes(prefixed: TestTokens.token))
    let high = try #require(
      hexBytes(
        prefixed:
          "0x142f9912739568f5e31d7145f1efa3e07022a9476b35031490000b1e62a74feb9dbd0b8151ce93355338505140fc7a1129c46786817a553b3806e4bf0c79aa341b"
      ))
    #expect(signatureOfLowS(high) == low && signatureOfLowS(low) == low)
  }
}
