import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// The content of a body's field `json`: records of days, or evidence of the profile `daymark`.
enum IntakeContent: Hashable, Sendable {
  /// Records of days; see Evidence, "The lightchallenge profile".
  case records(count: Int)
  /// An evidence document; see Evidence, "The evidence document".
  case evidence(EvidenceClaims, sha256: Digest)

  /// The provider that marks evidence of the profile `daymark`.
  static let daymark = "daymark"

  /// The maximum number of records in one body.
  static let mostRecords = 10_000

  init(_ json: [UInt8], of provider: String) throws(Refusal) {
    guard let document = try? JSONValue(parsing: json) else {
      throw Refusal(422, "json.malformed", "The field json is not valid JSON, or has a key twice.")
    }
    switch provider {
    case Self.daymark: self = try Self.evidence(document)
    case Provider.apple.id: self = .records(count: try Self.records(document))
    default:
      throw Refusal(
        422, "provider.unknown", "This intake does not accept data from that provider.",
        hint: "The field provider must be \(Provider.apple.id) or \(Self.daymark).")
    }
  }

  var claims: EvidenceClaims? {
    if case .evidence(let claims, _) = self { claims } else { nil }
  }

  /// The number of records; an evidence document counts as one.
  var count: Int {
    if case .records(let count) = self { count } else { 1 }
  }

  private static func records(_ document: JSONValue) throws(Refusal) -> Int {
    guard case .array(let records) = document else {
      throw Refusal(422, "records.malformed", "The field json is not a list of records.")
    }
    guard records.count <= mostRecords else {
      throw Refusal(
        413, "records.too_many", "There are more than \(mostRecords) records.",
        hint: "Shorten the challenge's period.")
    }
    var ids: Set<String> = []
    for (place, record) in records.enumerated() {
      guard let id = record.string("activity_id"), !id.isEmpty, ids.insert(id).inserted,
        record.string("type")?.isEmpty == false, let start = record.wholeNumber("start_ts"),
        let end = record.wholeNumber("end_ts"), start <= end
      else {
        throw Refusal(
          422, "records.malformed", "Record \(place) is invalid.",
          hint:
            "Each record needs type, start_ts, end_ts and an activity_id that no other record has.")
      }
    }
    return records.count
  }

  private static func evidence(_ document: JSONValue) throws(Refusal) -> IntakeContent {
    guard case .object(let members) = document,
      let version = document.string("schema").flatMap(EvidenceVersion.init), version >= .second,
      let verdict = document["verdict"],
      let outcome = Kind<Outcome>.outcome.value(of: verdict["outcome"])
    else {
      throw Refusal(
        422, "evidence.malformed", "The field json is not evidence that this intake can read.",
        hint: "Send evidence.json of the profile daymark.")
    }
    let days = members.filter { $0.key.hasPrefix("daily") }
    guard
      Digest(of: JSONValue.object(days).canonicalBytes()).hex == verdict.string("aggregatesSha256")
    else {
      throw Refusal(
        422, "evidence.contradictory", "The evidence does not match its own digest.",
        hint: "Send body.multipart as Daymark wrote it.")
    }
    var claims = EvidenceClaims()
    claims.challenge = document["challenge"]?.string("id") ?? ""
    claims.subject = document.string("subject") ?? ""
    claims.outcome = outcome
    claims.score = Members<ScoreValue>.score.kind.value(of: verdict["score"])
    return .evidence(claims, sha256: Digest(of: document.canonicalBytes()))
  }
}

extension JSONValue {
  /// Returns a member that is exactly a whole number; `nil` for any other.
  fileprivate func wholeNumber(_ key: String) -> Int64? {
    if case .number(let number)? = self[key] { Int64(exactly: number) } else { nil }
  }
}
