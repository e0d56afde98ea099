/// A participant's permission to hand in evidence for one challenge until an instant.
///
/// It consists of the fields `evidenceToken` and `evidenceExpires` of a body.
package struct EvidenceToken: Hashable, Sendable {
  package var challenge: String
  /// The participant's address.
  package var subject: String
  /// The instant at which the permission ends, in milliseconds since 1970.
  package var expires: Int64
  package var signature: [UInt8]

  /// Reads a token and its expiry as a body has them; `nil` where one is malformed.
  package init?(_ token: String, expires: String, challenge: String, subject: String) {
    guard let signature = hexBytes(prefixed: token), signature.count == 65,
      let instant = Int64(expires), "\(instant)" == expires
    else { return nil }
    (self.challenge, self.subject) = (challenge, subject.lowercased())
    (self.expires, self.signature) = (instant, signature)
  }

  /// The text that the participant's wallet signs.
  package var message: SignedMessage {
    SignedMessage(
      "lightchallenge-evidence:\(challenge):\(subject):\(expires)", signature: signature)
  }

  /// Whether the token is valid.
  ///
  /// - Parameters:
  ///   - now: The present time, in milliseconds since 1970.
  ///   - others: Addresses other than the subject's own that may sign tokens.
  package func holds(at now: Int64, trusting others: Set<EthereumAddress> = []) -> Bool {
    guard now <= expires, let signer = message.signer else { return false }
    return signer.description == subject || others.contains(signer)
  }
}

/// The headers `x-lc-address`, `x-lc-signature` and `x-lc-timestamp`, by which a wallet shows that
/// it sends a request.
///
/// They name neither challenge nor body, so that anyone who reads them can send another body with
/// them while they are fresh. A token is better where both are available.
package struct WalletHeaders: Hashable, Sendable {
  package var address: EthereumAddress
  /// The instant at which the wallet signed, in milliseconds since 1970.
  package var timestamp: Int64
  package var signature: [UInt8]

  package static let names = ["x-lc-address", "x-lc-signature", "x-lc-timestamp"]

  /// The largest accepted difference between the clocks of a wallet and a service.
  ///
  /// - Units: milliseconds.
  package static let greatestDrift: Int64 = 5 * 60 * 1000

  package init?(address: String, signature: String, timestamp: String) {
    guard let address = EthereumAddress(address), let signature = hexBytes(prefixed: signature),
      let instant = Int64(timestamp), "\(instant)" == timestamp
    else { return nil }
    (self.address, self.signature, self.timestamp) = (address, signature, instant)
  }

  /// The text that the wallet signs.
  package var message: SignedMessage {
    SignedMessage("lightchallenge:\(timestamp)", signature: signature)
  }

  /// Whether the address has signed the headers, and recently enough.
  ///
  /// - Parameter now: The present time, in milliseconds since 1970.
  package func hold(at now: Int64) -> Bool {
    let (drift, overflows) = now.subtractingReportingOverflow(timestamp)
    return !overflows && drift.magnitude <= Self.greatestDrift && message.signer == address
  }
}
