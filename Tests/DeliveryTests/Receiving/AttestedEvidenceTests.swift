import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Testing

/// Evidence of the profile `daymark`: it is checked, attested and ranked; see Intake, "Requests".
struct AttestedEvidenceTests {
  /// The part of an evidence document that an intake reads.
  private func evidence(
    _ subject: String, _ score: Int, outcome: String = "pass", digest: Digest? = nil
  ) -> JSONValue {
    let days: [String: JSONValue] = [
      "dailySteps": .array([.object(["date": .string("2025-09-01"), "steps": .number(score)])])
    ]
    let verdict: [String: JSONValue] = [
      "outcome": .string(outcome),
      "score": .object([
        "value": .number(score), "unit": .string("count"), "final": .bool(true),
      ]),
      "aggregatesSha256": .string(
        (digest ?? Digest(of: JSONValue.object(days).canonicalBytes())).hex),
    ]
    return .object(
      days.merging([
        "schema": .string("daymark/evidence@4"), "subject": .string(subject),
        "challenge": .object(["id": .string("steps-2025-09")]), "verdict": .object(verdict),
      ]) { $1 })
  }

  private func body(_ document: JSONValue, address: String = TestTokens.subject) -> TestBody {
    var body = TestBody(subject: address, provider: "daymark")
    body["json"] = String(
      decoding: document.canonicalBytes(escapingNonASCII: true), as: UTF8.self)
    return body
  }

  private func attestation(
    of body: TestBody, subject: String = "anna", outcome: Outcome = .pass,
    _ key: borrowing SigningKey
  ) throws -> JSONValue {
    var predicate = AttestedEvidence.blank
    predicate.figures.challenge = "steps-2025-09"
    (predicate.figures.subject, predicate.figures.outcome) = (subject, outcome)
    let files = [AttestedFile("body.multipart", Digest(of: body.bytes))]
    let envelope = Envelope(signing: Statement(files, predicate), with: key)
    return Members<Envelope>.envelope.kind.json(try #require(envelope))
  }

  @Test func `evidence whose figures are not those of its digest is refused`() async throws {
    try await RunningIntake.run { intake async throws in
      #expect(try await intake.post(body(evidence("anna", 5))).status == 200)
      let other = evidence("anna", 5, digest: Digest(of: []))
      #expect(try await intake.post(body(other)).code == "evidence.contradictory")
      for (key, value) in [("schema", "daymark/evidence@9"), ("verdict", "pass")] {
        guard case .object(var members) = evidence("anna", 5) else { continue }
        members[key] = .string(value)
        #expect(try await intake.post(body(.object(members))).code == "evidence.malformed")
      }
    }
  }

  @Test func `an attestation is of a trusted key, of the body that is stored, and says the same`()
    async throws
  {
    let key = try SigningKey()
    let stranger = try SigningKey()
    var settings = IntakeSettings()
    settings.trusted = [key.publicKey]
    let sent = body(evidence("anna", 5))
    let right = try attestation(of: sent, key)
    let wrong = [
      (try attestation(of: sent, stranger), 403, "attestation.untrusted"),
      (try attestation(of: body(evidence("anna", 6)), key), 409, "attestation.other_body"),
      (try attestation(of: sent, subject: "ben", key), 422, "attestation.contradictory"),
      (try attestation(of: sent, outcome: .fail, key), 422, "attestation.contradictory"),
      (JSONValue.object([:]), 400, "attestation.malformed"),
    ]
    let id = key.publicKey.id.hex
    try await RunningIntake.run(settings) { intake async throws in
      let stored = try #require(try await intake.post(sent).evidence)
      let path = "/evidence/\(stored)/attestation"
      for (document, status, code) in wrong {
        let answer = try await intake.post(path, json: document)
        #expect(answer.status == status && answer.code == code)
      }
      #expect(try await intake.get("/evidence/\(stored)").json["attestedBy"] == nil)
      #expect(try await intake.post(path, json: right).json.string("attestedBy") == id)
      // Nothing happens twice.
      #expect(try await intake.post(path, json: right).status == 200)
      // Another body is not attested by what attested the one before.
      #expect(try await intake.post(body(evidence("anna", 6))).status == 200)
      #expect(try await intake.get("/evidence/\(stored)").json["attestedBy"] == nil)
      #expect(try await intake.post("/evidence/none/attestation", json: right).status == 404)
    }
  }

  @Test func `without trusted keys no attestation is taken`() async throws {
    let document = try attestation(of: body(evidence("anna", 5)), SigningKey())
    try await RunningIntake.run { intake async throws in
      let stored = try #require(try await intake.post(body(evidence("anna", 5))).evidence)
      let answer = try await intake.post("/evidence/\(stored)/attestation", json: document)
      #expect(answer.status == 403 && answer.code == "attestation.no_keys")
    }
  }

  /// Four people: 8, 8 and 5 passed; 9 failed and has no rank.
  @Test func `scores are ranked, and with trusted keys attested ones alone`() async throws {
    let people = [(1, 8, "pass"), (2, 9, "fail"), (3, 8, "pass"), (4, 5, "pass")]
    func address(_ number: Int) -> String { "0x" + String(repeating: "\(number)", count: 40) }
    let key = try SigningKey()
    let first = body(evidence("1", 8), address: address(1))
    let document = try attestation(of: first, subject: "1", key)
    for trusted in [[], [key.publicKey]] {
      var settings = IntakeSettings()
      settings.trusted = trusted
      try await RunningIntake.run(settings) { intake async throws in
        var ids: [String] = []
        for (number, score, outcome) in people {
          let sent = body(
            evidence("\(number)", score, outcome: outcome), address: address(number))
          ids.append(try #require(try await intake.post(sent).evidence))
        }
        if !trusted.isEmpty {
          let path = "/evidence/\(ids[0])/attestation"
          #expect(try await intake.post(path, json: document).status == 200)
        }
        let board = try await intake.get("/challenges/42/leaderboard")
        let lines = board.json.elements("standings").map { line in
          "\(line["rank"]?.canonicalText ?? "-") \(line.string("subject")?.last ?? "?")"
        }
        #expect(lines == (trusted.isEmpty ? ["1 1", "1 3", "3 4", "- 2"] : ["1 1"]))
      }
    }
  }

  @Test func `a table of a run serves for evidence that states its ids and is attested`()
    async throws
  {
    let folder = try ScratchFolder()
    let key = try SigningKey()
    var settings = IntakeSettings()
    settings.trusted = [key.publicKey]
    // So csvField writes the subject -bob.
    let table = try folder.write(
      Array(
        """
        subject,outcome,reason,final,decision,asked_again
        anna,pass,steps.met,yes,,
        ben,fail,"too few, by far",no,pass,
        clara,fail,too_few,yes,pass,asked_again
        '-bob,pass,steps.met,yes,,

        """.utf8), to: "verdicts.csv")
    settings.verdicts = [VerdictFile("42=\(table)")]
    var sent: [(subject: String, state: String, body: TestBody, document: JSONValue)] = []
    for (subject, challenge, state) in [
      ("anna", "42", "passed"), ("ben", "42", "passed"), ("clara", "42", "failed"),
      ("-bob", "42", "passed"), ("dora", "42", "evaluating"),
      // A table is of its challenge alone.
      ("anna", "43", "evaluating"),
    ] {
      var body = body(evidence(subject, 5))
      body["challengeId"] = challenge
      sent.append((subject, state, body, try attestation(of: body, subject: subject, key)))
    }
    try await RunningIntake.run(settings) { [sent] intake async throws in
      for (subject, expected, body, document) in sent {
        let id = try #require(try await intake.post(body).evidence)
        // Anybody can say that it is anna's.
        let before = try await intake.get("/evidence/\(id)")
        #expect(before.json.string("state") == "evaluating", "\(subject)")
        let attested = try await intake.post("/evidence/\(id)/attestation", json: document)
        #expect(attested.json.string("state") == expected, "\(subject)")
      }
    }
  }

  @Test func `without trusted keys nobody has the verdict of another`() async throws {
    let folder = try ScratchFolder()
    let table = try folder.write(Array("subject,outcome\nanna,pass\n".utf8), to: "verdicts.csv")
    var settings = IntakeSettings()
    settings.verdicts = [VerdictFile("42=\(table)")]
    try await RunningIntake.run(settings) { intake async throws in
      let id = try #require(try await intake.post(body(evidence("anna", 5))).evidence)
      #expect(try await intake.get("/evidence/\(id)").json["verdict"] == nil)
    }
  }

  @Test func `a score in another unit takes the board from nobody`() async throws {
    func address(_ number: Int) -> String { "0x" + String(repeating: "\(number)", count: 40) }
    try await RunningIntake.run { intake async throws in
      for (number, unit) in [(1, "count"), (2, "m"), (3, "count")] {
        let text = evidence("\(number)", 5).canonicalText
          .replacing("\"unit\":\"count\"", with: "\"unit\":\"\(unit)\"")
        let sent = body(try JSONValue(parsing: text.utf8), address: address(number))
        #expect(try await intake.post(sent).status == 200)
      }
      let board = try await intake.get("/challenges/42/leaderboard")
      let lines = board.json.elements("standings").map { line in
        "\(line["rank"]?.canonicalText ?? "-") \(line.string("subject")?.last ?? "?")"
      }
      #expect(lines == ["1 1", "1 3", "- 2"])
    }
  }
}
