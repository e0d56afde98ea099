/// One decoded item of an input, in the input's own units: what `Ingest` hands to `Normalize`.
///
/// Records are transient: they pass from one room to the next in batches and are not kept. Names
/// are interned by the reader; `source` is an index into ``InputFacts/sources``.
///
/// An export has millions of records, so that the work on them must be inlined into other modules.
/// The compiler inlines only code whose members are usable from inlined code, and therefore every
/// member is.
@usableFromInline
package struct Record: Sendable {
  @usableFromInline package var metric: Metric
  /// The source, as an index into ``InputFacts/sources`` of its input.
  @usableFromInline package var source: UInt16
  /// The unit as the file writes it.
  @usableFromInline package var unit: RecordUnit
  /// The number as the file writes it; `nil` when there is none, or text that is no number.
  @usableFromInline package var value: DecimalNumber?
  /// The time at which it begins, as the file writes it.
  @usableFromInline package var start: RecordTime
  /// The time at which it ends, as the file writes it; `.missing` where the record is of an
  /// instant.
  @usableFromInline package var end: RecordTime
  /// The time at which the record was written, if the file says it.
  @usableFromInline package var created: RecordTime
  /// Whether a person typed it in.
  @usableFromInline package var isUserEntered: Bool
  /// Whether the record stands inside a `Correlation` of a Health export, whose records stand at
  /// top level a second time.
  @usableFromInline package var isNested: Bool
  /// Line of the record's start in its entry, from 1; 0 in a binary file, which has none.
  @usableFromInline package var line: Int
  /// Offset of the record's start in its entry, from 0.
  @usableFromInline package var byte: Int

  @inlinable
  package init(
    metric: Metric, source: UInt16, unit: RecordUnit, value: DecimalNumber?, start: RecordTime,
    end: RecordTime = .missing, created: RecordTime = .missing, isUserEntered: Bool = false,
    isNested: Bool = false, line: Int = 1, byte: Int = 0
  ) {
    self.metric = metric
    self.source = source
    self.unit = unit
    self.value = value
    self.start = start
    self.end = end
    self.created = created
    self.isUserEntered = isUserEntered
    self.isNested = isNested
    self.line = line
    self.byte = byte
  }
}

/// The unit that a record states.
@usableFromInline
package enum RecordUnit: Hashable, Sendable {
  case missing
  case known(Unit)
  /// A unit that Daymark does not know, as an index into ``InputFacts/unknownUnits``.
  case unknown(UInt16)
}

/// A time as a record states it.
@usableFromInline
package enum RecordTime: Hashable, Sendable {
  case missing
  /// There is a time, but it is not in the format's own syntax, or it is no real date.
  case malformed
  case at(Instant)

  /// The instant, where the file states one; `nil` for a time without zone, or none that can be
  /// read.
  @inlinable
  package var instant: Instant? {
    if case .at(let instant) = self { instant } else { nil }
  }
}

/// An amount with its unit as a file writes it, before normalisation.
package struct WrittenAmount: Hashable, Sendable {
  /// The number as the file writes it; `nil` when it is not one.
  package var value: DecimalNumber?
  /// The unit as the file writes it.
  package var unit: RecordUnit

  package init(_ value: DecimalNumber?, _ unit: RecordUnit) {
    self.value = value
    self.unit = unit
  }
}

/// The weight of a body as a file has it.
///
/// It is no metric, because only lifts in multiples of body weight need it.
package struct BodyWeightRecord: Sendable {
  /// The instant at which it was measured.
  package var at: Instant
  /// The amount with its unit.
  package var weight: WrittenAmount
  /// Whether a person typed the value in.
  ///
  /// Otherwise a device measured it.
  package var isTypedIn: Bool

  package init(at: Instant, weight: WrittenAmount, isTypedIn: Bool = false) {
    (self.at, self.weight, self.isTypedIn) = (at, weight, isTypedIn)
  }
}

/// The items that a reader hands on at one time.
package struct RecordBatch: Sendable {
  /// The part of the input that the items belong to, as an index into ``InputFacts/eachPart``.
  package var part = 0
  /// The way in which times without an offset are read.
  package var clock: RecordClock
  /// The records, in the order of the document.
  package var records: [Record]
  /// The records that do not state what they measure, in the order of the document.
  package var untyped: [UntypedRecord] = []
  /// The sessions, in the order of the document.
  package var activities: [ActivityRecord]
  /// The figures for whole days, in the order of the document.
  package var totals: [DayTotalRecord]
  /// The sets of a workout log, in the order of the document; each states for itself how its time
  /// is to be read.
  package var sets: [LoggedSet]
  /// The weights of the body; ``count`` leaves them out.
  package var bodyWeights: [BodyWeightRecord] = []
  /// The totals that the document states for whole days beside its records; ``count`` leaves them
  /// out.
  package var statedDays: [StatedDayRecord] = []

  package init(
    clock: RecordClock = .absolute, records: [Record] = [], activities: [ActivityRecord] = [],
    totals: [DayTotalRecord] = [], sets: [LoggedSet] = []
  ) {
    self.clock = clock
    self.records = records
    self.activities = activities
    self.totals = totals
    self.sets = sets
  }

  /// The number of items in the batch: records, totals, sets, activities and the points of their
  /// tracks.
  package var count: Int {
    records.count + untyped.count + totals.count + sets.count
      + activities.reduce(0) { $0 + 1 + $1.track.count }
  }
}

/// A record that does not say what it measures.
package struct UntypedRecord: Sendable {
  /// The record, with the first of ``metrics`` as its metric.
  package var record: Record
  /// The metrics that the record may be of; never empty.
  package var metrics: [Metric]

  package init(_ record: Record, of metrics: [Metric]) {
    (self.record, self.metrics) = (record, metrics)
  }
}

/// The way in which the times of a batch are read.
@usableFromInline
package enum RecordClock: Hashable, Sendable {
  /// The times are instants, because the file states the zone or offset.
  case absolute
  /// The times are those of a clock on the wall in the subject's zone, written as if they were UTC.
  ///
  /// The file states no zone. `Normalize` turns the times into instants once it knows the zone.
  case wall
}

extension Record {
  /// The first year in which a record may start; see Semantics, "What is rejected".
  package static let earliestYear = 1990

  /// The first instant of ``earliestYear`` in UTC.
  package static let earliestStart = Instant(
    seconds: Int64(daysSince1970(year: earliestYear, month: 1, day: 1)) * 86_400)

  /// The longest time that one heart rate may cover; a longer record is rejected.
  ///
  /// - Units: days.
  @inlinable package static var longestDays: Int { 7 }

  /// The longest time that a record of a cumulative metric may cover and still count.
  ///
  /// It is a day and two hours, because a change of the clock, or of zone, may lengthen a day.
  ///
  /// - Units: milliseconds.
  @inlinable package static var longest: Int64 { 26 * 3_600_000 }

  /// The least time from which a record of an app or tracker is taken as a figure for the whole
  /// day.
  ///
  /// - Units: milliseconds.
  @inlinable package static var shortestTotal: Int64 { 20 * 3_600_000 }

  /// The least time from which a record counts as long, so that shorter ones, which tell more
  /// exactly when something happened, are preferred; devices measure in minutes.
  ///
  /// - Units: milliseconds.
  @inlinable package static var shortestLong: Int64 { 4 * 3_600_000 }

  /// The latest end that a record known at an instant may have: a day after it, because clocks
  /// differ.
  package static func latestEnd(knownAt instant: Instant) -> Instant {
    instant.advanced(byDays: 1)
  }
}
