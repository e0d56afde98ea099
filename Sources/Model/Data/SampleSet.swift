/// One subject's normalised data: what `Normalize` hands to `Aggregate`.
package struct SampleSet: Sendable {
  /// The zone that decides days, and how it was found.
  package var zone: ResolvedZone
  /// Sources by rank, best first; samples and activities refer to them by index.
  package var sources: [Source] = []
  /// The ranks of the sources that a pattern of `sourcePriority` matches.
  package var prioritised: Set<UInt16> = []
  /// Accepted samples by metric, any order.
  package var samples: [Metric: SampleList] = [:]
  /// Samples that the policy set aside because a user entered them, by metric.
  package var manual: [Metric: SampleList] = [:]
  /// The sessions of all inputs.
  package var activities: [Activity] = []
  /// The sessions of workout logs, each once, ascending by day, then start; one without a start first.
  package var strength: [StrengthSession] = []
  /// The sessions of workout logs that are only counted, of each input for itself; none of them is in `strength`.
  package var countedSessions = SessionTally()
  /// The weights of the body, in any order; none where nothing was lifted.
  package var bodyWeights: [BodyWeight] = []
  /// Whether typed-in values count, and with them logged sessions that no device recorded.
  package var includesManualEntries = false
  /// Trackers' own figures for days, any order.
  package var totals: [DayTotal] = []
  /// What exports state of whole days beside their records, ascending by day, then metric; it counts nowhere.
  package var statedDays: [StatedDay] = []
  /// The end of the data: days that end later are incomplete.
  ///
  /// `nil` when there is no data.
  package var dataEnd: Instant?
  /// An input is truncated, fails its checksum or is partly unreadable, so every day is incomplete but for `soundDays`.
  package var isDamaged = false
  /// The days that sound exports have whole although an input is damaged.
  package var soundDays: Set<CivilDay> = []
  /// What sound inputs make up for of damaged ones.
  package var healing = Healing()
  /// Times that damaged activity or monitoring files touch: their days are incomplete.
  package var damagedSpans: [Interval] = []
  /// The number of records and activities that each code rejected, by index of input.
  package var rejected: [[FindingCode: Int]] = []
  /// The same numbers by metric and source, in any order, by index of input.
  package var rejectedSeries: [[RejectedSeries]] = []
  /// What was rejected and may have been something, as far as it was understood.
  package var rejectedRecords: [RejectedRecord] = []
  /// The totals of which the day was understood and the figure was not, with nothing as their figure.
  package var rejectedTotals: [DayTotal] = []
  /// What was handed in and not understood, in any order.
  package var openings: [Opening] = []
  /// By what a sample has as its input, the index of the input.
  package var inputsOfSamples: [Int] = []
  /// The findings of converting records.
  package var findings: [Finding] = []
  /// The first instant that was too late to be believed, for which something was rejected; `nil` where nothing was.
  package var firstTooLate: Instant?
  /// What each export says by itself, in the order of inputs and their parts; empty unless it was asked for.
  package var exports: [ExportContents] = []
  /// The times of samples that were not kept, for they ended long before the period, by index of input.
  package var passedSpans: [Int: Interval] = [:]
  /// Whether one of those may be a duplicate, so that the samples are to be read again and all kept.
  package var isUncertain = false

  package init(zone: ResolvedZone) { self.zone = zone }
}

/// The weight of a body at an instant.
package struct BodyWeight: Hashable, Comparable, Sendable {
  /// The instant at which it was measured.
  package var at: Instant
  /// - Units: kilograms, in micro-units.
  package var mass: Quantity
  /// Whether somebody typed it in, and no device measured it.
  package var isTypedIn: Bool

  package init(at: Instant, mass: Quantity, isTypedIn: Bool = false) {
    (self.at, self.mass, self.isTypedIn) = (at, mass, isTypedIn)
  }

  /// Orders weights by time, of one instant the lighter first.
  package static func < (a: BodyWeight, b: BodyWeight) -> Bool { (a.at, a.mass) < (b.at, b.mass) }
}

/// The count of what one code rejected of one metric of one source.
package struct RejectedSeries: Hashable, Sendable {
  /// `nil` for activities.
  package var metric: Metric?
  /// The source of the rejected records.
  package var source: Source
  /// The reason for which they were rejected.
  package var code: FindingCode
  /// The number of rejected records.
  package var count: Int

  package init(metric: Metric?, source: Source, code: FindingCode, count: Int) {
    self.metric = metric
    self.source = source
    self.code = code
    self.count = count
  }
}
