/// The policy for values that a person typed in.
public enum ManualEntryPolicy: String, CaseIterable, Hashable, Codable, Sendable {
  case exclude, include
}

/// The policies by which data is chosen; part of the evidence.
public struct Policies: Hashable, Codable, Sendable {
  /// The policy for values that were typed in.
  public var manualEntries: ManualEntryPolicy
  /// The order of sources.
  public var sourceOrder: SourceOrder

  /// Makes policies; by default typed-in values do not count.
  public init(
    manualEntries: ManualEntryPolicy = .exclude, sourceOrder: SourceOrder = SourceOrder()
  ) {
    self.manualEntries = manualEntries
    self.sourceOrder = sourceOrder
  }
}
