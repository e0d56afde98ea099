import DaymarkModel

/// The days of a cumulative metric, ascending, and how many records of each source overlap others
/// of the same source; see Semantics, "A cumulative day".
func cumulativeDays(
  of metric: Metric, _ samples: consuming SampleList, long: [Sample],
  _ setAside: consuming SampleList, _ totals: DatedTotals, _ instants: InstantTotals,
  _ sources: [Source], prioritised: Set<UInt16>, _ days: ClippedDays
) -> (days: [MeasuredDay], overlaps: [RecordOverlap]) {
  var sweep = CumulativeSweep(of: metric, days: days, totals: instants)
  samples.visitInOrder { sweep.add($0) }
  sweep.endSource()
  sweep.add(long: long, sources)
  var byDay = sweep.byDay
  for (day, dated) in totals.days {
    byDay[day] = withTotals(
      dated, byDay[day] ?? [], ending: days.calendar.interval(of: day).end)
  }
  let echoes = Set(sources.indices.filter { sources[$0].isEcho }.map(UInt16.init))
  if !echoes.isEmpty {
    // Echoes come last, so that the time of other sources is not covered by them.
    for (day, sourceDays) in byDay {
      let own = sourceDays.filter { !echoes.contains($0.source) }
      if !own.isEmpty { byDay[day] = own }
    }
  }
  let entered = enteredAmounts(setAside, atStart: false, days)
  let measuredDays = byDay.sorted { $0.key < $1.key }.map { day, sourceDays in
    let unused = totals.alternates[day] ?? []
    var measured = measuredDay(day, sourceDays, unused, sources, prioritised)
    measured.setAside = entered[day] ?? EnteredAmount()
    return measured
  }
  return (measuredDays, sweep.overlaps)
}

/// Adds the totals of a day to the data of their sources, and restores the order from the best
/// source.
private func withTotals(
  _ totals: [DayTotal], _ sourceDays: [SourceDay], ending end: Instant
) -> [SourceDay] {
  var bySource: [UInt16: SourceDay] = [:]
  for sourceDay in sourceDays { bySource[sourceDay.source] = sourceDay }
  for total in totals {
    var sourceDay = bySource[total.source] ?? SourceDay(source: total.source, end: end)
    sourceDay.count(Int128(total.sum.microUnits), isUserEntered: total.isUserEntered)
    sourceDay.add(total: total.sum, of: total.part)
    bySource[total.source] = sourceDay
  }
  return bySource.values.sorted { $0.source < $1.source }
}

/// Chooses between the sum of samples and a day total; see Semantics, "Day totals".
///
/// - Parameters:
///   - day: The day.
///   - sourceDays: The sources with data on the day, best first; never empty.
///   - unused: Totals that cannot be the day's value and only stand as its alternate.
///   - sources: All sources of the subject.
///   - prioritised: The sources whose place the operator has chosen.
private func measuredDay(
  _ day: CivilDay, _ sourceDays: [SourceDay], _ unused: [DayTotal], _ sources: [Source],
  _ prioritised: Set<UInt16>
) -> MeasuredDay {
  let best = sourceDays[0]
  let swept = sourceDays.reduce(0) { $0 + $1.uncovered }
  var measured = MeasuredDay(
    day: day, end: best.end, value: swept,
    samples: sourceDays.reduce(0) { $0 + $1.samples },
    naive: sourceDays.reduce(0) { $0 + $1.offered + $1.totals })
  for sourceDay in sourceDays {
    measured.entered.add(sourceDay.entered)
    measured.late += sourceDay.late
  }

  var group = sourceDays.filter { standTogether($0, best, sources) }
  var chosen = ProviderTotal(parts: group) ?? ProviderTotal(whole: group)
  let other = sourceDays.first { $0.hasTotal && !standTogether($0, best, sources) }
  let otherGroup = sourceDays.filter { day in
    other.map { standTogether(day, $0, sources) } ?? false
  }
  let otherTotal = ProviderTotal(parts: otherGroup) ?? ProviderTotal(whole: otherGroup)
  if chosen == nil, let other, let otherTotal, sources[Int(best.source)].deviceClass == .phone,
    !prioritised.contains(best.source), !prioritised.contains(other.source)
  {
    // A phone is not carried all day, and nobody knows for how long it was not.
    if otherTotal.value > swept { (group, chosen) = (otherGroup, otherTotal) }
    if otherTotal.value != swept {
      measured.rivals = (phone: best.source, total: other.source)
    }
  }
  var alternates: [Int128?] = []
  if let chosen {
    measured.value = chosen.value
    measured.isTotal = true
    let wasSwept = sourceDays.contains { $0.sweptSamples > 0 }
    alternates = [
      wasSwept ? swept : nil, chosen.isOfParts ? ProviderTotal(whole: group)?.value : nil,
    ]
  }
  // Where a total is the value, only samples of the total's own provider say how fast the amount
  // came.
  measured.extreme = (chosen == nil ? sourceDays : group).compactMap(\.extreme).max()
  if chosen == nil {
    for sourceDay in sourceDays where sourceDay.uncovered > 0 {
      measured.hours[sourceDay.source] = sourceDay.hours
    }
  }
  alternates.append(otherTotal?.value)
  alternates.append(largest(of: unused))
  measured.alternate = alternates.lazy.compactMap { $0 }.first
  let all = sourceDays.compactMap(\.largestTotal) + unused.map(\.sum)
  if !all.isEmpty || sourceDays.contains(where: \.hasTotal) {
    measured.alternates =
      [swept] + alternates.compactMap { $0 } + all.map { Int128($0.microUnits) }
  }
  measured.contributions = sourceDays.map { sourceDay in
    let contributed = chosen.map { $0.bySource[sourceDay.source] ?? 0 } ?? sourceDay.uncovered
    return (
      sourceDay.source, contributed, sourceDay.offered - sourceDay.uncovered,
      sourceDay.offered + sourceDay.totals
    )
  }
  return measured
}

/// The largest total of the best source that has one, in micro-units; `nil` without totals.
private func largest(of totals: [DayTotal]) -> Int128? {
  let best = totals.map(\.source).min()
  return totals.filter { $0.source == best }.map { Int128($0.sum.microUnits) }.max()
}

/// Whether a total of one source stands for the samples of the other, too: trackers of one provider
/// count as one source, and so do the devices of one app.
private func standTogether(_ a: SourceDay, _ b: SourceDay, _ sources: [Source]) -> Bool {
  if a.source == b.source { return true }
  let (x, y) = (sources[Int(a.source)], sources[Int(b.source)])
  guard x.provider == y.provider, x.deviceClass == y.deviceClass else { return false }
  return x.deviceClass == .tracker || x.name == y.name
}

extension SourceDay {
  fileprivate var hasTotal: Bool { largestTotal != nil || !largestParts.isEmpty }
}

/// The total of sources that count as one, with the part that each has in it.
private struct ProviderTotal {
  var isOfParts: Bool
  private(set) var value: Int128 = 0
  private(set) var bySource: [UInt16: Int128] = [:]

  /// Makes the sum of the largest total of each part of the day; `nil` where there are no parts.
  init?(parts group: [SourceDay]) {
    var largest: [UInt8: (source: UInt16, value: Quantity)] = [:]
    for sourceDay in group {
      for (part, value) in sourceDay.largestParts
      where largest[part].map({ value > $0.value }) ?? true {
        largest[part] = (sourceDay.source, value)
      }
    }
    guard !largest.isEmpty else { return nil }
    isOfParts = true
    for part in largest.values { add(part.value, of: part.source) }
  }

  /// Makes the largest total for the whole day; `nil` where there is none.
  init?(whole group: [SourceDay]) {
    var largest: (source: UInt16, value: Quantity)?
    for sourceDay in group {
      guard let total = sourceDay.largestTotal else { continue }
      if largest.map({ total > $0.value }) ?? true { largest = (sourceDay.source, total) }
    }
    guard let largest else { return nil }
    isOfParts = false
    add(largest.value, of: largest.source)
  }

  private mutating func add(_ total: Quantity, of source: UInt16) {
    value += Int128(total.microUnits)
    bySource[source, default: 0] += Int128(total.microUnits)
  }
}
