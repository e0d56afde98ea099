import DaymarkModel
import DaymarkNormalize
import DaymarkTestSupport
import Testing

/// Semantics, "What is rejected", of the points of recorded tracks.
struct TrackTests {
  private func point(
    _ time: String, meters: Int? = nil, bpm: Int? = nil, pause: Bool = false, byte: Int = 0
  ) -> TrackPoint {
    TrackPoint(
      at: at("2025-09-01T\(time)Z"), distance: meters.map { Quantity($0) },
      heartRate: bpm.map { Quantity($0) }, beginsSegment: pause, byte: byte)
  }

  private func normalised(_ activities: [ActivityRecord]) -> SampleSet {
    normalise([Input(activities: activities, facts: accountFacts())])
  }

  @Test func `fields of the file are taken`() throws {
    var record = trackedRun(track: [point("08:00:00", meters: 0, bpm: 20, byte: 7)], byte: 1040)
    record.isDistanceComputed = true
    record.steps = written("4000")
    record.sets = [StrengthSet(repetitions: 5)]
    let activity = try #require(normalised([record]).activities.first)
    #expect(activity.document == 1)
    #expect(activity.detail == .device)
    #expect(activity.contribution == .samples)
    #expect(activity.isDistanceComputed)
    #expect(activity.values == [.steps: Quantity(4000)])
    #expect(activity.sets == record.sets)
    #expect(activity.track == record.track)
  }

  @Test func `a point outlives its implausible heart rate`() throws {
    let track = [
      point("08:00:00", meters: 0, bpm: 20, byte: 10),
      point("08:00:01", meters: 3, bpm: 19, byte: 20),
      point("08:00:02", meters: 6, bpm: 301, pause: true, byte: 30), point("08:00:03", bpm: 300),
    ]
    let set = normalised([trackedRun(track: track, byte: 1040)])
    let kept = try #require(set.activities.first).track
    #expect(kept.map(\.heartRate) == [Quantity(20), nil, nil, Quantity(300)])
    #expect(kept.map(\.distance) == [Quantity(0), Quantity(3), Quantity(6), nil])
    #expect(kept.map(\.beginsSegment) == [false, false, true, false])
    #expect(set.rejected == [[.valueImplausibleHeartRate: 2]])
    #expect(
      set.rejectedSeries == [
        [
          RejectedSeries(
            metric: .heartRate, source: tracker, code: .valueImplausibleHeartRate, count: 2)
        ]
      ])
    let finding = try #require(set.findings.first)
    #expect(finding.code == .valueImplausibleHeartRate)
    #expect(finding.count == 2)
    #expect(finding.facts == .init { $0.metric = .heartRate })
    // The point's own byte in the second document, which knows no lines.
    #expect(finding.location == InputLocation(file: "account.zip", entry: "b.fit", byte: 20))
  }

  @Test func `a point at an impossible time goes and leaves its pause`() throws {
    let track = [
      TrackPoint(at: at("1989-12-31T23:59:59Z"), beginsSegment: true, byte: 10),
      point("08:00:00"), point("08:00:01"),
      // A day after the run's instant is the last that is believed.
      TrackPoint(at: at("2025-10-02T00:00:00Z")),
      TrackPoint(at: at("2025-10-02T00:00:00.001Z"), heartRate: Quantity(400), byte: 20),
      TrackPoint(at: at("2025-10-02T00:00:01Z"), heartRate: Quantity(100), byte: 30),
    ]
    let set = normalised([trackedRun(track: track)])
    let kept = try #require(set.activities.first).track
    #expect(
      kept.map(\.at) == [
        at("2025-09-01T08:00:00Z"), at("2025-09-01T08:00:01Z"), at("2025-10-02T00:00:00Z"),
      ])
    #expect(kept.map(\.beginsSegment) == [true, false, false])
    // The first check that fails gives the code.
    #expect(set.rejected == [[.timeOutOfRange: 2, .valueImplausibleHeartRate: 1]])
    #expect(
      Set(set.rejectedSeries[0].map { "\($0.metric?.id ?? "-") \($0.code.rawValue) \($0.count)" })
        == [
          "- time.out_of_range 1", "heartRate time.out_of_range 1",
          "heartRate value.implausible_heart_rate 1",
        ])
  }

  @Test func `a point of another season is none of the session's`() throws {
    // The session is on 2025-09-01: 100 days before it is 24 May.
    let track = [
      TrackPoint(at: at("2001-01-01T00:00:00Z")), TrackPoint(at: at("2025-05-24T07:59:59Z")),
      TrackPoint(at: at("2025-05-24T08:00:00Z")), point("08:00:00"),
    ]
    let set = normalised([trackedRun(track: track)])
    #expect(set.activities.first?.track.count == 2)
    #expect(set.rejected == [[.timeOutOfRange: 2]])
  }

  @Test func `points ascend whatever the file does`() throws {
    let track = [
      point("08:00:02", meters: 6), point("08:00:01", meters: 3), point("08:00:02", meters: 7),
    ]
    let kept = try #require(normalised([trackedRun(track: track)]).activities.first).track
    #expect(kept.map(\.distance) == [Quantity(3), Quantity(6), Quantity(7)])
  }

  @Test func `a manual activity takes its track with it`() throws {
    let record = trackedRun(isUserEntered: true, track: [point("08:00:00", bpm: 900)])
    let set = normalised([record])
    #expect(set.activities.isEmpty)
    #expect(set.rejected == [[.sampleManual: 1]])
    let included = normalise(
      [Input(activities: [record], facts: accountFacts())], manualEntries: .include)
    #expect(included.activities.map(\.isUserEntered) == [true])
    #expect(included.activities.map(\.track.count) == [1])
    #expect(included.rejected == [[.valueImplausibleHeartRate: 1]])
  }

  @Test func `a session that stands twice is one with the richer track`() {
    let poor = trackedRun(track: [point("08:00:00")], byte: 10)
    let rich = trackedRun(track: [point("08:00:00"), point("08:10:00")], byte: 1010)
    let set = normalised([poor, rich, poor])
    #expect(set.activities.map(\.track.count) == [2])
    #expect(set.activities.map(\.document) == [1])
    #expect(set.rejected == [[.sampleDuplicate: 2]])
    // A row of the same session in another kind of file is not the same datum.
    var row = poor
    row.detail = .summary
    #expect(normalised([poor, row]).activities.count == 2)
  }
}
