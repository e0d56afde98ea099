/// One decoded item of an input, in the input's own units: what `Ingest` hands to `Normalize`.
///
/// A record is transient: batches of them pass from one room to the next and are not kept. Names are
/// interned by the reader; `source` is an index into ``InputFacts/sources``.
///
/// There are millions in an export. Only what is usable from inlined code does the compiler inline into other modules,
/// so every member is.
@usableFromInline
package struct Record: Sendable {
  /// The metric of the value.
  @usableFromInline package var metric: Metric
  /// The number of the source in its input.
  @usableFromInline package var source: UInt16
  /// The unit as the file writes it.
  @usableFromInline package var unit: RecordUnit
  /// `nil` when there is no value or its text is no number.
  @usableFromInline package var value: DecimalNumber?
  /// The time at which it begins, as the file writes it.
  @usableFromInline package var start: RecordTime
  /// `.missing` makes the record an instant.
  @usableFromInline package var end: RecordTime
  /// The time at which it was written, if the file says it.
  @usableFromInline package var created: RecordTime
  /// Whether a person typed it in.
  @usableFromInline package var isUserEntered: Bool
  /// Inside a `Correlation`, whose records also stand at top level.
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
  /// An index into ``InputFacts/unknownUnits``.
  case unknown(UInt16)
}

/// A time that a record states.
@usableFromInline
package enum RecordTime: Hashable, Sendable {
  case missing
  /// Present, but not in the format's own syntax, or no real date.
  case malformed
  case at(Instant)

  /// The instant, if the file tells one; `nil` for a clock on the wall.
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

/// The weight of a body, as a file has it: no metric, for lifts alone ask about it.
package struct BodyWeightRecord: Sendable {
  /// The instant at which it was measured.
  package var at: Instant
  /// The amount with its unit.
  package var weight: WrittenAmount
  /// Whether somebody typed it in, and no device measured it.
  package var isTypedIn: Bool

  package init(at: Instant, weight: WrittenAmount, isTypedIn: Bool = false) {
    (self.at, self.weight, self.isTypedIn) = (at, weight, isTypedIn)
  }
}

/// The records that one read of a document yields at a time.
package struct RecordBatch: Sendable {
  /// The part of the input that they are of, by its place in ``InputFacts/eachPart``.
  package var part = 0
  /// The clock that times without an offset are read by.
  package var clock: RecordClock
  /// The records, in the order of the document.
  package var records: [Record]
  /// The records that do not say what they measure, in the order of the document.
  package var untyped: [UntypedRecord] = []
  /// The sessions, in the order of the document.
  package var activities: [ActivityRecord]
  /// The figures for whole days, in the order of the document.
  package var totals: [DayTotalRecord]
  /// The sets of a workout log, in the order of the document; each knows its own clock.
  package var sets: [LoggedSet]
  /// The weights of the body; they are no items.
  package var bodyWeights: [BodyWeightRecord] = []
  /// What the document states of whole days beside its records; they are no items.
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

  /// Items in it: records, totals, sets, activities and the points of their tracks.
  package var count: Int {
    records.count + untyped.count + totals.count + sets.count
      + activities.reduce(0) { $0 + 1 + $1.track.count }
  }
}

/// A record that does not say what it measures.
package struct UntypedRecord: Sendable {
  /// The record, as if it were of the first of the metrics.
  package var record: Record
  /// The metrics that it may be of; never empty.
  package var metrics: [Metric]

  package init(_ record: Record, of metrics: [Metric]) {
    (self.record, self.metrics) = (record, metrics)
  }
}

/// The clock that the times of a batch are read from.
@usableFromInline
package enum RecordClock: Hashable, Sendable {
  /// They are instants.
  case absolute
  /// They are what a clock on the wall of the subject's zone showed, written as if it were UTC:
  /// the file states no zone. `Normalize` turns them into instants once it knows the zone.
  case wall
}

extension Record {
  /// The first year that a start is believed to lie in; see Semantics, "What is rejected".
  package static let earliestYear = 1990

  /// The first instant of ``earliestYear`` in UTC.
  package static let earliestStart = Instant(
    seconds: Int64(daysSince1970(year: earliestYear, month: 1, day: 1)) * 86_400)

  /// The longest time that a heart rate is believed to take.
  ///
  /// - Units: days.
  @inlinable package static var longestDays: Int { 7 }

  /// The longest time that a record of what adds up may take to count: a day and the two hours by which a traveller's or
  /// a changed clock may lengthen it.
  ///
  /// - Units: milliseconds.
  @inlinable package static var longest: Int64 { 26 * 3_600_000 }

  /// The time from which on an app's or a tracker's record is a figure for the whole day.
  ///
  /// - Units: milliseconds.
  @inlinable package static var shortestTotal: Int64 { 20 * 3_600_000 }

  /// The time from which on a record tells less of its time than any shorter one; devices measure in minutes.
  ///
  /// - Units: milliseconds.
  @inlinable package static var shortestLong: Int64 { 4 * 3_600_000 }

  /// The latest end that is believed of what was known at an instant: a day later, for clocks differ.
  package static func latestEnd(knownAt instant: Instant) -> Instant {
    instant.advanced(byDays: 1)
  }
}
