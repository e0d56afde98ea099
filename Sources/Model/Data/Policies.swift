/// The policy for values that a person typed in.
public enum ManualEntryPolicy: String, CaseIterable, Hashable, Sendable {
  case exclude, include
}

/// The policies by which data is chosen; part of the evidence.
public struct Policies: Hashable, Sendable {
  public var manualEntries: ManualEntryPolicy
  public var sourceOrder: SourceOrder

  public init(
    manualEntries: ManualEntryPolicy = .exclude, sourceOrder: SourceOrder = SourceOrder()
  ) {
    self.manualEntries = manualEntries
    self.sourceOrder = sourceOrder
  }
}
