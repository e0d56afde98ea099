package import DaymarkDocuments
package import DaymarkModel
import DaymarkStore
import Foundation

/// The payments in the book of an output folder.
package struct PaymentLedger: Sendable {
  /// The payments, in the order in which they were approved.
  package var payments: [Payment]
  /// The number of entries in the book, and the number of erased ones among them.
  package var entries, erased: Int
  /// The last hash of the book's chain.
  package var chainEnd: String
  /// Whether the chain contains the end that the caller asked for.
  package var hasEarlierEnd: Bool
}

/// Reads the payments of an output folder and checks the chain of its book.
///
/// - Parameters:
///   - path: The store, beside which the book lies.
///   - earlier: A last hash of the chain that was noted before; `nil` without one.
/// - Throws: `DaymarkError` `file.missing`, and `store.unusable` where an entry is not what was written.
package func readPayments(
  besideStore path: String, earlierEnd earlier: String? = nil
) throws -> PaymentLedger {
  let book = try Book(reading: Book.path(besideStore: path))
  let (entries, erased) = try book.check()
  return PaymentLedger(
    payments: try book.payments(), entries: entries, erased: erased, chainEnd: try book.chainEnd(),
    hasEarlierEnd: try earlier.map { try book.hasChainEnd($0) } ?? true)
}

/// Records how a payment ended, where only a person can say so.
///
/// - Parameters:
///   - id: The id of the payment.
///   - isSettled: Whether the money has moved.
///   - transaction: The transaction, where the person knows it.
///   - name: The person who says so.
/// - Throws: `DaymarkError` `payment.unknown` for an unknown id; `payment.ended` for a payment that
///   has ended; `payment.not_lapsed` for a payment that is said to have failed and may still be
///   settled; the errors of ``OutputAccess``.
package func resolvePayment(
  _ id: String, isSettled: Bool, transaction: String?, by name: String, _ access: OutputAccess,
  whenBusy: (Finding) -> Void
) async throws -> Payment {
  try await access.writing(whenBusy: whenBusy) { store, _ in
    let payments = try store.book?.payments() ?? []
    guard var payment = payments.first(where: { $0.id == id }) else {
      throw DaymarkError(.paymentUnknown, at: InputLocation(file: store.path)) { $0.value = id }
    }
    guard payment.state != .settled, payment.state != .failed else {
      throw DaymarkError(.paymentEnded, at: InputLocation(file: store.path)) {
        ($0.value, $0.known) = (id, [payment.state.rawValue])
      }
    }
    guard isSettled || access.now > payment.lapsesAt else {
      throw DaymarkError(.paymentNotLapsed, at: InputLocation(file: store.path)) {
        ($0.value, $0.until) = (id, payment.lapsesAt)
      }
    }
    payment.state = isSettled ? .settled : .failed
    payment.transaction = transaction ?? payment.transaction
    (payment.by, payment.at, payment.words) = (name, access.now, nil)
    try store.book?.append(payment)
    return payment
  }
}
