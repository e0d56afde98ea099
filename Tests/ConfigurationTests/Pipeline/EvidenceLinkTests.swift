import DaymarkConfiguration
import DaymarkModel
import Testing

/// The invitation to send evidence that a person hands on; see Pipelines, "Invitations".
struct EvidenceLinkTests {
  private static let address = "0x1111111111111111111111111111111111111111"
  private static let token = "0xc0ffee" + String(repeating: "5a", count: 62)
  private static let link =
    "lightchallengeapp://challenge/42?subject=\(address)&token=\(token)&expires=1767225600000"
  private static let intake =
    "intake: { profile: lightchallenge, challengeId: 42, modelHash: "
    + "\"0x4242424242424242424242424242424242424242424242424242424242424242\" }\n"

  private func pipeline(_ anna: String, intake: String = intake) -> String {
    goodPipeline.replacing("[a.zip] }", with: "[a.zip], \(anna) }") + intake
  }

  private func load(_ pipeline: String) throws -> PipelineConfiguration {
    let files = try Files(["pipeline.yaml": pipeline, "rules.yaml": goodRule])
    return try loadPipeline(at: files.folder)
  }

  @Test(
    arguments: [
      link, link.replacing("lightchallengeapp://", with: "https://app.example/"),
      link.replacing("lightchallengeapp://", with: "https://app.example/en/") + "&from=mail#top",
    ])
  func `a link gives the token, and the address where none is stated`(link: String) throws {
    let pipeline = try load(pipeline("link: \"\(link)\""))
    let subject = try #require(pipeline.subjects.first)
    #expect(subject.problem == nil && subject.address == Self.address)
    let intake = pipeline.intake(of: subject)
    #expect(intake?.evidenceToken == Self.token && intake?.evidenceExpires == "1767225600000")
    #expect(pipeline.intake?.evidenceToken == nil)
  }

  @Test(
    arguments: [
      "no link", "lightchallengeapp://challenge/42", "http://app.example/challenge/42?a=b",
      link.replacing("challenge/42", with: "challenge/4x2"),
      link.replacing("challenge/42", with: "challenges/42"),
      link.replacing("&token=\(token)", with: ""), link.replacing("0xc0ffee", with: "c0ffee"),
      link.replacing(token, with: "0x"), link + "&token=0xbad", link + "&x",
      // Cut, or with digits too many, as a service would refuse it.
      link.replacing(token, with: token.dropLast(2)), link.replacing(token, with: token + "00"),
      link.replacing("challenge/42", with: "challenge/042"),
      link.replacing("expires=1", with: "expires=01"),
      link.replacing("expires=1767225600000", with: "expires=soon"),
      link.replacing("subject=0x1", with: "subject=0x"),
    ])
  func `a text that is no invitation fails its subject, without being shown`(
    text: String
  ) throws {
    let subject = try #require(try load(pipeline("link: \"\(text)\"")).subjects.first)
    #expect(subject.problem?.code == .linkUnfit && subject.problem?.facts.reason == .noLink)
    #expect(subject.problem?.facts.value == nil && subject.problem?.location?.column == nil)
  }

  @Test func `an invitation in a block of text is one, and no message shows a broken one`() throws {
    let block = try load(pipeline("link: \"\(Self.link)\\n\"")).subjects.first
    #expect(block?.link?.token == Self.token)
    for text in ["\(Self.link)\\t", "\(Self.link)\\n\\n"] {
      let files = try Files([
        "pipeline.yaml": pipeline("link: \"\(text)\""), "rules.yaml": goodRule,
      ])
      let findings = files.findings { _ = try loadPipeline(at: $0) }
      #expect(findings.map(\.code) == [.configBadValue])
      #expect(findings.allSatisfy { $0.facts.key == "link" && $0.facts.value == nil })
    }
  }

  @Test func `an invitation to something else fails its subject alone`() throws {
    func reason(_ anna: String, intake: String = Self.intake) throws -> Finding.Reason? {
      try load(pipeline(anna, intake: intake)).subjects.first?.problem?.facts.reason
    }
    let link = "link: \"\(Self.link)\""
    #expect(try reason(link) == nil)
    #expect(
      try reason("\(link), address: \"\(Self.address.uppercased().replacing("0X", with: "0x"))\"")
        == nil)
    #expect(
      try reason("\(link), address: \"0x\(String(repeating: "2", count: 40))\"") == .otherSubject)
    #expect(try reason(link, intake: Self.intake.replacing("42,", with: "43,")) == .otherChallenge)
    #expect(try reason(link, intake: "") == .noIntake)
  }

  @Test func `settings beside an inbox and a manifest say it, and who collects by itself`() throws {
    let inbox = try Files([
      "pipeline.yaml": SubjectsTests.pipeline("inbox: inbox") + Self.intake, "rules.yaml": goodRule,
      "inbox/anna/log.csv": "",
      "inbox/anna.yaml": "link: \"\(Self.link)\"\nlinked: [strava, fitbit]\n",
    ])
    let anna = try #require(try loadPipeline(at: inbox.folder).subjects.first)
    #expect(anna.link?.token == Self.token && anna.linked == ["strava", "fitbit"])
    let head =
      "subject,address,archive,time_zone,received_at,load_unit,date_order,body_weight,exercises,"
      + "columns,feats,sex,set_aside,complete,sport,link,linked\n"
    let manifest = try Files([
      "pipeline.yaml": SubjectsTests.pipeline("manifest: s.csv") + Self.intake,
      "rules.yaml": goodRule,
      "s.csv": head + "ben,,a.csv,,,,,,,,,,,,,\(Self.link),strava fitbit\nben,,b.csv"
        + String(repeating: ",", count: 14) + "\n",
    ])
    let ben = try #require(try loadPipeline(at: manifest.folder).subjects.first)
    #expect(ben.link?.challengeID == "42" && ben.linked == ["strava", "fitbit"])
  }
}
