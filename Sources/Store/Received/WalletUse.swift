package import DaymarkModel
import GRDB

/// The first use of a wallet's signed headers, which may be used for one request only.
///
/// The headers do not say which request they are for. Only hashes are kept, which expire some
/// minutes after the headers do and identify nobody.
package struct WalletUse: Hashable, Sendable {
  fileprivate var name: Digest
  fileprivate var request: Digest
  fileprivate var until: Instant

  /// Makes the use of some headers with a request; only hashes of both are kept.
  ///
  /// - Parameters:
  ///   - headers: The wallet's address and the timestamp, as one text.
  ///   - request: The digest of the request that they came with.
  ///   - until: The instant after which the headers are no longer valid.
  package init(_ headers: String, with request: Digest, until: Instant) {
    name = Digest(of: Array(headers.utf8))
    self.request = Digest(of: Array("\(headers)|\(request.hex)".utf8))
    self.until = until
  }
}

extension ReceivedRows {
  /// Records the use of a wallet's headers.
  ///
  /// - Returns: Whether the headers did not come with another request before.
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
