import DaymarkAggregate
import DaymarkModel
import Testing

/// Semantics, "What is measured of quality": how fast amounts came, and how much was written late.
struct QualityFigureTests {
  /// The figure of each day, `-` where there is none.
  private func figures(
    _ code: FlagCode, _ samples: [Sample], of metric: Metric = .steps, manual: [Sample] = [],
    period: Period? = nil
  ) -> [String] {
    aggregate(set(samples, of: metric, manual: manual), over: period).days
      .map { text($0.measure.figures[code]) }
  }

  private func perMinute(_ samples: [Sample], period: Period? = nil) -> [String] {
    figures(.stepsPerMinute, samples, period: period)
  }

  @Test func `the busiest minute takes short samples whole and parts of long ones`() {
    #expect(perMinute([sample(250, clock("08:00:00"), clock("08:01:00"))]) == ["250"])
    #expect(perMinute([sample(1000, clock("08:00:00"), clock("08:10:00"))]) == ["100"])
    // 08:00:00-08:01:00: the 90 of half a minute, and 1000 × 30/600 = 50 of the ten that follow.
    let none = sample(0, clock("07:50:00"), clock("08:00:00"))
    let quick = sample(90, clock("08:00:00"), clock("08:00:30"))
    let slow = sample(1000, clock("08:00:30"), clock("08:10:30"))
    #expect(perMinute([none, quick, slow]) == ["140"])
    // The same the other way round: 07:59:30-08:00:30, 50 + 90.
    #expect(
      perMinute([sample(1000, clock("07:50:00"), clock("08:00:00")), quick]) == ["140"])
    // A pause between them is part of the minute: 90 + 1000 × 10/600 = 106.666...
    let later = sample(1000, clock("08:00:50"), clock("08:10:50"))
    #expect(perMinute([none, quick, later]) == ["106.67"])
  }

  @Test func `a phone that writes the steps of five minutes into five seconds is not fast`() {
    // As iPhones of 2014 did: 426 in the 320 s since 10:34:14, of which 300 s are the most: 426 / 5.
    #expect(
      perMinute([
        sample(283, clock("10:34:09"), clock("10:34:14")),
        sample(426, clock("10:39:29"), clock("10:39:34")),
        sample(61, clock("10:45:36"), clock("10:45:41")),
      ]) == ["85.2"])
    // The steps of an hour in a second are another matter.
    #expect(perMinute([sample(5000, clock("10:00:00"), clock("10:00:01"))]) == ["1000"])
  }

  @Test func `less than a minute is spread since the sample before it`() {
    let before = sample(100, clock("10:00:00"), clock("10:05:00"))
    // 200 in the 120 s since 10:05:00, whoever else wrote something in between.
    let short = sample(200, clock("10:06:55"), clock("10:07:00"))
    let other = sample(10, clock("10:05:30"), clock("10:06:30"), source: 1)
    #expect(perMinute([before, short, other]) == ["100"])
    // An instant has no time, and a day no end that says anything: 200 in the 300 s until 10:07:00.
    let instant = sample(1, clock("10:06:50"))
    let whole = sample(1, at("2025-08-31T00:00:00Z"), clock("10:06:50"))
    #expect(perMinute([instant, short]) == ["40"])
    #expect(perMinute([whole, short]) == ["-", "40"])
    // Within a longer one it stands as it is: 60 + 30.
    #expect(
      perMinute([
        sample(120, clock("08:00:00"), clock("08:02:00")),
        sample(30, clock("08:01:00"), clock("08:01:10")),
      ]) == ["90"])
    // Of two that start together none is before the other: 10 + 20, in 300 s up to 10 and 20 s. The
    // best minute is one that both have, 2 + 4.
    #expect(
      perMinute([
        sample(10, clock("08:00:00"), clock("08:00:10")),
        sample(20, clock("08:00:00"), clock("08:00:20")),
      ]) == ["6"])
  }

  @Test func `a track second by second is measured as it stands`() {
    let start = clock("08:00:00")
    let track = (0..<120).map { second in
      sample(
        second < 60 ? 3 : 4, start.advanced(byMilliseconds: second * 1000),
        start.advanced(byMilliseconds: (second + 1) * 1000))
    }
    #expect(perMinute(track) == ["240"])  // 60 × 4
    // Without the seconds in between, each 4 are those of 2 s: 30 × 4.
    #expect(perMinute(track.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)) == ["120"])
  }

  @Test func `what is spread is what counts`() {
    // Of the phone's 300 in 30 s the watch leaves 20 s, 200 steps: 40 a minute over 300 s.
    #expect(
      perMinute([
        sample(20, clock("07:50:10"), clock("08:00:10")),
        sample(300, clock("08:00:00"), clock("08:00:30"), source: 1),
      ]) == ["40"])
    // Two of five seconds lie before midnight, 170.4 and 255.6 steps, each over 300 s.
    let around = sample(426, clock("23:59:58"), at("2025-09-02T00:00:03Z"))
    #expect(perMinute([around]) == ["34.08", "51.12"])
  }

  @Test func `what has no length or that of a day has no rate`() {
    #expect(perMinute([sample(9000, clock("08:00:00"))]) == ["-"])
    #expect(perMinute([sample(9000, clock("23:59:59"), source: 2)]) == ["-"])
    #expect(
      perMinute([sample(90_000, clock("00:00:00"), at("2025-09-02T00:00:00Z"))]) == ["-"])
    // One second less is a sample like any other: 86,399 over as many seconds are 60 a minute.
    #expect(perMinute([sample(86_399, clock("00:00:00"), clock("23:59:59"))]) == ["60"])
    #expect(perMinute([sample(0, clock("08:00:00"), clock("08:10:00"))]) == ["-"])
  }

  @Test func `two sources of the same steps are not added`() {
    // Both tell of one walk; the phone is covered wholly.
    #expect(
      perMinute([
        sample(180, clock("08:00:00"), clock("08:01:00")),
        sample(190, clock("08:00:00"), clock("08:01:00"), source: 1),
      ]) == ["180"])
    // Of the phone 08:01:00-08:02:00 counts, 50 of its 100, which may be steps of the watch's 55.
    #expect(
      perMinute([
        sample(55, clock("08:00:00"), clock("08:01:00")),
        sample(100, clock("08:00:00"), clock("08:02:00"), source: 1),
      ]) == ["55"])
    // Of an hour's 6000 the watch leaves 08:59:30-09:00:00, a half of 100.
    #expect(
      perMinute([
        sample(10, clock("08:00:00"), clock("08:59:30")),
        sample(6000, clock("08:00:00"), clock("09:00:00"), source: 1),
      ]) == ["50"])
  }

  @Test func `overlaps of one source add up as they do in the value`() {
    #expect(
      perMinute([
        sample(100, clock("08:00:00"), clock("08:01:00")),
        sample(90, clock("08:00:00"), clock("08:01:30")),
        sample(10, clock("08:00:30"), clock("08:00:40")),
      ]) == ["170"])  // 100 + 90 × 60/90 + 10
  }

  @Test func `a window looks at one day and the period alone`() {
    // 200 in the minute around midnight, half of them on each day.
    let around = sample(200, clock("23:59:30"), at("2025-09-02T00:00:30Z"))
    #expect(perMinute([around]) == ["100", "100"])
    // With what else the second day has in its first minute: 100 + 40.
    let next = sample(40, at("2025-09-02T00:00:30Z"), at("2025-09-02T00:01:00Z"))
    #expect(perMinute([around, next]) == ["100", "140"])
    let period = Period.instants(Interval(clock("23:59:50"), at("2025-09-02T00:00:00Z")))
    #expect(perMinute([around, next], period: period) == ["33.33"])  // 200 × 10/60
  }

  @Test func `other metrics are measured over an hour`() {
    func figure(_ metric: Metric, _ code: FlagCode, _ value: Int, _ end: String) -> [String] {
      figures(code, [sample(value, clock("08:00:00"), clock(end))], of: metric)
    }
    // 40,000 m / 3600 s = 11.11...; of a ride of half an hour the hour has only that.
    #expect(figure(.distanceCycling, .cyclingSpeed, 40_000, "09:00:00") == ["11.11"])
    #expect(figure(.distanceCycling, .cyclingSpeed, 36_000, "08:30:00") == ["10"])
    #expect(figure(.distanceCycling, .cyclingSpeed, 108_000, "10:00:00") == ["15"])
    // 900 kcal in half an hour are 15 a minute over the hour; 2400 in two are 20.
    #expect(figure(.activeEnergy, .energyPerMinute, 900, "08:30:00") == ["15"])
    #expect(figure(.activeEnergy, .energyPerMinute, 2400, "10:00:00") == ["20"])
    #expect(figure(.flightsClimbed, .flightsPerHour, 70, "08:10:00") == ["70"])
    #expect(figure(.flightsClimbed, .flightsPerHour, 100, "10:00:00") == ["50"])
    #expect(figure(.distanceWalkingRunning, .runningSpeed, 100, "08:00:01") == ["-"])
  }

  @Test func `swimming is measured over the fastest fifty meters`() {
    func speed(_ samples: [Sample]) -> [String] {
      figures(.swimmingSpeed, samples, of: .distanceSwimming)
    }
    // Lengths of 25 m in 20, 15 and 16 s: 50 m in 31 s.
    #expect(
      speed([
        sample(25, clock("08:00:00"), clock("08:00:20")),
        sample(25, clock("08:00:20"), clock("08:00:35")),
        sample(25, clock("08:00:35"), clock("08:00:51")),
      ]) == ["1.61"])
    // A rest at the wall is part of the time: 50 m in 50 s.
    #expect(
      speed([
        sample(25, clock("08:00:00"), clock("08:00:20")),
        sample(25, clock("08:00:30"), clock("08:00:50")),
      ]) == ["1"])
    // The last 50 m of 70: 20 m of a length at 1 m/s (20 s), and 30 m in 15 s; 50/35 = 1.428...
    #expect(
      speed([
        sample(40, clock("08:00:00"), clock("08:00:40")),
        sample(30, clock("08:00:40"), clock("08:00:55")),
      ]) == ["1.43"])
    #expect(speed([sample(1500, clock("08:00:00"), clock("08:30:00"))]) == ["0.83"])
    #expect(speed([sample(49, clock("08:00:00"), clock("08:00:10"))]) == ["-"])
  }

  @Test func `beside a total only its own provider's samples speak`() {
    let total = DayTotal(
      metric: .distanceCycling, day: day("2025-09-01"), source: 0, figure: .sum(Quantity(50_000)))
    func speeds(_ source: UInt16) -> [String] {
      let ride = sample(36_000, clock("08:00:00"), clock("09:00:00"), source: source)
      return aggregate(
        subject([], totals: [total], records: [.distanceCycling: [ride]]), over: nil
      ).days.map { text($0.measure.figures[.cyclingSpeed]) }
    }
    #expect(speeds(1) == ["10"])  // Garmin's other device
    #expect(speeds(2) == ["-"])  // Fitbit's is not in the value
  }

  @Test func `late is what was written more than two days after it ended`() {
    // 08:00-09:00, written 48 h after the end, one second more, and who knows when.
    let samples = [
      sample(100, clock("08:00:00"), clock("09:00:00"), created: at("2025-09-03T09:00:00Z")),
      sample(200, clock("08:00:00"), clock("09:00:00"), created: at("2025-09-03T09:00:01Z")),
      sample(300, clock("10:00:00"), clock("11:00:00")),
      sample(400, clock("10:00:00"), source: 1, created: at("2026-01-01T00:00:00Z")),
    ]
    let days = aggregate(set(samples), over: nil).days
    // The phone's 400 stand before merging, where the watch covers them. 600/1000.
    #expect(days.map(\.measure.late) == [Quantity(600)])
    #expect(days.map { text($0.measure.figures[.lateShare]) } == ["60"])
    let rates = [
      sample(60, clock("08:00:00"), created: at("2025-09-05T00:00:00Z")),
      sample(80, clock("08:00:10"), created: clock("08:00:20")),
    ]
    let rateDays = aggregate(set(rates, of: .heartRate), over: nil).days
    #expect(rateDays.map(\.measure.late) == [Quantity(60)])
    #expect(rateDays.map { text($0.measure.figures[.lateShare]) } == ["-"])
  }

  @Test func `shares are in percent, and those of nothing absent`() {
    // 300 of 300 + 500 = 37.5 %.
    #expect(
      figures(
        .manualShare, [sample(500, clock("08:00:00"), clock("09:00:00"))],
        manual: [sample(300, clock("10:00:00"), isUserEntered: true)]) == ["37.5"])
    #expect(figures(.manualShare, [sample(0, clock("08:00:00"))]) == ["-"])
    #expect(figures(.manualShare, [sample(5, clock("08:00:00"))]) == ["-"])
  }
}
