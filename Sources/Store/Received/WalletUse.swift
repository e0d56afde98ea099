package import DaymarkModel
import GRDB

/// A wallet's headers as they came with a request: they name none, and are for the first one alone.
///
/// It holds hashes alone, and lapses some minutes after the headers do: nobody is known by it.
package struct WalletUse: Hashable, Sendable {
  fileprivate var name: Digest
  fileprivate var request: Digest
  fileprivate var until: Instant

  /// - Parameters:
  ///   - headers: Address and timestamp.
  ///   - request: The digest of what they came with.
  ///   - until: The instant after which the headers hold no longer.
  package init(_ headers: String, with request: Digest, until: Instant) {
    name = Digest(of: Array(headers.utf8))
    self.request = Digest(of: Array("\(headers)|\(request.hex)".utf8))
    self.until = until
  }
}

extension ReceivedRows {
  /// Keeps the use of a wallet's headers.
  ///
  /// - Returns: Whether they came with no other request before.
  package func note(_ use: WalletUse, at now: Instant) throws -> Bool {
    try db.remove("wallet_use WHERE until < ?", [now.milliseconds])
    let known = try db.row("SELECT request FROM wallet_use WHERE name = ?", [use.name.hex])
    if let known { return known.digest("request") == use.request }
    try db.put(
      "wallet_use",
      ["name": use.name.hex, "request": use.request.hex, "until": use.until.milliseconds])
    return true
  }
}
