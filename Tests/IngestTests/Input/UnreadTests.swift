import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// What lies in an archive and is not read, and why.
struct UnreadTests {
  @Test(
    .enabled(if: SharedData.isPresent, "the shared data is not beside the package"))
  func `a method that is not read is named, and nothing is said of an end`() throws {
    let reading = try IngestedInput(of: SharedData.path("hostile/z_m_deflate64.zip"))
    #expect(reading.codes.contains("archive.method"))
    #expect(!reading.codes.contains { $0.hasSuffix("truncated") })
    #expect(reading.finding(.archiveMethod)?.facts.method?.contains("64") == true)
    #expect(reading.facts.damage == [.archiveMethod])
  }

  @Test func `a sound member beside one of such a method is read`() throws {
    var packed = StoredZip.Member("2.fit", run(day: 2, meters: 2000))
    packed.method = 9
    let folder = try ScratchFolder()
    let zip = StoredZip([.init("1.fit", run(day: 1, meters: 1000)), packed])
    let reading = try IngestedInput(of: folder.write(zip.bytes, to: "a.zip"))
    #expect(reading.meters == [1000])
    #expect(reading.codes == ["archive.method"])
    #expect(reading.facts.damage == [.archiveMethod])
  }

  @Test(arguments: [
    (UnreadProvider.googleFit, "Takeout/Fit/Daily activity metrics/2024-05-01.csv"),
    (.samsungHealth, "samsunghealth_a/com.samsung.shealth.step_daily_trend.20240501.csv"),
    (.polar, "training-session-2024-05-01-8251681128-0e193154.json"),
    (.withings, "data_ANN_1/raw_tracker_steps.csv"), (.whoop, "physiological_cycles.csv"),
    (.huawei, "Motion path detail data & description/motion path detail data.json"),
    (.myFitnessPal, "Exercise-Summary-2025-01-01-to-2025-12-31.csv"),
    (.miFitness, "20260301_7_MiFitness_hlth_center_sport_record.csv"),
    (.zepp, "HEARTRATE_AUTO/HEARTRATE_AUTO_1712345678901.csv"),
  ])
  func `the export of a provider that is not read is named by its files`(
    _ provider: UnreadProvider, _ name: String
  ) throws {
    let table = "a,b\n1,2\n".utf8
    let error = try #require(throws: DaymarkError.self) {
      try IngestedInput(zip: [ZipFile("readme.txt", table), ZipFile(name, table)])
    }
    #expect(error.finding.code == .archiveUnreadProvider)
    #expect(error.finding.facts.provider == provider)
    let beside = try IngestedInput(zip: [
      ZipFile("1.fit", run(day: 1, meters: 1000)), ZipFile(name, table),
    ])
    #expect(beside.meters == [1000] && beside.codes == ["archive.unread_part"])
    #expect(!beside.facts.isDamaged)
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard provider != .googleFit else { return }
    let folder = try ScratchFolder()
    let alone = try #require(throws: DaymarkError.self) {
      try IngestedInput(of: folder.write(table, to: last))
    }
    #expect(alone.finding.facts.provider == provider)
  }

  @Test func `names that others give, too, name nobody`() throws {
    for name in ["workouts.csv", "activities.csv", "Fit/a.csv", "training.json", "steps.csv"] {
      #expect(UnreadProvider(ofPath: name) == nil, "\(name)")
    }
  }
}
