import DaymarkModel

/// The replacement of damaged inputs by sound ones; see Semantics, "Damage that is healed".
struct DamageHealing {
  /// A kind of data that a part has on a day.
  private struct Series: Hashable {
    /// The metric of records; `nil` for sessions.
    var metric: Metric?
    /// The rank of the source that stands for the device.
    var device: UInt16

    var order: (UInt8, UInt16) { (metric?.rawValue ?? .max, device) }
  }

  private let parts: [InputPart]
  private let numbers: PartNumbers
  private let calendar: DayCalendar
  private let devices: [UInt16]

  /// Begins the search for damage that sound inputs heal.
  ///
  /// - Parameter devices: For each source of the subject's table, the rank of the source that
  ///   stands for its device. Names of one renamed device share a rank.
  init(
    _ parts: [InputPart], _ numbers: PartNumbers, _ calendar: DayCalendar, devices: [UInt16]
  ) {
    (self.parts, self.numbers, self.calendar, self.devices) = (parts, numbers, calendar, devices)
  }

  /// Returns the damage that sound inputs heal.
  ///
  /// The items are given as they were read, including duplicates, with the source numbers of the
  /// subject's table.
  ///
  /// - Parameter beginnings: For each input that is a truncated copy of another one, the index of
  ///   the complete copy.
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

  /// Whether a part has all documents of a damaged part that could be read completely.
  private func hasDocuments(of damaged: Int, _ part: Int) -> Bool {
    let read = parts[damaged].facts.documentDigests
    return !read.isEmpty && Set(read).isSubset(of: parts[part].facts.documentDigests)
  }

  /// Whether a part has the sessions of a damaged recording, with the same start and at least the
  /// same length.
  ///
  /// This holds only for damage to recordings, because other damage may have removed data that
  /// belongs to no session.
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

  /// Returns the sound exports of the damaged part's provider, oldest first.
  private func soundExports(besides part: Int) -> [Int] {
    guard parts[part].facts.isDamaged, let provider = parts[part].facts.format.exportProvider else {
      return []
    }
    let ends = sound.filter { parts[$0].facts.format.exportProvider == provider }
      .compactMap { export in parts[export].end(by: calendar).map { (end: $0, export: export) } }
    return ends.sorted { ($0.end, $0.export) < ($1.end, $1.export) }.map(\.export)
  }

  /// Returns the exports that extend at least as far in time as the part.
  private func newerExports(than part: Int, _ exports: [Int: [Int]]) -> [Int] {
    guard let end = parts[part].end(by: calendar) else { return [] }
    return (exports[part] ?? []).filter { parts[$0].end(by: calendar).map { end <= $0 } ?? false }
  }

  /// Returns the first data of a part that an export lacks; `nil` where it lacks none.
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

  /// Returns the days that a sound export covers completely, with the input of the newest such
  /// export.
  ///
  /// The day was over when the export was made, and the export has data for it, including all kinds
  /// that the damaged part has.
  private func soundDays(
    of part: Int, _ exports: [Int], _ shown: [Int: [CivilDay: Set<Series>]]
  ) -> [CivilDay: Int] {
    var days: [CivilDay: Int] = [:]
    for export in exports {
      guard let end = parts[export].end(by: calendar) else { continue }
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
      let days = list.metric.isOfNights ? calendar.nights : calendar
      list.accepted.visit { sample in
        let part = numbers.part(of: sample)
        guard compared.contains(part) else { return }
        show(list.metric, sample.source, days.day(containing: sample.start), by: part)
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
