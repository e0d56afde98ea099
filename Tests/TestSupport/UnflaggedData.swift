package import DaymarkModel

extension QualityFlags {
  /// Of data that nothing was noticed of.
  package static let unflagged = QualityFlags(
    [],
    limits: LimitsIdentity(
      name: "no-limits", version: "1.0.0", digest: Digest(of: Array("none".utf8))))
}
