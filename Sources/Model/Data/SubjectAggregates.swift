/// The days and sessions of one subject: what `Aggregate` produces, the store keeps and rules are
/// evaluated on.
public struct SubjectAggregates: Hashable, Sendable {
  /// The zone that decides days, and how it was found.
  public var zone: ResolvedZone
  /// The subject's sources, best first.
  package var sources: [Source] = []
  /// The days, ascending by metric, then day.
  public var days: [DailyAggregate] = []
  /// The days before the period that a rule compares with, such as a baseline; ascending by metric,
  /// then day.
  package var earlierDays: [DailyAggregate] = []
  /// The number of days before the period that were read.
  package var daysBefore = 0
  /// The sessions, ascending by start.
  package var sessions: [Session] = []
  /// The strength sessions that have sets, from workout logs and, where no log has the session,
  /// from devices that count sets.
  ///
  /// They ascend by day, then start; those without a start come first. Sessions of logs are
  /// included whatever the policy for typed-in values says.
  package var strength: [StrengthSession] = []
  /// The days with strength training, ascending; the exercises' names have been looked up.
  package var strengthDays: [DailyStrength] = []
  /// The day of the last strength session with sets, inside the period or not; nothing is known of
  /// the time after it, because a log does not say when it was exported.
  package var strengthEnd: CivilDay?
  /// The attempts at feats, held as sessions whose exercises are feats; empty once they are summed
  /// into ``feats``.
  package var attempts: [StrengthSession] = []
  /// The feats of each day, ascending by day, then id.
  package var feats: [DailyFeat] = []
  /// The day of the last attempt or strength session, inside the period or not.
  package var featsEnd: CivilDay?
  /// The operator's names of feats, by id; a feat that is called by its id has none.
  package var featNames: [String: String] = [:]
  /// The day on which the last row of session logs starts, inside the period or not; nothing is
  /// known of the time after it, because a log does not say when it was exported.
  package var loggedEnd: CivilDay?
  /// The sums of sessions by day and kind, ascending by day, then by the kind's name.
  public var activities: [DailyActivities] = []
  /// The bounds of days that are uncertain because records were rejected, ascending by metric, then
  /// day.
  package var bounds: [DayBounds] = []
  /// The rejected records that may be of any day, ascending by metric.
  package var undated: [UndatedRecords] = []
  /// The data that was handed in and not understood, ascending by code, then day.
  package var openings: [Opening] = []
  /// The number of records of a Health export that overlap others of the same source, in ascending
  /// order of metrics, then sources.
  package var overlaps: [RecordOverlap] = []
  /// The totals that exports state for whole days beside their records, ascending by day, then
  /// metric; they count nowhere.
  package var statedDays: [StatedDay] = []
  /// The changes of sessions that an export makes against an earlier one, ascending by day, then
  /// kind.
  package var sessionEdits: [ExportEdit] = []
  /// The instant at which the data ends; `nil` without data.
  package var dataEnd: Instant?
  /// Whether every day may lack data, except those in ``soundSpans``.
  package var isDamaged = false
  /// The time that a sound export covers entirely although another input is damaged: disjoint
  /// intervals, ascending, none empty.
  package var soundSpans: [Interval] = []
  /// The time in which data may be lacking: disjoint intervals, ascending, none empty.
  package var damagedSpans: [Interval] = []
  /// The damaged inputs, which reasons name.
  package var damage: [InputDamage] = []
  /// Whether an input with data came too late to count.
  package var hasLateInputs = false
  /// Whether no input was handed in that counts; archives without data do not make this true.
  package var hasNoInputs = false
  /// The findings that were made while days and sessions were computed.
  public var findings: [Finding] = []

  package init(zone: ResolvedZone) { self.zone = zone }

  /// Takes over from the inputs which of them are damaged, late or left out.
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

  /// The number of sessions of session logs, and the number of those that match no recording of a
  /// device; `nil` without any session.
  package var loggedSessions: (count: Int, unmet: Int)? {
    let logged = strength.filter(\.isLogged)
    return logged.isEmpty ? nil : (logged.count, logged.count { $0.recording == nil })
  }

  /// Whether the data reaches the end of a day, or of the part of it inside the period, and no
  /// damage touches it; see Semantics, "Incomplete days".
  package func hasAllData(of day: Interval) -> Bool {
    guard let dataEnd, day.end <= dataEnd else { return false }
    return !isDamaged(in: day)
  }

  /// Whether damage may change a day's figure, up or down.
  ///
  /// It can lower the true figure, too: the lost data may be that of a better source, whose smaller
  /// amounts replace those of others.
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
  /// The number of sessions; 0 where the time is the part after midnight of a session that stands
  /// in a log alone.
  public var sessions: Int
  /// The time of the sessions.
  ///
  /// - Units: minutes, rounded to 0.01.
  public var minutes: Quantity
  /// Meters, rounded to 0.01; `nil` when no session has a distance.
  public var distance: Quantity?
  /// Kilocalories, rounded to 0.01; `nil` when no session has energy.
  public var energy: Quantity?
  /// Meters, rounded to 0.01; `nil` when no session has an elevation gain.
  public var elevationGain: Quantity?

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
  /// The time from the activity's start to its end.
  package var interval: Interval { Interval(start, end) }
}

extension Interval {
  fileprivate func contains(_ other: Interval) -> Bool { start <= other.start && other.end <= end }
}

extension [Interval] {
  /// The first interval that ends after an instant; the intervals must be disjoint and ascending.
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

  /// The time that at least one of the intervals covers, as disjoint intervals, ascending; an
  /// interval without length covers none.
  package var union: [Interval] { filter { $0.start < $0.end }.disjoint }

  /// The same as ``union``, but an interval without length covers one millisecond.
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
