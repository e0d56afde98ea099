import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

/// Payments as text, CSV and JSON, with totals.
///
/// Amounts are in atomic units, because only the policy states how many of them make one unit for
/// people.
struct PaymentListing {
  private let ledger: PaymentLedger
  private let now: Instant

  /// Makes the listing of the payments in a ledger, with the state of each at an instant.
  ///
  /// - Parameters:
  ///   - ledger: The payments.
  ///   - now: The present instant. A reservation that can no longer be settled by then does not
  ///     count.
  init(_ ledger: PaymentLedger, at now: Instant) { (self.ledger, self.now) = (ledger, now) }

  var text: String {
    guard !ledger.payments.isEmpty else { return "Nothing was paid." }
    var table = Table([
      Table.Column(heading: "payment"), Table.Column(heading: "approved"),
      Table.Column(heading: "state"), Table.Column(heading: "subject"),
      Table.Column(heading: "wallet"), Table.Column(heading: "amount", isNumeric: true),
      Table.Column(heading: "explanation"),
    ])
    table.rows = ledger.payments.map { payment in
      [
        payment.id, "\(payment.approvedAt)", payment.state.rawValue,
        payment.key.subject.isEmpty ? "(forgotten)" : payment.key.subject.printableName,
        payment.wallet, "\(payment.terms.amount)",
        payment.explanation,
      ]
    }
    return table.text() + "\n\n" + totals
  }

  /// The amounts that count against the caps, by wallet, day, service and asset.
  private var totals: String {
    var sums: [[String]: AtomicAmount] = [:]
    for payment in ledger.payments where payment.keepsBudget(at: now) {
      let key = [
        payment.wallet, String("\(payment.approvedAt)".prefix(10)), payment.key.endpoint,
        "\(payment.terms.network) \(payment.terms.asset)",
      ]
      sums[key] = (sums[key] ?? .zero) + payment.terms.amount
    }
    var table = Table([
      Table.Column(heading: "wallet"), Table.Column(heading: "day (UTC)"),
      Table.Column(heading: "service"), Table.Column(heading: "asset"),
      Table.Column(heading: "total", isNumeric: true),
    ])
    table.rows = sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { $0.key + ["\($0.value)"] }
    return table.rows.isEmpty ? "Nothing counts against a cap." : table.text()
  }

  var csv: String {
    let head =
      "payment,approved_at,state,challenge,subject,endpoint,wallet,network,asset,pay_to,amount,transaction"
    let rows = ledger.payments.map { payment in
      [
        payment.id, "\(payment.approvedAt)", payment.state.rawValue, payment.key.challenge,
        payment.key.subject, payment.key.endpoint, payment.wallet, payment.terms.network,
        payment.terms.asset, payment.terms.payee, "\(payment.terms.amount)",
        payment.transaction ?? "",
      ].map(csvField).joined(separator: ",")
    }
    return ([head] + rows).joined(separator: "\n")
  }

  var json: JSONValue {
    .object([
      "payments": .array(
        ledger.payments.map { Members<Payment>.listedPayment.kind.json($0) })
    ])
  }
}

extension Payment {
  fileprivate var explanation: String {
    [
      transaction.map { terms.explorerLink($0) ?? $0 }, words?.isEmpty == false ? words : nil,
      by.map { "as \($0) says" },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension PaymentTerms {
  /// Returns the page of a transaction in a block explorer; `nil` for a chain without a known one.
  fileprivate func explorerLink(_ transaction: String) -> String? {
    let explorers = [
      "eip155:1": "https://etherscan.io", "eip155:8453": "https://basescan.org",
      "eip155:84532": "https://sepolia.basescan.org", "eip155:137": "https://polygonscan.com",
      "eip155:43114": "https://snowtrace.io", "eip155:42161": "https://arbiscan.io",
      "eip155:10": "https://optimistic.etherscan.io",
    ]
    guard transaction.contains(#/^0x[0-9a-fA-F]{64}$/#) else { return nil }
    return explorers[network].map { "\($0)/tx/\(transaction)" }
  }
}
