import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Several exports in one folder or file; see Examine, "Your own honest exports".
struct CalibrationTests: ~Copyable {
  private let folder: ScratchFolder
  private static let now = Instant(seconds: Int64(MadeLife.firstDay + 400 * 86_400))
  private static let life = MadeLife(seed: 31, days: 40)

  init() throws { folder = try ScratchFolder() }

  /// The export of the made person on a day of its life, in a file of the folder.
  private func write(_ path: String, day: Int) throws {
    let exported = MadeLife.firstDay + day * 86_400 + 1000
    let export = MadeExport(of: Self.life.written(by: exported), at: exported)
    let file = "\(folder.path)/\(path)"
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try export.text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  @Test func `a copy of an export is no second trial`() throws {
    try write("a.xml", day: 40)
    try write("b.xml", day: 40)
    try write("c.xml", day: 30)
    try "no export".write(toFile: "\(folder.path)/d.txt", atomically: true, encoding: .utf8)
    let (calibration, passedOver) = try calibrate(folder.path, asOf: Self.now)
    #expect(calibration.exports == 2)
    #expect(passedOver == 2)
  }

  @Test func `of several exports of one file each has a dossier, and one is counted`() throws {
    try write("mia/january/export.xml", day: 20)
    try write("mia/march/export.xml", day: 40)
    let file = try examineExport("\(folder.path)/mia", asOf: Self.now)
    #expect(file.dossiers.count == 2)
    #expect(Set(file.dossiers.map(\.export.name)).count == 2)
    #expect(file.dossiers.allSatisfy { $0.export.name.hasPrefix("mia!") })
    #expect(try calibrate(folder.path, asOf: Self.now).calibration.exports == 1)
  }

  @Test func `a file with several exports is held against nothing`() throws {
    try write("mia/january/export.xml", day: 20)
    try write("mia/march/export.xml", day: 40)
    try write("first.xml", day: 10)
    let error = #expect(throws: DaymarkError.self) {
      _ = try examineExport(
        "\(folder.path)/mia", against: "\(folder.path)/first.xml", asOf: Self.now)
    }
    #expect(error?.finding.code == .examineIncomparable)
    #expect(error?.finding.facts.reason == .severalExports)
  }

  @Test func `the places of a check are its earliest, whatever device has them`() throws {
    var export = MadeExport(
      of: Self.life.items, at: MadeLife.firstDay + 40 * 86_400 + 1000)
    // The watch's records are of all days; the phone's, whose source comes later, of the first ones.
    let early = export.indices {
      $0["type"].hasSuffix("StepCount") && $0["sourceName"].hasSuffix("Watch")
        && $0.time("startDate") > MadeLife.firstDay + 20 * 86_400
        || $0["type"].hasSuffix("StepCount") && $0["sourceName"].hasSuffix("iPhone")
          && $0.time("startDate") < MadeLife.firstDay + 3 * 86_400
    }
    for index in early { export.lines[index].shift(bySeconds: -7200, ["creationDate"]) }
    let result = try #require(
      try dossier(of: export).results.first { $0.check == .writtenEarly })
    #expect(result.level == .question)
    #expect(result.unusual == early.count && early.count > CheckResult.mostPlaces)
    #expect(result.places.count == CheckResult.mostPlaces)
    let days = result.places.map(\.day)
    #expect(
      days == days.sorted() && days[0] <= CivilDay(ordinal: Int32(MadeLife.firstDay / 86_400 + 1)))
  }
}
