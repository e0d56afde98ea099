import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Testing

struct DocumentDifferencesTests {
  private func paths(
    _ stored: String, _ rebuilt: String
  ) throws -> [DocumentDifference] {
    try documentDifferences(stored: Array(stored.utf8), rebuilt: JSONValue(parsing: rebuilt.utf8))
  }

  private func content(_ paths: String...) -> [DocumentDifference] {
    paths.map { DocumentDifference(path: $0, kind: .content) }
  }

  @Test func `same bytes have no difference`() throws {
    let document = evidenceDocument(try SampleEvidence.full())
    #expect(try documentDifferences(stored: document.canonicalBytes(), rebuilt: document).isEmpty)
  }

  @Test func `first difference of each section is named`() throws {
    let evidence = try SampleEvidence.full()
    var other = evidence
    other.toolVersion = "0.2.0"
    other.aggregates.days[0].value = Quantity(10_413)
    other.aggregates.days[1].value = Quantity(1)
    other.aggregates.days[0].measure.contributions[1].contributed = Quantity(7)
    other.inputs[0].rejected[.sampleManual] = 1
    other.aggregates.activities.removeLast()
    // `quality` is by date and metric, so the steps of the first day stand first.
    let found = try documentDifferences(
      stored: evidenceDocument(other).canonicalBytes(), rebuilt: evidenceDocument(evidence))
    #expect(
      found == content(
        "$.dailyActivities[1]", "$.dailySteps[0].steps", "$.inputs[1].rejected['sample.manual']",
        "$.quality[0].sources['apple.phone.1']", "$.verdict.aggregatesSha256")
        + [DocumentDifference(path: "$.tool.version", kind: .toolVersion)])
  }

  @Test func `version alone is named as such`() throws {
    #expect(
      try paths(#"{"tool":{"version":"1"}}"#, #"{"tool":{"version":"2"}}"#)
        == [DocumentDifference(path: "$.tool.version", kind: .toolVersion)])
    #expect(
      try paths(#"{"tool":{"name":"a"}}"#, #"{"tool":{"name":"b","version":"2"}}"#)
        == content("$.tool.name")
        + [DocumentDifference(path: "$.tool.version", kind: .toolVersion)])
  }

  @Test func `sections of one side alone are named`() throws {
    #expect(try paths(#"{"a":1,"b":null}"#, #"{"b":null,"c":1}"#) == content("$.a", "$.c"))
    #expect(try paths("[1]", #"{"a":1}"#) == content("$"))
    #expect(try paths(#"{"a":[1]}"#, #"{"a":{"0":1}}"#) == content("$.a"))
    #expect(try paths(#"{"a":[1,2]}"#, #"{"a":[1]}"#) == content("$.a[1]"))
    #expect(try paths(#"{"a":null}"#, #"{}"#) == content("$.a"))
    #expect(try paths(#"{"it's \\":1}"#, "{}") == content(#"$['it\'s \\']"#))
  }

  @Test(arguments: [
    #"{"a":1, "b":2}"#, #"{"b":2,"a":1}"#, #"{"a":1.0,"b":2}"#, #"{"a":1,"b":2}"# + "\n",
    #"{"\u0061":1,"b":2}"#,
  ])
  func `equal values in other bytes are a difference`(stored: String) throws {
    #expect(
      try paths(stored, #"{"a":1,"b":2}"#) == [DocumentDifference(path: "$", kind: .encoding)])
  }

  @Test func `equivalent strings of other scalars differ`() throws {
    #expect(try paths("{\"a\":\"e\\u0301\"}", "{\"a\":\"\u{E9}\"}") == content("$.a"))
  }

  @Test(arguments: ["", "{", "no", "{\"a\":1,\"a\":1}", "{\"a\":1}x", "{\"a\":NaN}"])
  func `no JSON is unreadable`(stored: String) {
    #expect(throws: DaymarkError(.evidenceUnreadable)) {
      try documentDifferences(stored: Array(stored.utf8), rebuilt: .object([:]))
    }
  }
}
