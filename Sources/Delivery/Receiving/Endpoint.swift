import DaymarkDocuments
import DaymarkModel
import DaymarkProof

/// The endpoints of an intake, used both for routing and for `GET /openapi.json`.
enum Endpoint: CaseIterable, Sendable {
  case intake, attestation, autoProof, evidence, leaderboard, health, openAPI

  /// The method and the path, in which `{id}` stands for any text without a slash.
  var route: (method: String, path: String) {
    switch self {
    case .intake: ("POST", "/api/aivm/intake")
    case .attestation: ("POST", "/evidence/{id}/attestation")
    case .autoProof: ("POST", "/api/challenge/{id}/auto-proof")
    case .evidence: ("GET", "/evidence/{id}")
    case .leaderboard: ("GET", "/challenges/{id}/leaderboard")
    case .health: ("GET", "/healthz")
    case .openAPI: ("GET", "/openapi.json")
    }
  }

  /// Returns the endpoint of a path, for any method, and the text in the place of `{id}`.
  static func at(_ path: String) -> (endpoint: Endpoint, id: String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for endpoint in allCases {
      let pattern = endpoint.route.path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == pattern.count else { continue }
      let pairs = zip(parts, pattern)
      guard pairs.allSatisfy({ $0 == $1 || ($1 == "{id}" && !$0.isEmpty) }) else { continue }
      return (endpoint, pairs.first { $1 == "{id}" }.map { String($0.0) } ?? "")
    }
    return nil
  }

  fileprivate var summary: String {
    switch self {
    case .intake: "Hand in the records or the evidence of one subject."
    case .attestation: "Hand in the attestation of a stored body."
    case .autoProof: "Ask the service to collect a subject's data by itself."
    case .evidence: "Get the status of a stored body."
    case .leaderboard: "Get the ranking of a challenge by the received scores."
    case .health: "Check that the service runs and can write."
    case .openAPI: "Get this document."
    }
  }

  /// The schema of an answer with status 200.
  fileprivate var answer: JSONValue {
    switch self {
    case .intake: Members<StoredAnswer>.stored.kind.schema
    case .attestation, .evidence: Members<EvidenceStatus>.standing.kind.schema
    case .autoProof: Members<AutoProofAnswer>.answer.kind.schema
    case .leaderboard: Members<ReceivedBoard>.board.kind.schema
    case .health: Members<HealthAnswer>.answer.kind.schema
    case .openAPI: .object(["type": .string("object")])
    }
  }

  /// The status codes of refusals.
  fileprivate var refusals: [Int] {
    switch self {
    case .intake: [400, 401, 402, 403, 408, 409, 411, 413, 415, 422, 429, 500, 503]
    case .attestation: [400, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503]
    case .autoProof: [400, 401, 403, 408, 413, 415, 422, 429, 500, 503]
    case .evidence: [404, 429, 500, 503]
    case .leaderboard: [404, 429, 500, 503]
    case .health: [429, 503]
    case .openAPI: [429]
    }
  }

  /// The description of the request body; `nil` where a request has none.
  fileprivate var requestBody: JSONValue? {
    func json(_ schema: JSONValue) -> [String: JSONValue] {
      ["application/json": .object(["schema": schema.open])]
    }
    let content: [String: JSONValue]
    switch self {
    case .intake: content = ["multipart/form-data": .object(["schema": formSchema])]
    case .attestation: content = json(Members<Envelope>.envelope.kind.schema)
    case .autoProof: content = json(Members<AutoProofRequest>.request.kind.schema)
    case .evidence, .leaderboard, .health, .openAPI: return nil
    }
    return .object(["required": .bool(true), "content": .object(content)])
  }

  fileprivate var parameters: [JSONValue] {
    let base64 = "^[A-Za-z0-9+/]+=?=?$"
    var parameters: [JSONValue] = []
    if route.path.contains("{id}") {
      parameters.append(
        .object([
          "name": .string("id"), "in": .string("path"), "required": .bool(true),
          "schema": .object(["type": .string("string"), "minLength": .number(1)]),
        ]))
    }
    var headers: [(name: String, pattern: String, sentence: String)] = []
    if self == .intake {
      headers += [
        (
          "Idempotency-Key", #"^("[!#-~]{1,255}"|[!#-~]{1,255})$"#,
          "Repeating a request with the same key and body gives the same answer and stores nothing again."
        ),
        (PaymentVersion.two.paymentHeader, base64, "An x402 payment, version 2."),
        (PaymentVersion.one.paymentHeader, base64, "An x402 payment, version 1."),
      ]
    }
    if self == .intake || self == .autoProof {
      let patterns = [addressPattern, "^0x[0-9a-fA-F]{130}$", "^(0|[1-9][0-9]{0,18})$"]
      headers += zip(WalletHeaders.names, patterns).map { name, pattern in
        (
          name, pattern,
          "Together with the other two headers, shows that the subject's wallet sent the request."
        )
      }
    }
    return parameters
      + headers.map { header in
        .object([
          "name": .string(header.name), "in": .string("header"), "required": .bool(false),
          "description": .string(header.sentence),
          "schema": .object(["type": .string("string"), "pattern": .string(header.pattern)]),
        ])
      }
  }

  fileprivate var operation: JSONValue {
    func content(_ schema: JSONValue) -> JSONValue {
      .object(["application/json": .object(["schema": schema])])
    }
    let refusal = content(.object(["$ref": .string("#/components/schemas/refusal")]))
    var responses: [String: JSONValue] = [
      "200": .object(["description": .string("Done."), "content": content(answer)])
    ]
    for status in refusals {
      responses["\(status)"] = .object([
        "description": .string("No."), "content": refusal,
      ])
    }
    return .object(present: [
      "summary": .string(summary), "operationId": .string("\(self)"),
      "parameters": parameters.isEmpty ? nil : .array(parameters), "requestBody": requestBody,
      "responses": .object(responses),
    ])
  }

  /// Returns the OpenAPI 3.1 document of the service.
  static func openAPI(version: String) -> JSONValue {
    let paths = allCases.map { endpoint in
      (
        endpoint.route.path,
        JSONValue.object([endpoint.route.method.lowercased(): endpoint.operation])
      )
    }
    return .object([
      "openapi": .string("3.1.0"),
      "info": .object([
        "title": .string("daymark-intake"), "version": .string(version),
        "description": .string(
          "Receives evidence from Daymark; see the page Intake of its documentation."),
      ]),
      "paths": .object(Dictionary(paths) { $1 }),
      "components": .object(["schemas": .object(["refusal": Members<Refusal>.refusal.kind.schema])]
      ),
    ])
  }
}

extension JSONValue {
  /// The schema without `additionalProperties: false`, because unknown members of a request are
  /// ignored.
  fileprivate var open: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.filter { $0.key != "additionalProperties" || $0.value != .bool(false) }
          .mapValues(\.open))
    case .array(let elements): .array(elements.map(\.open))
    default: self
    }
  }
}

private let addressPattern = "^0x[0-9a-fA-F]{40}$"

/// The schema of a body's fields.
private var formSchema: JSONValue {
  func text(_ pattern: String) -> JSONValue {
    .object(["type": .string("string"), "pattern": .string(pattern)])
  }
  return .object([
    "type": .string("object"), "additionalProperties": .bool(false),
    "required": .array(
      ["modelHash", "challengeId", "subject", "provider", "json"].map { .string($0) }),
    "properties": .object([
      "modelHash": text("^0x([0-9a-fA-F]{2}){1,32}$"),
      "challengeId": text("^(0|[1-9][0-9]{0,77})$"),
      "subject": text(addressPattern),
      "provider": .object([
        "enum": .array([.string(Provider.apple.id), .string(IntakeContent.daymark)])
      ]),
      "evidenceToken": text("^0x[0-9a-fA-F]{130}$"), "evidenceExpires": text("^[0-9]{1,19}$"),
      "json": .object([
        "type": .string("string"), "contentMediaType": .string("application/json"),
        "description": .string(
          "Records or evidence. Content that breaks rules beyond this schema is refused with 422."),
      ]),
    ]),
  ])
}

/// The body of `POST /api/challenge/{id}/auto-proof`, which names the subject whose data is to be
/// collected.
struct AutoProofRequest: Hashable, Sendable {
  var subject = ""

  init() {}
}

extension Members<AutoProofRequest> {
  static let request = Members(
    AutoProofRequest(),
    [
      .needed(
        "subject", \.subject,
        .text.described(
          .object(["type": .string("string"), "pattern": .string(addressPattern)])),
        "The subject's address.")
    ])
}

/// The answer to a request to collect data.
struct AutoProofAnswer: Hashable, Sendable {
  /// The results of a request to collect data.
  ///
  /// Other services also answer `collected` and `already-submitted`, after which a sender stops.
  /// This service cannot distinguish progress that it has received from a proof that is still
  /// missing.
  enum Status: String, CaseIterable, Sendable {
    /// The service has no provider from which it could collect.
    case notLinked = "not-linked"
  }

  var status = Status.notLinked
  var evidenceID: String?

  init() {}
}

extension Members<AutoProofAnswer> {
  static let answer = Members(
    AutoProofAnswer(),
    [
      .needed("status", \.status, .word),
      .optional("evidenceId", \.evidenceID, .text, "The id of the subject's latest body."),
    ])
}

/// The answer to `GET /healthz`.
struct HealthAnswer: Hashable, Sendable {
  var version: String
  /// The problem that the operator must solve; `nil` where there is none.
  var problem: String?

  init(version: String, problem: String? = nil) {
    (self.version, self.problem) = (version, problem)
  }
}

extension Members<HealthAnswer> {
  static let answer = Members(
    HealthAnswer(version: ""),
    [
      .derived("ok", .flag) { _ in true }, .needed("version", \.version, .text),
      .optional("problem", \.problem, .text, "The problem that the operator must solve."),
    ])
}
