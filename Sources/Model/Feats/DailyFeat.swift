/// One subject's results at one feat on one civil day, as the evidence states them and rules use
/// them.
package struct DailyFeat: Hashable, Sendable {
  package var day: CivilDay
  package var id: String
  /// The kind of figure by which attempts at the feat are compared.
  package var counts: FeatFigure
  /// The number of attempts that count.
  package var attempts: Int
  /// The best figure of the attempts that count; `nil` where none does.
  ///
  /// - Units: those of ``counts``, in micro-units.
  package var best: Quantity?
  /// The number of attempts that do not count, by reason.
  package var refused: [FeatRefusal: Int]

  package init(
    day: CivilDay, id: String, counts: FeatFigure, attempts: Int = 0, best: Quantity? = nil,
    refused: [FeatRefusal: Int] = [:]
  ) {
    (self.day, self.id, self.counts) = (day, id, counts)
    (self.attempts, self.best, self.refused) = (attempts, best, refused)
  }
}
