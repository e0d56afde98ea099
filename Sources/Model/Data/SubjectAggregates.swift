/// The days and sessions of one subject, as `Aggregate` hands them on, the store keeps them and rules
/// see them.
public struct SubjectAggregates: Hashable, Sendable {
  /// The zone that decides days, and how it was found.
  public var zone: ResolvedZone
  /// Best first.
  package var sources: [Source] = []
  /// The days, ascending by metric, then day.
  public var days: [DailyAggregate] = []
  /// The days before the period that a rule compares with, ascending by metric, then day.
  package var earlierDays: [DailyAggregate] = []
  /// How many days before the period were read.
  package var daysBefore = 0
  /// The sessions, ascending by start.
  package var sessions: [Session] = []
  /// The strength sessions that have sets: of workout logs and, where no log tells more, of devices that
  /// count sets.
  ///
  /// Ascending by day, then start; one without a start first. Those of logs stand here whatever the
  /// policy for typed-in values says.
  package var strength: [StrengthSession] = []
  /// The days with strength training, ascending; each name of an exercise has been looked up.
  package var strengthDays: [DailyStrength] = []
  /// The day of the last strength session with sets, inside the period or not: a log says nothing of what
  /// came after it.
  package var strengthEnd: CivilDay?
  /// The attempts at feats, as sessions whose exercises are feats; gone when they are days.
  package var attempts: [StrengthSession] = []
  /// The feats of each day, ascending by day, then id.
  package var feats: [DailyFeat] = []
  /// The day of the last attempt or strength session, inside the period or not.
  package var featsEnd: CivilDay?
  /// The day on which the last row of session logs starts, inside the period or not: they say nothing of what came
  /// after it.
  package var loggedEnd: CivilDay?
  /// The activities, ascending by day, then kind in the order of its name.
  public var activities: [DailyActivities] = []
  /// The days that rejected records leave open, ascending by metric, then day.
  package var bounds: [DayBounds] = []
  /// The rejected records that may be of any day, ascending by metric.
  package var undated: [UndatedRecords] = []
  /// What was handed in and not understood, ascending by code, then day.
  package var openings: [Opening] = []
  /// What of the records of Health exports overlaps others of its own source, ascending by metric, then source.
  package var overlaps: [RecordOverlap] = []
  /// What exports state of whole days beside their records, ascending by day, then metric; it counts nowhere.
  package var statedDays: [StatedDay] = []
  /// The sessions that an export has otherwise than an earlier one, ascending by day, then kind.
  package var sessionEdits: [ExportEdit] = []
  /// The instant at which the data ends; `nil` without data.
  package var dataEnd: Instant?
  /// Every day may lack data, but for those in `soundSpans`.
  package var isDamaged = false
  /// Days that sound exports have whole although an input is damaged: disjoint, ascending, none empty.
  package var soundSpans: [Interval] = []
  /// Times in which data may be lacking: disjoint, ascending, none empty.
  package var damagedSpans: [Interval] = []
  /// The damaged inputs, for reasons to name.
  package var damage: [InputDamage] = []
  /// Whether an input that holds something came too late to count.
  package var hasLateInputs = false
  /// Whether nothing was handed in that counts, as opposed to archives without data.
  package var hasNoInputs = false
  /// The findings of making days.
  public var findings: [Finding] = []

  package init(zone: ResolvedZone) { self.zone = zone }

  /// Takes over what is said of the inputs.
  package mutating func describe(_ inputs: [EvidenceInput]) {
    (damage, hasLateInputs) = (inputs.damaged, !inputs.late.isEmpty)
    hasNoInputs = inputs.allSatisfy(\.isLeftOut)
  }

  /// Takes over the days before the period.
  ///
  /// - Parameters:
  ///   - earlier: The aggregates of these days alone, of the same inputs.
  ///   - count: How many days they are of.
  package mutating func add(earlier: SubjectAggregates, of count: Int) {
    (earlierDays, daysBefore) = (earlier.days, count)
    bounds = (bounds + earlier.bounds).sorted { ($0.metric, $0.day) < ($1.metric, $1.day) }
    openings += earlier.openings.filter { !$0.metrics.isEmpty && !openings.contains($0) }
    findings += earlier.findings
  }

  /// The number of logged sessions, and of those that no recording met; `nil` without any.
  package var loggedSessions: (count: Int, unmet: Int)? {
    let logged = strength.filter(\.isLogged)
    return logged.isEmpty ? nil : (logged.count, logged.count { $0.recording == nil })
  }

  /// Whether the data reaches the end of a day, or of its part in a period, and nothing of it may
  /// be missing; see Semantics, "Incomplete days".
  package func hasAllData(of day: Interval) -> Bool {
    guard let dataEnd, day.end <= dataEnd else { return false }
    return !isDamaged(in: day)
  }

  /// Whether damage may have taken something of a day, or added to it.
  ///
  /// What was lost may be a better source's time, which takes away from what another gave.
  package func isDamaged(in day: Interval) -> Bool {
    if isDamaged, soundSpans.first(endingAfter: day.start).map({ $0.contains(day) }) != true {
      return true
    }
    return damagedSpans.first(endingAfter: day.start).map { $0.start < day.end } ?? false
  }
}

/// The sessions of one kind on one day, summed.
public struct DailyActivities: Hashable, Sendable {
  /// The civil day on which the sessions started.
  public var day: CivilDay
  /// The kind of the sessions.
  public var kind: ActivityKind
  /// The number of sessions; 0 where one that stands in a log alone goes on after midnight.
  public var sessions: Int
  /// - Units: minutes, rounded to 0.01.
  public var minutes: Quantity
  /// Meters, rounded to 0.01; `nil` when no session has a distance.
  public var distance: Quantity?
  /// Kilocalories, rounded to 0.01; `nil` when no session has any.
  public var energy: Quantity?
  /// Meters, rounded to 0.01; `nil` when no session has any.
  public var elevationGain: Quantity?

  /// Makes the sum of a day's sessions of one kind.
  package init(
    day: CivilDay, kind: ActivityKind, sessions: Int, minutes: Quantity,
    distance: Quantity? = nil, energy: Quantity? = nil, elevationGain: Quantity? = nil
  ) {
    self.day = day
    self.kind = kind
    self.sessions = sessions
    self.minutes = minutes
    self.distance = distance
    self.energy = energy
    self.elevationGain = elevationGain
  }
}

extension Activity {
  /// The time from its start to its end.
  package var interval: Interval { Interval(start, end) }
}

extension Interval {
  fileprivate func contains(_ other: Interval) -> Bool { start <= other.start && other.end <= end }
}

extension [Interval] {
  /// The first of disjoint intervals, ascending, that ends after an instant.
  ///
  /// - Complexity: O(log *n*).
  fileprivate func first(endingAfter instant: Instant) -> Interval? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].end <= instant { low = middle + 1 } else { high = middle }
    }
    return low < count ? self[low] : nil
  }

  /// The time that any of them holds, as disjoint intervals, ascending; an instant holds none.
  package var union: [Interval] { filter { $0.start < $0.end }.disjoint }

  /// The same time as disjoint intervals, ascending; an instant stands for its millisecond.
  package var disjoint: [Interval] {
    var union: [Interval] = []
    for interval in sorted(by: { $0.start < $1.start }) {
      let end = Swift.max(interval.end, Instant(milliseconds: interval.start.milliseconds &+ 1))
      if let last = union.last, interval.start <= last.end {
        union[union.count - 1].end = Swift.max(last.end, end)
      } else {
        union.append(Interval(interval.start, end))
      }
    }
    return union
  }
}
