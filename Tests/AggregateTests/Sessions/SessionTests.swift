import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Semantics, "Sessions", the same session.
struct SessionTests {
  /// Sources by rank: 0 the watch, 1 the phone, 2 the app.
  ///
  /// The input is the source's unless given.
  private func activity(
    _ kind: ActivityKind, _ start: String, _ end: String, source: UInt16 = 0, input: Int? = nil,
    _ values: [ActivityField: Quantity] = [:]
  ) -> Activity {
    Activity(
      kind: kind, start: clock(start), end: clock(end), source: source,
      input: input ?? Int(source), values: values)
  }

  private func sessions(_ activities: [Activity], period: Period? = nil) -> [Session] {
    var all = set([])
    all.activities = activities
    return aggregate(all, over: period).sessions
  }

  private func texts(_ sessions: [Session]) -> [String] {
    sessions.map { "\($0.activity.kind) of \($0.activity.source) from \($0.inputs)" }
  }

  @Test func `an overlap of eighty percent of the shorter is the same`() {
    // The phone's 50 minutes: 40 inside the watch's hour are exactly 80 %.
    let run = activity(.run, "08:00:00", "09:00:00")
    #expect(
      texts(sessions([run, activity(.run, "08:20:00", "09:10:00", source: 1)]))
        == ["run of 0 from [0, 1]"])
    // One second less: 2399 s of 2999 s = 79.993 %.
    #expect(
      texts(sessions([run, activity(.run, "08:20:01", "09:10:00", source: 1)]))
        == ["run of 0 from [0]", "run of 1 from [1]"])
    // The shorter may lie inside wholly.
    #expect(
      texts(sessions([run, activity(.run, "08:30:00", "08:31:00", source: 1)]))
        == ["run of 0 from [0, 1]"])
  }

  @Test func `one without length is the same where its instant lies`() {
    let run = activity(.run, "08:00:00", "09:00:00")
    for (instant, count) in [
      ("07:59:59", 2), ("08:00:00", 1), ("08:59:59", 1), ("09:00:00", 2),  // ends are excluded
    ] {
      #expect(sessions([run, activity(.run, instant, instant, source: 1)]).count == count)
      #expect(
        sessions([
          activity(.run, instant, instant), activity(.run, "08:00:00", "09:00:00", source: 1),
        ]).count == count)
    }
    let instants = [
      activity(.run, "08:00:00", "08:00:00"), activity(.run, "08:00:00", "08:00:00", source: 1),
    ]
    #expect(sessions(instants).count == 1)
  }

  @Test func `the better source stands, whatever the order`() {
    let all = [
      activity(.run, "08:00:00", "09:00:00", source: 2), activity(.run, "08:00:00", "09:00:00"),
      activity(.run, "08:00:00", "09:00:00", source: 1),
    ]
    #expect(texts(sessions(all)) == ["run of 0 from [0, 1, 2]"])
    #expect(texts(sessions(all.reversed())) == ["run of 0 from [0, 1, 2]"])
  }

  @Test func `one source's sessions are never merged`() {
    #expect(
      texts(
        sessions([
          activity(.run, "08:00:00", "09:00:00", input: 0),
          activity(.run, "08:00:00", "08:59:00", input: 1),
        ])) == ["run of 0 from [0]", "run of 0 from [1]"])
  }

  @Test func `files of one tracker are merged, but not what one file holds`() {
    func inputs(_ input: Int, _ document: Int) -> [[Int]] {
      aggregate(
        subject([
          recording(.run, "08:00:00", "09:00:00", input: 1, document: 3),
          recording(.run, "08:00:00", "08:59:00", input: input, document: document),
        ]), over: nil
      ).sessions.map(\.inputs)
    }
    #expect(inputs(2, 3) == [[1, 2]])
    #expect(inputs(1, 4) == [[1]])
    #expect(inputs(1, 3) == [[1], [1]])
  }

  @Test func `of files that agree in source and time, the richer stands`() {
    let details = [ActivityDetail.summary, .track, .device, .laps]
    let merged = aggregate(
      subject(
        details.enumerated().map { index, detail in
          recording(.run, "08:00:00", "09:00:00", input: index, detail: detail)
        }), over: nil
    ).sessions
    #expect(merged.map(\.inputs) == [[2, 3, 1, 0]])
  }

  @Test func `sessions of many years are found by time`() {
    // 3 × 4000 sessions: against each other they would be 72 million pairs.
    let hour: Int64 = 3_600_000
    let runs = (0..<4000).flatMap { index in
      (0..<3).map { source in
        let start = clock("00:00:00").advanced(
          byMilliseconds: Int64(index) * 11 * hour + Int64(source) * 1000)
        return Activity(
          kind: .run, start: start, end: start.advanced(byMilliseconds: hour),
          source: UInt16(source), input: source, detail: .device, contribution: .samples)
      }
    }
    // A clock that was wrong for decades stands beside them.
    let long = Activity(
      kind: .yoga, start: at("1990-01-01T00:00:00Z"), end: clock("00:00:00"), source: 3, input: 3)
    let all = subject(runs + [long])
    let (sessions, taken) = processorTime { aggregate(all, over: nil).sessions }
    #expect(taken < .seconds(3))
    #expect(sessions.count == 4001)
    #expect(sessions.allSatisfy { $0.inputs == [0, 1, 2] || $0.inputs == [3] })
  }

  @Test func `long sessions are found among short ones`() {
    // Ten days, in which the watch's day lies wholly, and one of the phone's of eleven days.
    let start = clock("00:00:00")
    let durations: [(Int64, UInt16)] = [(24, 0), (240, 1), (264, 2)]
    let hikes = durations.map { hours, source in
      Activity(
        kind: .hike, start: start, end: start.advanced(byMilliseconds: hours * 3_600_000),
        source: source, input: Int(source))
    }
    #expect(sessions(hikes).map(\.inputs) == [[0, 1, 2]])
    #expect(sessions([hikes[1], hikes[2]]).map(\.inputs) == [[1, 2]])
  }

  @Test func `sets stay with their session`() {
    var one = recording(.strength, "08:00:00", "09:00:00", input: 1)
    var two = recording(.strength, "08:00:00", "09:00:00", source: 1, input: 2)
    two.sets = [StrengthSet(repetitions: 8, load: StrengthLoad(Quantity(60)))]
    #expect(
      aggregate(subject([one, two]), over: nil).strength.map(\.sets) == [StrengthSets(two.sets)])
    one.sets = [StrengthSet()]
    #expect(
      aggregate(subject([one, two]), over: nil).strength.map(\.sets) == [StrengthSets(one.sets)])
  }

  @Test func `kinds must agree, unless one is other`() {
    let run = activity(.run, "08:00:00", "09:00:00")
    #expect(sessions([run, activity(.walk, "08:00:00", "09:00:00", source: 1)]).count == 2)
    #expect(
      texts(sessions([run, activity(.other, "08:00:00", "09:00:00", source: 1)]))
        == ["run of 0 from [0, 1]"])
  }

  @Test func `the kind other is replaced by a joined one's`() {
    let joined = sessions([
      activity(.other, "08:00:00", "09:00:00"),
      activity(.run, "08:00:00", "09:00:00", source: 1),
      // By now the session is a run, which no ride is.
      activity(.cycle, "08:00:00", "09:00:00", source: 2),
    ])
    #expect(texts(joined) == ["run of 0 from [0, 1]", "cycle of 2 from [2]"])
  }

  @Test func `missing fields are filled in the order of the walk`() throws {
    let merged = sessions([
      activity(
        .run, "08:00:00", "09:00:00", source: 2,
        [.distanceMeters: Quantity(3), .kilocalories: Quantity(30), .maximumBPM: Quantity(180)]),
      activity(
        .run, "08:00:00", "09:00:00", source: 1,
        [.distanceMeters: Quantity(2), .kilocalories: Quantity(20)]),
      activity(
        .run, "08:00:00", "09:00:00",
        [.activeSeconds: Quantity(3600), .distanceMeters: Quantity(1)]),
    ])
    let session = try #require(merged.first)
    #expect(
      session.activity.values == [
        .activeSeconds: Quantity(3600), .distanceMeters: Quantity(1),
        .kilocalories: Quantity(20), .maximumBPM: Quantity(180),
      ])
    #expect(session.inputs == [0, 1, 2])
    #expect(
      session.origins == [
        .activeSeconds: 0, .distanceMeters: 0, .kilocalories: 1, .maximumBPM: 2,
      ])
  }

  @Test func `a duration that is missing is the joined one's, and else the interval`() throws {
    let paused = sessions([
      activity(.run, "08:00:00", "09:00:00"),
      activity(.run, "08:00:00", "09:00:00", source: 1, [.activeSeconds: Quantity(3000)]),
    ])
    #expect(paused.first?.activity.values == [.activeSeconds: Quantity(3000)])
    #expect(paused.first?.origins == [.activeSeconds: 1])
    let alone = sessions([activity(.run, "08:00:00", "09:00:00")])
    #expect(alone.first?.activity.values == [.activeSeconds: Quantity(3600)])
    #expect(alone.first?.origins == [.activeSeconds: 0])
  }

  @Test func `an input is named once`() throws {
    let merged = sessions([
      activity(.run, "08:00:00", "09:00:00", input: 7),
      activity(
        .run, "08:00:00", "09:00:00", source: 1, input: 7, [.kilocalories: Quantity(20)]),
    ])
    #expect(merged.map(\.inputs) == [[7]])
    #expect(merged.map(\.origins) == [[.activeSeconds: 0, .kilocalories: 0]])
  }

  @Test func `each joins the first it is the same as`() {
    // Both of the watch's are the same as the app's long one; it joins the one that starts earlier.
    #expect(
      texts(
        sessions([
          activity(.run, "08:30:00", "09:00:00"), activity(.run, "08:00:00", "08:30:00", input: 5),
          activity(.run, "08:00:00", "09:00:00", source: 2),
        ])) == ["run of 0 from [5, 2]", "run of 0 from [0]"])
  }

  @Test func `an activity of no length is the same as what it lies in`() {
    let run = activity(.run, "08:00:00", "09:00:00")
    #expect(sessions([run, activity(.run, "08:30:00", "08:30:00", source: 1)]).count == 1)
    #expect(sessions([run, activity(.run, "09:30:00", "09:30:00", source: 1)]).count == 2)
  }

  @Test func `sessions belong to the day and period of their start`() {
    let late = Activity(
      kind: .run, start: clock("23:50:00"), end: at("2025-09-02T00:50:00Z"), source: 0)
    let first = Period.days(from: day("2025-09-01"), to: day("2025-09-01"))
    let second = Period.days(from: day("2025-09-02"), to: day("2025-09-02"))
    #expect(sessions([late], period: first).map(\.day) == [day("2025-09-01")])
    #expect(sessions([late], period: second).isEmpty)
    let evening = Period.instants(Interval(clock("23:51:00"), at("2025-09-03T00:00:00Z")))
    #expect(sessions([late], period: evening).isEmpty)
  }

  @Test func `days and kinds are summed and rounded once`() {
    var all = set([])
    // 100.4 s + 100.4 s = 200.8 s = 3.3466... min; rounded apart they would be 1.67 + 1.67 = 3.34.
    all.activities = [
      activity(
        .run, "08:00:00", "08:01:00",
        [
          .activeSeconds: Quantity(microUnits: 100_400_000),
          .distanceMeters: Quantity(microUnits: 5_002_500), .elevationGainMeters: Quantity(4),
        ]),
      activity(
        .run, "10:00:00", "10:01:00",
        [
          .activeSeconds: Quantity(microUnits: 100_400_000),
          .distanceMeters: Quantity(microUnits: 5_002_500),
        ]),
      activity(.cycle, "11:00:00", "12:00:00", [.activeSeconds: Quantity(3600)]),
    ]
    #expect(
      aggregate(all, over: nil).activities == [
        DailyActivities(
          day: day("2025-09-01"), kind: .cycle, sessions: 1, minutes: Quantity(60)),
        DailyActivities(
          day: day("2025-09-01"), kind: .run, sessions: 2,
          minutes: Quantity(microUnits: 3_350_000),
          // 10.005 m.
          distance: Quantity(microUnits: 10_010_000), elevationGain: Quantity(4)),
      ])
  }

  @Test func `a sum beyond the limit is left out with a finding`() {
    var all = set([])
    all.activities = ["08", "10"].map {
      activity(
        .run, "\($0):00:00", "\($0):01:00",
        [.activeSeconds: Quantity(60), .distanceMeters: .limit])
    }
    let result = aggregate(all, over: nil)
    #expect(result.activities.map(\.distance) == [nil])
    #expect(result.activities.map(\.minutes) == [Quantity(2)])
    #expect(
      result.findings == [
        Finding(.valueOverflow) { ($0.kind, $0.day) = (.run, CivilDay("2025-09-01")) }
      ])
  }

  @Test func `twenty thousand sessions on one day take no time to speak of`() {
    // Of one file, so that none of them is the same as another.
    let many = (0..<20_000).map { index in
      var run = activity(.run, "00:00:00", "00:10:00")
      let offset = Int64(index * 4) * 1000
      run.start = run.start.advanced(byMilliseconds: offset)
      run.end = run.end.advanced(byMilliseconds: offset)
      return run
    }
    let (result, taken) = processorTime { sessions(many) }
    #expect(result.count == 20_000)
    #expect(taken < .seconds(30))
  }

  @Test func `workouts give nothing to the metrics`() {
    var all = set([sample(5, clock("08:00:00"))])
    all.activities = [
      activity(.run, "08:00:00", "09:00:00", [.distanceMeters: Quantity(5000)])
    ]
    let result = aggregate(all, over: nil)
    #expect(result.days.map(\.metric) == [.steps])
  }
}
