/// The policy for values that a person typed in.
package enum ManualEntryPolicy: String, CaseIterable, Hashable, Sendable {
  case exclude, include
}

/// The policy for inputs that come after the proof deadline.
package enum LateInputPolicy: String, CaseIterable, Hashable, Sendable {
  case setAside, accept
}

/// The policies by which data is chosen and understood; part of the evidence.
package struct Policies: Hashable, Sendable {
  /// The policy for values that were typed in.
  package var manualEntries: ManualEntryPolicy
  package var sourceOrder: SourceOrder
  /// The policy for inputs that come too late.
  package var lateInputs: LateInputPolicy
  /// The operator's settings for reading the subject's logs and recordings.
  package var logs: LogSettings

  package init(
    manualEntries: ManualEntryPolicy = .exclude, sourceOrder: SourceOrder = SourceOrder(),
    lateInputs: LateInputPolicy = .setAside, logs: LogSettings = LogSettings()
  ) {
    self.manualEntries = manualEntries
    self.sourceOrder = sourceOrder
    self.lateInputs = lateInputs
    self.logs = logs
  }
}
