package import DaymarkSampleFiles

extension HealthExport {
  /// The same export with its records and workouts in another order.
  package func shuffled(seed: UInt64) -> HealthExport {
    var random = SplitMix64(seed: seed)
    var export = self
    export.records = random.shuffled(records)
    export.correlations = random.shuffled(correlations)
    export.workouts = random.shuffled(workouts)
    return export
  }

  /// Two exports that together hold what this one holds, each item in one of them.
  package func split(seed: UInt64) -> (HealthExport, HealthExport) {
    var random = SplitMix64(seed: seed)
    var parts = (self, self)
    func deal<Item>(_ items: [Item]) -> ([Item], [Item]) {
      var dealt: ([Item], [Item]) = ([], [])
      for item in items {
        if random.chance(percent: 50) { dealt.0.append(item) } else { dealt.1.append(item) }
      }
      return dealt
    }
    (parts.0.records, parts.1.records) = deal(records)
    (parts.0.correlations, parts.1.correlations) = deal(correlations)
    (parts.0.workouts, parts.1.workouts) = deal(workouts)
    (parts.0.summaries, parts.1.summaries) = deal(summaries)
    return parts
  }
}
