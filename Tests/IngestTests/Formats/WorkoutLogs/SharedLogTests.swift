import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Logs as apps wrote them: every row is a set, or left out for a reason.
@Suite(.enabled(if: SharedData.isPresent))
struct SharedLogTests {
  struct Log: Sendable, CustomTestStringConvertible {
    let file: String
    let format: FormatID
    let rows: LogRows

    init(_ file: String, _ format: FormatID, _ sets: Int, _ skipped: [LogRows.Skip: Int] = [:]) {
      (self.file, self.format) = (file, format)
      rows = LogRows(sets: sets, skipped: skipped)
    }

    var testDescription: String { file }
  }

  @Test(arguments: logs)
  func `every row is a set or left out for a reason`(_ log: Log) throws {
    let reading = try IngestedInput(of: SharedData.path("workouts/" + log.file))
    #expect(reading.facts.format == log.format)
    #expect(reading.facts.logRows == log.rows)
    #expect(reading.sets.count == log.rows.sets)
    let damage = log.rows.skipped.contains { $0.key.isDamage }
    #expect(damage == reading.facts.findings.contains { Self.ofRows.contains($0.code) })
  }

  private static let ofRows: Set<FindingCode> = [
    .logRowUnread, .csvMalformed, .logYearMissing, .logDateMissing, .logDateOrder,
  ]

  @Test(arguments: [
    "synthetic/ladder-feats.json", "synthetic/ladder-leader_board.json",
    "openweight-workout-log.schema.json",
  ])
  func `what is no log is refused`(_ file: String) throws {
    #expect(refusal(of: SharedData.path("workouts/" + file))?.code == .archiveUnrecognised)
  }

  @Test func `a table of something else is refused with its headings`() throws {
    let exercises = refusal(of: SharedData.path("workouts/free-exercise-db.slim.tsv"))
    #expect(exercises?.code == .archiveUnreadTable && exercises?.facts.known?.first == "id")
    let path = SharedData.path("workouts/openweight-fixtures/not-a-workout.csv")
    let finding = try #require(refusal(of: path))
    #expect(finding.code == .archiveUnreadTable)
    #expect(finding.facts.known == ["name", "age", "city", "country"])
    #expect(finding.facts.seems == .unknown)
  }

  @Test(arguments: ["hevy-empty", "strong-empty"])
  func `an empty file is refused`(_ file: String) {
    let path = SharedData.path("workouts/openweight-fixtures/\(file).csv")
    #expect(refusal(of: path)?.code == .archiveTruncated)
  }

  @Test(arguments: Sweep.over(logs.filter { !$0.file.hasPrefix("third") }, step: 11))
  func `a damaged log never crashes its reader, and no row is lost`(_ log: Log) throws {
    let path = SharedData.path("workouts/" + log.file)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let folder = try ScratchFolder()
    for seed in Sweep.over(0..<120, step: 17) {
      let damaged = try folder.write(mutated(bytes, seed: UInt64(seed)), to: "\(seed).csv")
      guard let reading = try? IngestedInput(of: damaged) else { continue }
      #expect(reading.facts.logRows.map { $0.sets == reading.sets.count } ?? true)
    }
  }

  @Test(arguments: Sweep.over(logs.filter { !$0.file.hasPrefix("third") }, step: 7))
  func `no chunk size changes anything`(_ log: Log) throws {
    let path = SharedData.path("workouts/" + log.file)
    let whole = try IngestedInput(of: path)
    for size in [1, 7, 1000] { #expect(try IngestedInput(of: path, chunkBytes: size) == whole) }
  }
}

/// Logs made after what people really hand in; the folder's README has the right answers.
@Suite(.enabled(if: SharedData.isPresent))
struct FieldLogTests {
  private func reading(_ file: String) throws -> IngestedInput {
    try IngestedInput(of: SharedData.path("field/logs/" + file))
  }

  @Test(arguments: [
    ("strong-legacy-kg-km.csv", 2, written("70.0", .kilogram)),
    ("s0.csv", 1, written("225", .pound)),
  ])
  func `a unit may be the heading of the loads`(
    _ file: String, _ sets: Int, _ load: WrittenAmount
  ) throws {
    let found = try reading(file)
    #expect(found.sets.map(\.load) == Array(repeating: load, count: sets))
    #expect(found.codes.isEmpty)
  }

  @Test func `Strong is read in French and Chinese`() throws {
    let french = try reading("french-strong.csv")
    #expect(french.facts.format == "strong")
    #expect(french.facts.logRows == LogRows(sets: 1, skipped: [.restTimer: 1]))
    #expect(french.sets.first?.repetitions == 8)
    #expect(french.sets.first?.sessionDuration?.value == DecimalNumber("2100"))
    let chinese = try reading("strong-chinese.csv")
    #expect(chinese.facts.logRows == LogRows(sets: 1))
    #expect(chinese.sets.first?.repetitions == 5)
    // An hour and 13 minutes.
    #expect(chinese.sets.first?.sessionDuration?.value == DecimalNumber("4380"))
  }

  @Test func `a comma in a name is read from the right`() throws {
    let found = try reading("fitnotes-comma-in-name.csv")
    #expect(found.facts.exercises.last == "Overhead Press (Each Side, Dumbbells)")
    #expect(found.sets.last?.load == written("8.0", .kilogram))
    #expect(found.codes.isEmpty)
  }

  @Test func `Windows-1252 is decoded and said`() throws {
    let found = try reading("cp1252.csv")
    #expect(found.facts.exercises == ["Bankdrücken (Langhantel)"])
    #expect(found.sets.first?.load == written("82.5", .kilogram))
    #expect(found.codes == ["csv.encoding_assumed"])
  }

  @Test func `other apps' tables show their headings`() throws {
    let lyfta = try #require(refusal(of: SharedData.path("field/logs/lyfta.csv")))
    #expect(lyfta.code == .archiveUnreadTable && lyfta.facts.seems == .sets)
    #expect(lyfta.facts.known?.prefix(3) == ["title", "date", "duration"])
  }
}

private let logs: [SharedLogTests.Log] = [
  .init("synthetic/alpha-progression.csv", "alpha-progression", 6),
  .init("synthetic/bulktrack-sets.json", "bulktrack", 1),
  .init("synthetic/fitbod.csv", "fitbod", 4),
  .init("synthetic/fitnotes-android-kgs.csv", "fitnotes", 3),
  .init("synthetic/fitnotes-android-unit-column.csv", "fitnotes", 3),
  .init("synthetic/fitnotes2-ios.csv", "fitnotes", 2),
  .init("synthetic/garmin-web-Strength_2026-09-21.csv", "garmin-sets-csv", 2),
  .init("synthetic/gravl.csv", "gravl", 1),
  // Nothing says the year.
  .init("synthetic/gymaholic.csv", "gymaholic", 0, [.badDate: 3]),
  .init("synthetic/gymbook-italian.csv", "gymbook", 2),
  .init("synthetic/gymrun.csv", "gymrun", 2),
  .init("synthetic/hevy-french-dates.csv", "hevy", 2),
  .init("synthetic/hevy-kg.csv", "hevy", 9),
  .init("synthetic/hevy-lbs.csv", "hevy", 1),
  .init("synthetic/hevy-us-dates.csv", "hevy", 1),
  .init("synthetic/jefit-full.csv", "jefit", 7, [.badNumber: 1]),
  .init("synthetic/liftosaur.csv", "liftosaur", 2),
  .init("synthetic/progression-fws.json", "progression", 2),
  .init("synthetic/repcount.csv", "repcount", 3),
  .init("synthetic/strengthlog.csv", "strengthlog", 4),
  .init("synthetic/strong-android-unit-columns.csv", "strong", 3),
  .init("synthetic/strong-german-headers.csv", "strong", 1),
  .init("synthetic/strong-ios-classic.csv", "strong", 9, [.restTimer: 1]),
  .init("synthetic/strong-ios-narrow-nbsp-ampm.csv", "strong", 2),
  .init("synthetic/strong-semicolon-numbered-lbs.csv", "strong", 1),
  .init("synthetic/strong-semicolon-numbered.csv", "strong", 4, [.restTimer: 1]),
  .init("synthetic/strong-utf16le-bom.csv", "strong", 1),
  .init("synthetic/strong-utf8bom-crlf.csv", "strong", 1),
  .init("synthetic/stronglifts-current.csv", "stronglifts", 4),
  .init("synthetic/stronglifts-legacy.csv", "stronglifts-legacy", 16, [.nothingDone: 1]),
  .init("synthetic/wger-workoutlog.json", "wger", 1),
  .init("third-party/StrongAppAnalytics.strong.csv", "strong", 1903),
  .init("third-party/gravitus-to-strong.strong.csv", "strong", 8, [.restTimer: 8]),
  // Nobody knows a set of type 99.
  .init("openweight-fixtures/hevy-all-set-types.csv", "hevy", 6, [.unknownWord: 1]),
  .init("openweight-fixtures/hevy-basic.csv", "hevy", 5),
  .init("openweight-fixtures/hevy-date-formats.csv", "hevy", 6),
  .init("openweight-fixtures/hevy-exercise-notes.csv", "hevy", 3),
  .init(
    "openweight-fixtures/hevy-extreme-values.csv", "hevy", 2, [.nothingDone: 1, .malformed: 1]),
  // The row whose date is none has no known type either.
  .init(
    "openweight-fixtures/hevy-garbage-values.csv", "hevy", 1, [.unknownWord: 1, .badNumber: 2]),
  .init("openweight-fixtures/hevy-header-only.csv", "hevy", 0),
  .init("openweight-fixtures/hevy-lbs-only.csv", "hevy", 3),
  .init(
    "openweight-fixtures/hevy-missing-fields.csv", "hevy", 3,
    [.badDate: 1, .noExercise: 1, .nothingDone: 1]),
  .init("openweight-fixtures/hevy-real.csv", "hevy", 22),
  .init("openweight-fixtures/hevy-reversed-time.csv", "hevy", 2),
  .init("openweight-fixtures/hevy-single-set.csv", "hevy", 1),
  .init("openweight-fixtures/hevy-supersets.csv", "hevy", 6),
  .init("openweight-fixtures/hevy-unicode-emoji.csv", "hevy", 3),
  .init("openweight-fixtures/jefit-basic.csv", "jefit", 6),
  .init("openweight-fixtures/jefit-bodyweight.csv", "jefit", 12),
  .init("openweight-fixtures/jefit-bom.csv", "jefit", 5),
  .init("openweight-fixtures/jefit-crlf.csv", "jefit", 5),
  .init("openweight-fixtures/jefit-decimal-weights.csv", "jefit", 15),
  .init("openweight-fixtures/jefit-duplicate-sessions.csv", "jefit", 6),
  .init("openweight-fixtures/jefit-empty-logs.csv", "jefit", 2, [.nothingDone: 2]),
  .init(
    "openweight-fixtures/jefit-extreme-values.csv", "jefit", 7, [.nothingDone: 2, .badNumber: 2]),
  .init("openweight-fixtures/jefit-header-only.csv", "jefit", 0),
  .init(
    "openweight-fixtures/jefit-malformed-logs.csv", "jefit", 5, [.badNumber: 6, .nothingDone: 1]),
  .init("openweight-fixtures/jefit-many-exercises.csv", "jefit", 41),
  .init("openweight-fixtures/jefit-missing-session.csv", "jefit", 5, [.noSession: 4]),
  .init("openweight-fixtures/jefit-multisession.csv", "jefit", 27),
  .init("openweight-fixtures/jefit-real.csv", "jefit", 83),
  .init("openweight-fixtures/jefit-single-set.csv", "jefit", 1),
  .init("openweight-fixtures/jefit-starttime-missing.csv", "jefit", 7),
  .init("openweight-fixtures/jefit-starttimie-typo.csv", "jefit", 8),
  .init("openweight-fixtures/jefit-unicode-exercises.csv", "jefit", 12),
  .init("openweight-fixtures/jefit-zero-duration.csv", "jefit", 6),
  .init("openweight-fixtures/strong-ai-test.csv", "strong", 12),
  .init("openweight-fixtures/strong-all-set-types.csv", "strong", 4),
  .init("openweight-fixtures/strong-basic.csv", "strong", 6),
  .init("openweight-fixtures/strong-bodyweight-distance.csv", "strong", 6),
  .init("openweight-fixtures/strong-bom.csv", "strong", 1),
  .init("openweight-fixtures/strong-crlf.csv", "strong", 2),
  // The comma of the last row's date is not quoted.
  .init("openweight-fixtures/strong-date-formats.csv", "strong", 8),
  .init("openweight-fixtures/strong-duration-formats.csv", "strong", 10),
  .init("openweight-fixtures/strong-extra-columns.csv", "strong", 2),
  .init("openweight-fixtures/strong-extreme-values.csv", "strong", 5, [.nothingDone: 1]),
  .init(
    "openweight-fixtures/strong-garbage-values.csv", "strong", 1, [.badDate: 1, .badNumber: 3]),
  .init("openweight-fixtures/strong-header-only.csv", "strong", 0),
  .init("openweight-fixtures/strong-many-exercises.csv", "strong", 26),
  .init(
    "openweight-fixtures/strong-missing-fields.csv", "strong", 4,
    [.badDate: 1, .noExercise: 1, .nothingDone: 1]),
  .init("openweight-fixtures/strong-multiworkout.csv", "strong", 7),
  .init("openweight-fixtures/strong-newlines-in-notes.csv", "strong", 2),
  .init("openweight-fixtures/strong-quoted-commas.csv", "strong", 3),
  .init("openweight-fixtures/strong-real.csv", "strong", 30),
  .init("openweight-fixtures/strong-single-set.csv", "strong", 1),
  .init("openweight-fixtures/strong-unicode-emoji.csv", "strong", 4),
  .init("openweight-fixtures/strong-whitespace-hell.csv", "strong", 2),
]
