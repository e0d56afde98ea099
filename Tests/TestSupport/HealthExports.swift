import DaymarkModel
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
  ///
  /// - Parameter bySource: Whether all records of a source are in one of them: two exports have no time of a source twice.
  package func split(seed: UInt64, bySource: Bool = false) -> (HealthExport, HealthExport) {
    var random = SplitMix64(seed: seed)
    var parts = (self, self)
    func deal<Item>(_ items: [Item]) -> ([Item], [Item]) {
      var dealt: ([Item], [Item]) = ([], [])
      for item in items {
        if random.chance(percent: 50) { dealt.0.append(item) } else { dealt.1.append(item) }
      }
      return dealt
    }
    if bySource {
      let names = Set(records.map { comparableName($0.source.name) }).sorted()
      let first = Set(deal(names).0)
      parts.0.records = records.filter { first.contains(comparableName($0.source.name)) }
      parts.1.records = records.filter { !first.contains(comparableName($0.source.name)) }
      // Of workouts of one source that meet, those of one export alone count.
      parts.0.workouts = workouts.filter { first.contains(comparableName($0.source.name)) }
      parts.1.workouts = workouts.filter { !first.contains(comparableName($0.source.name)) }
    } else {
      (parts.0.records, parts.1.records) = deal(records)
      (parts.0.workouts, parts.1.workouts) = deal(workouts)
    }
    (parts.0.correlations, parts.1.correlations) = deal(correlations)
    (parts.0.summaries, parts.1.summaries) = deal(summaries)
    return parts
  }
}
