/// A tracker's own figure for one civil day as a file holds it, before normalisation.
///
/// Such a total carries the date that the file gives it; see Semantics, "Day totals".
package struct DayTotalRecord: Sendable {
  /// The number of the source in its input.
  package var source: UInt16
  /// `nil` when the date is missing or no date.
  package var day: CivilDay?
  /// The metric of the figure.
  package var metric: Metric
  /// The figure as the file writes it.
  package var figure: DayFigure<WrittenAmount>
  /// The part of the day that it is about.
  package var part: DayTotalPart
  /// A distance that does not say whether it was made on foot or by bicycle.
  package var isOfAnyMode: Bool
  /// Whether a person typed it in.
  package var isUserEntered: Bool
  /// The time up to which the figure is known to reach; `nil` when the file does not say.
  package var measuredUntil: Instant?
  /// The line at which it begins; see ``Record/line``.
  package var line: Int
  /// The byte at which it begins, counted from 0.
  package var byte: Int

  package init(
    source: UInt16, day: CivilDay?, metric: Metric, figure: DayFigure<WrittenAmount>,
    part: DayTotalPart = .whole, isOfAnyMode: Bool = false, isUserEntered: Bool = false,
    measuredUntil: Instant? = nil, line: Int = 1, byte: Int = 0
  ) {
    self.source = source
    self.day = day
    self.metric = metric
    self.figure = figure
    self.part = part
    self.isOfAnyMode = isOfAnyMode
    self.isUserEntered = isUserEntered
    self.measuredUntil = measuredUntil
    self.line = line
    self.byte = byte
  }
}

/// A figure that a tracker gives for a day.
package enum DayFigure<Amount: Hashable & Sendable>: Hashable, Sendable {
  /// The sum of a cumulative metric.
  case sum(Amount)
  /// Heart rate; what the file does not give is `nil`.
  case heartRate(minimum: Amount?, maximum: Amount?, average: Amount?)
}

/// The part of a day that a total is the sum of.
package enum DayTotalPart: Hashable, Sendable {
  case whole
  /// One activity type of a monitoring file, by its number; the parts of a day add up.
  case activityType(UInt8)
}

/// A tracker's own figure for one civil day, normalised.
package struct DayTotal: Hashable, Sendable {
  /// The metric of the figure.
  package var metric: Metric
  /// The civil day that the file names.
  package var day: CivilDay
  /// Rank of its source in the subject's order.
  package var source: UInt16
  /// Index of the input it was read from.
  package var input: Int
  /// The figure, in micro-units of the metric's canonical unit.
  package var figure: DayFigure<Quantity>
  /// The part of the day that it is about.
  package var part: DayTotalPart
  /// A distance that does not say whether it was made on foot or by bicycle.
  package var isOfAnyMode: Bool
  /// Whether a person typed it in.
  package var isUserEntered: Bool

  package init(
    metric: Metric, day: CivilDay, source: UInt16 = 0, input: Int = 0,
    figure: DayFigure<Quantity>, part: DayTotalPart = .whole, isOfAnyMode: Bool = false,
    isUserEntered: Bool = false
  ) {
    self.metric = metric
    self.day = day
    self.source = source
    self.input = input
    self.figure = figure
    self.part = part
    self.isOfAnyMode = isOfAnyMode
    self.isUserEntered = isUserEntered
  }
}
