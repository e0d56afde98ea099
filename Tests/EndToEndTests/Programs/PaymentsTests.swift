import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// `daymark payments` over a ledger that a courier could have left; see Delivery, "The ledger".
struct PaymentsTests {
  private static let hash = "0x" + String(repeating: "ab", count: 32)

  private static func payment(
    of subject: String, _ units: UInt128, _ state: PaymentState, network: String = "eip155:8453",
    approvedAt: Instant, validBefore: Instant? = nil
  ) -> Payment {
    let key = OutboxKey(
      endpoint: "https://intake.example", challenge: "steps", subject: subject, provider: "apple")
    let terms = PaymentTerms(
      version: 2, network: network, asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      payee: "0x209693bc6afc0c5328ba36faf03c514ef312287c", amount: AtomicAmount(units),
      resource: "https://intake.example/api/aivm/intake")
    var payment = Payment(
      key, Digest(of: subject.utf8), number: 0, terms, wallet: "main",
      payer: "0x857b06519e91e3a54538791bdbb0e22373e36b66", nonce: "0xf374",
      validBefore: validBefore ?? approvedAt.advanced(byMilliseconds: 60_000), at: approvedAt)
    payment.state = state
    if state == .settled { payment.transaction = hash }
    if state == .unknown { payment.words = "no answer came" }
    if state != .approved { payment.payload = "c2VjcmV0" }
    return payment
  }

  /// Makes an output folder whose book has five payments: two settled, one unknown, one failed, one reservation that has
  /// lapsed.
  ///
  /// - Returns: Their ids, by subject.
  private func addPayments(to scratch: borrowing ScratchFolder) throws -> [String: String] {
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/out", withIntermediateDirectories: true)
    let store = try Store(at: "\(scratch.path)/out/daymark.sqlite")
    let book = try #require(store.book)
    let (first, second) = (Instant.at("2025-09-08T12:00:00Z"), Instant.at("2025-09-09T00:00:00Z"))
    let payments = [
      Self.payment(of: "anna", 10_000, .settled, approvedAt: first),
      Self.payment(of: "ben", 2_500, .unknown, approvedAt: first),
      Self.payment(of: "clara", 400, .settled, network: "eip155:84532", approvedAt: second),
      Self.payment(of: "dora", 7_777, .failed, approvedAt: second),
      Self.payment(of: "eve", 8_888, .approved, approvedAt: second),
    ]
    for payment in payments { try book.append(payment) }
    try store.close()
    return Dictionary(uniqueKeysWithValues: payments.map { ($0.key.subject, $0.id) })
  }

  @Test func `payments are listed with totals by wallet, day, service and asset`() async throws {
    let scratch = try ScratchFolder()
    let ids = try addPayments(to: scratch)
    let listed = try await Program(in: scratch.path, environment: ["COLUMNS": "200"]).run(
      "payments", "--out", "out")
    #expect(listed.exitCode == 0, "\(listed.errors)")
    for (subject, id) in ids {
      #expect(listed.output.contains(id) && listed.output.contains(subject))
    }
    #expect(listed.output.contains("https://basescan.org/tx/\(Self.hash)"))
    #expect(listed.output.contains("https://sepolia.basescan.org/tx/\(Self.hash)"))
    #expect(listed.output.contains("no answer came"))
    // 10,000 and 2,500 on the 8th, 400 on the 9th; neither what failed nor a reservation of long ago.
    let totals = listed.output.split(separator: "\n").filter {
      $0.contains("2025-09-0") && $0.contains("https://intake.example")
    }
    #expect(totals.count == 2 && totals.first?.contains("12500") == true, "\(listed.output)")
    #expect(totals.last?.hasSuffix("400") == true, "\(listed.output)")
  }

  @Test func `CSV and JSON have every payment, and none has what pays`() async throws {
    let scratch = try ScratchFolder()
    let ids = try addPayments(to: scratch)
    let program = Program(in: scratch.path)
    let csv = try await program.run("payments", "list", "--format", "csv", "--out", "out").output
    #expect(csv.split(separator: "\n").count == 6)
    #expect(
      csv.contains(
        "\(ids["anna"] ?? "-"),2025-09-08T12:00:00Z,settled,steps,anna,https://intake.example,main,"
          + "eip155:8453,0x833589fcd6edb6e08f4c7c32d4f71b54bda02913,"
          + "0x209693bc6afc0c5328ba36faf03c514ef312287c,10000,\(Self.hash)\n"))
    let json = try await program.run("payments", "list", "--format", "json", "--out", "out").output
    let document = try JSONValue(parsing: json.utf8.dropLast())
    #expect(document.elements("payments").count == 5)
    #expect(!csv.contains("c2VjcmV0") && !json.contains("c2VjcmV0"))
  }

  @Test func `the chain is followed, and its end can be held against a later one`() async throws {
    let scratch = try ScratchFolder()
    _ = try addPayments(to: scratch)
    let program = Program(in: scratch.path)
    let before = try await program.run("payments", "verify", "--out", "out")
    #expect(before.exitCode == 0 && before.output.contains("5 entries, 5 payments"))
    let end = try #require(before.output.firstMatch(of: #/ends with ([0-9a-f]{64})/#)).output.1
    let book = try Book(at: Book.path(besideStore: "\(scratch.path)/out/daymark.sqlite"))
    try book.append(Self.payment(of: "fay", 1, .settled, approvedAt: .at("2025-09-10T00:00:00Z")))
    try book.close()
    let after = try await program.run(
      "payments", "verify", "--out", "out", "--earlier", String(end))
    #expect(after.exitCode == 0 && !after.output.contains(end))
    let never = try await program.run(
      "payments", "verify", "--out", "out", "--earlier", String(end.reversed()))
    #expect(never.exitCode == 3 && never.output.contains("never had that end"))
    // An entry that is another.
    let edited = try await program.shell(
      "sqlite3 out/daymark.book.sqlite \"UPDATE entry SET document = replace(document, '10000', '1') WHERE number = 1\""
    )
    if edited.exitCode == 0 {
      let broken = try await program.run("payments", "verify", "--out", "out")
      #expect(broken.exitCode == 2 && broken.errors.contains("store.unusable"))
    }
  }

  @Test func `a person says how an unknown payment ended, once, and not before it has lapsed`()
    async throws
  {
    let scratch = try ScratchFolder()
    let ids = try addPayments(to: scratch)
    let program = Program(in: scratch.path)
    let id = try #require(ids["ben"])
    func resolve(_ id: String, _ ending: String) async throws -> Program.Outcome {
      try await program.run("payments", "resolve", id, ending, "--by", "Mara", "--out", "out")
    }
    let settled = try await resolve(id, "failed")
    #expect(settled.exitCode == 0 && settled.output == "\(id) is failed, as Mara says.\n")
    let again = try await resolve(id, "settled")
    #expect(again.exitCode == 2 && again.errors.contains("payment.ended"))
    let nobodys = try await resolve("0000000000000000", "settled")
    #expect(nobodys.exitCode == 2 && nobodys.errors.contains("payment.unknown"))
    // One whose signature is good for another century.
    let book = try Book(at: Book.path(besideStore: "\(scratch.path)/out/daymark.sqlite"))
    let lasting = Self.payment(
      of: "gus", 1, .unknown, approvedAt: .at("2025-09-10T00:00:00Z"),
      validBefore: .at("2125-09-10T00:00:00Z"))
    try book.append(lasting)
    try book.close()
    let early = try await resolve(lasting.id, "failed")
    #expect(early.exitCode == 2 && early.errors.contains("payment.not_lapsed"))
    #expect(early.errors.contains("until 2125-09-10T00:10:00Z"))
    #expect(try await resolve(lasting.id, "settled").exitCode == 0)
  }
}

extension Instant {
  fileprivate static func at(_ text: String) -> Instant {
    Instant(rfc3339: text) ?? Instant(milliseconds: 0)
  }
}
