import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// A subject's folder checked for what somebody changed in it.
struct VerifyFolderTests {
  private let bench: Workbench
  private let folder: String

  init() throws {
    bench = try Workbench()
    folder = bench.out + "/walk-2025/anna"
  }

  /// A pass with records, body and headers, and exercise time that only the archive has whole.
  @discardableResult
  private func run(_ change: (inout PipelineConfiguration) -> Void = { _ in }) async throws
    -> VerificationMeans
  {
    var export = Workbench.export([10_000, 11_000, 12_000])
    export.records += ["2025-09-01", "2025-09-02"].map { day in
      HealthRecord(
        .exerciseTime, "30", by: .watch(), .text("\(day) 12:00:00 +0200"),
        .text("\(day) 12:30:00 +0200"))
    }
    let archive = try bench.archive("a.xml", export)
    var pipeline = try bench.pipeline(
      [
        Subject(
          id: "anna", address: anAddress, zone: Zone(name: "Europe/Berlin"), archives: [archive])
      ],
      intake: anIntake)
    pipeline.challenge.proofDeadline = Instant(rfc3339: "2025-09-10T00:00:00Z")
    change(&pipeline)
    try await bench.run(pipeline)
    return VerificationMeans(archives: [archive], pipeline: pipeline)
  }

  private func verification(_ means: VerificationMeans) throws -> SubjectVerification {
    let subjects = try verify(folder, with: means).subjects
    return try #require(subjects.first)
  }

  private func change(_ file: String, _ old: String, _ new: String) throws {
    let text = try bench.text("walk-2025/anna/\(file)")
    #expect(text.contains(old), "\(file)")
    try write(file, Array(text.replacingOccurrences(of: old, with: new).utf8))
  }

  private func write(_ file: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
  }

  /// What differs, as `item with standard: path kind`.
  private func differences(_ result: SubjectVerification) -> [String] {
    result.checks.flatMap { check in
      check.differences.map { "\(check.item) with \(check.standard): \($0.path) \($0.kind)" }
    }
  }

  private func items(
    _ result: SubjectVerification, with standard: VerificationCheck.Standard
  ) -> [VerifiedItem] {
    result.checks.filter { $0.standard == standard }.map(\.item)
  }

  private static let files: [VerifiedItem] = [
    .evidenceDocument, .evidenceDigest, .verdictDocument, .records, .body, .headers,
  ]

  // MARK: What is checked with what

  @Test func `with archives and pipeline little is taken on trust`() async throws {
    let result = try verification(try await run())
    #expect(differences(result) == [])
    #expect(items(result, with: .files) == Self.files)
    #expect(
      items(result, with: .archives) == [
        .inputs, .sources, .dailyFigures, .sessions, .quality, .verdict, .explanation,
        .exerciseMinutes,
      ])
    #expect(
      items(result, with: .pipeline) == [
        .subject, .challenge, .deadline, .zone, .policy, .rule, .limits, .intake, .address,
      ])
    #expect(result.trusted == [.asOf, .sharing])
  }

  @Test func `without archives and pipeline the files are checked against each other`() async throws
  {
    try await run()
    let result = try verification(VerificationMeans())
    #expect(differences(result) == [])
    #expect(items(result, with: .files) == Self.files)
    #expect(result.checks.count == Self.files.count)
    #expect(
      result.trusted
        == Set(VerifiedItem.allCases).subtracting(Self.files).subtracting([
          .folder, .verdictTable, .leaderboardDocument, .leaderboardTable, .receivedAt,
          .daysFromNames, .operatorFiles,
        ]))
  }

  @Test func `a pipeline without its subjects leaves them on trust`() async throws {
    var means = try await run()
    means.pipeline?.subjects = []
    let result = try verification(means)
    #expect(differences(result) == [])
    #expect(result.trusted == [.asOf, .sharing, .subject, .zone, .address])
  }

  @Test func `an instant that the pipeline states is checked`() async throws {
    var means = try await run { $0.asOf = Workbench.later }
    #expect(try verification(means).trusted == [.sharing])
    means.pipeline?.asOf = Instant(seconds: 1_760_000_001)
    #expect(
      differences(try verification(means)) == ["asOf with pipeline: $.verdict.asOf content"])
  }

  // MARK: Edits

  /// Whoever edits the evidence mends its digest, too.
  @Test(arguments: [
    (#""subject":"anna""#, #""subject":"emil""#, "subject with pipeline: $.subject unexpected"),
    (
      "2025-09-10T00:00:00Z", "2025-12-10T00:00:00Z",
      "deadline with pipeline: $.challenge.proofDeadline content"
    ),
    ("Europe/Berlin", "Europe/Paris", "zone with pipeline: $.zone.id content"),
    (#""exclude""#, #""include""#, "policy with pipeline: $.policy.manualEntries content"),
    (
      #""method":"subject""#, #""method":"challenge""#,
      "zone with pipeline: $.zone.method content"
    ),
    (#""title":"Walk""#, #""title":"Run""#, "challenge with pipeline: $.challenge.title content"),
    (
      #""to":"2025-09-03""#, #""to":"2025-09-04""#,
      "challenge with pipeline: $.challenge.to content"
    ),
    (
      #""name":"daymark""#, #""name":"walkmark""#,
      "limits with pipeline: $.verdict.quality.limits.name content"
    ),
  ])
  func `what the pipeline decides is found where it was edited`(
    old: String, new: String, difference: String
  ) async throws {
    let means = try await run()
    let limits = try #require(means.pipeline).limits.identity.name
    let old = old.replacing(#""name":"daymark""#, with: #""limits":{"name":"\#(limits)""#)
    let new = new.replacing(#""name":"walkmark""#, with: #""limits":{"name":"walkmark""#)
    try change("evidence.json", old, new)
    // What both have is edited in both.
    if try bench.text("walk-2025/anna/verdict.json").contains(old) {
      try change("verdict.json", old, new)
    }
    try mendDigest()
    let found = differences(try verification(means))
    #expect(found.contains(difference), "\(found)")
    // Without the pipeline nobody can tell.
    let alone = try verification(VerificationMeans())
    #expect(!differences(alone).contains { $0.contains("pipeline") })
  }

  private func mendDigest() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/evidence.json"))
    try write("evidence.sha256", Array("\(Digest(of: bytes).hex)  evidence.json\n".utf8))
  }

  @Test func `a time of receipt that was edited or taken away is not the pipeline's`() async throws
  {
    let received = try #require(Instant(rfc3339: "2025-09-09T00:00:00Z"))
    let means = try await run { pipeline in
      let archive = pipeline.subjects[0].archives[0]
      pipeline.subjects[0].receivedAt = [archive: received]
    }
    #expect(differences(try verification(means)) == [])
    #expect(try verification(VerificationMeans()).trusted.contains(.receivedAt))
    let difference = "receivedAt with pipeline: $.inputs content"
    try change("evidence.json", "2025-09-09T00:00:00Z", "2025-09-08T00:00:00Z")
    #expect(differences(try verification(means)).contains(difference))
    try change("evidence.json", #""receivedAt":"2025-09-08T00:00:00Z","#, "")
    #expect(differences(try verification(means)).contains(difference))
  }

  @Test func `an easier rule is not the pipeline's`() async throws {
    var means = try await run()
    means.pipeline?.rule = Workbench.rule(atLeast: 12_000)
    let found = differences(try verification(means))
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("rule with pipeline: $.verdict.rule.definition"), "\(found)")
  }

  @Test(arguments: [
    ("verdict.json", "verdictDocument", #""outcome":"pass""#, #""outcome":"fail""#, "$.outcome"),
    ("verdict.json", "verdictDocument", #""subject":"anna""#, #""subject":"ben""#, "$.subject"),
    ("records.json", "records", #""steps":11000"#, #""steps":11001"#, "$[3].steps"),
    ("body.multipart", "body", #""steps":11000"#, #""steps":11001"#, "json"),
    ("headers.txt", "headers", "Content-Length: ", "Content-Length: 1", "$"),
    ("evidence.sha256", "evidenceDigest", "  evidence", "  Evidence", "$"),
  ])
  func `a file that was edited does not go with the evidence`(
    file: String, item: String, old: String, new: String, path: String
  ) async throws {
    try await run()
    try change(file, old, new)
    let found = differences(try verification(VerificationMeans()))
    #expect(found.contains("\(item) with files: \(path) content"), "\(found)")
    // Headers hold length and digest of the body.
    #expect(found.count == 1, "\(found)")
  }

  @Test func `figures that were edited everywhere are found by the archives alone`() async throws {
    let means = try await run()
    let digest = try #require(
      try bench.text("walk-2025/anna/evidence.json").firstMatch(
        of: #/"aggregatesSha256":"(\w+)"/#)?.output.1)
    for file in ["evidence.json", "records.json"] { try change(file, "11000", "19000") }
    let found = differences(try verification(VerificationMeans()))
    #expect(found.contains("evidenceDocument with files: $.verdict.aggregatesSha256 content"))
    let arrays = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .object(let members) = arrays else { return }
    let mended = Digest(
      of: JSONValue.object(members.filter { $0.key.hasPrefix("daily") }).canonicalBytes())
    for file in ["evidence.json", "verdict.json"] { try change(file, String(digest), mended.hex) }
    try mendDigest()
    try FileManager.default.removeItem(atPath: "\(folder)/body.multipart")
    try FileManager.default.removeItem(atPath: "\(folder)/headers.txt")
    #expect(differences(try verification(VerificationMeans())) == [])
    let withArchives = try verification(VerificationMeans(archives: means.archives))
    #expect(
      differences(withArchives) == [
        "dailyFigures with archives: $.dailySteps[1].steps content",
        "quality with archives: $.quality[2].naive content",
        "verdict with archives: $.verdict.aggregatesSha256 content",
        "exerciseMinutes with archives: $[3].steps content",
      ])
  }

  @Test func `minutes of exercise and the explanation are checked with the archives`() async throws
  {
    let means = try await run()
    try change("records.json", #""exercise_minutes":30"#, #""exercise_minutes":90"#)
    try change("verdict.json", #""explanation":{"actual":3"#, #""explanation":{"actual":4"#)
    let alone = try verification(VerificationMeans())
    // The body still has the minutes that the archive gives.
    #expect(
      differences(alone) == ["body with files: json content", "headers with files: $ content"])
    #expect(
      differences(try verification(VerificationMeans(archives: means.archives))) == [
        "body with files: json content", "headers with files: $ content",
        "explanation with archives: $.explanation.actual content",
        "exerciseMinutes with archives: $[0].exercise_minutes content",
      ])
  }

  @Test func `a body for another address or challenge is not the pipeline's`() async throws {
    let other = anAddress.replacing("aa", with: "bb")
    let means = try await run {
      $0.subjects[0].address = other
      $0.intake?.challengeID = "43"
    }
    var published = means
    published.pipeline?.subjects[0].address = anAddress
    published.pipeline?.intake = anIntake
    #expect(differences(try verification(means)) == [])
    #expect(
      differences(try verification(published)) == [
        "intake with pipeline: challengeId content", "address with pipeline: subject content",
      ])
    published.pipeline?.intake = nil
    #expect(
      differences(try verification(published)) == ["intake with pipeline: $ unexpected"])
  }

  // MARK: Hostile folders

  @Test func `a file that is gone is missing, one that is no file cannot be read`() async throws {
    let means = try await run()
    let files = FileManager.default
    for file in ["verdict.json", "evidence.sha256"] {
      try files.removeItem(atPath: "\(folder)/\(file)")
    }
    try files.createSymbolicLink(
      atPath: "\(folder)/verdict.json", withDestinationPath: "/dev/zero")
    try files.removeItem(atPath: "\(folder)/body.multipart")
    try files.removeItem(atPath: "\(folder)/headers.txt")
    #expect(mkfifo("\(folder)/headers.txt", 0o600) == 0)
    try write("notes.txt", [0x41])
    let result = try verification(means)
    #expect(
      differences(result) == [
        "evidenceDigest with files: $ missing", "verdictDocument with files: $ unreadable",
        "body with files: $ missing", "headers with files: $ unreadable",
      ])
    #expect(result.otherFiles == ["notes.txt"])
  }

  @Test func `cut, wild and foreign files differ and break nothing`() async throws {
    let means = try await run()
    for file in ["verdict.json", "records.json", "body.multipart", "headers.txt"] {
      let path = "\(folder)/\(file)"
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let deep = Array(String(repeating: "[", count: 100_000).utf8)
      let number =
        Array(#"[{"type":"exercise_time","activity_id":"x:2025-09-01","#.utf8)
        + Array(#""exercise_minutes":1e308,"user_id":7}]"#.utf8)
      let boundary = Array(("--daymark" + String(repeating: "-", count: 32) + "\r\n").utf8)
      let variants = [
        [], Array(whole.dropLast()), Array(whole.prefix(whole.count / 2)), [0xFF, 0xFE], deep,
        number, Array("1e999".utf8), boundary, whole + whole,
      ]
      for variant in variants {
        try write(file, variant)
        #expect(!(try verification(means)).isSame, "\(file) \(variant.count)")
        #expect(!(try verification(VerificationMeans())).isSame, "\(file) \(variant.count)")
      }
      try write(file, whole)
    }
    #expect(try verification(means).isSame)
  }

  @Test func `any other byte is found`() async throws {
    let means = try await run { $0.asOf = Workbench.later }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let path = "\(folder)/\(file)"
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      for seed in Sweep.over(0..<120, step: 7) {
        let changed = mutated(whole, seed: UInt64(seed))
        guard changed != whole else { continue }
        try write(file, changed)
        #expect((try? verification(means))?.isSame != true, "\(file), seed \(seed)")
        _ = try? verification(VerificationMeans())
        guard file == "evidence.json" else { continue }
        // Whoever edits the evidence mends its digest, or sends it alone.
        let document = try? verifyEvidence(at: path, with: means)
        #expect(document?.isSame != true, "seed \(seed)")
      }
      try write(file, whole)
    }
  }

  @Test func `keys given twice and foreign members are not canonical`() async throws {
    try await run()
    try change("evidence.json", #""subject":"anna""#, #""subject":"ben","subject":"anna""#)
    try mendDigest()
    let found = differences(try verification(VerificationMeans()))
    #expect(found.contains("evidenceDocument with files: $ encoding"), "\(found)")
  }

  @Test func `an evidence document that cannot be read is an error`() async throws {
    let means = try await run()
    let path = "\(folder)/evidence.json"
    let text = try bench.text("walk-2025/anna/evidence.json")
    for (changed, code) in [
      (text.dropLast().description, FindingCode.evidenceUnreadable),
      (text.replacing("evidence@3", with: "evidence@4"), .evidenceUnreadable),
      (text.replacing(#""from":"2025-09-01""#, with: #""from":1e400"#), .evidenceUnreadable),
      (text.replacing(#""to":"2025-09-03""#, with: #""to":"9999-09-03""#), .evidenceUnreadable),
    ] {
      try write("evidence.json", Array(changed.utf8))
      let error = #expect(throws: DaymarkError.self) { try verification(means) }
      #expect(error?.finding.code == code)
    }
    try FileManager.default.removeItem(atPath: path)
    var error = #expect(throws: DaymarkError.self) { try verification(means) }
    #expect(error?.finding.code == .fileMissing)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    error = #expect(throws: DaymarkError.self) { try verification(means) }
    #expect(error?.finding.code == .fileUnreadable)
  }

  // MARK: Older documents

  @Test func `a document without strength training may be of the version before`() async throws {
    let means = try await run()
    try change("evidence.json", "daymark/evidence@3", "daymark/evidence@2")
    try mendDigest()
    let result = try verification(means)
    #expect(differences(result) == [])
    #expect(!result.hasOlderVerdict)
    try change("evidence.json", #""naive":11000"#, #""naive":11001"#)
    try mendDigest()
    #expect(
      differences(try verification(means)) == ["quality with archives: $.quality[2].naive content"])
  }

  @Test func `of an older document the figures are checked, and not the verdict`() async throws {
    let means = try await run()
    try change("evidence.json", "daymark/evidence@3", "daymark/evidence@1")
    try change("verdict.json", "daymark/verdict@2", "daymark/verdict@1")
    try change("evidence.json", #""lateInputs":"setAside","#, "")
    for file in ["evidence.json", "verdict.json"] {
      try change(file, #""outcome":"pass""#, #""outcome":"fail""#)
    }
    try mendDigest()
    let result = try verification(means)
    #expect(differences(result) == [])
    #expect(result.hasOlderVerdict)
    #expect(result.trusted == [.asOf, .explanation, .sharing, .verdict])
    try change("evidence.json", #""naive":11000"#, #""naive":11001"#)
    try mendDigest()
    #expect(
      differences(try verification(means)) == ["quality with archives: $.quality[2].naive content"])
  }
}
