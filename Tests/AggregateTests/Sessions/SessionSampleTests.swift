import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "Sessions", what an activity contributes to "A cumulative day".
struct SessionSampleTests {
  private func days(
    _ activities: [Activity], records: [Metric: [Sample]] = [:], totals: [DayTotal] = [],
    period: Period? = nil, sources: [Source] = trackerSources
  ) -> [String] {
    aggregate(
      subject(activities, totals: totals, records: records, sources: sources), over: period
    ).contributions
  }

  @Test func `a track is scaled to the total`() {
    // 100 of the track's 300 m before midnight: 600 × 100/300 = 200 of the total 600 m.
    let midnight = Activity(
      kind: .run, start: clock("23:59:00"), end: at("2025-09-02T00:01:00Z"),
      values: [.distanceMeters: Quantity(600)], detail: .device, contribution: .samples,
      track: [
        point("23:59:00", 50), TrackPoint(at: at("2025-09-02T00:00:00Z"), distance: Quantity(150)),
        TrackPoint(at: at("2025-09-02T00:01:00Z"), distance: Quantity(350)),
      ])
    #expect(
      days([midnight]) == [
        "distanceWalkingRunning 2025-09-01 200 [0: 200]",
        "distanceWalkingRunning 2025-09-02 400 [0: 400]",
      ])
  }

  @Test func `there is no way over a pause, and none back`() {
    // Stretches 100, (pause of 50), 0 for the fall, 100: 300 m over 200 are 150 and 150.
    // A better source covers 08:01:00 to 08:02:00, the pause, which takes nothing.
    let run = recording(
      .run, "08:00:00", "08:10:00", source: 1, [.distanceMeters: Quantity(300)],
      track: [
        point("08:00:00", 0), point("08:01:00", 100), point("08:02:00", 150, beginsSegment: true),
        point("08:03:00", 140), point("08:04:00", 240),
      ])
    func day(coveredFrom from: String, to end: String) -> [String] {
      days([run], records: [.distanceWalkingRunning: [sample(0, clock(from), clock(end))]])
    }
    #expect(
      day(coveredFrom: "08:01:00", to: "08:03:00")
        == ["distanceWalkingRunning 2025-09-01 300 [0: 0, 1: 300]"])
    #expect(
      day(coveredFrom: "08:00:00", to: "08:01:00")
        == ["distanceWalkingRunning 2025-09-01 150 [0: 0, 1: 150]"])
  }

  @Test func `points without a distance are steps over`() {
    // One stretch of 60 s although a point lies between; the pause it begins does cut.
    let track = [point("08:00:00", 0), point("08:00:30", bpm: 120), point("08:01:00", 100)]
    let whole = recording(
      .cycle, "08:00:00", "08:01:00", [.distanceMeters: Quantity(80)], track: track)
    #expect(
      days([whole]) == [
        "distanceCycling 2025-09-01 80 [0: 80]", "heartRate 2025-09-01 120 []",
      ])
  }

  @Test(arguments: [
    [], [point("08:00:00", 5)], [point("08:00:00", 5), point("08:30:00", 5)],
    [point("08:00:00", 5), point("08:30:00", 9, beginsSegment: true)],
    [point("08:00:00", 9), point("08:30:00", 5)],
    // Farther than a value may be.
    [0, 1, 2, 3].map {
      TrackPoint(
        at: clock("08:0\($0):00"), distance: $0 % 2 == 0 ? .zero : Quantity(microUnits: .max))
    },
  ])
  func `without a usable track the total lies over the interval`(_ track: [TrackPoint]) {
    // A better source covers the second half of the hour.
    #expect(
      days(
        [
          recording(
            .hike, "08:00:00", "09:00:00", source: 1, [.distanceMeters: Quantity(700)], track: track
          )
        ],
        records: [.distanceWalkingRunning: [sample(0, clock("08:30:00"), clock("09:00:00"))]])
        == ["distanceWalkingRunning 2025-09-01 350 [0: 0, 1: 350]"])
  }

  @Test func `where the clock was set, no day between has a part of the totals`() {
    // 10 minutes on the 1st, and 20 on the 21st: a third and two thirds.
    let next = at("2025-09-21T08:00:00Z")
    let run = Activity(
      kind: .run, start: clock("08:00:00"), end: next.advanced(byMilliseconds: 1_200_000),
      values: [.kilocalories: Quantity(90), .steps: Quantity(300)], detail: .device,
      contribution: .samples,
      track: [
        point("08:00:00", bpm: 100), point("08:10:00", bpm: 100),
        TrackPoint(at: next, beginsSegment: true),
      ])
    let days = days([run]).filter { !$0.hasPrefix("heartRate") }
    #expect(
      days == [
        "steps 2025-09-01 100 [0: 100]", "steps 2025-09-21 200 [0: 200]",
        "activeEnergy 2025-09-01 30 [0: 30]", "activeEnergy 2025-09-21 60 [0: 60]",
      ])
  }

  private static let metrics: [(ActivityKind, Metric?)] = [
    (.run, .distanceWalkingRunning), (.walk, .distanceWalkingRunning),
    (.hike, .distanceWalkingRunning), (.cycle, .distanceCycling), (.swim, .distanceSwimming),
    (.row, nil), (.strength, nil), (.hiit, nil), (.yoga, nil), (.other, nil),
  ]

  @Test(arguments: metrics)
  func `the kind says where a distance counts`(_ kind: ActivityKind, _ metric: Metric?) {
    let result = days([recording(kind, "08:00:00", "09:00:00", [.distanceMeters: Quantity(7)])])
    #expect(result == (metric.map { ["\($0.id) 2025-09-01 7 [0: 7]"] } ?? []))
  }

  @Test func `energy and steps are one sample over the session`() {
    // Half of the hour lies before midnight. A stated zero is a zero.
    let late = Activity(
      kind: .strength, start: clock("23:30:00"), end: at("2025-09-02T00:30:00Z"),
      values: [.kilocalories: Quantity(0), .steps: Quantity(50)], contribution: .samples)
    #expect(
      days([late]) == [
        "steps 2025-09-01 25 [0: 25]", "steps 2025-09-02 25 [0: 25]",
        "activeEnergy 2025-09-01 0 [0: 0]", "activeEnergy 2025-09-02 0 [0: 0]",
      ])
  }

  @Test func `a session of no length is an instant`() {
    #expect(
      days([recording(.run, "08:00:00", "08:00:00", [.distanceMeters: Quantity(7)])])
        == ["distanceWalkingRunning 2025-09-01 7 [0: 7]"])
  }

  @Test func `the same run in three files counts once`() {
    // FIT stands before TCX before GPX, whose distance is computed from points.
    let files: [(ActivityDetail, Int, Bool)] = [
      (.track, 5010, true), (.device, 5000, false), (.laps, 4990, false),
    ]
    let runs = files.enumerated().map { index, file in
      recording(
        .run, "08:00:00", "09:00:00", input: index,
        [.distanceMeters: Quantity(file.1), .kilocalories: Quantity(300 + index)],
        isDistanceComputed: file.2, detail: file.0,
        track: [point("08:00:00", 0, bpm: 100 + index), point("09:00:00", file.1)])
    }
    let result = aggregate(subject(runs), over: nil)
    #expect(result.sessions.map(\.inputs) == [[1, 2, 0]])
    #expect(
      result.contributions == [
        "distanceWalkingRunning 2025-09-01 5000 [0: 5000]", "activeEnergy 2025-09-01 301 [0: 301]",
        "heartRate 2025-09-01 101 []",
      ])
    #expect(result.days.last?.heartRate?.count == 1)
  }

  @Test func `what a file lacks, a row fills`() {
    // The ride states no energy and its distance is computed: both are filled in from the app's row,
    // but what counts is the ride's.
    let ride = recording(
      .other, "08:00:00", "09:00:00", input: 1, [.distanceMeters: Quantity(20_400)],
      isDistanceComputed: true, detail: .track,
      track: [point("08:00:00", 0), point("09:00:00", 20_400)])
    let row = recording(
      .cycle, "08:00:00", "09:00:00", source: 3, input: 2,
      [.distanceMeters: Quantity(20_000), .kilocalories: Quantity(500), .steps: Quantity(10)],
      detail: .summary)
    let result = aggregate(subject([row, ride]), over: nil)
    #expect(
      result.contributions == [
        "steps 2025-09-01 10 [0: 10]", "distanceCycling 2025-09-01 20000 [0: 20000]",
        "activeEnergy 2025-09-01 500 [0: 500]",
      ])
    let session = result.sessions.first
    #expect(session?.activity.kind == .cycle)
    #expect(session?.activity.track == [])
    #expect(session?.activity.values[.distanceMeters] == Quantity(20_000))
    #expect(
      session?.origins == [.distanceMeters: 1, .kilocalories: 1, .steps: 1, .activeSeconds: 0])
  }

  @Test func `one computed distance does not replace another`() {
    let runs = (0..<2).map {
      recording(
        .run, "08:00:00", "09:00:00", input: $0, [.distanceMeters: Quantity(5000 + $0)],
        isDistanceComputed: true, detail: $0 == 0 ? .laps : .track)
    }
    let result = aggregate(subject(runs), over: nil)
    #expect(result.contributions == ["distanceWalkingRunning 2025-09-01 5000 [0: 5000]"])
    #expect(result.sessions.first?.origins[.distanceMeters] == 0)
  }

  @Test func `where an Apple workout stands, the best joined one gives`() {
    // The watch's own records cover the first half; the file gives the second half of its 5000 m.
    let workout = Activity(
      kind: .run, start: clock("08:00:00"), end: clock("09:00:00"), source: 0, input: 0,
      values: [.distanceMeters: Quantity(5100), .kilocalories: Quantity(400)])
    let file = recording(
      .run, "08:00:00", "09:00:00", source: 1, input: 1, [.distanceMeters: Quantity(5000)],
      track: [point("08:00:00", 0, bpm: 140), point("08:30:00", 2500), point("09:00:00", 5000)])
    let worse = recording(
      .run, "08:00:00", "09:00:00", source: 2, input: 2,
      [.distanceMeters: Quantity(4000), .steps: Quantity(70)],
      track: [point("08:10:00", 0, bpm: 60)])
    let result = aggregate(
      subject(
        [worse, file, workout],
        records: [.distanceWalkingRunning: [sample(2600, clock("08:00:00"), clock("08:30:00"))]],
        sources: [watch, trackerSources[0], trackerSources[2]]), over: nil)
    // The workout's own kilocalories stand in the export as records, so they are not added.
    #expect(
      result.contributions == [
        "steps 2025-09-01 70 [1: 70]",
        "distanceWalkingRunning 2025-09-01 5100 [0: 2600, 1: 2500]",
        "heartRate 2025-09-01 140 []",
      ])
    #expect(result.sessions.first?.inputs == [0, 1, 2])
    #expect(result.sessions.first?.activity.values[.distanceMeters] == Quantity(5100))
  }

  @Test func `some sessions count only on days without their provider's records`() {
    let exercise = recording(
      .run, "08:00:00", "09:00:00", source: 2,
      [.distanceMeters: Quantity(5000), .kilocalories: Quantity(300), .steps: Quantity(6000)],
      contribution: .samplesWhereNoRecords)
    // Minute rows of steps at any time of that day, and a total of energy.
    let minutes = [Metric.steps: [sample(3, clock("20:00:00"), clock("20:01:00"), source: 2)]]
    let total = DayTotal(
      metric: .activeEnergy, day: day("2025-09-01"), source: 2, figure: .sum(Quantity(90)))
    #expect(
      days([exercise], records: minutes, totals: [total]) == [
        "steps 2025-09-01 3 [2: 3]", "distanceWalkingRunning 2025-09-01 5000 [2: 5000]",
        "activeEnergy 2025-09-01 90 [2: 90]",
      ])
    // Records of others, or of another day, do not matter.
    #expect(
      days(
        [exercise],
        records: [
          .steps: [
            sample(3, clock("20:00:00"), source: 0),
            sample(4, at("2025-09-02T00:00:00Z"), source: 2),
          ]
        ]
      ).prefix(2) == [
        "steps 2025-09-01 6003 [0: 3, 2: 6000]", "steps 2025-09-02 4 [2: 4]",
      ])
    // Nor does what joined it give anything.
    let row = recording(
      .run, "08:00:00", "09:00:00", source: 3, input: 1, [.steps: Quantity(5900)],
      detail: .summary)
    #expect(days([exercise, row], records: minutes)[0] == "steps 2025-09-01 3 [2: 3]")
  }

  @Test func `a session that reaches into the period gives its part there`() {
    let run = recording(
      .run, "08:00:00", "10:00:00", [.distanceMeters: Quantity(900)],
      track: [
        point("08:00:00", 0, bpm: 90), point("09:00:00", 600), point("10:00:00", 900, bpm: 150),
      ])
    let later = Period.instants(Interval(clock("09:30:00"), clock("12:00:00")))
    let result = aggregate(subject([run]), over: later)
    // Half of the last 300 m, and the one heart rate inside.
    #expect(
      result.contributions == [
        "distanceWalkingRunning 2025-09-01 150 [0: 150]", "heartRate 2025-09-01 150 []",
      ])
    #expect(result.sessions.isEmpty)
  }

  @Test func `a heart rate that stands in a record too counts once`() {
    let run = recording(
      .run, "08:00:00", "09:00:00",
      track: [point("08:00:00", bpm: 90), point("08:01:00", bpm: 90), point("08:02:00", bpm: 0)])
    // Of the same device, of another one, and at another value; the zero is no contact.
    let records = [
      sample(90, clock("08:00:00")), sample(90, clock("08:01:00"), source: 1),
      sample(91, clock("08:01:00")),
    ]
    let result = aggregate(subject([run], records: [.heartRate: records]), over: nil)
    #expect(result.days.map(\.heartRate?.count) == [4])
  }

  @Test func `sessions entered by hand say so`() {
    var run = recording(.run, "08:00:00", "09:00:00", [.steps: Quantity(900)])
    run.isUserEntered = true
    let result = aggregate(
      subject([run], records: [.steps: [sample(300, clock("10:00:00"))]]), over: nil)
    #expect(result.days.map(\.measure.manualShare) == [7500])
  }
}
