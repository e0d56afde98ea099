import DaymarkModel
import DaymarkPipeline
import Foundation

/// Reads an archive and prints its days, without a pipeline, a store or files.
func printDays(of archive: String) throws {
  let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  let result = try aggregateArchives([archive], asOf: now)
  for day in result.aggregates.days {
    guard let value = day.value else { continue }
    print("\(day.day) \(day.metric.id) \(value) \(day.metric.canonicalUnit.rawValue)")
  }
  for finding in result.aggregates.findings { print(line(of: finding)) }
}
