import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkTestSupport
import Testing

struct EvidenceDocumentTests {
  @Test func `full document is the one written by hand`() throws {
    let document = evidenceDocument(try SampleEvidence.full())
    #expect(document.text == (try canonical(ExpectedDocuments.evidence)))
  }

  @Test func `verdict document holds the explanation`() throws {
    let document = verdictDocument(try SampleEvidence.full())
    #expect(document.text == (try canonical(ExpectedDocuments.verdict)))
  }

  @Test func `what is written is canonical as it is written`() throws {
    var evidence = try SampleEvidence.full()
    evidence.challenge.title = "Stra\u{DF}e \u{1F3C3} \"a\\b\"\n\u{7}"
    #expect(evidenceBytes(evidence) == evidenceDocument(evidence).canonicalBytes())
    #expect(verdictBytes(evidence) == verdictDocument(evidence).canonicalBytes())
  }

  /// The digest of `abc` is an example of FIPS 180-4.
  @Test func `checksum line is in the format of sha256sum`() {
    #expect(
      checksumLine(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  evidence.json\n")
  }

  @Test func `document without data has every array and no null`() throws {
    var evidence = try SampleEvidence.full()
    evidence.aggregates = SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC))
    evidence.inputs = []
    evidence.verdict.reasons = []
    evidence.challenge.proofDeadline = nil
    let document = evidenceDocument(evidence)
    for name in [
      "sources", "inputs", "dailySteps", "dailyDistance", "dailyCyclingDistance",
      "dailySwimmingDistance", "dailyActiveEnergy", "dailyHeartRate", "dailyFlightsClimbed",
      "dailyActivities", "sessions", "quality",
    ] {
      #expect(document[name] == .array([]), "\(name)")
    }
    #expect(document["verdict"]?["reasons"] == .array([]))
    #expect(document["challenge"]?["proofDeadline"] == nil)
    #expect(!document.text.contains("null"))
    #expect(document["zone"]?.text == #"{"id":"UTC","method":"assumedUTC"}"#)
  }

  /// Of a day that only a daily summary tells of, which gives a minimum and no average.
  @Test func `what a summary of heart rate does not give is absent`() throws {
    var evidence = try SampleEvidence.full()
    evidence.aggregates.days = [
      DailyAggregate(
        metric: .heartRate, day: try SampleEvidence.day("2025-09-01"), value: nil,
        heartRate: HeartRateFigures(minimum: Quantity(48), count: 0))
    ]
    let document = evidenceDocument(evidence)
    #expect(
      document["dailyHeartRate"]?.text == #"[{"count":0,"date":"2025-09-01","minBpm":48}]"#)
    let validator = try SchemaValidator(DocumentSchema.evidence.text)
    #expect(try validator.accepts(document))
    // With samples there is every figure.
    evidence.aggregates.days[0].heartRate?.count = 1
    #expect(try !validator.accepts(evidenceDocument(evidence)))
    // LightChallenge's record has to have the average.
    evidence.aggregates.activities = []
    #expect(lightChallengeRecords(evidence) == .array([]))
  }

  @Test func `the minutes above a heart rate stand there if the rule asks for them`() throws {
    var evidence = try SampleEvidence.full()
    let rates = try #require(evidence.aggregates.days.firstIndex { $0.metric == .heartRate })
    evidence.aggregates.days = [evidence.aggregates.days[rates]]
    let plain = evidenceDocument(evidence)
    evidence.aggregates.days[0].heartRate?.times.add(90_000, at: Quantity(150))
    evidence.aggregates.days[0].heartRate?.openMinutes = Quantity(20)
    let measured = evidence.aggregates
    func document(_ rule: Rule) -> JSONValue {
      evidence.rule = rule
      evidence.aggregates = measured.stated(for: rule)
      return evidenceDocument(evidence)
    }
    // Without such a rule every byte is as it was.
    #expect(document(evidence.rule).text == plain.text)
    var asking = evidence.rule
    asking.requires = Condition(
      .all([
        Condition(
          .leaf(
            Leaf(
              .days(.every), of: .heartMinutes(above: 140), .atLeast(Quantity(20))))),
        Condition(
          .leaf(Leaf(.total, of: .heartMinutes(above: 160), .atMost(Quantity(20))))),
      ]))
    let stated = document(asking)
    #expect(
      stated["dailyHeartRate"]?.text
        == #"[{"avgBpm":71.2,"count":412,"date":"2025-09-01","maxBpm":163,"meanBpm":80.4,"#
        + #""minBpm":48,"minutesAbove":{"140":1.5,"160":0},"openMinutes":20}]"#)
    #expect(try SchemaValidator(DocumentSchema.evidence.text).accepts(stated))
  }

  @Test func `challenge of instants has start and end`() throws {
    var evidence = try SampleEvidence.full()
    evidence.challenge.period = .instants(
      Interval(
        try SampleEvidence.instant("2025-09-01T12:00:00+02:00"),
        try SampleEvidence.instant("2025-09-03T00:00:00.5Z")))
    evidence.challenge.proofDeadline = nil
    #expect(
      evidenceDocument(evidence)["challenge"]?.text
        == (try canonical(
          """
          {"id": "steps-2025-09", "title": "Zwölf 🏃", "start": "2025-09-01T10:00:00Z",
           "end": "2025-09-03T00:00:00.500Z"}
          """)))
  }

  @Test func `order of inputs changes nothing`() throws {
    let evidence = try SampleEvidence.full()
    var turned = evidence
    turned.inputs.reverse()
    turned.aggregates.sessions[0].inputs = [2, 1]
    #expect(evidenceDocument(turned).text == evidenceDocument(evidence).text)
    // One archive given twice: what was rejected tells the two rows apart.
    turned.inputs[0].digest = turned.inputs[1].digest
    var again = turned
    again.inputs.reverse()
    again.aggregates.sessions[0].inputs = [0, 1]
    #expect(evidenceDocument(turned).text == evidenceDocument(again).text)
  }

  @Test func `names of sources, files and patterns stay inside`() throws {
    let text = evidenceDocument(try SampleEvidence.full()).text
    for name in ["Anna's", "iPhone", "export.zip", "Anna*", SampleEvidence.address, "06:00:00"] {
      #expect(!text.contains(name), "\(name)")
    }
  }
}
