import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkAggregate

struct StrengthSessionTests {
  /// A session that a device recorded on 2025-09-01.
  private func recorded(
    _ start: String, _ end: String, _ kind: ActivityKind = .strength, by hand: Bool = false
  ) -> Activity {
    Activity(
      kind: kind, start: at("2025-09-01T\(start)Z"), end: at("2025-09-01T\(end)Z"),
      isUserEntered: hand, values: [.kilocalories: Quantity(200)])
  }

  /// A logged one of the same day, its input the second; without a start only its day is known.
  private func logged(_ start: String? = nil, _ end: String? = nil) -> StrengthSession {
    StrengthSession(
      day: day("2025-09-01"), start: start.map { at("2025-09-01T\($0)Z") },
      end: end.map { at("2025-09-01T\($0)Z") }, source: 0, input: 1,
      sets: [StrengthSet(exercise: "Squat", repetitions: 5)])
  }

  private func aggregates(
    _ activities: [Activity], _ sessions: [StrengthSession], includesManual: Bool = false
  ) -> SubjectAggregates {
    var set = subject(activities)
    set.strength = sessions
    set.includesManualEntries = includesManual
    return aggregate(set, over: nil)
  }

  @Test func `a logged session meets the recording that it overlaps most`() {
    let result = aggregates(
      [recorded("08:00:00", "08:20:00"), recorded("08:20:00", "09:30:00")],
      [logged("08:10:00", "09:10:00")])
    #expect(result.strength.map(\.recording) == [1])
    // Counted once: energy and time are the watch's.
    #expect(result.sessions.count == 2)
    #expect(result.activities.map(\.energy) == [Quantity(400)])
    #expect(result.activities.map(\.minutes) == [Quantity(90)])
  }

  @Test func `a recording is met by one session at most`() {
    let result = aggregates(
      [recorded("08:00:00", "09:00:00")],
      [logged("08:10:00", "08:30:00"), logged("08:30:00", "08:50:00")])
    #expect(result.strength.map(\.recording) == [0, nil])
  }

  @Test func `a session of which only the day is known meets the day's first that no other met`() {
    let result = aggregates(
      [recorded("08:00:00", "09:00:00"), recorded("18:00:00", "19:00:00")],
      [logged(), logged("08:10:00", "08:50:00")])
    #expect(result.strength.map(\.start) == [nil, at("2025-09-01T08:10:00Z")])
    #expect(result.strength.map(\.recording) == [1, 0])
  }

  @Test func `other kinds, typed-in sessions and those at another time are no recording of it`() {
    let apart = aggregates([recorded("08:00:00", "09:00:00")], [logged("09:30:00", "10:00:00")])
    #expect(apart.strength.map(\.recording) == [nil])
    let run = aggregates([recorded("08:00:00", "09:00:00", .run)], [logged("08:00:00", "09:00:00")])
    #expect(run.strength.map(\.recording) == [nil])
    let typed = aggregates(
      [recorded("08:00:00", "09:00:00", by: true)], [logged("08:00:00", "09:00:00")])
    #expect(typed.strength.map(\.recording) == [nil])
  }

  @Test func `what was never met is a session only where typed-in values count`() {
    let sessions = [logged(), logged("20:00:00", "21:00:00")]
    let excluded = aggregates([], sessions)
    #expect(excluded.sessions.isEmpty && excluded.activities.isEmpty)
    #expect(excluded.strength.count == 2)
    let included = aggregates([recorded("22:00:00", "22:30:00")], sessions, includesManual: true)
    // The one of which only the day is known has met the recording.
    #expect(included.sessions.map(\.activity.isUserEntered) == [true, false])
    #expect(included.strength.map(\.recording) == [1, nil])
    #expect(included.activities.map(\.minutes) == [Quantity(90)])
  }

  @Test func `a device's own sets stand where no log tells more`() {
    var watch = recorded("08:00:00", "09:00:00")
    watch.sets = [StrengthSet(exercise: "SQUAT", repetitions: 4)]
    let alone = aggregates([watch], [])
    #expect(alone.strength.map(\.isLogged) == [false])
    #expect(alone.strength.first?.sets == StrengthSets(watch.sets))
    #expect(alone.sessions.first?.activity.sets == [])
    let joined = aggregates([watch], [logged("08:05:00", "08:55:00")])
    #expect(joined.strength.map(\.isLogged) == [true])
    #expect(joined.strength.first?.recording == 0)
  }

  @Test func `a session outside the period is none`() {
    var set = subject([])
    set.strength = [logged("08:00:00"), logged()]
    let next = day("2025-09-02")
    #expect(aggregate(set, over: .days(from: next, to: next)).strength.isEmpty)
    let same = day("2025-09-01")
    #expect(aggregate(set, over: .days(from: same, to: same)).strength.count == 2)
  }
}
