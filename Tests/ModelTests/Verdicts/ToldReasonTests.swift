import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

/// What came too late is told beside a verdict, and is no part of it.
struct ToldReasonTests {
  private let own = Reason(code: "days.too_few", text: "2 of 3 days")

  private func told(
    _ inputs: [EvidenceInput], _ outcome: Outcome = .fail, conditions: Outcome = .undetermined
  ) -> [String] {
    Verdict(
      outcome: outcome, reasons: [own], explanation: Explanation(key: "days", answer: conditions),
      asOf: Instant(milliseconds: 0), phase: .ended, quality: .unflagged
    ).reasons(with: inputs).map(\.text)
  }

  private func late(
    records: Int = 5, receivedAt: Instant? = nil, _ history: FindingCode? = nil
  ) -> EvidenceInput {
    var input = EvidenceInput(
      format: .appleHealth, digest: .ofNothing, bytes: 1, records: records, rejected: [:],
      damage: [])
    (input.isLate, input.receivedAt) = (true, receivedAt)
    input.history = history.map { InputHistory($0, firstSeen: Instant(milliseconds: 0)) }
    return input
  }

  @Test func `lateness comes first where the data does not decide, and last where it does`() {
    let text = "1 file was exported after the deadline, and does not count"
    #expect(told([late()]) == [text, own.text])
    #expect(told([late()], .undetermined) == [text, own.text])
    #expect(told([late()], conditions: .fail) == [own.text, text])
    // A gate took the pass away.
    #expect(told([late()], .undetermined, conditions: .pass) == [own.text, text])
    #expect(told([late()], .pass, conditions: .pass) == [own.text])
  }

  @Test func `each way of coming too late has its words`() {
    let received = Instant(milliseconds: 9)
    #expect(
      told([late(receivedAt: received), late(receivedAt: received)])[0]
        == "2 files were handed in after the deadline, and do not count")
    #expect(
      told([late(.inputReceiptUnknown)])[0]
        == "1 file came after the hand-in had closed, and does not count")
    #expect(
      told([late(.inputAfterComplete), late(.inputAfterComplete)])[0]
        == "2 files came after everything was said to be handed in, and do not count")
    // An empty file could not have changed anything; one that is in time is not late.
    var inTime = late()
    inTime.isLate = false
    #expect(told([late(records: 0), inTime]) == [own.text])
  }
}
