import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation
import Testing

/// A subject's folder checked for what somebody changed in it.
struct VerifyFolderTests {
  private let folder: PublishedFolder

  init() throws { folder = try PublishedFolder() }

  /// With what lies in them and is compared with the figures beside it.
  private static let files: [VerifiedItem] = [
    .evidenceDocument, .quality, .evidenceDigest, .verdictDocument, .explanation, .records, .body,
    .headers,
  ]

  // MARK: What is checked with what

  @Test func `with archives and pipeline little is taken on trust`() async throws {
    let result = try folder.verification(try await folder.run())
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
    try await folder.run()
    let result = try folder.verification(VerificationMeans())
    #expect(differences(result) == [])
    #expect(items(result, with: .files) == Self.files)
    #expect(result.checks.count == Self.files.count)
    #expect(
      result.trusted
        == Set(VerifiedItem.allCases).subtracting(Self.files).union([.quality, .explanation])
        .subtracting([
          .decision, .folder, .verdictTable, .leaderboardDocument, .leaderboardTable, .receivedAt,
          .setAside, .complete, .history, .daysFromNames, .operatorFiles, .attestation,
          .disclosure, .inclusion, .payout, .payoutTable, .payoutAttestation, .payoutInclusion,
        ]))
  }

  @Test func `a pipeline without its subjects leaves them on trust`() async throws {
    var means = try await folder.run()
    means.pipeline?.subjects = []
    let result = try folder.verification(means)
    #expect(differences(result) == [])
    #expect(result.trusted == [.asOf, .sharing, .subject, .zone, .address])
  }

  @Test func `an instant that the pipeline states is checked`() async throws {
    var means = try await folder.run { $0.asOf = Workbench.later }
    #expect(try folder.verification(means).trusted == [.sharing])
    means.pipeline?.asOf = Instant(seconds: 1_760_000_001)
    #expect(
      differences(try folder.verification(means)) == ["asOf with pipeline: $.verdict.asOf content"])
  }

  // MARK: Edits

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
    let means = try await folder.run()
    let limits = try #require(means.pipeline).limits.identity.name
    let old = old.replacing(#""name":"daymark""#, with: #""limits":{"name":"\#(limits)""#)
    let new = new.replacing(#""name":"walkmark""#, with: #""limits":{"name":"walkmark""#)
    try folder.change("evidence.json", old, new)
    // What both have is edited in both.
    if try folder.bench.text("walk-2025/anna/verdict.json").contains(old) {
      try folder.change("verdict.json", old, new)
    }
    try folder.mendDigest()
    let found = differences(try folder.verification(means))
    #expect(found.contains(difference), "\(found)")
    // Without the pipeline nobody can tell.
    let alone = try folder.verification(VerificationMeans())
    #expect(!differences(alone).contains { $0.contains("pipeline") })
  }

  @Test func `a time of receipt that was edited or taken away is not the pipeline's`() async throws
  {
    let received = try #require(Instant(rfc3339: "2025-09-09T00:00:00Z"))
    let means = try await folder.run { pipeline in
      let archive = pipeline.subjects[0].archives[0]
      pipeline.subjects[0].receivedAt = [archive: received]
    }
    #expect(differences(try folder.verification(means)) == [])
    #expect(try folder.verification(VerificationMeans()).trusted.contains(.receivedAt))
    let difference = "receivedAt with pipeline: $.inputs content"
    try folder.change("evidence.json", "2025-09-09T00:00:00Z", "2025-09-08T00:00:00Z")
    #expect(differences(try folder.verification(means)).contains(difference))
    try folder.change("evidence.json", #""receivedAt":"2025-09-08T00:00:00Z","#, "")
    #expect(differences(try folder.verification(means)).contains(difference))
  }

  @Test func `an easier rule is not the pipeline's`() async throws {
    var means = try await folder.run()
    means.pipeline?.rule = Workbench.rule(atLeast: 12_000)
    let found = differences(try folder.verification(means))
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
    try await folder.run()
    try folder.change(file, old, new)
    let found = differences(try folder.verification(VerificationMeans()))
    #expect(found.contains("\(item) with files: \(path) content"), "\(found)")
    // Headers hold length and digest of the body.
    #expect(found.filter { !$0.hasPrefix("explanation") }.count == 1, "\(found)")
  }

  @Test func `figures that were edited everywhere are found by the archives alone`() async throws {
    let means = try await folder.run()
    let digest = try #require(
      try folder.bench.text("walk-2025/anna/evidence.json").firstMatch(
        of: #/"aggregatesSha256":"(\w+)"/#)?.output.1)
    for file in ["evidence.json", "records.json", "verdict.json"] {
      try folder.change(file, "11000", "19000")
    }
    let found = differences(try folder.verification(VerificationMeans()))
    #expect(found.contains("evidenceDocument with files: $.verdict.aggregatesSha256 content"))
    let arrays = try JSONValue(parsing: folder.bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .object(let members) = arrays else { return }
    let mended = Digest(
      of: JSONValue.object(members.filter { $0.key.hasPrefix("daily") }).canonicalBytes())
    for file in ["evidence.json", "verdict.json"] {
      try folder.change(file, String(digest), mended.hex)
    }
    try folder.mendDigest()
    try FileManager.default.removeItem(atPath: "\(folder.path)/body.multipart")
    try FileManager.default.removeItem(atPath: "\(folder.path)/headers.txt")
    #expect(differences(try folder.verification(VerificationMeans())) == [])
    let withArchives = try folder.verification(VerificationMeans(archives: means.archives))
    #expect(
      differences(withArchives) == [
        "dailyFigures with archives: $.dailySteps[1].steps content",
        "quality with archives: $.quality[2].naive content",
        "verdict with archives: $.verdict.aggregatesSha256 content",
        "explanation with archives: $.explanation.days[1].value content",
        "exerciseMinutes with archives: $[3].steps content",
      ])
  }

  @Test func `minutes of exercise and the explanation are checked with the archives`() async throws
  {
    let means = try await folder.run()
    try folder.change("records.json", #""exercise_minutes":30"#, #""exercise_minutes":90"#)
    try folder.change("verdict.json", #""explanation":{"actual":3"#, #""explanation":{"actual":4"#)
    let alone = try folder.verification(VerificationMeans())
    // The body still has the minutes that the archive gives.
    #expect(
      differences(alone) == [
        "explanation with files: $.explanation.actual content", "body with files: json content",
        "headers with files: $ content",
      ])
    #expect(
      differences(try folder.verification(VerificationMeans(archives: means.archives))) == [
        "explanation with files: $.explanation.actual content", "body with files: json content",
        "headers with files: $ content",
        "explanation with archives: $.explanation.actual content",
        "exerciseMinutes with archives: $[0].exercise_minutes content",
      ])
  }

  @Test func `a body for another address or challenge is not the pipeline's`() async throws {
    let other = anAddress.replacing("aa", with: "bb")
    let means = try await folder.run {
      $0.subjects[0].address = other
      $0.intake?.challengeID = "43"
    }
    var published = means
    published.pipeline?.subjects[0].address = anAddress
    published.pipeline?.intake = anIntake
    #expect(differences(try folder.verification(means)) == [])
    #expect(
      differences(try folder.verification(published)) == [
        "intake with pipeline: challengeId content", "address with pipeline: subject content",
      ])
    published.pipeline?.intake = nil
    #expect(
      differences(try folder.verification(published)) == ["intake with pipeline: $ unexpected"])
  }
}
