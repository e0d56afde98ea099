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

  /// Three conditions on three days, of which the data says too little.
  private static let several = Condition(
    .all([
      leaf(.total, of: .activities(.sessions, of: runs), .atLeast(Quantity(3))),
      leaf(.total, .atLeast(40)), leaf(.total, .atLeast(4000), of: .distanceWalkingRunning),
    ]))

  private static let runs = ActivityTest(
    kinds: [.run], requirements: [.distance: .atLeast(Quantity(5000))])

  private func reasons(of aggregates: SubjectAggregates, asOf: Instant = at(5)) -> [String] {
    verdict(
      on: aggregates, days: 3, Self.several, onMissing: .fail, asOf: asOf, deadline: at(10)
    ).reasons.map(\.text)
  }

  @Test func `what happened to the data is told once, with all that is not known because of it`() {
    let ended = reasons(of: aggregates("10 10 -", dataEnd: at(3)))
    #expect(
      ended.first
        == "the data ends on 2025-09-02: hand in a newer export"
        + " (runs, steps and distance on foot not known on 1 of 3 days)")
    #expect(ended.count == 3 && Set(ended).count == 3)
    var nobody = aggregates("- - -", dataEnd: nil)
    nobody.hasNoInputs = true
    #expect(
      reasons(of: nobody).first
        == "nothing that counts was handed in: hand in what your device recorded"
        + " (runs, steps and distance on foot not known on 3 of 3 days)")
    // Who has no data of any kind has none of steps.
    #expect(
      reasons(of: aggregates("- - -", dataEnd: at(9)), asOf: at(10))
        == ["no data of any kind on 3 of 3 days"])
  }

  @Test func `who hands in what tells nothing of this is told what does`() {
    #expect(
      reasons(of: aggregates("- - -", dataEnd: nil)).first
        == "what was handed in tells nothing of this: hand in what your device recorded"
        + " (runs, steps and distance on foot not known on 3 of 3 days)")
  }

  @Test func `what nothing beside it heals is to be replaced`() {
    var days = aggregates("9 5 9", isDamaged: true)
    func first(_ formats: FormatID...) -> String? {
      days.damage = formats.map {
        InputDamage(format: $0, digest: Digest(of: []), codes: [.csvMalformed])
      }
      return verdict(
        on: days, days: 3, leaf(.total, .atLeast(40)), asOf: at(4), deadline: at(10)
      ).reasons.first?.text
    }
    let (digest, span) = ("(e3b0c44298fc) is damaged", " (steps not known on 3 of 3 days)")
    #expect(first("strong") == "the Strong file \(digest): hand in a whole one in its place\(span)")
    #expect(
      first("strong", "tcx")
        == "the Strong file \(digest) and the TCX file \(digest): hand in whole ones in their place"
        + span)
    #expect(
      first("oura-export") == "the Oura export \(digest): export it again\(span)")
  }

  @Test func `records that were not understood come before what is short because of them`() {
    var days = aggregates("9 9 9")
    days.bounds = [
      DayBounds(metric: .steps, day: firstDay, least: Quantity(9), most: Quantity(20))
    ]
    #expect(
      verdict(on: days, days: 3, leaf(.days(.every), .atLeast(9)), asOf: at(12)).outcome == .pass)
    let open = verdict(
      on: days, days: 3, leaf(.total, .atLeast(30)), asOf: at(5), deadline: at(10))
    #expect(
      open.reasons.map(\.text) == [
        "records of steps that could not be understood on 1 of 3 days",
        "not decided: at least 30 steps in total",
      ])
  }

  @Test(arguments: [
    ("apple-health", "the Apple Health export"), ("google-fit-export", "the Google Fit export"),
    ("samsung-health-export", "the Samsung Health export"), ("oura-export", "the Oura export"),
    ("health-auto-export", "the Health Auto export"), ("tcx", "the TCX file"),
    ("strong", "the Strong file"), ("garmin-sets-csv", "the Garmin Sets file"),
    ("mixed", "an archive"), ("new-app", "the New App file"),
  ])
  func `an input is called as people call it`(format: String, words: String) {
    var days = aggregates("9 5 9", isDamaged: true)
    days.damage = [
      InputDamage(format: FormatID(format), digest: Digest(of: []), codes: [.archiveTruncated])
    ]
    let text = verdict(
      on: days, days: 3, leaf(.total, .atLeast(40)), asOf: at(4), deadline: at(10)
    ).reasons.first?.text
    #expect(text?.hasPrefix("\(words) (e3b0c44298fc) is cut off: ") == true)
  }

  @Test(arguments: [
    (
      [FindingCode.archiveTruncated, .archiveUnreadable, .xmlTruncated], "is cut off",
      "hand it in again"
    ),
    ([.archiveCRCMismatch], "is damaged", "export it again"),
    (
      [.archiveEncrypted], "is locked with a password",
      "hand it in without a password, in its place"
    ),
    ([.archiveLimit], "is larger than allowed (entries: 5)", nil),
    ([.logDateOrder], "has dates that cannot be made out", nil),
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
    let several = mended.replacing(" it ", with: " them ").replacing(" its ", with: " their ")
    #expect(
      first() == "the Garmin export (e3b0c44298fc) \(state) and the FIT file (e3b0c44298fc) "
        + "\(state)\(several)\(span)")
  }
}
