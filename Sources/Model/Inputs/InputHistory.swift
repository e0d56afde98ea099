/// The record of earlier runs about an input that does not count because of when it was first seen;
/// see Pipelines, "Final".
package struct InputHistory: Hashable, Sendable {
  /// The reason for which the input does not count: `input.receipt_unknown` or
  /// `input.after_complete`.
  package var code: FindingCode
  /// The instant of the run that first saw the input.
  package var firstSeen: Instant

  package init(_ code: FindingCode, firstSeen: Instant) {
    (self.code, self.firstSeen) = (code, firstSeen)
  }
}
