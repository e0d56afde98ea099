import DaymarkModel

/// Works out how rejected records make days of one metric uncertain; see Semantics, "What rejected
/// records leave open".
struct OpenedDays {
  private let metric: Metric
  /// The rejected records whose time is known.
  private let dated: [RejectedRecord]
  private let undated: [RejectedRecord]
  /// The day totals of which only the day was understood.
  private let totals: DatedTotals
  /// The number of accepted samples and totals in the period, by source.
  private var counts: [UInt16: Int] = [:]
  /// The days that rejected records and totals with a known time touch, with the sum of their known
  /// amounts.
  private var touched: [CivilDay: Int128] = [:]
  /// The days that rejected totals touch, and no rejected record.
  private var ofTotalsAlone: Set<CivilDay> = []
  /// The days on which the amount of some rejected record or total is not known.
  private var unknown: Set<CivilDay> = []
  /// The longest time, in milliseconds, for which an accepted sample may hold its value.
  private var longestHold = HeartRate.longestHold
  /// The accepted samples of the touched days, together with a sample of amount zero for the time
  /// of each rejected record.
  private var covered: SampleList

  init(of metric: Metric, _ rejected: [RejectedRecord], _ totals: DatedTotals) {
    (self.metric, self.totals) = (metric, totals)
    dated = rejected.filter { $0.time != nil }
    undated = rejected.filter { $0.time == nil }
    covered = SampleList(of: metric)
  }

  /// Notes the facts of the accepted samples that are needed later, because measuring consumes the
  /// samples.
  mutating func look(
    at samples: borrowing SampleList, _ accepted: DatedTotals, _ days: ClippedDays
  ) {
    guard !dated.isEmpty || !undated.isEmpty || !totals.days.isEmpty else { return }
    touch(days)
    counts = accepted.counts
    var days = days
    samples.visit { sample in
      guard let part = days.part(of: sample) else { return }
      counts[sample.source, default: 0] += 1
      if sample.duration < Record.shortestLong { longestHold = max(longestHold, sample.duration) }
      guard metric.isCumulative, !touched.isEmpty else { return }
      var start = part.start
      repeat {
        let (day, end) = days.day(containing: start)
        if touched[day] != nil { return covered.append(sample) }
        start = end
      } while start < part.end
    }
    guard metric.isCumulative else { return }
    for record in dated {
      guard let time = record.time, time.start < time.end, !record.isTooLong else { continue }
      // A record that covers nothing still makes its source one with data at that time.
      let last = time.end.advanced(byMilliseconds: -1)
      let parts =
        record.coversNothing && !metric.isOfNights
        ? [Interval(time.start, time.start), Interval(last, last)] : [time]
      for part in parts {
        covered.append(
          Sample(start: part.start, end: part.end, value: .zero, source: record.source))
      }
    }
  }

  /// Finds the days that rejected records with a known time touch.
  ///
  /// The end of a rejected record with an amount is not trusted, so its whole amount may belong to
  /// any day that it touches. A record that was rejected for its length gives each day its share.
  private mutating func touch(_ days: ClippedDays) {
    var days = days
    for record in dated {
      guard let time = record.time,
        let part = days.part(of: Sample(start: time.start, end: time.end, value: .zero))
      else { continue }
      var start = part.start
      repeat {
        let (day, end) = days.day(containing: start)
        // Nobody sleeps for longer than a record lasts, whatever it states.
        let amount: Quantity =
          metric.isOfNights
          ? .minutes(ofMilliseconds: time.duration) : record.amount ?? .zero
        let whole = Sample(start: time.start, end: time.end, value: amount)
        touched[day, default: 0] +=
          record.isTooLong
          ? whole.amount(from: start, to: min(end, part.end)) : Int128(amount.microUnits)
        if record.amount == nil, !metric.isOfNights { unknown.insert(day) }
        start = end
      } while start < part.end
    }
    ofTotalsAlone = Set(totals.days.keys).subtracting(touched.keys)
    for day in totals.days.keys {
      touched[day, default: 0] += 0
      unknown.insert(day)
    }
  }

  /// The bounds of the touched days, ascending.
  ///
  /// - Parameters:
  ///   - measured: The days as they were measured.
  ///   - accepted: The totals that were understood.
  ///   - measure: Measures days again, from given samples and totals.
  consuming func bounds(
    of measured: [MeasuredDay], _ accepted: DatedTotals,
    _ measure: (consuming SampleList, DatedTotals) -> [MeasuredDay]
  ) -> [DayBounds] {
    guard !touched.isEmpty else { return [] }
    let (metric, touched, unknown, ofTotalsAlone) = (metric, touched, unknown, ofTotalsAlone)
    guard metric.isCumulative else {
      // A total does not change a day for which there are samples.
      let sampled = Set(measured.filter { !$0.isTotal }.map(\.day))
      return touched.keys.sorted().filter { !sampled.contains($0) || !ofTotalsAlone.contains($0) }
        .map {
          DayBounds(metric: metric, day: $0, least: HeartRate.possible.lowerBound, most: nil)
        }
    }
    func byDay(_ days: [MeasuredDay]) -> [CivilDay: MeasuredDay] {
      Dictionary(uniqueKeysWithValues: days.map { ($0.day, $0) })
    }
    let figures = byDay(measured)
    // What each day would be if a rejected total were zero; whatever it really was, the day has no
    // less than that.
    let emptied = totals.days.isEmpty ? [:] : byDay(measure(covered, accepted.adding(totals)))
    let others = byDay(measure(covered, accepted))
    func rounded(_ value: Int128) -> Quantity {
      (Quantity(exactly: value) ?? .limit).rounded(toMultipleOf: metric.dailyStep)
    }
    return touched.sorted { $0.key < $1.key }.map { day, rejected in
      var values: [Int128] = []
      if let figure = figures[day] {
        values = [figure.value, emptied[day]?.value].compactMap(\.self)
        if !ofTotalsAlone.contains(day) {
          values += figure.possibleValues + (others[day]?.possibleValues ?? [])
        }
      }
      return DayBounds(
        metric: metric, day: day, least: rounded(values.min() ?? 0),
        most: unknown.contains(day) ? nil : rounded((values.max() ?? 0) + rejected))
    }
  }

  /// The times in which rejected heart rates may have changed which rate counts; see
  /// Semantics, "Minutes above a heart rate".
  ///
  /// A rejected record may have ended an earlier one that reaches into its time, and may itself
  /// have lasted until the next one after it. Outside that time it changes nothing.
  ///
  var heldTimes: [Interval] {
    dated.compactMap(\.time).map { time in
      Interval(
        time.start.advanced(byMilliseconds: -HeartRate.longestHold),
        max(time.end, time.start.advanced(byMilliseconds: longestHold)))
    }.disjoint
  }

  /// The part of ``heldTimes`` in each day, in milliseconds.
  func heldTime(_ days: ClippedDays) -> [CivilDay: Int64] {
    var days = days
    var open: [CivilDay: Int64] = [:]
    for window in heldTimes {
      guard
        let part = days.part(of: Sample(start: window.start, end: window.end, value: .zero))
      else { continue }
      var start = part.start
      while start < part.end {
        let (day, dayEnd) = days.day(containing: start)
        let end = min(dayEnd, part.end)
        open[day, default: 0] += end.milliseconds - start.milliseconds
        start = end
      }
    }
    return open
  }

  /// The rejected records that may belong to any day; `nil` without any.
  var undatedRecords: UndatedRecords? {
    if undated.isEmpty { return nil }
    // Without its time, nobody knows how long somebody slept.
    let amounts =
      metric.isOfNights ? [] : undated.compactMap { $0.amount.map { Int128($0.microUnits) } }
    let most = metric.isCumulative ? amounts.reduce(0, +) : amounts.max() ?? 0
    let perSource = Dictionary(grouping: undated, by: \.source)
    return UndatedRecords(
      metric: metric, count: undated.count,
      mostOnADay: amounts.count == undated.count ? Quantity(exactly: most) : nil,
      areDamage: perSource.contains { source, records in
        // A source is damaged if it has more than 3 such records, and they are more than 1 in 100
        // of its records.
        records.count > 3 && 100 * records.count > records.count + (counts[source] ?? 0)
      })
  }
}
