package import DaymarkDocuments
package import DaymarkModel
import DaymarkStore
import Foundation

/// The payments in the book of an output folder.
package struct PaymentLedger: Sendable {
  /// In the order in which they were approved.
  package var payments: [Payment]
  /// The entries of the book, and how many of them are erased.
  package var entries, erased: Int
  /// The end of the book's chain.
  package var chainEnd: String
  /// Whether an end that was asked for is one that the chain had.
  package var hasEarlierEnd: Bool
}

/// Reads the payments of an output folder, and follows the chain of its book.
///
/// - Parameters:
///   - path: The store, beside which the book lies.
///   - earlier: An end of the chain that was noted before; `nil` where none was.
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

/// Notes how a payment ended of which nobody but a person can say it.
///
/// - Parameters:
///   - id: The payment's.
///   - isSettled: Whether the money has moved.
///   - transaction: Where the person knows it.
///   - by: Who says so.
/// - Throws: `DaymarkError` `payment.unknown` without such a payment; `payment.ended` of one that has ended;
///   `payment.not_lapsed` where one is said to have failed that may still be settled; what ``OutputAccess`` throws.
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
