import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A disclosure shows some figures, to anybody who trusts the key; see Proof, "Show some figures".
struct DisclosureTests {
  private let bench: Workbench
  private let (key, publicKey): (String, String)
  private let target: String

  init() async throws {
    bench = try Workbench()
    let anna = Subject(
      id: "anna", archives: [try bench.archive("a.xml", steps: [12_345, 12_001, 9876])])
    (key, publicKey) = try bench.key("key")
    target = bench.folder.appendingPathComponent("disclosure.json").path
    try await bench.run(try bench.pipeline([anna]))
    _ = try await bench.attest(bench.out + "/walk-2025", key: key)
  }

  private var folder: String { bench.out + "/walk-2025/anna" }

  private func reveal(_ days: [String], _ metrics: [String] = ["steps"]) throws -> String {
    try? FileManager.default.removeItem(atPath: target)
    _ = try disclose(
      DisclosureRequest(
        folder: folder, days: days.compactMap { CivilDay($0) }, metrics: metrics, target: target))
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: target)), as: UTF8.self)
  }

  private func refusal(_ body: () throws -> Void) -> FindingCode? {
    do { try body() } catch { return (error as? DaymarkError)?.finding.code }
    return nil
  }

  private func differences(_ text: String, trusting key: String? = nil) throws -> [String] {
    try Data(text.utf8).write(to: URL(fileURLWithPath: target))
    let result = try verifyDisclosure(target, trusting: [key ?? publicKey])
    return result.verification.subjects.flatMap(\.differences).map {
      "\($0.path) \($0.kind.rawValue)"
    }
  }

  @Test func `it shows what was asked for, and whose it is`() throws {
    let text = try reveal(["2025-09-03", "2025-09-01"])
    let result = try verifyDisclosure(target, trusting: [publicKey])
    #expect(result.verification.isSame)
    #expect(result.verification.subjects.map(\.subject) == ["anna"])
    #expect(result.verification.subjects[0].attestedBy == (try describeKey(at: key).id))
    #expect(
      result.figures.map { "\($0.day) \($0.rows.map(\.canonicalText))" } == [
        #"2025-09-01 ["{\"date\":\"2025-09-01\",\"steps\":12345}"]"#,
        #"2025-09-03 ["{\"date\":\"2025-09-03\",\"steps\":9876}"]"#,
      ])
    // Nothing of the other day, and nothing of the secret.
    let commitment = try JSONValue(parsing: bench.text("walk-2025/anna/commitment.json").utf8)
    let secret = try #require(commitment.string("secret"))
    #expect(!text.contains("12001") && !text.contains(secret))
  }

  /// Who knows the format and all but one figure could try each against the digest of a file.
  @Test func `no digest in it is that of a file, so none can be tried against it`() throws {
    let text = try reveal(["2025-09-01", "2025-09-03"])
    let envelope = try JSONValue(parsing: text.utf8)["envelope"]
    let payload = try #require(envelope?.string("payload").flatMap { Base64.bytes(of: $0) })
    let digests = Set(
      (text + String(decoding: payload, as: UTF8.self)).matches(of: #/[0-9a-f]{64}/#)
        .map { String($0.output) })
    #expect(digests.count > 5)
    for (name, file) in try bench.snapshot(of: bench.folder.path) where !name.hasSuffix(".lock") {
      let digest = Digest(of: file.bytes ?? Data())
      #expect(!digests.contains(digest.hex), "\(name)")
    }
    // The attestation has them, and is for those who may see the evidence.
    #expect(try bench.text("walk-2025/anna/attestation.dsse.json").count > 500)
  }

  @Test func `another value, salt, path or place is refused`() throws {
    let text = try reveal(["2025-09-01"])
    let json = try JSONValue(parsing: text.utf8)
    let figure = json.elements("figures")[0]
    let salt = try #require(figure.string("salt"))
    let node = try #require(figure.elements("path").first?.canonicalText.dropFirst().dropLast())
    #expect(try differences(text).isEmpty)
    let other = String(salt.reversed())
    for (old, new) in [
      ("12345", "12346"), (salt, other), (String(node), String(node.reversed())),
      ("\"metric\":\"steps\"", "\"metric\":\"flightsClimbed\""),
      ("\"date\":\"2025-09-01\",\"index", "\"date\":\"2025-09-02\",\"index"),
    ] {
      #expect(text.contains(old), "\(old)")
      #expect(
        try differences(text.replacing(old, with: new)) == ["$.figures[0] uncommitted"], "\(old)")
    }
    for index in 0..<4 where figure["index"] != .number(index) {
      let changed = text.replacing(#/"index":\d+/#, with: "\"index\":\(index)")
      #expect(try differences(changed) == ["$.figures[0] uncommitted"], "\(index)")
    }
    #expect(try differences(text, trusting: bench.key("other").public) == ["$.envelope untrusted"])
    #expect(
      try differences(text.replacing("in-toto+json", with: "json")) == ["$.envelope payloadType"])
    let payload = try #require(json["envelope"]?.string("payload"))
    let cut = String(payload.dropLast(8))
    #expect(try differences(text.replacing(payload, with: cut)) == ["$.envelope signature"])
    #expect(try differences(text.replacing("\"salt\"", with: "\"sal\"")) == ["$ unreadable"])
    // One of another version, and one that is cut, is still known for what it should be.
    for bad in [text.replacing("disclosure@1", with: "disclosure@2"), String(text.dropLast(5))] {
      #expect(try differences(bad) == ["$ unreadable"])
      guard case .disclosure = VerifiablePath(target) else {
        Issue.record("is taken for something else")
        return
      }
    }
  }

  @Test func `what there is no figure of is refused with what there is`() throws {
    #expect(refusal { _ = try reveal(["2025-09-01"], ["flightsClimbed"]) } == .figureUnknown)
    #expect(refusal { _ = try reveal(["2025-09-09"]) } == .figureUnknown)
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func `no other file is overwritten`() throws {
    _ = try reveal(["2025-09-01"])
    let request = DisclosureRequest(
      folder: folder, days: [try #require(CivilDay("2025-09-01"))], metrics: ["steps"],
      target: target)
    #expect(refusal { _ = try disclose(request) } == .fileExists)
  }

  @Test func `nothing is shown without the attestation of this evidence and its commitment`() throws
  {
    let other = try JSONValue(parsing: bench.text("walk-2025/anna/commitment.json").utf8)
    func restore(_ name: String, _ change: (String) -> String?) throws {
      let url = URL(fileURLWithPath: "\(folder)/\(name)")
      let bytes = try Data(contentsOf: url)
      defer {
        try? bytes.write(to: url)
        chmod(url.path, 0o600)
      }
      if let text = change(String(decoding: bytes, as: UTF8.self)) {
        try Data(text.utf8).write(to: url)
      } else {
        try FileManager.default.removeItem(at: url)
      }
      #expect(
        refusal { _ = try reveal(["2025-09-01"]) } != nil, "\(name)")
    }
    let secret = try #require(other.string("secret"))
    try restore("commitment.json") { _ in nil }
    try restore("commitment.json") { $0.replacing(secret, with: String(secret.reversed())) }
    try restore("attestation.dsse.json") { _ in nil }
    try restore("attestation.dsse.json") { String($0.dropLast(3)) }
    try restore("evidence.json") { $0.replacing("12345", with: "12346") }
    try restore("verdict.json") { $0 + " " }
    #expect(refusal { _ = try reveal(["2025-09-01"]) } == nil)
  }

  @Test func `a commitment that others may read is not used before attest has closed it`()
    async throws
  {
    let path = "\(folder)/commitment.json"
    let before = try bench.text("walk-2025/anna/commitment.json")
    for mode: mode_t in [0o640, 0o604, 0o620, 0o602] {
      chmod(path, mode)
      #expect(refusal { _ = try reveal(["2025-09-01"]) } == .commitmentExposed, "\(mode)")
    }
    let summary = try await bench.attest(bench.out + "/walk-2025", key: key)
    #expect(summary.unchanged == ["anna"])
    #expect(try bench.text("walk-2025/anna/commitment.json") == before)
    #expect(refusal { _ = try reveal(["2025-09-01"]) } == nil)
  }
}
