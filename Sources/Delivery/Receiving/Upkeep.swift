import DaymarkDocuments
package import DaymarkModel
import DaymarkStore

/// What an operator does with the file of an intake, beside the service or while it runs.
package struct IntakeUpkeep: Sendable {
  private let file: ReceivedFile

  /// A payment of which nobody knows how it ended.
  package struct OpenPayment: Hashable, Sendable {
    /// Network, payer and nonce.
    package var id: String
    package var received: Instant
  }

  /// - Parameter path: The path of the file.
  package init(file path: String) throws { file = try ReceivedFile(at: path) }

  package func close() throws { try file.close() }

  /// Erases what was received of a subject.
  ///
  /// - Parameter challenge: One challenge, or `nil` for all.
  /// - Returns: How many rows there were.
  package func forget(_ subject: EthereumAddress, challenge: String?) throws -> Int {
    try file.forget("\(subject)", challenge: challenge)
  }

  /// The payments of which nobody knows, the oldest first.
  package func openPayments() throws -> [OpenPayment] {
    try file.run { rows in
      try rows.openPayments().map { OpenPayment(id: $0.id, received: $0.received) }
    }
  }

  /// Says how a payment ended, of which the operator knows by the chain; the body of one that was settled is stored.
  ///
  /// - Returns: Whether it was one of which nobody knew.
  package func resolve(_ id: String, isSettled: Bool) throws -> Bool {
    try file.run { rows in
      guard let payment = try rows.payment(id), payment.state == .settling else { return false }
      var settlement = payment.settlementResponse ?? SettlementResponse()
      (settlement.success, settlement.errorReason) = (isSettled, isSettled ? nil : "resolved")
      let text = Members<SettlementResponse>.settlement.kind.json(settlement).canonicalText
      var answer: String?
      if isSettled {
        guard let form = payment.form else { return false }
        answer = try rows.store(form, payment.key, at: payment.received)
      }
      try rows.set(id, isSettled ? .settled : .failed, settlement: text, answer: answer)
      return true
    }
  }
}
