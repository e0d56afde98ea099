/// How many records of one source and metric overlap others of the same source, over the period.
///
/// What one device counted twice adds up; see Semantics, "A cumulative day".
package struct RecordOverlap: Hashable, Sendable {
  /// The metric of the records.
  package var metric: Metric
  /// Rank of the source.
  package var source: Int
  /// Its records in the period, day totals left out.
  package var records: Int
  /// Those of them that share time with another.
  package var overlapping: Int

  package init(metric: Metric, source: Int, records: Int, overlapping: Int) {
    (self.metric, self.source) = (metric, source)
    (self.records, self.overlapping) = (records, overlapping)
  }

  /// The share of its records that overlap others, rounded to 0.01.
  ///
  /// - Units: percent.
  package var share: Quantity {
    Quantity(
      percentOf: Int(dividedRounding(Int128(overlapping) * 10_000, by: Int128(max(records, 1)))))
  }
}
