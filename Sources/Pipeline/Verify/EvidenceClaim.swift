import DaymarkModel

/// What an evidence document says it was made from: all that is needed to make it again.
struct EvidenceClaim {
  var challenge: Challenge
  var subject: String
  /// Set when the zone was given for the subject. One given for the challenge is in `challenge`; any
  /// other comes out of the inputs again.
  var subjectZone: Zone?
  var manualEntries: ManualEntryPolicy
  /// Ascending.
  var inputs: [Digest]
  var rule: Rule
  var asOf: Instant
  /// Flags that only a look at other subjects' data gives.
  var sharing: [QualityFlag]
  var limits: LimitsIdentity?

  /// - Returns: `nil` when the document is no evidence of this version.
  init?(_ document: JSONValue) {
    guard document["schema"] == .string("daymark/evidence@1"),
      let challenge = document["challenge"].flatMap(Challenge.init(claimed:)),
      let subject = document["subject"]?.text,
      let zone = document["zone"]?["id"]?.text.flatMap({ Zone(id: $0) }),
      let method = document["zone"]?["method"]?.text.flatMap(ZoneMethod.init),
      let policy = document["policy"]?["manualEntries"]?.text.flatMap(ManualEntryPolicy.init),
      case .array(let rows)? = document["inputs"],
      let rule = document["verdict"]?["rule"]?["definition"].flatMap({ Rule(definition: $0) }),
      let asOf = document["verdict"]?["asOf"]?.text.flatMap(Instant.init(rfc3339:))
    else { return nil }
    let digests = rows.compactMap { $0["sha256"]?.text.flatMap { Digest(hex: $0) } }
    guard digests.count == rows.count else { return nil }
    self.challenge = challenge
    self.subject = subject
    self.rule = rule
    self.asOf = asOf
    manualEntries = policy
    let quality = document["verdict"]?["quality"]
    limits = quality?["limits"].flatMap(LimitsIdentity.init(claimed:))
    if case .array(let rows)? = quality?["flags"] {
      sharing = rows.compactMap(QualityFlag.init(claimedSharing:))
    } else {
      sharing = []
    }
    inputs = Set(digests).sorted()
    if method == .subject { subjectZone = zone }
    if method == .challenge { self.challenge.zone = zone }
  }
}

extension LimitsIdentity {
  fileprivate init?(claimed member: JSONValue) {
    guard let name = member["name"]?.text, let version = member["version"]?.text,
      let digest = member["sha256"]?.text.flatMap({ Digest(hex: $0) })
    else { return nil }
    self.init(name: name, version: version, digest: digest)
  }
}

extension QualityFlag {
  /// - Returns: `nil` of a flag that the subject's own data gives.
  fileprivate init?(claimedSharing row: JSONValue) {
    guard let code = row["code"]?.text.flatMap(FlagCode.init),
      code == .sharedArchive || code == .sharedDays,
      let level = row["level"]?.text.flatMap(Level.init),
      let measured = row["measured"]?.quantity, let limit = row["limit"]?.quantity
    else { return nil }
    self.init(
      code, level, day: row["date"]?.text.flatMap { CivilDay($0) },
      metric: row["metric"]?.text.flatMap { Metric(id: $0) },
      kind: row["kind"]?.text.flatMap(ActivityKind.init), measured: measured, limit: limit)
  }
}

extension Challenge {
  fileprivate init?(claimed member: JSONValue) {
    guard let id = member["id"]?.text, let title = member["title"]?.text else { return nil }
    let period: Period
    if let from = member["from"]?.text.flatMap({ CivilDay($0) }),
      let to = member["to"]?.text.flatMap({ CivilDay($0) }), from <= to
    {
      period = .days(from: from, to: to)
    } else if let start = member["start"]?.text.flatMap(Instant.init(rfc3339:)),
      let end = member["end"]?.text.flatMap(Instant.init(rfc3339:)), start < end
    {
      period = .instants(Interval(start, end))
    } else {
      return nil
    }
    self.init(
      id: id, title: title, period: period,
      proofDeadline: member["proofDeadline"]?.text.flatMap(Instant.init(rfc3339:)))
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var quantity: Quantity? {
    guard case .number = self else { return nil }
    return Quantity(decimalText: String(decoding: canonicalBytes(), as: UTF8.self))
  }
}
