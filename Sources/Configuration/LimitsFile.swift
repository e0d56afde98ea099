public import DaymarkModel

/// The limits that come with the program.
public let shippedLimits = Limits(
  identity: LimitsIdentity(
    name: "daymark-limits", version: "0.0.0",
    digest: Digest(of: JSONValue.object([:]).canonicalBytes())), limits: [:], runningRecords: [])
