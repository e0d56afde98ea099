/// What one subject did at one feat on one civil day, as the evidence has it and rules see it.
public struct DailyFeat: Hashable, Codable, Sendable {
  /// The civil day.
  public var day: CivilDay
  /// The id of the feat.
  public var id: String
  /// The figure that it counts.
  public var counts: FeatFigure
  /// The attempts that count.
  public var attempts: Int
  /// The best of them; `nil` where none counts.
  ///
  /// - Units: those of the figure, in micro-units.
  public var best: Quantity?
  /// The attempts that do not count, by reason.
  public var refused: [FeatRefusal: Int]

  /// Makes a day; what is left out is none.
  public init(
    day: CivilDay, id: String, counts: FeatFigure, attempts: Int = 0, best: Quantity? = nil,
    refused: [FeatRefusal: Int] = [:]
  ) {
    (self.day, self.id, self.counts) = (day, id, counts)
    (self.attempts, self.best, self.refused) = (attempts, best, refused)
  }
}
