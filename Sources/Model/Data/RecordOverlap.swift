/// The number of records of one source and metric that overlap others of the same source, over the
/// period.
///
/// Overlapping records of one device add up, so they are reported; see Semantics, "A cumulative
/// day".
package struct RecordOverlap: Hashable, Sendable {
  package var metric: Metric
  /// Rank of the source.
  package var source: Int
  /// The number of the source's records in the period, day totals left out.
  package var records: Int
  /// The number of the source's records that share time with another one.
  package var overlapping: Int

  package init(metric: Metric, source: Int, records: Int, overlapping: Int) {
    (self.metric, self.source) = (metric, source)
    (self.records, self.overlapping) = (records, overlapping)
  }

  /// The share of the source's records that overlap others, rounded to 0.01.
  ///
  /// - Units: percent.
  package var share: Quantity {
    Quantity(
      percentOf: Int(dividedRounding(Int128(overlapping) * 10_000, by: Int128(max(records, 1)))))
  }
}
