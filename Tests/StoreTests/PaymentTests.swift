import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import GRDB
import Testing

/// Payments and quotes in the book.
final class PaymentTests {
  private let scratch: ScratchFolder
  private var path: String { "\(scratch.path)/daymark.sqlite" }

  init() throws { scratch = try ScratchFolder() }

  private func payment(
    of subject: String, _ units: UInt128 = 10_000, state: PaymentState = .settled,
    at seconds: Int64 = 1_757_332_800, challenge: String = "steps"
  ) -> Payment {
    let key = OutboxKey(
      endpoint: "https://intake.example", challenge: challenge, subject: subject, provider: "apple")
    let terms = PaymentTerms(
      version: 2, network: "eip155:8453", asset: "0x8335", payee: "0x2096",
      amount: AtomicAmount(units), resource: "https://intake.example/api/aivm/intake")
    var payment = Payment(
      key, Digest(of: subject.utf8), number: 3, terms, wallet: "main", payer: "0x857b",
      nonce: "0xf374", validBefore: Instant(seconds: seconds + 60), at: Instant(seconds: seconds))
    payment.state = state
    payment.payload = "eyJ4NDAyIjoxfQ=="
    (payment.transaction, payment.words, payment.by) = ("0xfeed", "as it was", "Mara")
    payment.isDelivered = true
    return payment
  }

  @Test func `a payment is what it last became, with every member, whatever its challenge`() throws
  {
    let book = try Book(at: Book.path(besideStore: path))
    var begun = payment(of: "anna", state: .approved)
    (begun.payload, begun.transaction, begun.words, begun.by) = (nil, nil, nil, nil)
    begun.isDelivered = false
    try book.append(begun)
    try book.append(payment(of: "anna"))
    try book.append(payment(of: "ben", at: 1_757_332_700, challenge: "walks"))
    #expect(
      try book.payments() == [
        payment(of: "ben", at: 1_757_332_700, challenge: "walks"), payment(of: "anna"),
      ])
    #expect(try book.check() == (entries: 3, erased: 0))
  }

  @Test func `a quote is the last one of its row`() throws {
    let book = try Book(at: Book.path(besideStore: path))
    let anna = payment(of: "anna")
    for (units, seconds) in [(10_000, 1), (12_000, 2)] as [(UInt128, Int64)] {
      let terms = payment(of: "anna", units).terms
      try book.append(PaymentQuote(anna.key, anna.body, terms, at: Instant(seconds: seconds)))
    }
    let quotes = try book.quotes(of: "steps")
    #expect(quotes[anna.key]?.terms.amount == AtomicAmount(12_000) && quotes.count == 1)
    #expect(try book.quotes(of: "walks").isEmpty)
  }

  @Test func `the secret is made once, and is another in each book`() throws {
    let book = try Book(at: Book.path(besideStore: path))
    let secret = try book.paymentSecret()
    #expect(try book.paymentSecret() == secret && secret.count == 32)
    try book.close()
    #expect(try Book(at: Book.path(besideStore: path)).paymentSecret() == secret)
    #expect(try Book(at: "\(scratch.path)/other.book.sqlite").paymentSecret() != secret)
  }

  @Test func `what was spent for somebody who is forgotten stays spent, and names nobody`() throws {
    let store = try Store(at: path)
    let book = try #require(store.book)
    for payment in [
      payment(of: "anna", 10_000), payment(of: "anna2", 500, state: .failed),
      payment(of: "ben", 700),
    ] { try book.append(payment) }
    let before = try book.payments()
    _ = try store.forget(SubjectKey(challenge: "steps", subject: "anna"))
    _ = try store.forget(SubjectKey(challenge: "steps", subject: "anna2"))
    let now = Instant(seconds: 1_757_340_000)
    func sum(_ payments: [Payment]) -> AtomicAmount {
      payments.filter { $0.keepsBudget(at: now) }.reduce(.zero) { $0 + $1.terms.amount }
    }
    let after = try book.payments()
    #expect(sum(before) == AtomicAmount(10_700) && sum(after) == sum(before))
    let rest = try #require(after.first { $0.key.subject.isEmpty })
    #expect(after.count == 2 && !before.contains { $0.id == rest.id })
    #expect(rest.approvedAt == before.first?.approvedAt && rest.state == .settled)
    #expect(rest.key.endpoint == "https://intake.example" && rest.wallet == "main")
    // Nothing that leads to her: not what was paid for, nor by which number.
    #expect(rest.body == .ofNothing && rest.nonce.isEmpty && rest.key.provider.isEmpty)
    #expect(rest.payload == nil && rest.transaction == nil && rest.words == nil)
    #expect(try book.check().erased == 2)
  }

  @Test func `an earlier end of the chain is known, and a chain that was cut is not`() throws {
    let bookPath = Book.path(besideStore: path)
    let book = try Book(at: bookPath)
    #expect(try book.chainEnd() == "")
    var ends: [String] = []
    for subject in ["a", "b", "c"] {
      try book.append(payment(of: subject))
      ends.append(try book.chainEnd())
    }
    #expect(Set(ends).count == 3)
    for end in ends { #expect(try book.hasChainEnd(end)) }
    #expect(try !book.hasChainEnd(Digest(of: []).hex))
    try book.close()
    let queue = try DatabaseQueue(path: bookPath)
    try queue.write { try $0.execute(sql: "DELETE FROM entry WHERE number = 3") }
    try queue.close()
    // The chain itself cannot see it.
    let cut = try Book(at: bookPath)
    #expect(try cut.check().entries == 2)
    #expect(try cut.hasChainEnd(ends[1]) && !cut.hasChainEnd(ends[2]))
  }
}
