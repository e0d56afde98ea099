import DaymarkModel

/// The healing of damaged exports by sound ones of the same provider; see Semantics, "Damage that is healed".
struct DamageHealing {
  /// A day of which a part has something of a source.
  private struct ShownDay: Hashable {
    /// `nil` for a session.
    var metric: Metric?
    /// The rank of the source, which several numbers of one may have.
    var source: UInt16
    var day: CivilDay
  }

  private let parts: [InputPart]
  private let calendar: DayCalendar
  private let ranks: [UInt16]

  /// - Parameter ranks: The ranks of sources by the subject's table.
  init(_ parts: [InputPart], _ calendar: DayCalendar, _ ranks: [UInt16]) {
    (self.parts, self.calendar, self.ranks) = (parts, calendar, ranks)
  }

  /// The inputs that are healed, each with the input that heals it, by index.
  ///
  /// The items are as they were read, with nothing taken out, their sources numbered by the subject's table.
  func healedInputs(
    _ samples: [CollectedSamples], _ activities: [PlacedActivity], _ totals: [DayTotal]
  ) -> [Int: Int] {
    let candidates = parts.indices.filter { parts[$0].facts.isDamaged }
      .reduce(into: [:]) { $0[$1] = healers(of: $1) }
    let compared = Set(candidates.filter { !$1.isEmpty }.flatMap { [$0] + $1 })
    if compared.isEmpty { return [:] }
    let shown = shownDays(of: compared, samples, activities, totals)
    var healed: [Int: Int] = [:]
    for input in Set(candidates.keys.map { parts[$0].input }) {
      let damaged = parts.indices.filter {
        parts[$0].input == input && !parts[$0].facts.damage.isEmpty
      }
      let healers = damaged.compactMap { part in
        candidates[part]?.first { healer in
          shown[part].map { $0.isSubset(of: shown[healer] ?? []) } ?? false
        }
      }
      if healers.count == damaged.count, let first = healers.first {
        healed[input] = parts[first].input
      }
    }
    return healed
  }

  /// The sound exports of a part's provider that reach as far in time.
  private func healers(of part: Int) -> [Int] {
    guard let provider = parts[part].facts.format.exportProvider, let end = parts[part].end
    else { return [] }
    return parts.indices.filter {
      parts[$0].facts.isSound && parts[$0].facts.format.exportProvider == provider
        && parts[$0].end.map { end <= $0 } ?? false
    }
  }

  private func shownDays(
    of compared: Set<Int>, _ samples: [CollectedSamples], _ activities: [PlacedActivity],
    _ totals: [DayTotal]
  ) -> [Int: Set<ShownDay>] {
    var shown: [Int: Set<ShownDay>] = [:]
    func show(_ metric: Metric?, _ source: UInt16, _ day: CivilDay, by part: Int) {
      shown[part, default: []].insert(
        ShownDay(metric: metric, source: ranks[Int(source)], day: day))
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
