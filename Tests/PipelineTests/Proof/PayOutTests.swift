import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A payout rests on final verdicts and decisions, and on nothing else; see Proof, "Pay out".
struct PayOutTests {
  private let bench: Workbench
  /// Ben passes; Anna fails by her third day, and Clara because nobody knows of hers.
  private let pipeline: PipelineConfiguration

  init() throws {
    bench = try Workbench()
    pipeline = try bench.annaAndBen([
      Subject(id: "clara", archives: [try bench.archive("c.xml", steps: [12_000, 12_000])])
    ])
  }

  private var folder: String { bench.out + "/walk-2025" }

  private func request(
    _ stakes: String = "anna,50\nben,30\nclara,20\n",
    _ policy: String = "share: equally\nfee: 10 %\n"
  ) throws -> PayoutRequest {
    let files = bench.folder.path
    try Data("subject,stake,address\n\(stakes.replacing(#/(\d)\n/#) { "\($0.output.1),\n" })".utf8)
      .write(to: URL(fileURLWithPath: "\(files)/stakes.csv"))
    try Data("asset: USDC\n\(policy)".utf8).write(to: URL(fileURLWithPath: "\(files)/payout.yaml"))
    return PayoutRequest(
      folder: folder, stakes: "\(files)/stakes.csv", policy: "\(files)/payout.yaml")
  }

  private func refusals(_ request: PayoutRequest) throws -> [String] {
    try workOutPayout(request).refusals.map {
      "\($0.facts.subject ?? $0.facts.known?.joined(separator: "+") ?? "") \($0.code.rawValue)"
        + ($0.facts.reason.map { " \($0)" } ?? "")
    }
  }

  private func decide(_ subject: String, _ outcome: Outcome) async throws {
    _ = try await decideSubject(
      DecisionRequest(
        challenge: "walk-2025", subject: subject, outcome: outcome, because: "seen", by: "Mara"),
      OutputAccess(outputFolder: bench.out, now: Workbench.later))
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(name)")
  }

  @Test func `each line says on which document it rests`() async throws {
    try await bench.run(pipeline)
    try await decide("clara", .undetermined)
    let summary = try payOut(request())
    #expect(summary.written == ["payout.csv", "payout.json"])
    // 50 are lost: 5 are the operator's, and 45 Ben's. Clara has no answer, and her stake back.
    #expect(
      try bench.text("walk-2025/payout.csv") == """
        subject,address,stake,outcome,rests_on,back,share,total
        anna,,50,fail,verdict.json,0,0,0
        ben,,30,pass,verdict.json,30,45,75
        clara,,20,undetermined,decision.json,20,0,20

        """)
    let document = try JSONValue(parsing: bench.text("walk-2025/payout.json").utf8)
    let ben = document.elements("lines")[1]
    #expect(
      ben["basis"]?.string("sha256")
        == Digest(of: try bench.text("walk-2025/ben/verdict.json").utf8).hex)
    #expect(document.string("fee") == "5" && document.string("pool") == "50")
    #expect(
      document.string("stakesSha256")
        == Digest(of: try Data(contentsOf: bench.folder.appendingPathComponent("stakes.csv"))).hex)
    #expect(try SchemaValidator(DocumentSchema.payout.text).accepts(document))
    // The same again.
    #expect(try payOut(request()).written.isEmpty)
    #expect(try verifyPayout(request()).checks.allSatisfy(\.differences.isEmpty))
  }

  @Test func `a decision takes the place of its verdict`() async throws {
    try await bench.run(pipeline)
    try await decide("anna", .pass)
    let payout = try payOut(request("anna,50\nben,30\n")).payout
    #expect(payout.lines.map(\.basis?.outcome) == [.pass, .pass])
    #expect(payout.lines.map(\.basis?.document) == [.decision, .verdict])
    #expect(payout.lines.map { "\($0.total)" } == ["50", "30"])
    // On another verdict it is asked for again.
    var other = pipeline
    other.rule = Workbench.rule(atLeast: 9001)
    try await bench.run(other)
    #expect(try refusals(request()).contains("anna payout.undecided lapsed"))
  }

  @Test func `nothing is paid while something is open, and everybody is named`() async throws {
    // Before the deadline, so nothing is final.
    try await bench.run(pipeline, asOf: Workbench.deadline.advanced(byMilliseconds: -1))
    #expect(
      try refusals(request("anna,50\nben,30\nemil,5\n")) == [
        "anna payout.verdict_open", "ben payout.verdict_open", "emil payout.verdict_missing",
      ])
    #expect(try payOut(request()).written.isEmpty && !exists("payout.json"))
    try await decide("ben", .pass)
    #expect(try refusals(request("ben,30\n")) == ["ben payout.verdict_open"])
  }

  @Test func `who has no answer holds the payout where the policy says so`() async throws {
    try await bench.run(pipeline)
    try await decide("clara", .undetermined)
    let held = try request("anna,50\nben,30\nclara,20\n", "share: equally\nundetermined: hold\n")
    #expect(try refusals(held) == ["clara payout.held"])
    try await decide("clara", .fail)
    #expect(try workOutPayout(held).payout.lines.map { "\($0.total)" } == ["0", "100", "0"])
  }

  @Test func `flagged data waits for a person`() async throws {
    var pipeline = pipeline
    // More than 100,000 steps a day are flagged.
    pipeline.subjects[1].archives = [
      try bench.archive("d.xml", steps: [120_000, 120_000, 120_000])
    ]
    try await bench.run(pipeline)
    #expect(try refusals(request()) == ["ben payout.undecided flagged"])
    try await decide("ben", .fail)
    #expect(try refusals(request()).isEmpty)
  }

  @Test(arguments: [
    ("0xAbCd", "0xabcd"), ("0XAB", "0xab"), ("bc1qarx", "BC1QARX"), ("xyz", "xyz"),
  ])
  func `two who share an address are not paid, however it is written`(
    anna: String, ben: String
  ) async throws {
    try await bench.run(pipeline)
    let shared = try request("anna,50,\(anna)\nben,30,\(ben)\nclara,20,0xabce\n")
    #expect(try refusals(shared) == ["anna+ben payout.address_shared"])
  }

  @Test func `people who were judged by different rules do not share`() async throws {
    try await bench.run(pipeline)
    let kept = bench.folder.path + "/ben-before"
    try FileManager.default.copyItem(atPath: "\(folder)/ben", toPath: kept)
    var other = pipeline
    other.rule = Workbench.rule(atLeast: 9000)
    try await bench.run(other)
    #expect(try refusals(request()).isEmpty)
    // Each folder is good by itself.
    try FileManager.default.removeItem(atPath: "\(folder)/ben")
    try FileManager.default.copyItem(atPath: kept, toPath: "\(folder)/ben")
    #expect(try refusals(request()) == [" evidence.contradictory"])
    // Nor is a folder paid that has the name of another challenge.
    try FileManager.default.removeItem(atPath: "\(folder)/ben")
    try FileManager.default.moveItem(atPath: folder, toPath: bench.out + "/walk-2026")
    var renamed = try request("anna,50\n")
    renamed.folder = bench.out + "/walk-2026"
    #expect(try refusals(renamed) == [" evidence.contradictory"])
  }

  @Test func `who shares by rank needs a rank`() async throws {
    try await bench.run(pipeline)
    let byRank = try request("anna,50\nben,30\n", "share: byRank\nplaces: [1]\n")
    #expect(try refusals(byRank) == [" payout.rank_missing"])
    // Where nobody passed nobody needs one.
    let lost = try request("anna,50\n", "share: byRank\nplaces: [1]\n")
    #expect(try workOutPayout(lost).payout.lines.map { "\($0.total)" } == ["50"])
  }

  @Test func `an output folder is no challenge, whatever was called off`() async throws {
    try await bench.run(pipeline)
    var off = try request("anna,50\n", "share: equally\ncancelled: true\n")
    off.folder = bench.out
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(bench.out)/run.json"))
    do {
      _ = try payOut(off)
      Issue.record("paid out")
    } catch let error as DaymarkError {
      #expect(error.finding.code == .configBadValue)
      #expect(error.finding.facts.expected == .oneOf([folder]))
    }
    #expect(!FileManager.default.fileExists(atPath: "\(bench.out)/payout.json"))
  }

  @Test func `a challenge that was called off needs no verdict`() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let off = try request("anna,50\nben,30\n", "share: equally\ncancelled: true\n")
    let payout = try payOut(off).payout
    #expect(payout.challenge == "walk-2025" && payout.lines.allSatisfy { $0.basis == nil })
    #expect(payout.lines.map { "\($0.total)" } == ["50", "30"])
  }

  @Test func `evidence that contradicts itself, or is of somebody else, is refused`() async throws {
    try await bench.run(pipeline)
    let verdict = try bench.text("walk-2025/anna/verdict.json")
    try Data(verdict.replacing("\"fail\"", with: "\"pass\"").utf8)
      .write(to: URL(fileURLWithPath: "\(folder)/anna/verdict.json"))
    #expect(try refusals(request()) == [" evidence.contradictory"])
    try FileManager.default.removeItem(atPath: "\(folder)/anna")
    try FileManager.default.copyItem(atPath: "\(folder)/ben", toPath: "\(folder)/anna")
    #expect(try refusals(request()) == [" evidence.contradictory"])
  }

  @Test func `another amount, stake or answer is found by working it out again`() async throws {
    try await bench.run(pipeline)
    _ = try payOut(request())
    let share = "\"share\":\"63\""
    let url = URL(fileURLWithPath: "\(folder)/payout.json")
    let good = try Data(contentsOf: url)
    let text = String(decoding: good, as: UTF8.self)
    for (old, new) in [(share, "\"share\":\"64\""), ("\"fail\"", "\"pass\""), ("ben", "eva")] {
      try Data(text.replacing(old, with: new).utf8).write(to: url)
      #expect(try verifyPayout(request()).checks.contains { !$0.differences.isEmpty }, "\(old)")
    }
    try good.write(to: url)
    #expect(
      try verifyPayout(request("anna,51\nben,30\nclara,20\n")).checks.allSatisfy {
        !$0.differences.isEmpty
      })
    try await decide("anna", .pass)
    #expect(try verifyPayout(request()).checks.allSatisfy { !$0.differences.isEmpty })
    try FileManager.default.removeItem(at: url)
    #expect(
      try verifyPayout(request()).checks.flatMap(\.differences).map(\.kind).first == .missing)
  }

  // MARK: Attestation

  @Test func `a payout is attested with the challenge, and every change of it is seen`()
    async throws
  {
    let (key, publicKey) = try bench.key("key")
    try await bench.run(pipeline)
    #expect(try await bench.attest(folder, key: key).attestsPayout == nil)
    _ = try payOut(request())
    var means = VerificationMeans()
    means.trustedKeys = [publicKey]
    func differences() throws -> [String] {
      try verify(folder, with: means).checks.filter { $0.item == .payoutAttestation }
        .flatMap(\.differences).map { "\($0.path) \($0.kind.rawValue)" }
    }
    #expect(try differences() == ["$ missing"])
    #expect(try await bench.attest(folder, key: key).attestsPayout == true)
    #expect(try await bench.attest(folder, key: key).attestsPayout == false)
    #expect(try differences() == [])
    let verification = try verify(folder, with: means)
    #expect(verification.isSame && verification.otherFiles.isEmpty)
    #expect(try verification.payoutAttestedBy == describeKey(at: publicKey).id)
    let table = URL(fileURLWithPath: "\(folder)/payout.csv")
    let good = try Data(contentsOf: table)
    try Data(String(decoding: good, as: UTF8.self).replacing("93", with: "94").utf8).write(
      to: table)
    #expect(try differences() == ["payout.csv content"])
    #expect(
      try verify(folder, with: means).checks.filter { $0.item == .payoutTable }
        .flatMap(\.differences).map(\.kind) == [.content])
    let summary = try await bench.attest(folder, key: key)
    #expect(summary.attestsPayout == nil && summary.findings.map(\.code) == [.documentEdited])
    try good.write(to: table)
    // An attestation of a subject is none of a payout.
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/ben/attestation.dsse.json"))
      .write(to: URL(fileURLWithPath: "\(folder)/payout.dsse.json"))
    #expect(try differences() == ["$ predicateType"])
    // Another payout removes what was signed of the former.
    let other = try payOut(request("anna,60\nben,30\nclara,20\n"))
    #expect(other.removed == ["payout.dsse.json"] && !exists("payout.dsse.json"))
  }

  /// The differences of the challenge's own files, as `item path kind`.
  private func differences(trusting publicKey: String?) throws -> [String] {
    var means = VerificationMeans()
    means.trustedKeys = [publicKey].compactMap(\.self)
    return try verify(folder, with: means).checks.flatMap { check in
      check.differences.map { "\(check.item.rawValue) \($0.path) \($0.kind.rawValue)" }
    }
  }

  @Test func `a payout of another challenge is none of this one`() async throws {
    let (key, publicKey) = try bench.key("key")
    var other = pipeline
    other.challenge.id = "other-2025"
    for pipeline in [pipeline, other] { try await bench.run(pipeline) }
    let otherFolder = bench.out + "/other-2025"
    for folder in [folder, otherFolder] {
      var request = try request()
      request.folder = folder
      _ = try payOut(request)
      #expect(try await bench.attest(folder, key: key).attestsPayout == true)
    }
    #expect(try differences(trusting: publicKey) == [])
    for name in ["payout.csv", "payout.json", "payout.dsse.json"] {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      try FileManager.default.copyItem(
        atPath: "\(otherFolder)/\(name)", toPath: "\(folder)/\(name)")
    }
    #expect(try differences(trusting: publicKey) == ["payout.json $.challenge content"])
    #expect(try differences(trusting: nil) == ["payout.json $.challenge content"])
    let summary = try await bench.attest(folder, key: key)
    #expect(summary.attestsPayout == nil && summary.findings.map(\.facts.reason) == [.unfounded])
  }

  @Test func `what was decided since ends a payout's attestation, and it is not signed again`()
    async throws
  {
    let (key, publicKey) = try bench.key("key")
    try await bench.run(pipeline)
    _ = try payOut(request())
    _ = try await bench.attest(folder, key: key)
    let signed = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/payout.dsse.json"))
    let summary = try await decideSubject(
      DecisionRequest(
        challenge: "walk-2025", subject: "ben", outcome: .fail, because: "seen", by: "Mara"),
      OutputAccess(outputFolder: bench.out, now: Workbench.later))
    #expect(summary.removed.contains("walk-2025/payout.dsse.json") && !exists("payout.dsse.json"))
    let again = try await bench.attest(folder, key: key)
    #expect(again.attestsPayout == nil && again.findings.map(\.code) == [.documentEdited])
    #expect(!exists("payout.dsse.json"))
    // Nor does the former attestation hold where somebody puts it back.
    try signed.write(to: URL(fileURLWithPath: "\(folder)/payout.dsse.json"))
    #expect(try differences(trusting: publicKey) == ["payout.json $.lines[1].basis content"])
    #expect(try payOut(request()).removed == ["payout.dsse.json"])
    #expect(try await bench.attest(folder, key: key).attestsPayout == true)
    #expect(try differences(trusting: publicKey) == [])
  }

  @Test func `a run that gives another verdict ends a payout's attestation`() async throws {
    let (key, publicKey) = try bench.key("key")
    try await bench.run(pipeline)
    _ = try payOut(request())
    _ = try await bench.attest(folder, key: key)
    // The same again changes nothing.
    try await bench.run(pipeline)
    #expect(try exists("payout.dsse.json") && differences(trusting: publicKey) == [])
    var other = pipeline
    other.rule = Workbench.rule(atLeast: 9000)
    let summary = try await bench.run(other)
    let removed = summary.subjects.flatMap(\.findings).filter {
      $0.code == .attestationRemoved && $0.location?.file == "\(folder)/payout.dsse.json"
    }
    #expect(removed.count == 1 && !exists("payout.dsse.json") && exists("payout.json"))
  }

  @Test func `a payout is sealed as evidence is`() async throws {
    let (key, publicKey) = try bench.key("key")
    try await bench.run(pipeline)
    _ = try payOut(request())
    _ = try await bench.attest(folder, key: key)
    let log = bench.folder.path + "/log"
    let sealed = try await sealAttestations(
      SealRequest(log: log, key: key, origin: "club.example/log"),
      OutputAccess(outputFolder: bench.out, now: Workbench.later))
    #expect(sealed.sealed == 4 && exists("payout.inclusion.json"))
    var means = VerificationMeans()
    (means.trustedKeys, means.log) = ([publicKey], log)
    func differences() throws -> [DocumentDifference] {
      try verify(folder, with: means).checks.filter { $0.item == .payoutInclusion }
        .flatMap(\.differences)
    }
    let verification = try verify(folder, with: means)
    #expect(verification.isSame && verification.otherFiles.isEmpty)
    // Another payout was not sealed.
    let other = try payOut(request("anna,60\nben,30\nclara,20\n"))
    #expect(other.removed == ["payout.dsse.json", "payout.inclusion.json"])
    _ = try await bench.attest(folder, key: key)
    #expect(try differences().map(\.kind) == [.missing])
  }

  @Test func `a forged payout is not signed, however well its files agree`() async throws {
    let (key, _) = try bench.key("key")
    try await bench.run(pipeline)
    let good = try payOut(request()).payout
    /// Whether the payout is signed.
    func isSigned(_ change: (inout Payout) -> Void) async throws -> Bool {
      var payout = good
      change(&payout)
      try Data(Members<Payout>.payout.kind.bytes(payout)).write(
        to: URL(fileURLWithPath: "\(folder)/payout.json"))
      try Data(payoutTable(payout).utf8).write(to: URL(fileURLWithPath: "\(folder)/payout.csv"))
      return try await bench.attest(folder, key: key).attestsPayout != nil
    }
    // Who failed is said to have passed, and everybody has more than was staked.
    #expect(
      try await !isSigned {
        $0.lines[0].basis?.outcome = .pass
        $0.lines[0].back = AtomicAmount(50)
        $0.pool = AtomicAmount(20)
      })
    #expect(try await !isSigned { $0.lines[1].share = AtomicAmount(1_000_000) })
    #expect(try await !isSigned { $0.lines[1].basis?.digest = .ofNothing })
    #expect(try await !isSigned { $0.lines[1].basis?.rank = 1 })
    #expect(try await !isSigned { $0.challenge = "walk-2026" })
    #expect(!exists("payout.dsse.json"))
    #expect(try await isSigned { _ in })
  }

  @Test func `a payout that names somebody goes when they are forgotten`() async throws {
    try await bench.run(pipeline)
    _ = try payOut(request())
    let summary = try await forgetSubject(
      "anna", of: "walk-2025", OutputAccess(outputFolder: bench.out, now: Workbench.later))
    #expect(summary.removed.contains("walk-2025/payout.json"))
    #expect(!exists("payout.json") && !exists("payout.csv"))
  }
}
