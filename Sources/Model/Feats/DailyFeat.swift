/// What one subject did at one feat on one civil day, as the evidence has it and rules see it.
package struct DailyFeat: Hashable, Sendable {
  /// The civil day.
  package var day: CivilDay
  /// The id of the feat.
  package var id: String
  /// The figure that it counts.
  package var counts: FeatFigure
  /// The attempts that count.
  package var attempts: Int
  /// The best of them; `nil` where none counts.
  ///
  /// - Units: those of the figure, in micro-units.
  package var best: Quantity?
  /// The attempts that do not count, by reason.
  package var refused: [FeatRefusal: Int]

  /// Makes a day; what is left out is none.
  package init(
    day: CivilDay, id: String, counts: FeatFigure, attempts: Int = 0, best: Quantity? = nil,
    refused: [FeatRefusal: Int] = [:]
  ) {
    (self.day, self.id, self.counts) = (day, id, counts)
    (self.attempts, self.best, self.refused) = (attempts, best, refused)
  }
}
