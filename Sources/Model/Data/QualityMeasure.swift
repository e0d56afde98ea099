/// The numbers about a day's data that are measured while its samples are in memory, without any
/// judgement.
///
/// Amounts are rounded like the day's value. An amount beyond ``Quantity/limit`` is given as that
/// limit.
package struct QualityMeasure: Hashable, Sendable {
  /// The number of hours after which data counts as written late.
  @inlinable package static var lateAfterHours: Int { 48 }

  /// The number of accepted samples that overlap the day.
  package var samples = 0
  /// The number of user-entered samples of the day, whether counted or set aside.
  package var manualSamples = 0
  /// The sum of the user-entered samples before merging.
  package var manualAmount = Quantity.zero
  /// The sum over all sources before merging, without user-entered values that were set aside.
  ///
  /// For heart rate this is the plain sum of the samples, which is used for ``manualShare`` alone.
  package var naive = Quantity.zero
  /// The share of user-entered values in all values before merging, or `nil` when the sum of all is
  /// zero.
  ///
  /// - Units: ten-thousandths.
  package var manualShare: Int?
  /// The contribution of each source, best first; sources without data on the day are absent.
  package var contributions: [SourceContribution] = []
  /// The figure that was not used where a day total and a sum of samples exist: the sum where the
  /// total counts, or the total where the sum counts.
  package var alternate: Quantity?
  /// The sources of the value and of ``alternate``, where both are figures for the whole day and
  /// the operator's configuration does not choose between them.
  package var rivals: FigureRivals?
  /// The part of ``manualAmount`` that the policy set aside, and that is not in ``naive``.
  package var setAside = Quantity.zero
  /// The part of ``naive`` that was written more than ``lateAfterHours`` after it happened.
  package var late = Quantity.zero
  /// The figures that limits are compared with, each in the unit of its flag and rounded to 0.01;
  /// absent where nothing could be measured, or where the figure is zero.
  package var figures: [FlagCode: Quantity] = [:]

  package init() {}
}

/// The sources of two figures for one day, of which the larger counts.
///
/// A phone that was not carried all day measures too little, and a day total may include more than
/// was measured.
package struct FigureRivals: Hashable, Sendable {
  /// Rank of the phone, which is the day's best source and whose figure is the sum of samples.
  package var phone: Int
  /// Rank of the source that gives the day total.
  package var total: Int

  package init(phone: Int, total: Int) { (self.phone, self.total) = (phone, total) }
}

/// The contribution of one source to one day.
package struct SourceContribution: Hashable, Sendable {
  /// Rank of the source.
  package var source: Int
  /// The amount that counted, in the metric's canonical unit.
  package var contributed: Quantity
  /// The amount of the source's samples that did not count because better sources cover the same
  /// time.
  package var covered: Quantity
  /// The sum of the source's samples and totals for the day.
  ///
  /// It is more than ``contributed`` and ``covered`` together where another figure for the day
  /// counts in their place.
  package var offered: Quantity

  /// Makes the contribution of a source; without `offered`, it offered what counted and what was
  /// covered.
  package init(
    source: Int, contributed: Quantity, covered: Quantity = .zero, offered: Quantity? = nil
  ) {
    self.source = source
    self.contributed = contributed
    self.covered = covered
    self.offered = offered ?? Quantity(microUnits: contributed.microUnits + covered.microUnits)
  }
}
