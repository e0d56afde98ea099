import DaymarkModel
import Testing

@testable import DaymarkPipeline
@testable import daymark

/// What `daymark open` tells an operator to do.
struct OpenListingTests {
  private func subject(
    _ id: String, _ outcome: Outcome?, _ failure: Finding? = nil
  ) -> OpenMatters.Subject {
    OpenMatters.Subject(
      id: id, outcome: outcome, matters: [failure == nil ? .undetermined : .unreadable],
      since: Instant(milliseconds: 0), failure: failure)
  }

  private func text(_ subjects: [OpenMatters.Subject]) -> String {
    OpenListing(OpenMatters(challenge: "c", subjects: subjects))
      .text(Terminal(environment: ["NO_COLOR": "1"]))
      .split(separator: "\n").joined(separator: " ")
  }

  @Test func `where shards must run again, that comes before a decision`() {
    let early = Finding(.readingMissing) { $0.reason = .listedEarly }
    let again = "run every shard, or Spark, again"
    // The older verdict stands meanwhile, but nobody is told to decide on it.
    let shards = text([subject("ana", .fail, early), subject("ben", .pass, early)])
    #expect(shards.contains("Before anybody decides on ana, ben: \(again)"))
    #expect(!shards.contains("daymark decide") && !shards.contains("setAside"))
    let both = text([
      subject("ana", .fail, early), subject("cem", .undetermined),
      subject("dua", nil, Finding(.readingMissing)),
    ])
    #expect(both.contains("Before anybody decides on ana: \(again)"))
    #expect(both.contains("Before anybody decides on dua: run its shard"))
    #expect(both.contains("daymark decide") && !both.contains("setAside"))
    let unread = text([subject("eda", nil, Finding(.fileMissing))])
    #expect(unread.contains("setAside") && !unread.contains("Before anybody"))
  }
}
