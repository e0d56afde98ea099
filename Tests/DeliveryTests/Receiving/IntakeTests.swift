import AsyncHTTPClient
import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import DaymarkTestSupport
import Foundation
import NIOHTTP1
import Testing

/// The intake over HTTP, without a price; see Intake, "What is kept".
struct IntakeTests {
  @Test func `a body is stored, and asked for under its id`() async throws {
    try await RunningIntake.run { intake async throws in
      let body = TestBody()
      let stored = try await intake.post(body)
      #expect(stored.status == 200)
      #expect(stored.json["ok"] == .bool(true))
      #expect(stored.json["recordCount"] == .number(1))
      #expect(stored.json["replaced"] == .bool(false))
      #expect(stored.json.string("bodySha256") == Digest(of: body.bytes).hex)
      let id = try #require(stored.evidence)
      let evidence = try await intake.get("/evidence/\(id)")
      #expect(evidence.status == 200)
      #expect(evidence.json.string("subject") == TestTokens.subject.lowercased())
      #expect(evidence.json.string("challengeId") == "42")
      #expect(evidence.json.string("state") == "evaluating")
      #expect(evidence.json["verdict"] == nil)
      #expect(evidence.headers.first(name: "Cache-Control") == "no-store")
    }
  }

  @Test func `a later body replaces the one before, and leaves its digest`() async throws {
    try await RunningIntake.run { intake async throws in
      let (a, b) = (TestBody(steps: 1), TestBody(steps: 2))
      let first = try await intake.post(a, key: "a-1")
      // Another spelling of the same address.
      var other = b
      other["subject"] = TestTokens.subject.lowercased()
      let second = try await intake.post(other, key: "b-1")
      #expect(second.evidence == first.evidence)
      #expect(second.json["replaced"] == .bool(true))
      let id = try #require(first.evidence)
      let evidence = try await intake.get("/evidence/\(id)")
      #expect(evidence.json.string("bodySha256") == Digest(of: other.bytes).hex)
      #expect(evidence.json.string("formerBodySha256") == Digest(of: a.bytes).hex)
      #expect(evidence.json["bodies"] == .number(2))
      // A request that a proxy held back changes nothing.
      #expect(try await intake.post(a, key: "a-1").body == first.body)
      #expect(try await intake.get("/evidence/\(id)").body == evidence.body)
      // The body comes back as a submission of its own.
      let third = try await intake.post(a, key: "a-2")
      #expect(third.json.string("bodySha256") == Digest(of: a.bytes).hex)
      #expect(try await intake.get("/evidence/\(id)").json["bodies"] == .number(3))
    }
  }

  @Test func `a key is for one body, and has one answer, also after the service was there anew`()
    async throws
  {
    let folder = try ScratchFolder()
    let body = TestBody()
    var first: TestAnswer?
    try await RunningIntake.run(in: folder.path) { first = try await $0.post(body, key: "k") }
    try await RunningIntake.run(in: folder.path) { intake async throws in
      #expect(try await intake.post(body, key: "k").body == first?.body)
      // Quotes are the draft's; many clients leave them out.
      let unquoted = try await intake.post(body, headers: ["Idempotency-Key": "k"])
      #expect(unquoted.body == first?.body)
      let other = try await intake.post(TestBody(steps: 9), key: "k")
      #expect(other.status == 422 && other.code == "submission.other_body")
      for key in ["\"\"", "\"a b\"", "\"a\"b\"", String(repeating: "k", count: 256)] {
        let refused = try await intake.post(body, headers: ["Idempotency-Key": key])
        #expect(refused.status == 400 && refused.code == "submission.key", "\(key)")
      }
    }
  }

  @Test func `one of many requests with one key works, and the others hear that it does`()
    async throws
  {
    try await RunningIntake.run { intake async throws in
      let statuses = try await withThrowingTaskGroup(of: TestAnswer.self) { group in
        for _ in 0..<20 { group.addTask { try await intake.post(TestBody(), key: "same") } }
        return try await group.reduce(into: [Int: Set<[UInt8]>]()) {
          $0[$1.status, default: []].insert($1.body)
        }
      }
      #expect(statuses[200]?.count == 1)
      #expect(Set(statuses.keys).isSubset(of: [200, 409]))
    }
  }

  @Test func `two writers of one row leave one row, and every key its own answer`() async throws {
    try await RunningIntake.run { intake async throws in
      let answers = try await withThrowingTaskGroup(of: (Int, TestAnswer).self) { group in
        for number in 0..<40 {
          group.addTask {
            (number, try await intake.post(TestBody(steps: number + 1), key: "k\(number)"))
          }
        }
        return try await group.reduce(into: [Int: TestAnswer]()) { $0[$1.0] = $1.1 }
      }
      #expect(answers.values.allSatisfy { $0.status == 200 })
      #expect(Set(answers.values.compactMap(\.evidence)).count == 1)
      for (number, answer) in answers {
        let again = try await intake.post(TestBody(steps: number + 1), key: "k\(number)")
        #expect(again.body == answer.body)
      }
    }
  }

  // MARK: Tokens

  @Test func `a token must be the subject's, and is asked for where it is needed`() async throws {
    var settings = IntakeSettings()
    settings.needsToken = true
    try await RunningIntake.run(settings) { intake async throws in
      let mine = TestBody(token: TestTokens.token)
      #expect(try await intake.post(mine).status == 200)
      #expect(try await intake.post(TestBody()).code == "token.missing")
      var answers: Set<[UInt8]> = []
      for body in [
        TestBody(token: TestTokens.tokenOfOther),
        TestBody(challenge: "43", token: TestTokens.token),
        TestBody(subject: TestTokens.other, token: TestTokens.token),
        TestBody(token: TestTokens.token, expires: "1767225600000"),
        TestBody(token: "0x1234"), TestBody(token: TestTokens.token, expires: "soon"),
      ] {
        let answer = try await intake.post(body)
        #expect(answer.status == 401)
        answers.insert(answer.body)
      }
      // Whatever is wrong with a token, nobody learns what.
      #expect(answers.count == 1)
    }
  }

  @Test func `a body that was taken has its answer also when its token has lapsed since`()
    async throws
  {
    // The token of another signer, who is trusted first and not any more later.
    let folder = try ScratchFolder()
    var settings = IntakeSettings()
    settings.needsToken = true
    let body = TestBody(token: TestTokens.tokenOfOther)
    settings.tokenSigners = [try #require(EthereumAddress(TestTokens.other))]
    var first: TestAnswer?
    try await RunningIntake.run(settings, in: folder.path) {
      first = try await $0.post(body, key: "k")
    }
    #expect(first?.status == 200)
    settings.tokenSigners = []
    try await RunningIntake.run(settings, in: folder.path) { intake async throws in
      #expect(try await intake.post(body, key: "k").body == first?.body)
      #expect(try await intake.post(body, key: "other").status == 401)
    }
  }

  // MARK: What is refused

  @Test func `what is wrong with a body is said`() async throws {
    try await RunningIntake.run { intake async throws in
      let cases: [(String, String, Int, String)] = [
        ("modelHash", "ab", 422, "field.malformed"), ("modelHash", "0x", 422, "field.malformed"),
        ("challengeId", "042", 422, "field.malformed"),
        ("challengeId", "1e3", 422, "field.malformed"),
        ("challengeId", "", 422, "field.malformed"), ("subject", "anna", 422, "field.malformed"),
        ("provider", "strava", 422, "provider.unknown"), ("json", "[", 422, "json.malformed"),
        ("json", #"[{"a":1,"a":2}]"#, 422, "json.malformed"),
        ("json", "{}", 422, "records.malformed"),
        ("json", "[{}]", 422, "records.malformed"),
        (
          "json", #"[{"activity_id":"a","type":"t","start_ts":2,"end_ts":1}]"#, 422,
          "records.malformed"
        ),
        (
          "json", "[" + Array(repeating: "{}", count: 10_001).joined(separator: ",") + "]", 413,
          "records.too_many"
        ),
      ]
      for (field, value, status, code) in cases {
        var body = TestBody()
        body[field] = value
        let answer = try await intake.post(body)
        #expect(answer.status == status && answer.code == code, "\(field): \(value.prefix(20))")
      }
      for name in ["modelHash", "challengeId", "subject", "provider", "json"] {
        var body = TestBody()
        body.fields.removeAll { $0.name == name }
        #expect(try await intake.post(body).code == "field.missing", "\(name)")
      }
      var doubled = TestBody()
      doubled.fields.append(("json", "[]"))
      #expect(try await intake.post(doubled).code == "body.malformed")
      #expect(
        try await intake.post(TestBody(), headers: ["Content-Type": "text/plain"]).status == 415)
      // Nobody waits for a body that says that it is too large.
      let port = try #require(URL(string: intake.url)?.port)
      let head =
        "POST /api/aivm/intake HTTP/1.1\r\nHost: x\r\nContent-Type: \(TestBody().contentType)\r\n"
        + "Content-Length: \((4 << 20) + 1)\r\n\r\n"
      let large = try await SlowClient.send(
        [], to: port, every: .seconds(1), after: Array(head.utf8))
      #expect(large.answer.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func `paths and methods that are none are refused`() async throws {
    try await RunningIntake.run { intake async throws in
      #expect(try await intake.get("/nothing").status == 404)
      #expect(try await intake.get("/evidence/").status == 404)
      #expect(try await intake.get("/evidence/none").code == "evidence.unknown")
      #expect(try await intake.get("/challenges/1/leaderboard").code == "challenge.unknown")
      let other = try await intake.get("/api/aivm/intake")
      #expect(other.status == 405 && other.headers.first(name: "Allow") == "POST")
      #expect(try await intake.get("/healthz").json["ok"] == .bool(true))
    }
  }

  @Test func `an address that sends too much has to wait`() async throws {
    var settings = IntakeSettings()
    settings.requestsPerMinute = 3
    settings.isBehindProxy = true
    try await RunningIntake.run(settings) { intake async throws in
      func status(_ address: String) async throws -> Int {
        try await intake.send(.GET, "/healthz", nil, ["X-Forwarded-For": "9.9.9.9, \(address)"])
          .status
      }
      for _ in 0..<3 { #expect(try await status("192.0.2.1") == 200) }
      #expect(try await status("192.0.2.1") == 429)
      #expect(try await status("192.0.2.2") == 200)
      for last in 1...3 { #expect(try await status("2001:db8::\(last)") == 200) }
      // One line has many addresses.
      #expect(try await status("2001:db8::4") == 429)
      // A service that listens on [::] sees those of IPv4 so, and a proxy may write ports.
      #expect(try await status("::ffff:192.0.2.1") == 429)
      #expect(try await status("192.0.2.1:5678") == 429)
      #expect(try await status("[2001:db8:0:0::9]:443") == 429)
      #expect(try await status("::ffff:192.0.2.9") == 200)
    }
  }

  /// Shares of nothing, which nobody can be within; see ShareTests for others.
  @Test func `one address has no more connections and room than its share`()
    async throws
  {
    var settings = IntakeSettings()
    settings.bodyBytesOfOneAddress = 0
    try await RunningIntake.run(settings) { intake async throws in
      #expect(try await intake.post(TestBody()).code == "intake.busy")
      for path in ["/evidence/x/attestation", "/api/challenge/42/auto-proof"] {
        let answer = try await intake.post(path, json: .object(["subject": .string("0x")]))
        #expect(answer.code == "intake.busy")
      }
    }
    settings.connectionsOfOneAddress = 0
    try await RunningIntake.run(settings) { intake async throws in
      await #expect(throws: (any Error).self) { try await intake.get("/healthz") }
    }
    settings.requestsPerMinute = 0
    try await RunningIntake.run(settings) { intake async throws in
      #expect(try await intake.post(TestBody()).status == 200)
    }
  }

  @Test func `two services do not work in one folder`() async throws {
    let folder = try ScratchFolder()
    try await RunningIntake.run(in: folder.path) { _ async throws in
      await #expect(throws: (any Error).self) {
        try await RunningIntake.run(in: folder.path) { _ in }
      }
    }
    try await RunningIntake.run(in: folder.path) { intake async throws in
      #expect(try await intake.get("/healthz").status == 200)
    }
  }

  @Test(arguments: [
    ("127.0.0.1", nil, false, false), ("::1", "http://127.0.0.1:8480", false, false),
    ("127.0.0.1", "https://intake.example", false, true), ("127.0.0.1", nil, true, true),
    ("0.0.0.0", nil, false, true), ("localhost", nil, false, true),
    ("192.0.2.1", "http://127.0.0.1:8480", false, true),
  ])
  func `a service that a proxy stands before can be called by others`(
    host: String, url: String?, isBehindProxy: Bool, isReachable: Bool
  ) {
    #expect(
      IntakeSettings.isReachable(listeningOn: host, url: url, isBehindProxy: isBehindProxy)
        == isReachable)
  }

  @Test func `slow senders are sent away`() async throws {
    var settings = IntakeSettings()
    (settings.headTime, settings.bodyTime) = (.seconds(1), .seconds(1))
    try await RunningIntake.run(settings) { intake async throws in
      let port = try #require(URL(string: intake.url)?.port)
      let head = "POST /api/aivm/intake HTTP/1.1\r\nHost: x\r\n"
      let slowHead = try await SlowClient.send(
        Array(head.utf8), to: port, every: .milliseconds(100))
      #expect(slowHead.answer.isEmpty && slowHead.sent < head.utf8.count)
      let body = TestBody().bytes
      let whole =
        head + "Content-Type: \(TestBody().contentType)\r\nContent-Length: \(body.count)\r\n\r\n"
      let slowBody = try await SlowClient.send(
        body, to: port, every: .milliseconds(100), after: Array(whole.utf8))
      #expect(slowBody.answer.hasPrefix("HTTP/1.1 408 "))
      #expect(slowBody.sent < body.count)
      // Others were served meanwhile, and are.
      #expect(try await intake.post(TestBody()).status == 200)
    }
  }

  // MARK: Verdicts, boards, collecting

  @Test func `a verdict of the operator's table is shown when it is final`() async throws {
    let folder = try ScratchFolder()
    let table = try folder.write(Array("subject,outcome,final\n".utf8), to: "verdicts.csv")
    var settings = IntakeSettings()
    settings.verdicts = [VerdictFile("42=\(table)")]
    try await RunningIntake.run(settings) { intake async throws in
      let id = try #require(try await intake.post(TestBody()).evidence)
      for (rows, state, outcome) in [
        ("", "evaluating", nil), ("\(TestTokens.subject),pass,no", "evaluating", "pass"),
        ("\(TestTokens.subject),pass,yes", "passed", "pass"),
        ("\"\(TestTokens.subject.lowercased())\",fail,yes", "failed", "fail"),
        ("\(TestTokens.subject),undetermined,yes", "evaluating", "undetermined"),
        ("\(TestTokens.other),pass,yes", "evaluating", nil),
      ] as [(String, String, String?)] {
        try folder.write(Array("subject,outcome,final\n\(rows)\n".utf8), to: "verdicts.csv")
        let evidence = try await intake.get("/evidence/\(id)")
        #expect(evidence.json.string("state") == state, "\(rows)")
        #expect(evidence.json["verdict"]?.string("outcome") == outcome, "\(rows)")
      }
    }
  }

  @Test func `nobody is collected from, and whoever has handed in has the id`() async throws {
    try await RunningIntake.run { intake async throws in
      let asked = JSONValue.object(["subject": .string(TestTokens.subject)])
      let before = try await intake.post("/api/challenge/42/auto-proof", json: asked)
      #expect(before.json.string("status") == "not-linked")
      let id = try await intake.post(TestBody()).evidence
      let after = try await intake.post("/api/challenge/42/auto-proof", json: asked)
      // What it has may be progress: only whoever sends knows whether the proof is still to come.
      #expect(after.json.string("status") == "not-linked" && after.evidence == id)
      let other = try await intake.post("/api/challenge/43/auto-proof", json: asked)
      #expect(other.json.string("status") == "not-linked")
      let nobody = try await intake.post("/api/challenge/42/auto-proof", json: .object([:]))
      #expect(nobody.status == 422)
    }
  }

  // MARK: What it says of itself

  @Test func `it says every header and every answer of its paths`() async throws {
    try await RunningIntake.run { intake async throws in
      let paths = try await intake.get("/openapi.json").json["paths"]
      for path in ["/api/aivm/intake", "/api/challenge/{id}/auto-proof"] {
        let names = paths?[path]?["post"]?.elements("parameters").compactMap { $0.string("name") }
        #expect(Set(WalletHeaders.names).isSubset(of: names ?? []), "\(path)")
      }
    }
  }

  @Test func `nothing of a body is in a refusal`() async throws {
    try await RunningIntake.run { intake async throws in
      var body = TestBody()
      for (field, value) in [("json", "[{\"secret\":8123}"), ("subject", "secret8123")] {
        body[field] = value
        let answer = try await intake.post(body)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("8123"), "\(field)")
      }
    }
  }

  @Test func `the file is for its owner alone`() async throws {
    let folder = try ScratchFolder()
    try await RunningIntake.run(in: folder.path) { intake async throws in
      _ = try await intake.post(TestBody())
      for suffix in ["", "-wal", "-shm"] {
        let facts = try FileManager.default.attributesOfItem(
          atPath: "\(folder.path)/intake.sqlite\(suffix)")
        #expect(facts[.posixPermissions] as? Int == 0o600, "\(suffix)")
      }
    }
  }
}
