import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// The heart rate within sessions; see Semantics, "Minutes above a heart rate".
struct SessionHeartRateTests {
  /// Makes the sessions of a day on which the watch measures once a minute.
  ///
  /// - Parameter rates: The first minute of each rate, from 08:00 on, and the rate.
  private func sessions(
    _ activities: [Activity], _ rates: [(minute: Int, bpm: Int)], until last: Int,
    rejected: [RejectedRecord] = [], period: Period? = nil
  ) -> [Session] {
    let samples = (0...last).map { minute in
      sample(
        rates.last { $0.minute <= minute }?.bpm ?? 60,
        clock("08:00:00").advanced(byMilliseconds: Int64(minute) * 60_000))
    }
    var all = set(samples, of: .heartRate)
    all.activities = activities
    all.rejectedRecords = rejected
    return aggregate(all, over: period).sessions
  }

  private func minutes(_ session: Session, above: Int, upTo: Int? = nil) -> Quantity? {
    session.activity.heartRate.minutes(in: HeartRateZone(above: above, upTo: upTo))
  }

  private func activity(_ kind: ActivityKind, _ start: String, _ end: String) -> Activity {
    Activity(kind: kind, start: clock(start), end: clock(end), source: 0, input: 0)
  }

  @Test func `only the time of the session counts, in whichever zone`() throws {
    // 150 from 08:00, 130 from 08:20, 160 from 08:30, 60 from 08:40 to 09:00.
    let run = try #require(
      sessions(
        [activity(.run, "08:10:30", "08:35:00")], [(0, 150), (20, 130), (30, 160), (40, 60)],
        until: 60
      ).first)
    // 9.5 min at 150, 10 at 130, 5 at 160.
    #expect(minutes(run, above: 140) == Quantity(decimalText: "14.5"))
    #expect(minutes(run, above: 130) == Quantity(decimalText: "14.5"))
    #expect(minutes(run, above: 129) == Quantity(decimalText: "24.5"))
    #expect(minutes(run, above: 130, upTo: 150) == Quantity(decimalText: "9.5"))
    #expect(minutes(run, above: 100, upTo: 149) == Quantity(10))
    #expect(minutes(run, above: 160) == .zero && minutes(run, above: 20, upTo: 30) == .zero)
    #expect(run.activity.heartRate.openMinutes == .zero)
  }

  @Test func `a session without a rate has none, and not zero`() throws {
    let found = sessions(
      [activity(.run, "10:00:00", "10:30:00"), activity(.walk, "08:00:00", "08:10:00")],
      [(0, 150)], until: 30)
    #expect(found.map { minutes($0, above: 140) } == [Quantity(10), nil])
  }

  @Test func `sessions that overlap each have their time, and one over midnight has both parts`() {
    let samples = (0...59).map { minute in
      sample(150, at("2025-09-01T23:30:00Z").advanced(byMilliseconds: Int64(minute) * 60_000))
    }
    var all = set(samples, of: .heartRate)
    all.activities = [
      Activity(
        kind: .run, start: at("2025-09-01T23:40:00Z"), end: at("2025-09-02T00:10:00Z"), source: 0,
        input: 0),
      Activity(
        kind: .yoga, start: at("2025-09-01T23:50:00Z"), end: at("2025-09-01T23:55:00Z"), source: 0,
        input: 0),
    ]
    #expect(
      aggregate(all, over: nil).sessions.map { minutes($0, above: 140) }
        == [Quantity(30), Quantity(5)])
    // The day's own figures are what they are without sessions.
    #expect(
      aggregate(all, over: nil).days.map { $0.heartRate?.minutes(above: 140) }
        == [Quantity(30), Quantity(29)])
    // Of a period that ends at midnight, what lies in it.
    #expect(
      aggregate(all, over: .days(from: day("2025-09-01"), to: day("2025-09-01"))).sessions.map {
        minutes($0, above: 140)
      } == [Quantity(20), Quantity(5)])
  }

  @Test func `a rejected record opens the part of the session that it may have changed`() throws {
    let rejected = RejectedRecord(
      metric: .heartRate, source: 0, time: Interval(clock("08:30:00"), clock("08:30:00")),
      amount: nil, code: .valueImplausibleHeartRate)
    let found = sessions(
      [activity(.run, "08:00:00", "08:25:00"), activity(.run, "08:45:00", "08:50:00")],
      [(0, 150)], until: 60, rejected: [rejected])
    // From 08:20 to 08:40.
    #expect(found.map(\.activity.heartRate.openMinutes) == [Quantity(5), .zero])
    #expect(found.map { minutes($0, above: 140) } == [Quantity(25), Quantity(5)])
  }

  @Test func `what a session has is the same as the day has in its time`() throws {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<40 {
      let rates = (0..<8).map { (minute: $0 * 10, bpm: 100 + random.below(80)) }
      let start = random.below(60)
      let length = 1 + random.below(70)
      let begin = clock("08:00:00").advanced(byMilliseconds: Int64(start) * 60_000)
      let run = Activity(
        kind: .run, start: begin, end: begin.advanced(byMilliseconds: Int64(length) * 60_000),
        source: 0, input: 0)
      let found = try #require(sessions([run], rates, until: 80).first)
      let zone = HeartRateZone(above: 120, upTo: 150)
      let inside = (start..<min(start + length, 80)).filter { minute in
        let rate = rates.last { $0.minute <= minute }?.bpm ?? 60
        return rate > 120 && rate <= 150
      }
      #expect(
        found.activity.heartRate.minutes(in: zone)
          == (start < 80 ? Quantity(inside.count) : nil), "\(rates) \(start) \(length)")
    }
  }
}
