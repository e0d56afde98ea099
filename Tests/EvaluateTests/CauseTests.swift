import DaymarkModel
import Testing

@testable import DaymarkEvaluate

/// What happened to the data comes first, and says what mends it while that still counts.
struct CauseTests {
  /// Two days of three are recorded, and 10 steps are asked of each.
  private func reasons(
    dataEnd: Instant, asOf: Instant, _ days: String = "10 10 -"
  ) -> [String] {
    verdict(
      on: aggregates(days, dataEnd: dataEnd), days: 3, leaf(.days(.every), .atLeast(10)),
      onMissing: .fail, asOf: asOf,
      deadline: at(10)
    ).reasons.map(\.text)
  }

  @Test func `data that ends early says so first, and after the deadline asks for nothing`() {
    #expect(
      reasons(dataEnd: at(3), asOf: at(5)) == [
        "the data ends on 2025-09-02: hand in a newer export (steps not known on 1 of 3 days)",
        "2 of 3 days with at least 10 steps so far",
      ])
    #expect(
      reasons(dataEnd: at(3), asOf: at(10)) == [
        "the data ends on 2025-09-02 (steps not known on 1 of 3 days, which could have changed that)",
        "2 of 3 days with at least 10 steps",
      ])
    // While days are still to come, they are what the answer waits for.
    #expect(
      reasons(dataEnd: at(2), asOf: at(3), "10 - -") == [
        "1 of 3 days with at least 10 steps so far",
        "the data ends on 2025-09-01: hand in a newer export (steps not known on 1 of 3 days)",
      ])
    // A day in the middle has no data, however far the data goes.
    #expect(
      reasons(dataEnd: at(9), asOf: at(10), "10 - 10").last
        == "no data of steps on 1 of 3 days, which could have changed that")
  }

  @Test(arguments: [
    (
      [FindingCode.archiveTruncated, .archiveUnreadable, .xmlTruncated], "is cut off",
      "hand it in again"
    ),
    ([.archiveCRCMismatch], "is damaged", "export it again"),
    ([.archiveEncrypted], "is locked with a password", "hand it in without a password"),
    ([.archiveLimit], "is larger than allowed (entries: 5)", nil),
    ([.logDateOrder], "has dates that nobody can tell", nil),
    ([.timeClocksDiffer], "was written by clocks that differ", nil),
  ])
  func `damage says what it is and what mends it`(
    codes: [FindingCode], state: String, remedy: String?
  ) {
    var days = aggregates("9 5 9", isDamaged: true)
    let limits: [ReadLimit: Int] = codes == [.archiveLimit] ? [.entries: 5] : [:]
    func damage(_ format: FormatID) -> InputDamage {
      InputDamage(format: format, digest: Digest(of: []), codes: codes, limits: limits)
    }
    func first() -> String? {
      verdict(
        on: days, days: 3, leaf(.total, .atLeast(40)), asOf: at(4), deadline: at(10)
      ).reasons.first?.text
    }
    days.damage = [damage(.appleHealth)]
    let mended = remedy.map { ": \($0)" } ?? ""
    let span = " (steps not known on 3 of 3 days)"
    #expect(first() == "the Apple Health export (e3b0c44298fc) \(state)\(mended)\(span)")
    days.damage = [damage(.accountExport(of: .garmin)), damage("fit")]
    let several = mended.replacing(" it ", with: " them ")
    #expect(
      first() == "the Garmin export (e3b0c44298fc) \(state) and the FIT file (e3b0c44298fc) "
        + "\(state)\(several)\(span)")
  }
}
