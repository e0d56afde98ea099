import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkEmit

struct IntakeDocumentsTests {
  private static let intake = Intake(
    profile: .lightchallenge, challengeID: "42",
    modelHash: "0x" + String(repeating: "1f", count: 32), evidenceToken: "token-1",
    evidenceExpires: "1759276800000")

  /// The fields of a body, read with the boundary that its headers state.
  private func fields(_ documents: IntakeDocuments) throws -> [MultipartField] {
    let headers = String(decoding: try required(documents.headers), as: UTF8.self)
    let first = try required(headers.split(separator: "\n").first)
    let boundary = try required(first.split(separator: "boundary=").last)
    return try required(readMultipart(try required(documents.body), boundary: String(boundary)))
  }

  @Test func `fields stand in their order, with the records last`() throws {
    let evidence = try SampleEvidence.full()
    let documents = intakeDocuments(evidence, intake: Self.intake)
    #expect(documents.findings.isEmpty)
    let records = lightChallengeRecords(evidence).canonicalBytes()
    #expect(documents.records == records)
    let sent = try fields(documents)
    #expect(
      sent.map(\.name) == [
        "modelHash", "challengeId", "subject", "provider", "evidenceToken", "evidenceExpires",
        "json",
      ])
    #expect(
      sent.dropLast().map { String(decoding: $0.value, as: UTF8.self) } == [
        "0x1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f", "42",
        SampleEvidence.address, "apple", "token-1", "1759276800000",
      ])
    #expect(sent.last?.value == records)
  }

  @Test func `headers state the exact length`() throws {
    let documents = intakeDocuments(try SampleEvidence.full(), intake: Self.intake)
    let headers = String(decoding: try required(documents.headers), as: UTF8.self)
    let lines = headers.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines[3].isEmpty)
    #expect(lines[0].hasPrefix("Content-Type: multipart/form-data; boundary=daymark"))
    #expect(lines[1] == "Content-Length: \(try required(documents.body).count)")
    #expect(!headers.contains("\r"))
  }

  @Test func `token is left out when there is none`() throws {
    var intake = Self.intake
    intake.evidenceToken = nil
    intake.evidenceExpires = nil
    let sent = try fields(intakeDocuments(try SampleEvidence.full(), intake: intake))
    #expect(sent.map(\.name) == ["modelHash", "challengeId", "subject", "provider", "json"])
  }

  @Test func `the daymark profile sends the evidence in ASCII`() throws {
    var evidence = try SampleEvidence.full()
    evidence.inputs[0].format = "garmin-export"
    evidence.inputs[1].format = "garmin-export"
    var intake = Self.intake
    intake.profile = .daymark
    let documents = intakeDocuments(evidence, intake: intake)
    #expect(documents.records == nil)
    #expect(documents.findings.isEmpty)
    let body = try required(documents.body)
    #expect(body.allSatisfy { $0 < 0x80 })
    let json = try required(try fields(documents).last)
    // U+1F3C3 is a surrogate pair in JSON's escapes.
    #expect(String(decoding: json.value, as: UTF8.self).contains(#"Zw\u00f6lf \ud83c\udfc3"#))
    let bytes = evidenceDocument(evidence).canonicalBytes()
    #expect(try JSONValue(parsing: json.value).canonicalBytes() == bytes)
  }

  @Test func `what is missing is a finding, and there is no body`() throws {
    var evidence = try SampleEvidence.full()
    evidence.subject.address = nil
    evidence.inputs = []
    evidence.aggregates.sessions = []
    let documents = intakeDocuments(evidence, intake: Intake(profile: .lightchallenge))
    #expect(
      Set(documents.findings.map(\.code)) == [
        .intakeNoAddress, .intakeNoAppleInput, .intakeNoChallengeID, .intakeNoModelHash,
      ])
    #expect(documents.body == nil && documents.headers == nil)
    #expect(documents.records != nil)
  }

  @Test func `before all subjects are looked at there is no body for a rule that asks`() throws {
    var evidence = try SampleEvidence.full()
    evidence.verdict.quality.isSharingPending = true
    let documents = intakeDocuments(evidence, intake: Self.intake)
    #expect(documents.findings.map(\.code) == [.intakeSharingPending])
    #expect(documents.body == nil && documents.headers == nil)
    #expect(documents.records != nil)
    let claim = try required(EvidenceClaim(evidenceDocument(evidence)))
    #expect(claim.verdict.sharing == nil)
    let claimed = claim.intakeDocuments(
      Self.intake, records: nil, address: SampleEvidence.address)
    #expect(claimed.findings == documents.findings && claimed.body == nil)
    #expect(try SchemaValidator(DocumentSchema.evidence.text).accepts(evidenceDocument(evidence)))
  }

  @Test(arguments: ["a\rb", "a\nb", "a\0b"])
  func `text value with a control byte is refused`(token: String) throws {
    var intake = Self.intake
    intake.evidenceToken = token
    let documents = intakeDocuments(try SampleEvidence.full(), intake: intake)
    #expect(documents.findings == [Finding(.configBadValue) { $0.key = "evidenceToken" }])
    #expect(documents.body == nil)
  }

  /// Evidence of `days` days of steps; a record of one is about 250 bytes.
  private func evidence(days: Int) throws -> Evidence {
    var evidence = try SampleEvidence.full()
    let first = try SampleEvidence.day("2000-01-01")
    evidence.aggregates.activities = []
    evidence.aggregates.days = (0..<days).map {
      DailyAggregate(metric: .steps, day: first.advanced(by: $0), value: Quantity(1))
    }
    return evidence
  }

  @Test func `more than ten thousand records are refused`() throws {
    let documents = intakeDocuments(try evidence(days: 10_001), intake: Self.intake)
    #expect(
      documents.findings == [
        Finding(.intakeTooManyRecords) { ($0.records, $0.most) = (10_001, 10_000) }
      ])
    #expect(documents.body == nil && documents.records != nil)
    let most = intakeDocuments(try evidence(days: 10_000), intake: Self.intake)
    #expect(!most.findings.contains { $0.code == .intakeTooManyRecords })
  }

  @Test func `part over one mebibyte is warned of and sent`() throws {
    let documents = intakeDocuments(try evidence(days: 5000), intake: Self.intake)
    let bytes = try required(documents.records).count
    #expect(bytes > 1 << 20)
    #expect(
      documents.findings == [
        Finding(.intakeLargePart) { ($0.part, $0.bytes, $0.most) = ("json", bytes, 1_048_576) }
      ])
    #expect(documents.body != nil)
  }

  @Test func `body over four mebibytes is refused`() throws {
    var evidence = try evidence(days: 1)
    evidence.challenge.title = String(repeating: "x", count: 4 << 20)
    var intake = Self.intake
    intake.profile = .daymark
    let documents = intakeDocuments(evidence, intake: intake)
    #expect(documents.findings.map(\.code) == [.intakeTooLarge])
    #expect(documents.body == nil && documents.headers == nil)
  }
}
