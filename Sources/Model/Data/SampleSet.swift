/// One subject's normalised data: what `Normalize` hands to `Aggregate`.
package struct SampleSet: Sendable {
  /// The zone that decides days, and how it was found.
  package var zone: ResolvedZone
  /// Sources by rank, best first; samples and activities refer to them by index.
  package var sources: [Source] = []
  /// The ranks of the sources that a pattern of the configuration's `sourcePriority` matches.
  package var prioritised: Set<UInt16> = []
  /// Accepted samples by metric, in any order.
  package var samples: [Metric: SampleList] = [:]
  /// Samples that the policy set aside because a user entered them, by metric.
  package var manual: [Metric: SampleList] = [:]
  /// The sessions of all inputs.
  package var activities: [Activity] = []
  /// The sessions of workout logs without duplicates, ascending by day, then start; those without a
  /// start come first.
  package var strength: [StrengthSession] = []
  /// The sessions of workout logs that are counted without their sets, for each input by itself;
  /// none of them is in ``strength``.
  package var countedSessions = SessionTally()
  /// The weights of the body, in any order; empty where no lifts need them.
  package var bodyWeights: [BodyWeight] = []
  /// Whether values that a person typed in count, and with them logged sessions that no device
  /// recorded.
  package var includesManualEntries = false
  /// The totals that trackers give for whole days, in any order.
  package var totals: [DayTotal] = []
  /// The totals that exports state for whole days beside their records, ascending by day, then
  /// metric; they count nowhere.
  package var statedDays: [StatedDay] = []
  /// The instant at which the data ends; days that end later are incomplete.
  ///
  /// `nil` when there is no data.
  package var dataEnd: Instant?
  /// Whether an input is truncated, fails its checksum or is partly unreadable, so that every day
  /// except ``soundDays`` is incomplete.
  package var isDamaged = false
  /// The days that a sound export covers entirely although another input is damaged.
  package var soundDays: Set<CivilDay> = []
  /// The damaged inputs that sound inputs replace.
  package var healing = Healing()
  /// The times that damaged activity or monitoring files touch; days that overlap them are
  /// incomplete.
  package var damagedSpans: [Interval] = []
  /// The indices of the inputs of which something was left out because another input, or the same
  /// one, has it, too.
  package var repeatingInputs: Set<Int> = []
  /// The number of records and activities that each code rejected, by index of input.
  package var rejected: [[FindingCode: Int]] = []
  /// The numbers of rejected records per metric and source, in any order, by index of input.
  package var rejectedSeries: [[RejectedSeries]] = []
  /// The rejected records that make a day's figure uncertain, as far as they were understood.
  package var rejectedRecords: [RejectedRecord] = []
  /// The day totals whose date was understood and whose figure was not; their figure is empty.
  package var rejectedTotals: [DayTotal] = []
  /// The data that was handed in and not understood, in any order.
  package var openings: [Opening] = []
  /// The last day of the rows in workout logs that could not be understood; `nil` without any.
  package var lastRowOfLogs: CivilDay?
  /// The last day of such rows in tables of attempts; `nil` without any.
  package var lastRowOfAttempts: CivilDay?
  /// The index of the input that each value of ``Sample/input`` stands for.
  package var inputsOfSamples: [Int] = []
  /// The findings of converting records.
  package var findings: [Finding] = []
  /// The first instant at which something was rejected for lying in the future; `nil` where nothing
  /// was.
  package var firstTooLate: Instant?
  /// The contents of each export for comparison, in the order of inputs and their parts; empty
  /// unless they were asked for.
  package var exports: [ExportContents] = []
  /// The times of samples that were dropped because they ended long before the period, by index of
  /// input.
  package var passedSpans: [Int: Interval] = [:]
  /// Whether a dropped sample may be the duplicate of a kept one, so that the inputs must be read
  /// again with all samples kept.
  package var isUncertain = false

  package init(zone: ResolvedZone) { self.zone = zone }
}

/// The weight of a body at an instant.
package struct BodyWeight: Hashable, Comparable, Sendable {
  /// The instant at which it was measured.
  package var at: Instant
  /// The mass of the body.
  ///
  /// - Units: kilograms, in micro-units.
  package var mass: Quantity
  /// Whether a person typed the value in.
  ///
  /// Otherwise a device measured it.
  package var isTypedIn: Bool

  package init(at: Instant, mass: Quantity, isTypedIn: Bool = false) {
    (self.at, self.mass, self.isTypedIn) = (at, mass, isTypedIn)
  }

  /// Orders weights by time, and those at one instant from the lightest.
  package static func < (a: BodyWeight, b: BodyWeight) -> Bool { (a.at, a.mass) < (b.at, b.mass) }
}

/// The number of records of one metric and source that were rejected for one reason.
package struct RejectedSeries: Hashable, Sendable {
  /// The metric; `nil` for activities.
  package var metric: Metric?
  /// The source of the rejected records.
  package var source: Source
  /// The code of the reason.
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
