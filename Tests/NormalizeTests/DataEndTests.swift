import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, section 7, as far as inputs decide it.
@Suite struct DataEndTests {
  private let early = at("2025-09-10T00:00:00Z")
  private let late = at("2025-09-20T00:00:00Z")

  @Test func theLatestExportDateEndsTheData() {
    let inputs = [
      Input(facts: inputFacts("a", exported: late)), Input(facts: inputFacts("b", exported: early)),
      // Newer than both, but an export date is at hand.
      Input(
        records: [record(end: .at(at("2025-09-30T00:00:00Z")))],
        facts: inputFacts("c", exported: nil)),
    ]
    #expect(normalise(inputs).dataEnd == late)
    #expect(normalise(inputs.reversed()).dataEnd == late)
  }

  @Test func withoutExportDateTheNewestAcceptedSampleDoes() {
    let records = [
      record(), record(end: .at(at("2025-09-01T09:00:00Z"))),
      record(value: nil, end: .at(at("2025-09-02T09:00:00Z"))),
      record(end: .at(at("2025-09-03T09:00:00Z")), isUserEntered: true),
      record(end: .at(at("2025-12-03T09:00:00Z"))),
    ]
    let set = normalise([Input(records: records, facts: inputFacts(exported: nil))])
    #expect(set.dataEnd == at("2025-09-01T09:00:00Z"))
  }

  @Test func withoutDataThereIsNoEnd() {
    #expect(normalise([Input(facts: inputFacts(exported: nil))]).dataEnd == nil)
    #expect(normalise([] as [Input]).dataEnd == nil)
  }

  @Test func oneDamagedInputDamagesTheSubject() {
    let whole = Input(facts: inputFacts("a", findings: [Finding(.xmlMalformed)]))
    let cut = Input(facts: inputFacts("b", findings: [Finding(.xmlTruncated)]))
    // A malformed record that was skipped is no damage of the input.
    #expect(!normalise([whole]).isDamaged)
    #expect(normalise([whole, cut]).isDamaged)
  }
}
