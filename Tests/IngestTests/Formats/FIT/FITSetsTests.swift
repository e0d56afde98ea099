import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

struct FITSetsTests {
  /// A strength session of two exercises; the titles stand behind the sets.
  private func file(titles: [(category: UInt16, name: UInt16, text: String)]) -> [UInt8] {
    var fit = FITBytes()
    fit.addFileID()
    // Duration, repetitions, weight, set type, start, category and subtype, each with a second guess.
    fit.define(
      3, 225,
      [
        (0, 4, 0x86), (3, 2, 0x84), (4, 2, 0x84), (5, 1, 0), (6, 4, 0x86), (7, 4, 0x84),
        (8, 4, 0x84),
      ])
    for (index, exercise) in [(UInt16(0), UInt16(1)), (28, 6), (21, 0xFFFF)].enumerated() {
      fit.add(
        3, bytes(UInt32(40_000)), bytes(UInt16(8)), bytes(UInt16(60 * 16)), [1],
        bytes(fitStart + UInt32(60 * index)), bytes(exercise.0) + bytes(UInt16(5)),
        bytes(exercise.1) + bytes(UInt16(2)))
    }
    fit.defineSessions()
    fit.addSession(at: 0, elapsed: 600_000, sport: 10, subSport: 20)
    fit.define(4, 264, [(254, 2, 0x84), (0, 2, 0x84), (1, 2, 0x84), (2, 24, 0x07)])
    for (index, title) in titles.enumerated() {
      let text = Array(title.text.utf8) + Array(repeating: 0, count: 24 - title.text.utf8.count)
      fit.add(4, bytes(UInt16(index)), bytes(title.category), bytes(title.name), text)
    }
    return fit.file()
  }

  private func exercises(_ file: [UInt8]) throws -> [String?] {
    let folder = try ScratchFolder()
    let reading = try IngestedInput(of: folder.write(file, to: "strength.fit"))
    #expect(reading.codes.isEmpty)
    return reading.activities.flatMap { $0.sets.map(\.exercise) }
  }

  @Test func `a set is named by the title of its exercise, else by its category`() throws {
    #expect(
      try exercises(
        file(titles: [(0, 1, "Barbell Bench Press"), (28, 6, "Kniebeuge, Langhantel")]))
        == ["Barbell Bench Press", "Kniebeuge, Langhantel", "PULL_UP"])
    // The title of another bench press, and one without text.
    #expect(
      try exercises(file(titles: [(0, 2, "Bench Press, Close"), (28, 6, " ")]))
        == ["BENCH_PRESS", "SQUAT", "PULL_UP"])
  }
}
