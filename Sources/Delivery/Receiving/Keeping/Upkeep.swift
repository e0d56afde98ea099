import DaymarkDocuments
package import DaymarkModel
import DaymarkStore

/// The operator's tasks on the file of an intake, also while the service runs.
package struct IntakeUpkeep: Sendable {
  private let file: ReceivedFile
  private let now: Instant

  /// A payment of unknown outcome.
  package struct OpenPayment: Hashable, Sendable {
    /// The network, payer and nonce, or their hash where the subject is forgotten.
    package var id: String
    package var received: Instant
  }

  /// The outcome of a payment, as the operator found it on the chain.
  package enum End: Hashable, Sendable {
    case settled(transaction: String)
    case failed
  }

  /// The result of recording a payment's outcome.
  package enum Resolution: Hashable, Sendable {
    case done
    /// There is no such payment, or it already has this outcome.
    case unknown
    /// A service may still be working on the payment.
    case running
  }

  /// The time after which no service waits any longer for a facilitator's answer.
  ///
  /// - Units: milliseconds.
  private static let greatestWait: Int64 = 150_000

  /// Opens the file of an intake by its path.
  package init(file path: String, now: Instant? = nil) throws {
    file = try ReceivedFile(at: path)
    self.now = now ?? IntakeService.now
  }

  package func close() throws { try file.close() }

  /// Erases the data received for a subject.
  ///
  /// - Parameter challenge: The challenge whose data is erased; `nil` for all challenges.
  /// - Returns: The number of erased rows of evidence, and the names of payments of unknown
  ///   outcome.
  package func forget(
    _ subject: EthereumAddress, challenge: String?
  ) throws -> (rows: Int, openPayments: [String]) {
    let forgotten = try file.forget("\(subject)", challenge: challenge)
    return (forgotten.evidence, forgotten.openPayments)
  }

  /// Returns the payments of unknown outcome, the oldest first, without those that a service may be
  /// working on.
  package func openPayments() throws -> [OpenPayment] {
    try file.run { [now] rows in
      try rows.openPayments().filter { !Self.isRunning($0, at: now) }
        .map { OpenPayment(id: $0.id, received: $0.received) }
    }
  }

  private static func isRunning(_ payment: ReceivedPayment, at now: Instant) -> Bool {
    payment.received.advanced(byMilliseconds: greatestWait) > now
  }

  /// Records the outcome of a payment, and stores the body of a settled one.
  ///
  /// A payment that counted as failed has lost its body, which is stored when it is sent again.
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
  /// Returns the settlement of the payment with its outcome, as it is told to the sender.
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
