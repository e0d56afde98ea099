import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// The checked fields of a body; see Evidence, "The body".
struct IntakeForm: Hashable, Sendable {
  var key: ReceivedKey
  var token: EvidenceToken?
  var document: IntakeContent
  /// The body in the form in which it is stored.
  var body: ReceivedBody

  /// The maximum lengths.
  ///
  /// The limit of a whole body is the length of the largest that `run` writes; see Evidence, "The
  /// body".
  static let limits = MultipartParser.Limits(
    body: 4 << 20, parts: 7, headers: 2048,
    fields: [
      "modelHash": 66, "challengeId": 78, "subject": 42, "provider": 32, "evidenceToken": 256,
      "evidenceExpires": 20, "json": 4 << 20,
    ])

  /// Reads and checks the fields of a body that was sent as a form.
  ///
  /// - Parameter contentType: The `Content-Type` of the request, which is stored with the body.
  init(_ fields: MultipartParser, contentType: String) throws(Refusal) {
    func text(_ name: String) throws(Refusal) -> String {
      guard let bytes = fields[name] else {
        throw Refusal(
          400, "field.missing", "The field \(name) is missing.",
          hint: "See GET /openapi.json for the fields of a body.")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .field(name) }
      return text
    }
    let (model, challenge) = (try text("modelHash"), try text("challengeId"))
    let (subject, provider) = (try text("subject"), try text("provider"))
    guard let hash = hexBytes(prefixed: model), !hash.isEmpty else {
      throw .field("modelHash", hint: "It must be 0x followed by hexadecimal digits.")
    }
    guard challenge == "0" || challenge.first != "0", !challenge.isEmpty,
      challenge.utf8.allSatisfy({ (48...57).contains($0) })
    else { throw .field("challengeId", hint: "It must be the challenge's number, in digits.") }
    guard let address = hexBytes(prefixed: subject), address.count == 20 else {
      throw .field("subject", hint: "It must be an address: 0x followed by 40 hexadecimal digits.")
    }
    key = ReceivedKey(challenge: challenge, subject: hexText(address), provider: provider)
    token = try Self.token(
      try fields["evidenceToken"].map { _ throws(Refusal) in try text("evidenceToken") },
      try fields["evidenceExpires"].map { _ throws(Refusal) in try text("evidenceExpires") }, key)
    guard let json = fields["json"] else {
      throw Refusal(
        400, "field.missing", "The field json is missing.",
        hint: "This intake accepts records or evidence as json, not archives.")
    }
    document = try IntakeContent(Array(json), of: provider)
    body = ReceivedBody(
      key, contentType: contentType, fields.body, claims: document.claims)
  }

  private static func token(
    _ token: String?, _ expires: String?, _ key: ReceivedKey
  ) throws(Refusal) -> EvidenceToken? {
    if token == nil, expires == nil { return nil }
    guard let token, let expires,
      let read = EvidenceToken(
        token, expires: expires, challenge: key.challenge, subject: key.subject)
    else { throw .wrongToken }
    return read
  }
}

extension Refusal {
  fileprivate static func field(_ name: String, hint: String? = nil) -> Refusal {
    Refusal(422, "field.malformed", "The field \(name) is invalid.", hint: hint)
  }

  /// The refusal of a token.
  ///
  /// It is the same for every fault, so that it reveals nothing about the token.
  static let wrongToken = Refusal(
    401, "token.wrong", "The token is not valid.",
    hint: "Ask the participant for a new invitation. A token is for one challenge and expires.")
}
