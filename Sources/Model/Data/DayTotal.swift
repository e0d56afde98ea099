/// A tracker's own figure for one civil day as a file holds it, before normalisation.
///
/// The day is the date that the file writes beside the figure; see Semantics, "Day totals".
package struct DayTotalRecord: Sendable {
  /// The number of the source in its input.
  package var source: UInt16
  /// The day; `nil` when the file has no date there, or text that is no date.
  package var day: CivilDay?
  package var metric: Metric
  /// The figure as the file writes it.
  package var figure: DayFigure<WrittenAmount>
  /// The part of the day that the figure covers.
  package var part: DayTotalPart
  /// Whether the figure is a distance of which the file does not say if it was covered on foot or
  /// by bicycle.
  package var isOfAnyMode: Bool
  /// Whether a person typed it in.
  package var isUserEntered: Bool
  /// The instant up to which the figure is known to reach; `nil` when the file does not say.
  package var measuredUntil: Instant?
  /// The line at which the figure stands; see ``Record/line``.
  package var line: Int
  /// Offset in bytes of the figure in its document, from 0.
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
  /// The figures of heart rate; those that the file does not give are `nil`.
  case heartRate(minimum: Amount?, maximum: Amount?, average: Amount?)
}

/// The part of a day that a total covers.
package enum DayTotalPart: Hashable, Sendable {
  case whole
  /// One activity type of a FIT monitoring file, by its number; the totals of a day's types add up.
  case activityType(UInt8)
}

/// A tracker's own figure for one civil day, normalised.
package struct DayTotal: Hashable, Sendable {
  package var metric: Metric
  /// The civil day that the file names.
  package var day: CivilDay
  /// Rank of its source in the subject's order.
  package var source: UInt16
  /// Index of the input it was read from.
  package var input: Int
  /// The figure, in micro-units of the metric's canonical unit.
  package var figure: DayFigure<Quantity>
  /// The part of the day that the figure covers.
  package var part: DayTotalPart
  /// Whether the figure is a distance of which the file does not say if it was covered on foot or
  /// by bicycle.
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
