import DaymarkDocuments
package import DaymarkModel
import DaymarkStore

/// What an operator does with the file of an intake, beside the service or while it runs.
package struct IntakeUpkeep: Sendable {
  private let file: ReceivedFile
  private let now: Instant

  /// A payment of which nobody knows how it ended.
  package struct OpenPayment: Hashable, Sendable {
    /// Network, payer and nonce; the hash of these where the subject is forgotten.
    package var id: String
    package var received: Instant
  }

  /// How a payment ended, as the chain says.
  package enum End: Hashable, Sendable {
    case settled(transaction: String)
    case failed
  }

  /// What came of saying how a payment ended.
  package enum Resolution: Hashable, Sendable {
    case done
    /// There is no such payment, or it has ended so already.
    case unknown
    /// A service may be at work on it yet.
    case running
  }

  /// The time after which no service waits for the answer of a facilitator any more.
  ///
  /// - Units: milliseconds.
  private static let greatestWait: Int64 = 150_000

  /// - Parameter path: The path of the file.
  package init(file path: String, now: Instant? = nil) throws {
    file = try ReceivedFile(at: path)
    self.now = now ?? IntakeService.now
  }

  package func close() throws { try file.close() }

  /// Erases what was received of a subject.
  ///
  /// - Parameter challenge: One challenge, or `nil` for all.
  /// - Returns: How many rows of evidence there were, and the names of payments of which nobody knows how they ended.
  package func forget(
    _ subject: EthereumAddress, challenge: String?
  ) throws -> (rows: Int, openPayments: [String]) {
    let forgotten = try file.forget("\(subject)", challenge: challenge)
    return (forgotten.evidence, forgotten.openPayments)
  }

  /// The payments of which nobody knows, the oldest first; those that a service may be at work on are left out.
  package func openPayments() throws -> [OpenPayment] {
    try file.run { [now] rows in
      try rows.openPayments().filter { !Self.isRunning($0, at: now) }
        .map { OpenPayment(id: $0.id, received: $0.received) }
    }
  }

  private static func isRunning(_ payment: ReceivedPayment, at now: Instant) -> Bool {
    payment.received.advanced(byMilliseconds: greatestWait) > now
  }

  /// Says how a payment ended; the body of one that was settled is stored.
  ///
  /// One that was taken for failed has let go of its body, which is stored when it is sent again.
  package func resolve(_ id: String, _ end: End) throws -> Resolution {
    try file.run { [now] rows in
      guard let payment = try rows.payment(id) else { return .unknown }
      switch (payment.state, end) {
      case (.settled, _), (.failed, .failed): return .unknown
      case (.settling, _) where Self.isRunning(payment, at: now): return .running
      case (.settling, _), (.failed, .settled): break
      }
      guard payment.digest != nil else {
        try rows.set(payment.id, end == .failed ? .failed : .settled, settlement: nil)
        return .done
      }
      let settlement = payment.settlement(at: end).text
      if end != .failed, let form = payment.form {
        _ = try rows.store(form, payment, settlement: settlement)
      } else {
        try rows.set(
          payment.id, end == .failed ? .failed : .settled, settlement: settlement)
      }
      return .done
    }
  }
}

extension ReceivedPayment {
  /// What is said of the payment to whoever sends it again.
  fileprivate func settlement(at end: IntakeUpkeep.End) -> SettlementResponse {
    var settlement = settlementResponse ?? SettlementResponse()
    settlement.networkName = paymentOffer?.networkName ?? settlement.networkName
    switch end {
    case .settled(let transaction):
      (settlement.success, settlement.errorReason) = (true, nil)
      settlement.transaction = transaction
    case .failed: (settlement.success, settlement.errorReason) = (false, "resolved")
    }
    return settlement
  }
}
