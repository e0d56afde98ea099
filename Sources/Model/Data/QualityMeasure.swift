/// The figures that are measured of a day while its samples are at hand: numbers, no judgement.
///
/// Amounts are rounded like the day's value. What lies beyond ``Quantity/limit`` is that limit.
package struct QualityMeasure: Hashable, Sendable {
  /// Data that was written more than so many hours after it happened is late.
  @inlinable package static var lateAfterHours: Int { 48 }

  /// Accepted samples that overlap the day.
  package var samples = 0
  /// User-entered samples of the day, counted or set aside.
  package var manualSamples = 0
  /// Their amount before merging.
  package var manualAmount = Quantity.zero
  /// The sum over all sources before merging, user-entered values that were set aside left out.
  ///
  /// For heart rate the sum of the samples, which only the manual share uses.
  package var naive = Quantity.zero
  /// User-entered part of all values before merging, or `nil` when their sum is zero.
  ///
  /// - Units: ten-thousandths.
  package var manualShare: Int?
  /// The contribution of each source, best first; sources without anything on the day are absent.
  package var contributions: [SourceContribution] = []
  /// The figure that was not used: the sweep's where a day total stands, or the total where not.
  package var alternate: Quantity?
  /// Whose the value and `alternate` are, where they are two figures for the day and nobody chose between them.
  package var rivals: FigureRivals?
  /// The part of `manualAmount` that the policy set aside, which `naive` does not hold.
  package var setAside = Quantity.zero
  /// The part of `naive` that was written more than ``lateAfterHours`` after it happened.
  package var late = Quantity.zero
  /// The figures that limits are compared with, each in its flag's unit, rounded to 0.01 of it;
  /// absent where nothing could be measured, or nothing but zero.
  package var figures: [FlagCode: Quantity] = [:]

  package init() {}
}

/// The sources of two figures for one day, of which the larger counts: a phone that was not carried all day measures too
/// little, and a total may be of more than was measured.
package struct FigureRivals: Hashable, Sendable {
  /// Rank of the phone that is the day's best source, whose figure is the sum of samples.
  package var phone: Int
  /// Rank of the source of the day total.
  package var total: Int

  package init(phone: Int, total: Int) { (self.phone, self.total) = (phone, total) }
}

/// The contribution of one source to one day.
package struct SourceContribution: Hashable, Sendable {
  /// Rank of the source.
  package var source: Int
  /// The amount that counted, in the metric's canonical unit.
  package var contributed: Quantity
  /// The part of its samples that better sources covered.
  package var covered: Quantity
  /// Everything that it has for the day, samples and totals.
  ///
  /// More than the other two together where another figure for the day stands in its place.
  package var offered: Quantity

  /// Makes the part of one source in a day; it has nothing but that, unless it is said.
  package init(
    source: Int, contributed: Quantity, covered: Quantity = .zero, offered: Quantity? = nil
  ) {
    self.source = source
    self.contributed = contributed
    self.covered = covered
    self.offered = offered ?? Quantity(microUnits: contributed.microUnits + covered.microUnits)
  }
}
