import DaymarkModel

/// The healing of damaged inputs by sound ones; see Semantics, "Damage that is healed".
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
    let damaged = parts.indices.filter { !parts[$0].facts.damage.isEmpty }
    if damaged.isEmpty { return [:] }
    let candidates = damaged.reduce(into: [:]) { $0[$1] = newerExports(than: $1) }
    let compared = Set(candidates.filter { !$1.isEmpty }.flatMap { [$0] + $1 })
    let shown = shownDays(of: compared, samples, activities, totals)
    let sessions = Dictionary(grouping: activities.map(\.activity), by: \.input)
    func healer(of part: Int) -> Int? {
      sound.first { hasDocuments(of: part, $0) || hasSessions(of: part, $0, sessions) }
        ?? candidates[part]?.first { healer in
          shown[part].map { $0.isSubset(of: shown[healer] ?? []) } ?? false
        }
    }
    var healed: [Int: Int] = [:]
    for input in Set(damaged.map { parts[$0].input }) {
      let damaged = damaged.filter { parts[$0].input == input }
      let healers = damaged.compactMap(healer)
      if healers.count == damaged.count, let first = healers.first {
        healed[input] = parts[first].input
      }
    }
    return healed
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

  /// The sound exports of a part's provider that reach as far in time.
  private func newerExports(than part: Int) -> [Int] {
    guard parts[part].facts.isDamaged, let provider = parts[part].facts.format.exportProvider,
      let end = parts[part].end
    else { return [] }
    return sound.filter {
      parts[$0].facts.format.exportProvider == provider
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
