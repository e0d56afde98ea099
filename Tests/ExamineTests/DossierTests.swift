import DaymarkExamine
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// What single exports show: forged ones, and honest ones that look odd; see Examine, "The checks".
struct DossierTests {
  /// The export of a made person of 40 days, as a forger finds it.
  private static let honest = MadeExport(
    of: MadeLife(seed: 31, days: 40).items, at: MadeLife.firstDay + 40 * 86_400 + 1000)

  @Test(arguments: ForgedExport.all)
  func `a forged export is asked about`(forged: ForgedExport) throws {
    var export = Self.honest
    forged.edit(&export)
    let dossier = try dossier(of: export)
    let asked = dossier.results.filter { $0.level == .question }
    #expect(asked.contains { $0.check == forged.check }, "\(asked.map(\.check))")
    let result = try #require(asked.first { $0.check == forged.check })
    #expect(result.unusual > 0 && result.unusual <= result.looked)
    #expect(!result.places.isEmpty)
    // The places are of what was edited.
    if let day = forged.firstDay {
      let first = try #require(result.places.first)
      #expect(first.day >= CivilDay(ordinal: Int32(day)), "\(first.day)")
    }
  }

  @Test(arguments: OddExport.all)
  func `what honest people have is noted at most`(odd: OddExport) throws {
    var export = Self.honest
    odd.edit(&export)
    let dossier = try dossier(of: export)
    #expect(dossier.questions == 0, "\(dossier.results.prefix(2))")
    if let check = odd.noted {
      let noted = dossier.results.filter { $0.level == .noted }.map(\.check)
      #expect(noted.contains(check), "\(noted)")
    }
  }

  /// The numbers of `shippedHonestCounts` are those of all of these.
  @Test func `no honest made export is asked about`() throws {
    let seeds = Sweep.over(UInt64(1)...300, step: 37)
    var calibration = Calibration()
    for seed in seeds {
      var export = HonestPair(seed: seed).later
      export.addFlights(onDays: 0..<20)
      export.stateTotals()
      let dossier = try dossier(of: export)
      #expect(dossier.questions == 0, "\(seed): \(dossier.results.prefix(2))")
      calibration.add(dossier)
    }
    #expect(calibration.exports == seeds.count)
    for count in calibration.counts {
      let shipped = shippedHonestCounts[count.check] ?? HonestCounts()
      if Sweep.isWhole { #expect(shipped.made == count.exports, "\(count)") }
      #expect(shipped.madeAsked == 0)
    }
  }

  @Test func `questions come first, then what is noted`() throws {
    var export = Self.honest
    for forged in ForgedExport.all.prefix(3) { forged.edit(&export) }
    let levels = try dossier(of: export).results.map(\.level)
    let order = CheckResult.Level.allCases
    #expect(levels == order.flatMap { level in levels.filter { $0 == level } })
    #expect(levels.contains(.question) && levels.contains(.usual))
  }

  /// With none of n, 1 - 0.05^(1/n): of 24 11.74 %, of 299 1.00 %.
  ///
  /// With 1 of 24, the root of
  /// (1-p)^24 + 24 p (1-p)^23 = 0.05 is 18.29 %.
  @Test(arguments: [
    (0, 24, "11.74"), (0, 299, "1"), (1, 24, "18.29"), (24, 24, "100"), (0, 1, "95"),
  ])
  func `the bound is exact, and rounded up`(_ asked: Int, _ exports: Int, _ percent: String) {
    #expect(HonestCounts.bound(asked: asked, of: exports).map { "\($0)" } == percent)
  }

  @Test func `of no export there is no bound`() {
    #expect(HonestCounts.bound(asked: 0, of: 0) == nil)
  }
}

/// The dossier of a made export, read as the program reads it.
func dossier(of export: MadeExport) throws -> Dossier {
  let folder = try ScratchFolder()
  let path = "\(folder.path)/export.xml"
  try export.text.write(toFile: path, atomically: true, encoding: .utf8)
  return try examineExport(
    path, asOf: Instant(seconds: Int64(MadeLife.firstDay + 400 * 86_400))
  ).dossiers[0]
}
