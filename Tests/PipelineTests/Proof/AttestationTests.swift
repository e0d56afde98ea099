import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// An attestation says that these very files are a key's owner's; see Proof, "What an attestation proves".
struct AttestationTests {
  private let bench: Workbench
  /// Anna fails by her third day, and Ben passes.
  private let pipeline: PipelineConfiguration
  private let (key, publicKey): (String, String)

  init() throws {
    bench = try Workbench()
    pipeline = try bench.annaAndBen()
    (key, publicKey) = try bench.key("key")
  }

  private var folder: String { bench.out + "/walk-2025" }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(name)")
  }

  @discardableResult
  private func attest(_ subjects: [String] = [], key: String? = nil) async throws
    -> AttestationSummary
  {
    try await bench.attest(folder, subjects, key: key ?? self.key)
  }

  /// The differences of Anna's folder as `file kind`, with a key that is trusted.
  private func differences(_ subject: String = "anna", trusting key: String? = nil) throws
    -> [String]
  {
    var means = VerificationMeans()
    means.trustedKeys = [key ?? publicKey]
    let verification = try verify("\(folder)/\(subject)", with: means)
    return verification.subjects.flatMap(\.checks).filter { $0.item == .attestation }
      .flatMap(\.differences).map { "\($0.path) \($0.kind.rawValue)" }
  }

  private func changeEnvelope(_ change: (inout Envelope) -> Void) throws {
    let path = "\(folder)/anna/attestation.dsse.json"
    let kind = Members<Envelope>.envelope.kind
    var envelope = try #require(kind.value(Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
    change(&envelope)
    try Data(kind.bytes(envelope)).write(to: URL(fileURLWithPath: path))
  }

  // MARK: Writing

  @Test func `every subject's files are attested, and the rest is named`() async throws {
    try await bench.run(pipeline)
    try Data().write(to: URL(fileURLWithPath: "\(folder)/ben/notes.txt"))
    let summary = try await attest()
    #expect(summary.attested == ["anna", "ben"] && summary.unchanged.isEmpty)
    #expect(summary.notAttested == ["commitment.json", "notes.txt"])
    var means = VerificationMeans()
    means.trustedKeys = [publicKey]
    let verification = try verify(folder, with: means)
    #expect(verification.isSame)
    #expect(verification.subjects.map(\.attestedBy) == [summary.key, summary.key])
    #expect(verification.subjects[1].notAttested == ["commitment.json", "notes.txt"])
  }

  @Test func `the statement says what the evidence says, and nothing of the body`() async throws {
    var pipeline = pipeline
    pipeline.subjects[0].logs.bodyWeight = Quantity(81)
    try await bench.run(pipeline)
    try await attest(["anna"])
    #expect(!exists("ben/attestation.dsse.json"))
    let envelope = try #require(
      try? JSONValue(parsing: bench.text("walk-2025/anna/attestation.dsse.json").utf8))
    let payload = try #require(envelope.string("payload").flatMap { Base64.bytes(of: $0) })
    let statement = try JSONValue(parsing: payload)
    // The document is canonical, so the weight would stand there as it does in the evidence.
    #expect(try bench.text("walk-2025/anna/evidence.json").contains("bodyWeightKilograms"))
    #expect(!String(decoding: payload, as: UTF8.self).contains("bodyWeight"))
    #expect(statement.canonicalBytes() == payload)
    #expect(statement.string("_type") == "https://in-toto.io/Statement/v1")
    #expect(statement.string("predicateType") == "urn:daymark:evidence:1")
    let files = statement.elements("subject").map { file in
      "\(file.string("name") ?? "") \(file["digest"]?.string("sha256") ?? "")"
    }
    #expect(
      try files
        == ["evidence.json", "evidence.sha256", "verdict.json"].map { name in
          "\(name) \(Digest(of: try bench.text("walk-2025/anna/\(name)").utf8).hex)"
        })
    let predicate = statement["predicate"]
    #expect(predicate?.string("challenge") == "walk-2025" && predicate?.string("subject") == "anna")
    #expect(predicate?.string("outcome") == "fail")
    #expect(predicate?["rule"]?.string("sha256") == pipeline.rule.digest.hex)
    #expect(predicate?["commitment"]?["leaves"] == .number(3))
  }

  @Test func `the commitment is for the owner of the folder alone`() async throws {
    try await bench.run(pipeline)
    try await attest()
    for name in ["anna", "ben"] {
      var status = stat()
      #expect(stat("\(folder)/\(name)/commitment.json", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
    // No secret is in any other file, nor in the book.
    let commitment = try JSONValue(parsing: bench.text("walk-2025/anna/commitment.json").utf8)
    let secret = try #require(commitment.string("secret"))
    for (name, bytes) in try bench.snapshot() where !name.hasSuffix("anna/commitment.json") {
      #expect(!String(decoding: bytes.bytes ?? Data(), as: UTF8.self).contains(secret), "\(name)")
    }
  }

  @Test func `what is unchanged is not attested again, but by another key it is`() async throws {
    try await bench.run(pipeline)
    let first = try await attest()
    let before = try bench.snapshot()
    let again = try await attest()
    #expect(again.attested.isEmpty && again.unchanged == ["anna", "ben"])
    #expect(again.firstUse == first.firstUse)
    for (name, bytes) in before where name.contains("walk-2025") {
      #expect(try bench.snapshot()[name] == bytes, "\(name)")
    }
    let other = try bench.key("other")
    #expect(try await attest(key: other.private).attested == ["anna", "ben"])
    #expect(try differences() == ["$ untrusted"])
    #expect(try differences(trusting: other.public).isEmpty)
    // The book has both, and nothing of a private half.
    let book = try Book(reading: Book.path(besideStore: bench.store))
    let keys = try book.keys(of: "walk-2025")
    #expect(keys.map(\.id) == [first.key, try describeKey(at: other.public).id])
    #expect(
      keys.map(\.publicHalf) == [
        try describeKey(at: key).pem, try describeKey(at: other.public).pem,
      ])
    #expect(keys.map(\.firstUse) == [Workbench.later, Workbench.later])
  }

  @Test func `a run over unchanged data breaks no attestation`() async throws {
    try await bench.run(pipeline, asOf: nil)
    try await attest()
    let before = try bench.text("walk-2025/anna/attestation.dsse.json")
    let night = Workbench.later.advanced(byMilliseconds: 86_400_000)
    let summary = try await bench.run(pipeline, asOf: nil, now: night)
    #expect(summary.findings.isEmpty && summary.subjects.allSatisfy(\.findings.isEmpty))
    #expect(try bench.text("walk-2025/anna/attestation.dsse.json") == before)
    #expect(try differences().isEmpty)
    #expect(try differences("ben").isEmpty)
  }

  @Test func `a run that changes files removes their attestation, and says so`() async throws {
    try await bench.run(pipeline)
    try await attest()
    var other = pipeline
    other.rule = Workbench.rule(atLeast: 9000)
    let summary = try await bench.run(other)
    let removed = summary.subjects.flatMap(\.findings).filter { $0.code == .attestationRemoved }
    #expect(
      removed.map { $0.location?.file.suffix(27) ?? "" }.sorted() == [
        "/anna/attestation.dsse.json", "5/ben/attestation.dsse.json",
      ])
    for name in ["attestation.dsse.json", "commitment.json"] {
      #expect(!exists("anna/\(name)") && !exists("ben/\(name)"))
    }
    #expect(try differences() == ["$ missing"])
  }

  /// Such a rule is decided twice: alone, and when everybody is known.
  @Test func `a rule about sharing says so as well`() async throws {
    var asking = pipeline
    asking.rule.quality = [QualityGate(.flags(nil, atMost: 0))]
    try await bench.run(asking)
    try await attest()
    asking.rule = Workbench.rule(atLeast: 9000)
    asking.rule.quality = [QualityGate(.flags(nil, atMost: 0))]
    let summary = try await bench.run(asking)
    let removed = summary.subjects.flatMap(\.findings).filter { $0.code == .attestationRemoved }
    #expect(removed.count == 2)
  }

  @Test func `a run that writes an edited file as it was leaves its attestation`() async throws {
    try await bench.run(pipeline)
    try await attest()
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/anna/verdict.json"))
    #expect(try differences() == ["verdict.json content"])
    try await bench.run(pipeline)
    #expect(try differences().isEmpty)
  }

  @Test func `a decision removes the attestation of what it is about`() async throws {
    try await bench.run(pipeline)
    try await attest()
    let summary = try await decideSubject(
      DecisionRequest(
        challenge: "walk-2025", subject: "anna", outcome: .pass, because: "seen", by: "Mara"),
      OutputAccess(outputFolder: bench.out, now: Workbench.later))
    #expect(
      summary.removed == ["walk-2025/anna/attestation.dsse.json", "walk-2025/anna/commitment.json"])
    #expect(!exists("anna/attestation.dsse.json") && exists("ben/attestation.dsse.json"))
    #expect(try await attest().attested == ["anna"])
    #expect(try differences().isEmpty)
    try await bench.run(pipeline)
    #expect(try differences().isEmpty)
  }

  @Test func `what is not as the last run wrote it is not attested`() async throws {
    try await bench.run(pipeline)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/anna/verdict.json"))
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/ben/decision.json"))
    let summary = try await attest()
    #expect(summary.attested.isEmpty)
    #expect(summary.findings.map(\.code) == [.documentEdited, .documentEdited])
    #expect(
      summary.findings.map { $0.location?.file } == [
        "\(folder)/anna/verdict.json", "\(folder)/ben/decision.json",
      ])
    #expect(!exists("anna/attestation.dsse.json") && !exists("ben/commitment.json"))
  }

  @Test func `nothing is left of somebody who is forgotten`() async throws {
    try await bench.run(pipeline)
    try await attest()
    let summary = try await forgetSubject(
      "anna", of: "walk-2025", OutputAccess(outputFolder: bench.out, now: Workbench.later))
    #expect(summary.otherFiles.isEmpty && summary.removed.contains("walk-2025/anna/"))
    #expect(!exists("anna"))
  }

  // MARK: Refusing

  @Test(arguments: ["evidence.json", "evidence.sha256", "verdict.json"])
  func `one changed byte of any file is seen`(name: String) async throws {
    try await bench.run(pipeline)
    try await attest()
    let url = URL(fileURLWithPath: "\(folder)/anna/\(name)")
    let bytes = Array(try Data(contentsOf: url))
    var looked = 0
    for place in Sweep.over(bytes.indices, step: bytes.count / 7) {
      var changed = bytes
      changed[place] ^= 1
      try Data(changed).write(to: url)
      // Where it is no evidence any more there is nothing to attest.
      guard let found = try? differences() else { continue }
      looked += 1
      #expect(found.contains("\(name) content"), "\(place)")
    }
    #expect(looked > 2)
    try FileManager.default.removeItem(at: url)
    if name != "evidence.json" { #expect(try differences() == ["\(name) missing"]) }
  }

  @Test func `a file that was not attested is seen, be it as a run writes it`() async throws {
    try await bench.run(pipeline)
    try await attest()
    try Data("[]".utf8).write(to: URL(fileURLWithPath: "\(folder)/anna/records.json"))
    #expect(try differences() == ["records.json unexpected"])
  }

  @Test func `each fault of an envelope has its reason`() async throws {
    try await bench.run(pipeline)
    try await attest()
    let url = URL(fileURLWithPath: "\(folder)/anna/attestation.dsse.json")
    let good = try Data(contentsOf: url)
    #expect(try differences(trusting: bench.key("other").public) == ["$ untrusted"])
    try changeEnvelope { $0.payloadType = "application/json" }
    #expect(try differences() == ["$ payloadType"])
    try good.write(to: url)
    try changeEnvelope { $0.payload[100] ^= 1 }
    #expect(try differences() == ["$ signature"])
    try good.write(to: url)
    try changeEnvelope { $0.signatures[0].bytes[5] ^= 1 }
    #expect(try differences() == ["$ signature"])
    try good.prefix(good.count - 9).write(to: url)
    #expect(try differences() == ["$ unreadable"])
    // Ben's attestation is good, and not one of Anna's files.
    try FileManager.default.removeItem(at: url)
    try FileManager.default.copyItem(
      atPath: "\(folder)/ben/attestation.dsse.json", toPath: url.path)
    let names = try differences().map { $0.split(separator: " ")[0] }
    #expect(names.prefix(3) == ["evidence.json", "evidence.sha256", "verdict.json"])
    #expect(names.contains("$.predicate.subject"))
    try FileManager.default.removeItem(at: url)
    #expect(try differences() == ["$ missing"])
    // A document alone has no attestation beside it.
    var means = VerificationMeans()
    means.trustedKeys = [publicKey]
    #expect(try verify("\(folder)/anna/evidence.json", with: means).isDifferent)
  }

  @Test func `without a key nobody looks at an attestation, and it is named`() async throws {
    try await bench.run(pipeline)
    try await attest()
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: "\(folder)/anna/attestation.dsse.json"))
    let subject = try verify("\(folder)/anna", with: VerificationMeans()).subjects[0]
    #expect(subject.isSame && subject.attestedBy == nil)
    #expect(subject.otherFiles == ["attestation.dsse.json", "commitment.json"])
  }

  // MARK: Keys

  private func code(_ body: () async throws -> Void) async -> (FindingCode?, Finding.Reason?) {
    do { try await body() } catch {
      let finding = (error as? DaymarkError)?.finding
      return (finding?.code, finding?.facts.reason)
    }
    return (nil, nil)
  }

  @Test func `a key that others may read, or the wrong half, is refused`() async throws {
    try await bench.run(pipeline)
    for mode: mode_t in [0o640, 0o604, 0o620, 0o602, 0o610] {
      chmod(key, mode)
      #expect(await code { try await attest() } == (.keyExposed, nil), "\(mode)")
      #expect(await code { _ = try describeKey(at: key) } == (.keyExposed, nil))
    }
    chmod(key, 0o400)
    #expect(await code { try await attest(key: publicKey) } == (.keyUnreadable, .publicHalf))
    #expect(await code { try await attest(key: key + ".no") } == (.fileMissing, nil))
    #expect(await code { _ = try differences(trusting: key) } == (.keyUnreadable, .privateHalf))
    try await attest()
    #expect(try differences().isEmpty)
  }

  @Test func `a new key takes no other file's place, and is its owner's alone`() async throws {
    #expect(await code { _ = try makeKey(at: key) } == (.fileExists, .privateHalf))
    let path = bench.folder.appendingPathComponent("new.pem").path
    let made = try makeKey(at: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try describeKey(at: path) == made)
    let der = try #require(made.der)
    #expect(made.algorithm == "Ed25519" && made.id == Digest(of: der))
    #expect(!made.pem.contains("PRIVATE"))
  }
}

extension KeyDescription {
  /// The bytes in the block.
  fileprivate var der: [UInt8]? {
    Base64.bytes(of: pem.split(separator: "\n").dropFirst().dropLast().joined())
  }
}

extension Workbench {
  /// A new key, and its public half in a file beside it.
  func key(_ name: String) throws -> (private: String, public: String) {
    let path = folder.appendingPathComponent("\(name).pem").path
    let publicPath = folder.appendingPathComponent("\(name)-public.pem").path
    try Data(makeKey(at: path).pem.utf8).write(to: URL(fileURLWithPath: publicPath))
    return (path, publicPath)
  }

  func attest(
    _ folder: String, _ subjects: [String] = [], key: String
  ) async throws -> AttestationSummary {
    try await attestSubjects(
      AttestationRequest(folder: folder, subjects: subjects, key: key),
      OutputAccess(outputFolder: out, now: Workbench.later))
  }
}
