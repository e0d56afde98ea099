import DaymarkModel

// Figures that a device measures together: steps and distance, steps and heart rate, flights and
// steps, energy and the phone's own sum of it. See Examine, "The checks".

extension ExaminedExport {
  private func records(of source: UInt16, _ metric: Metric) -> [Sample] {
    series.first { $0.source == source && $0.metric == metric }?.records ?? []
  }

  /// The check that a watch with steps also has heart rates or energy.
  var muteWatch: CheckResult? {
    var tally = CheckTally()
    for series in series where series.metric == .steps && series.records.count >= 100 {
      guard sources[Int(series.source)].deviceClass == .watch, let first = series.records.first
      else { continue }
      tally.looked += 1
      let hasMore = [Metric.heartRate, .activeEnergy].contains {
        !records(of: series.source, $0).isEmpty
      }
      if !hasMore { tally.add(first, .steps) }
    }
    return tally.result(.muteWatch, .question, in: self)
  }

  /// The check that the mean length of a step on a day is close to that of the device's other days.
  ///
  /// It uses the records of steps and distance with equal times.
  var oddStride: CheckResult? {
    /// One device's steps and distance on a day, over the records that both have.
    ///
    /// - Units: micro-units.
    struct Day {
      var day: CivilDay
      var steps: Int128 = 0
      var distance: Int128 = 0
      var first: Sample
      /// The mean length of a step, in millionths of a meter.
      var stride: Int128 { distance * 1_000_000 / steps }
    }
    var looked: Set<CivilDay> = []
    var odd: [CivilDay: Sample] = [:]
    for series in series where series.metric == .steps {
      let distances = Dictionary(
        records(of: series.source, .distanceWalkingRunning).map {
          (Interval($0.start, $0.end), Int128($0.value.microUnits))
        }, uniquingKeysWith: +)
      let days = byDay(series.records).compactMap { day, records -> Day? in
        var sum = Day(day: day, first: records[records.startIndex])
        for record in records {
          guard let distance = distances[Interval(record.start, record.end)] else { continue }
          sum.steps += Int128(record.value.microUnits)
          sum.distance += distance
        }
        return sum.steps >= Int128(Quantity(1000).microUnits) ? sum : nil
      }
      guard days.count >= 7 else { continue }
      looked.formUnion(days.map(\.day))
      let median = days.map(\.stride).sorted()[days.count / 2]
      for day in days where day.stride > 2 * median || 2 * day.stride < median {
        odd[day.day] = odd[day.day] ?? day.first
      }
    }
    // A watch and a phone were on the same treadmill on a day, so the day counts once.
    var tally = CheckTally()
    tally.looked = looked.count
    for first in odd.values { tally.add(first, .steps) }
    // A treadmill or a walk with a child explains one or two days. Edited amounts affect more.
    return tally.result(.oddStride, odd.count > 2 ? .question : .noted, in: self)
  }

  /// The check that no flights are climbed on days without a step.
  var flightsAlone: CheckResult? {
    // Users of wheelchairs have pushes instead of steps.
    guard written[.wheelchairPushes] == nil, let steps = written[.steps] else { return nil }
    let walked = Set(byDay(steps.sorted { $0.start < $1.start }).map(\.day))
    var tally = CheckTally()
    for series in series where series.metric == .flightsClimbed {
      for (day, records) in byDay(series.records) {
        tally.looked += 1
        guard let first = records.first, !walked.contains(day) else { continue }
        tally.add(first, .flightsClimbed)
      }
    }
    return tally.result(.flightsAlone, tally.unusual > 2 ? .question : .noted, in: self)
  }

  /// The check that a day's energy does not exceed the sum that the phone states for the day.
  ///
  /// It applies to days on which a single watch or phone has all records of energy, because the
  /// phone's sum does not include those of apps. The days before and after are included, because
  /// the phone's days have other limits when somebody travels.
  var aboveStated: CheckResult? {
    let stated = Dictionary(
      statedDays.filter { $0.metric == .activeEnergy }.map {
        ($0.day, Int128($0.amount.microUnits))
      }, uniquingKeysWith: max)
    if stated.isEmpty { return nil }
    let days = energyDays
    func isAbove(_ range: ClosedRange<Int>, of day: CivilDay, percent: Int128) -> Bool {
      let around = range.map { day.advanced(by: $0) }.filter { stated[$0] != nil }
      let measured = around.reduce(Int128(0)) { $0 + (days[$1]?.amount ?? 0) }
      let own = around.reduce(Int128(0)) { $0 + (stated[$1] ?? 0) }
      return measured * 100 > own * percent + Int128(Quantity(200).microUnits) * 100
    }
    var tally = CheckTally()
    for (day, energy) in days.sorted(by: { $0.key < $1.key }) where day <= lastWholeDay {
      // If hardly any energy is stated, the phone was not counting it.
      guard let own = stated[day], own >= Int128(Quantity(10).microUnits), energy.isOfOneDevice
      else { continue }
      tally.looked += 1
      if isAbove(0...0, of: day, percent: 150), isAbove(-1...1, of: day, percent: 120) {
        tally.add(energy.first, .activeEnergy)
      }
    }
    return tally.result(.aboveStated, .question, in: self)
  }

  private struct EnergyDay {
    /// The energy of all records of the day, in micro-units.
    var amount: Int128 = 0
    var isOfOneDevice = true
    var first: Sample
  }

  /// The energy of each day from all sources, without typed-in records.
  private var energyDays: [CivilDay: EnergyDay] {
    let records = (written[.activeEnergy] ?? []).filter { !$0.isUserEntered }
    let devices = Set(series.map(\.source))
    var days: [CivilDay: EnergyDay] = [:]
    for (day, records) in byDay(records.sorted { $0.start < $1.start }) {
      guard let first = records.first else { continue }
      days[day] = EnergyDay(
        amount: records.reduce(0) { $0 + Int128($1.value.microUnits) },
        isOfOneDevice: devices.contains(first.source)
          && records.allSatisfy { $0.source == first.source },
        first: first)
    }
    return days
  }
}
