import DaymarkModel

/// The healing of damaged inputs by sound ones; see Semantics, "Damage that is healed".
struct DamageHealing {
  /// What a part has something of on a day.
  private struct Series: Hashable {
    /// `nil` for a session.
    var metric: Metric?
    /// The rank of the source that stands for its device.
    var device: UInt16

    var order: (UInt8, UInt16) { (metric?.rawValue ?? .max, device) }
  }

  private let parts: [InputPart]
  private let calendar: DayCalendar
  private let devices: [UInt16]

  /// - Parameter devices: By the subject's table of sources, the rank of the source that stands for each one's device: who
  ///   gave it another name has one.
  init(_ parts: [InputPart], _ calendar: DayCalendar, devices: [UInt16]) {
    (self.parts, self.calendar, self.devices) = (parts, calendar, devices)
  }

  /// What sound inputs make up for.
  ///
  /// The items are as they were read, with nothing taken out, their sources numbered by the subject's table.
  ///
  /// - Parameter beginnings: The inputs of which all bytes are the beginning of another, whose index they have.
  func healing(
    _ samples: [CollectedSamples], _ activities: [PlacedActivity], _ totals: [DayTotal],
    beginnings: [Int: Int]
  ) -> Healing {
    var healing = Healing()
    let damaged = parts.indices.filter { !parts[$0].facts.damage.isEmpty }
    if damaged.isEmpty { return healing }
    let exports = Dictionary(
      uniqueKeysWithValues: damaged.map { ($0, soundExports(besides: $0)) })
    let compared = Set(exports.filter { !$1.isEmpty }.flatMap { [$0] + $1 })
    let shown = shownDays(of: compared, samples, activities, totals)
    let sessions = Dictionary(grouping: activities.map(\.activity), by: \.input)
    func healer(of part: Int) -> Int? {
      sound.first { hasDocuments(of: part, $0) || hasSessions(of: part, $0, sessions) }
        ?? newerExports(than: part, exports).first {
          shown[part] != nil && gap(of: part, in: $0, shown) == nil
        }
    }
    for (input, damaged) in Dictionary(grouping: damaged, by: { parts[$0].input }) {
      let healers = damaged.compactMap(healer)
      if let whole = beginnings[input] {
        healing.inputs[input] = whole
      } else if healers.count == damaged.count, let first = healers.first {
        healing.inputs[input] = parts[first].input
      } else {
        let unhealed = damaged.filter { parts[$0].facts.isDamaged && healer(of: $0) == nil }
        let days = unhealed.map { soundDays(of: $0, exports[$0] ?? [], shown) }
        healing.days[input] = days.dropFirst().reduce(days.first ?? [:]) { common, own in
          common.filter { own[$0.key] != nil }
        }
        healing.gaps[input] =
          unhealed.lazy.compactMap { part in
            newerExports(than: part, exports).last.flatMap { gap(of: part, in: $0, shown) }
          }.first
      }
    }
    return healing
  }

  private var sound: [Int] { parts.indices.filter { parts[$0].facts.isSound } }

  /// Whether a part has all documents of a damaged one that could be read whole.
  private func hasDocuments(of damaged: Int, _ part: Int) -> Bool {
    let read = parts[damaged].facts.documentDigests
    return !read.isEmpty && Set(read).isSubset(of: parts[part].facts.documentDigests)
  }

  /// Whether a part has the sessions that a damaged recording shows: the same beginning, and as far.
  ///
  /// Damage to anything but recordings may have taken what no session shows.
  private func hasSessions(
    of damaged: Int, _ part: Int, _ sessions: [Int: [Activity]]
  ) -> Bool {
    let facts = parts[damaged].facts
    guard facts.findings.allSatisfy({ [.none, .touched].contains($0.code.incompleteDays) }),
      let cut = sessions[damaged], facts.documents.count <= cut.count
    else { return false }
    return cut.allSatisfy { one in
      sessions[part]?.contains { other in
        other.kind == one.kind && one.end <= other.end
          && abs(other.start.milliseconds - one.start.milliseconds) <= 1000
      } ?? false
    }
  }

  /// The sound exports of a damaged part's provider, the newest last.
  private func soundExports(besides part: Int) -> [Int] {
    guard parts[part].facts.isDamaged, let provider = parts[part].facts.format.exportProvider else {
      return []
    }
    let ends = sound.filter { parts[$0].facts.format.exportProvider == provider }
      .compactMap { export in parts[export].end.map { (end: $0, export: export) } }
    return ends.sorted { ($0.end, $0.export) < ($1.end, $1.export) }.map(\.export)
  }

  /// Those of the exports that reach as far in time as the part.
  private func newerExports(than part: Int, _ exports: [Int: [Int]]) -> [Int] {
    guard let end = parts[part].end else { return [] }
    return (exports[part] ?? []).filter { parts[$0].end.map { end <= $0 } ?? false }
  }

  /// The first of what a part shows that an export has nothing of.
  private func gap(
    of part: Int, in export: Int, _ shown: [Int: [CivilDay: Set<Series>]]
  ) -> HealingGap? {
    let lacking = (shown[part] ?? [:]).compactMap { day, series in
      let lacking = series.subtracting(shown[export]?[day] ?? [])
      return lacking.min { $0.order < $1.order }.map { (day: day, series: $0) }
    }
    return lacking.min { $0.day < $1.day }.map { lack in
      HealingGap(
        export: parts[export].input, day: lack.day, metric: lack.series.metric,
        source: lack.series.device)
    }
  }

  /// The days that sound exports have whole: they were over when the export was made, it has something of them, and of
  /// whatever the damaged part shows of them.
  private func soundDays(
    of part: Int, _ exports: [Int], _ shown: [Int: [CivilDay: Set<Series>]]
  ) -> [CivilDay: Int] {
    var days: [CivilDay: Int] = [:]
    for export in exports {
      guard let end = parts[export].end else { continue }
      for (day, series) in shown[export] ?? [:]
      where calendar.interval(of: day).end <= end
        && (shown[part]?[day] ?? []).isSubset(of: series)
      {
        days[day] = parts[export].input
      }
    }
    return days
  }

  private func shownDays(
    of compared: Set<Int>, _ samples: [CollectedSamples], _ activities: [PlacedActivity],
    _ totals: [DayTotal]
  ) -> [Int: [CivilDay: Set<Series>]] {
    var shown: [Int: [CivilDay: Set<Series>]] = [:]
    func show(_ metric: Metric?, _ source: UInt16, _ day: CivilDay, by part: Int) {
      shown[part, default: [:]][day, default: []].insert(
        Series(metric: metric, device: devices[Int(source)]))
    }
    for list in samples {
      list.accepted.visit { sample in
        guard compared.contains(sample.input) else { return }
        show(list.metric, sample.source, calendar.day(containing: sample.start), by: sample.input)
      }
    }
    for activity in activities.map(\.activity) where compared.contains(activity.input) {
      show(nil, activity.source, calendar.day(containing: activity.start), by: activity.input)
    }
    for total in totals where compared.contains(total.input) {
      show(total.metric, total.source, total.day, by: total.input)
    }
    return shown
  }
}
