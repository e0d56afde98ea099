import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// What was attested is sealed in a log, and a log that was changed is not believed; see Proof, "Seal".
struct SealTests {
  private let bench: Workbench
  private let pipeline: PipelineConfiguration
  private let (key, publicKey): (String, String)

  init() throws {
    bench = try Workbench()
    pipeline = try bench.pipeline([
      Subject(
        id: "anna", archives: [try bench.archive("a.xml", steps: [12_000, 12_000, 9000])]),
      Subject(
        id: "ben", archives: [try bench.archive("b.xml", steps: [12_000, 12_001, 12_002])]),
    ])
    (key, publicKey) = try bench.key("key")
  }

  private var folder: String { bench.out + "/walk-2025" }
  private var log: String { bench.folder.path + "/log" }

  @discardableResult
  private func seal(
    _ origin: String? = "club.example/log", key: String? = nil
  ) async throws -> SealSummary {
    try await sealAttestations(
      SealRequest(log: log, key: key ?? self.key, origin: origin),
      OutputAccess(outputFolder: bench.out, now: Workbench.later))
  }

  private func attest(_ subjects: [String] = []) async throws {
    _ = try await bench.attest(folder, subjects, key: key)
  }

  private func differences(_ subject: String = "anna", in log: String? = nil) throws -> [String] {
    var means = VerificationMeans()
    (means.trustedKeys, means.log) = ([publicKey], log ?? self.log)
    return try verify("\(folder)/\(subject)", with: means).subjects.flatMap(\.checks)
      .filter { $0.item == .inclusion }.flatMap(\.differences)
      .map { "\($0.path) \($0.kind.rawValue)" }
  }

  private func refusal(_ body: () async throws -> Void) async -> (FindingCode?, Finding.Reason?) {
    do { try await body() } catch {
      let finding = (error as? DaymarkError)?.finding
      return (finding?.code, finding?.facts.reason)
    }
    return (nil, nil)
  }

  private func copyCheckpoint(_ name: String) throws -> String {
    let path = bench.folder.appendingPathComponent(name).path
    try FileManager.default.copyItem(atPath: "\(log)/checkpoint", toPath: path)
    return path
  }

  @Test func `what is attested is sealed once, and each folder says where`() async throws {
    try await bench.run(pipeline)
    try await attest()
    let first = try await seal()
    #expect(first.index == 0 && first.size == 1 && first.sealed == 2 && first.earlier == 0)
    let checkpoint = try copyCheckpoint("first")
    for subject in ["anna", "ben"] {
      #expect(try differences(subject) == [] && differences(subject, in: checkpoint) == [])
    }
    let before = try bench.snapshot(of: log)
    let again = try await seal(nil)
    #expect(again.index == nil && again.size == 1 && again.earlier == 2)
    #expect(try bench.snapshot(of: log) == before)
    let book = try Book(reading: Book.path(besideStore: bench.store))
    #expect(try book.seals(inLog: "club.example/log").map(\.index) == [0])
    #expect(try book.seals(inLog: "other.example/log").isEmpty)
    // The folder is attested and sealed, and nothing but the commitment is left over.
    var means = VerificationMeans()
    (means.trustedKeys, means.log) = ([publicKey], log)
    let verification = try verify(folder, with: means)
    #expect(verification.isSame)
    #expect(verification.subjects[0].notAttested == ["commitment.json"])
  }

  @Test func `the next night leaves what was sealed where it was`() async throws {
    try await bench.run(pipeline)
    try await attest(["anna"])
    try await seal()
    let first = try copyCheckpoint("first")
    let early = try String(contentsOfFile: "\(folder)/anna/inclusion.json", encoding: .utf8)
    try await attest(["ben"])
    let second = try await seal(nil)
    #expect(second.index == 1 && second.sealed == 1 && second.earlier == 1)
    let newest = try copyCheckpoint("second")
    for subject in ["anna", "ben"] {
      #expect(try differences(subject) == [] && differences(subject, in: newest) == [])
    }
    // A checkpoint of another size wants the log.
    #expect(try differences("anna", in: first) == ["$.log.leaves otherSize"])
    // A folder that was sent on the first night holds with both.
    try Data(early.utf8).write(to: URL(fileURLWithPath: "\(folder)/anna/inclusion.json"))
    #expect(try differences("anna", in: first) == [] && differences("anna") == [])
    // The earlier checkpoint is a part of the log, and not of another.
    let grown = try verifyLog(log, earlier: first, trusting: [publicKey])
    #expect(grown.size == 2 && grown.earlier == 1 && !grown.isDifferent)
    let proof = bench.folder.appendingPathComponent("consistency.json")
    _ = try proveConsistency(
      ofLog: log, from: first, trusting: [publicKey], to: proof.path)
    #expect(try !verifyConsistency(proof.path, trusting: [publicKey]).isDifferent)
    #expect(
      await refusal { _ = try verifyConsistency(first, trusting: [publicKey]) }
        == (.sealLogUnsound, .unreadable))
    let text = try String(contentsOf: proof, encoding: .utf8)
    let hash = try #require(text.firstMatch(of: #/[0-9a-f]{64}/#)).output
    try Data(text.replacing(hash, with: String(hash.reversed())).utf8).write(to: proof)
    #expect(try verifyConsistency(proof.path, trusting: [publicKey]).isDifferent)
    let other = try bench.key("other").public
    #expect(
      await refusal { _ = try verifyConsistency(proof.path, trusting: [other]) }
        == (.sealLogUnsound, .untrusted))
    // Another log of the same name and key, which somebody else keeps.
    let elsewhere = try SealTests()
    try await elsewhere.bench.run(elsewhere.pipeline)
    try await elsewhere.attest()
    try await elsewhere.seal(key: key)
    #expect(try verifyLog(elsewhere.log, earlier: first, trusting: [publicKey]).isDifferent)
    #expect(try !verifyLog(log, earlier: log, trusting: [publicKey]).isDifferent)
  }

  @Test func `another attestation is not the one that was sealed`() async throws {
    try await bench.run(pipeline)
    try await attest()
    try await seal()
    let path = "\(folder)/anna/inclusion.json"
    let sealed = try Data(contentsOf: URL(fileURLWithPath: path))
    var other = pipeline
    other.rule = Workbench.rule(atLeast: 9000)
    try await bench.run(other)
    #expect(!FileManager.default.fileExists(atPath: path))
    try await attest()
    #expect(try differences() == ["$ missing"])
    try sealed.write(to: URL(fileURLWithPath: path))
    #expect(try differences() == ["$ uncommitted"])
    // It is sealed in its own right.
    #expect(try await seal(nil).sealed == 2)
    #expect(try differences() == [])
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try differences() == ["$ unreadable"])
  }

  @Test func `a log that is not as it was left is refused, with its reason`() async throws {
    try await bench.run(pipeline)
    try await attest()
    try await seal()
    let entry = URL(fileURLWithPath: "\(log)/tile/entries/000.p/1")
    let good = try Data(contentsOf: entry)
    var bad = good
    bad[10] ^= 1
    try bad.write(to: entry)
    #expect(await refusal { _ = try differences() } == (.sealLogUnsound, .tiles))
    #expect(await refusal { try await seal(nil) } == (.sealLogUnsound, .tiles))
    try good.write(to: entry)
    let other = try bench.key("other")
    #expect(
      await refusal { try await seal(nil, key: other.private) } == (.sealLogUnsound, .untrusted))
    #expect(await refusal { try await seal("other.example/log") } == (.configBadValue, nil))
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: "\(log)/checkpoint"))
    #expect(await refusal { try await seal(nil) } == (.sealLogUnsound, .checkpoint))
  }

  @Test func `a log that is lost is not begun anew without a word`() async throws {
    try await bench.run(pipeline)
    try await attest(["anna"])
    try await seal()
    let early = bench.folder.path + "/log-of-the-first-night"
    try FileManager.default.copyItem(atPath: log, toPath: early)
    try await attest(["ben"])
    try await seal()
    // The log as it was before the last night is sound by itself.
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.copyItem(atPath: early, toPath: log)
    #expect(try !verifyLog(log, earlier: early, trusting: [publicKey]).isDifferent)
    #expect(await refusal { try await seal() } == (.sealLogUnsound, .entry))
    try FileManager.default.removeItem(atPath: log)
    #expect(await refusal { try await seal() } == (.sealLogUnsound, .entry))
    #expect(!FileManager.default.fileExists(atPath: log))
    // A log of another name is another one.
    #expect(try await seal("club.example/second").index == 0)
  }

  @Test func `a checkpoint that witnesses have signed is kept`() async throws {
    try await bench.run(pipeline)
    try await attest(["anna"])
    #expect(try await seal().keptCheckpoint == nil)
    let path = "\(log)/checkpoint"
    let signed =
      try String(contentsOfFile: path, encoding: .utf8) + "\u{2014} witness.example AAAAAAA=\n"
    try Data(signed.utf8).write(to: URL(fileURLWithPath: path))
    try await attest(["ben"])
    #expect(try await seal().keptCheckpoint == "checkpoint.1")
    #expect(try String(contentsOfFile: "\(log)/checkpoint.1", encoding: .utf8) == signed)
    #expect(try !verifyLog(log, earlier: "\(log)/checkpoint.1", trusting: [publicKey]).isDifferent)
    // The new one nobody else has signed.
    try await attest()
    #expect(try await seal(key: nil).keptCheckpoint == nil)
  }

  @Test func `each seal brings every folder to the log's size, whoever made it larger`()
    async throws
  {
    try await bench.run(pipeline)
    try await attest()
    try await seal()
    // A second output folder of the same log.
    let second = try SealTests()
    try await second.bench.run(second.pipeline)
    try await second.attest()
    _ = try await sealAttestations(
      SealRequest(log: log, key: key),
      OutputAccess(outputFolder: second.bench.out, now: Workbench.later))
    #expect(try differences("anna", in: "\(log)/checkpoint") == ["$.log.leaves otherSize"])
    // Nothing is new here.
    let again = try await seal(nil)
    #expect(again.index == nil && again.size == 2 && again.earlier == 2)
    for subject in ["anna", "ben"] {
      #expect(try differences(subject, in: "\(log)/checkpoint") == [])
    }
  }

  @Test func `a subject may be called tile`() async throws {
    var pipeline = pipeline
    pipeline.subjects[0].id = "tile"
    try await bench.run(pipeline)
    try await attest()
    try await seal()
    guard case .outputs = VerifiablePath(folder), case .log = VerifiablePath(log) else {
      Issue.record("one is taken for the other")
      return
    }
    try FileManager.default.removeItem(atPath: "\(log)/checkpoint")
    guard case .log = VerifiablePath(log) else {
      Issue.record("a log without its checkpoint is taken for a challenge")
      return
    }
  }

  @Test func `a new log needs a name, and a key of Ed25519`() async throws {
    try await bench.run(pipeline)
    try await attest()
    for origin in [nil, "", "with space", "plus+"] {
      #expect(await refusal { try await seal(origin) } == (.sealOriginUnstated, nil))
    }
    let path = bench.folder.appendingPathComponent("p256.pem").path
    _ = try await Program(in: bench.folder.path).shell(
      "umask 077; openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out p256.pem")
    #expect(await refusal { try await seal(key: path) } == (.keyUnreadable, .notForLogs))
    #expect(!FileManager.default.fileExists(atPath: log))
  }
}
