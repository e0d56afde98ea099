import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "Time", the subject's zone.
struct ZoneTests {
  // On 2025-09-20 Berlin, Madrid and Paris are at +02:00, Lisbon at +01:00.
  private let berlin = ["Europe/Berlin": 2]

  private func zone(_ inputs: [InputFacts]) -> ResolvedZone {
    normalise(inputs.map { Input(facts: $0) }).zone
  }

  @Test func `a given zone comes first`() throws {
    let tokyo = try #require(Zone(name: "Asia/Tokyo"))
    let input = Input(facts: inputFacts(votes: berlin))
    #expect(
      normalise([input], zone: tokyo, challengeZone: .utc).zone == ResolvedZone(tokyo, by: .subject)
    )
    #expect(
      normalise([input], challengeZone: tokyo).zone == ResolvedZone(tokyo, by: .challenge))
  }

  @Test func `the most frequent zone that agrees with the export date is inferred`() {
    let votes = [
      "Europe/Lisbon": 99, "GMT+2": 99, "EST": 99, "Nowhere/Land": 99, "Europe/Berlin": 2,
      "Europe/Madrid": 3,
    ]
    #expect(
      zone([inputFacts(votes: votes)]) == ResolvedZone(.named("Europe/Madrid"), by: .inferred))
  }

  @Test func `ties go to the smallest name`() {
    let votes = ["Europe/Paris": 2, "Europe/Berlin": 2, "Europe/Madrid": 2]
    #expect(
      zone([inputFacts(votes: votes)]) == ResolvedZone(.named("Europe/Berlin"), by: .inferred))
  }

  @Test func `inputs vote at their own export dates, and votes add up`() {
    // In January Berlin is at +01:00, so both inputs' votes for it count; Lisbon's only once.
    let winter = inputFacts(
      "w", exported: at("2025-01-10T00:00:00Z"), offset: 3600,
      votes: ["Europe/Berlin": 2, "Europe/Lisbon": 9])
    let summer = inputFacts("s", votes: ["Europe/Berlin": 2, "Europe/Madrid": 3])
    #expect(zone([winter, summer]) == ResolvedZone(.named("Europe/Berlin"), by: .inferred))
    #expect(zone([summer, winter]) == ResolvedZone(.named("Europe/Berlin"), by: .inferred))
  }

  @Test func `an Apple export without export date does not vote`() {
    var input = inputFacts(exported: nil, votes: berlin)
    input.earliestOffset = .init(at: at("2020-01-01T00:00:00Z"), seconds: -12_600)
    let set = normalise([Input(facts: input)])
    #expect(set.zone == ResolvedZone(.fixedOffset(seconds: -12_600), by: .fixedOffset))
    #expect(set.findings == [Finding(.timezoneFixedOffset) { $0.zone = "-03:30" }])
  }

  @Test func `the latest export date's offset decides, and ties go to the smallest`() {
    let early = inputFacts("e", exported: at("2025-09-19T00:00:00Z"), offset: -36_000)
    let late = inputFacts("l", offset: 7200)
    let lateToo = inputFacts("m", offset: 3600)
    #expect(
      zone([late, early, lateToo]) == ResolvedZone(.fixedOffset(seconds: 3600), by: .fixedOffset))
  }

  @Test func `of earliest records the earliest, then the smallest offset decides`() {
    let inputs = [("2020-01-02T00:00:00Z", 0), ("2020-01-01T00:00:00Z", 7200)].map {
      var input = inputFacts(exported: nil)
      input.earliestOffset = .init(at: at($0.0), seconds: $0.1)
      return input
    }
    #expect(zone(inputs) == ResolvedZone(.fixedOffset(seconds: 7200), by: .fixedOffset))
  }

  @Test func `with nothing to go by UTC is assumed`() {
    let set = normalise([Input(facts: inputFacts(exported: nil))])
    #expect(set.zone == ResolvedZone(.utc, by: .assumedUTC))
    #expect(set.findings == [Finding(.timezoneAssumedUTC)])
  }

  @Test func `formats without export date cast untested votes`() {
    let account = accountFacts(votes: ["Europe/Lisbon": 3, "Etc/Nowhere": 9, "CET": 9])
    #expect(zone([account]) == ResolvedZone(.named("Europe/Lisbon"), by: .inferred))
    #expect(
      zone([accountFacts(votes: ["UTC": 1])]) == ResolvedZone(.utc, by: .inferred))
    // Together with an Apple export, whose vote for Lisbon fails the test.
    let apple = inputFacts(votes: ["Europe/Berlin": 4, "Europe/Lisbon": 2])
    #expect(zone([account, apple]) == ResolvedZone(.named("Europe/Berlin"), by: .inferred))
  }

  @Test func `a bare offset is no vote`() {
    var account = accountFacts()
    account.earliestOffset = .init(at: at("2025-01-01T00:00:00Z"), seconds: 3600)
    #expect(zone([account]) == ResolvedZone(.fixedOffset(seconds: 3600), by: .fixedOffset))
    var voter = account
    voter.zoneVotes = ["Europe/Lisbon": 1]
    #expect(zone([account, voter]) == ResolvedZone(.named("Europe/Lisbon"), by: .inferred))
  }
}
