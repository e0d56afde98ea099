import DaymarkModel

/// The days of a cumulative metric, ascending; see semantics, section 5.
func cumulativeDays(
  of metric: Metric, _ samples: consuming SampleList, _ setAside: consuming SampleList,
  _ sources: [Source], _ days: ClippedDays
) -> [MeasuredDay] {
  var sweep = CumulativeSweep(
    days: days, totals: DayTotalSources(samples, sources, days.calendar))
  samples.visitInOrder { sweep.add($0) }
  sweep.endSource()
  let entered = enteredAmounts(setAside, atStart: false, days)
  return sweep.byDay.sorted { $0.key < $1.key }.map { day, sourceDays in
    var measured = measuredDay(day, sourceDays, sources)
    measured.setAside = entered[day] ?? EnteredAmount()
    return measured
  }
}

/// Decides between the sweep and a total; see semantics, section 5.5.
///
/// - Parameter sourceDays: Of those that have something for the day, best first; never empty.
private func measuredDay(
  _ day: CivilDay, _ sourceDays: [SourceDay], _ sources: [Source]
) -> MeasuredDay {
  let best = sourceDays[0]
  let swept = sourceDays.reduce(0) { $0 + $1.uncovered }
  var measured = MeasuredDay(
    day: day, end: best.end, value: swept,
    samples: sourceDays.reduce(0) { $0 + $1.samples },
    naive: sourceDays.reduce(0) { $0 + $1.offered + $1.totals })
  for sourceDay in sourceDays { measured.entered.add(sourceDay.entered) }

  let chosen = largestTotal(sourceDays.filter { standTogether($0, best, sources) })
  if let chosen {
    measured.value = chosen.value
    measured.alternate = sourceDays.contains { $0.sweptSamples > 0 } ? swept : nil
  } else {
    let unused = sourceDays.first { $0.largestTotal != nil }
    measured.alternate = unused?.largestTotal.map { Int128($0.microUnits) }
  }
  measured.contributions = sourceDays.map { sourceDay in
    var contributed = sourceDay.uncovered
    if let chosen { contributed = sourceDay.source == chosen.source ? chosen.value : 0 }
    return (sourceDay.source, contributed, sourceDay.offered - sourceDay.uncovered)
  }
  return measured
}

/// Whether a total of one source counts as a total of the other: trackers of one provider are one.
private func standTogether(_ a: SourceDay, _ b: SourceDay, _ sources: [Source]) -> Bool {
  if a.source == b.source { return true }
  let (x, y) = (sources[Int(a.source)], sources[Int(b.source)])
  return x.deviceClass == .tracker && y.deviceClass == .tracker && x.provider == y.provider
}

private func largestTotal(_ sourceDays: [SourceDay]) -> (source: UInt16, value: Int128)? {
  var largest: (source: UInt16, value: Int128)?
  for sourceDay in sourceDays {
    guard let total = sourceDay.largestTotal.map({ Int128($0.microUnits) }) else { continue }
    if largest.map({ total > $0.value }) ?? true { largest = (sourceDay.source, total) }
  }
  return largest
}
