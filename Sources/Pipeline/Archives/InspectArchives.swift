package import DaymarkIngest
package import DaymarkModel
import DaymarkNormalize
import DaymarkStore

/// The contents of an archive as counts and times, without health values.
package struct ArchiveInspection: Sendable {
  /// The samples of one metric from one source.
  package struct Series: Hashable, Sendable {
    /// The metric of the samples.
    package var metric: Metric
    /// The source of the samples.
    package var source: Source
    /// The number of accepted samples, which includes points of recorded activities, totals of
    /// activities and totals of days.
    package var samples = 0
    /// The start of the earliest sample, for a day's total the start of the day; `nil` where every
    /// record was rejected.
    package var first: Instant?
    /// The latest end of a sample, for a day's total the start of its day.
    package var last: Instant?
    /// The number of rejected records per finding code.
    package var rejected: [FindingCode: Int] = [:]
  }

  /// The format, entry, export date and number of records, and the reader's findings.
  package var facts: InputFacts
  /// The number of documents read per format; empty for an archive that is one document.
  package var documents: [FormatID: Int]
  /// The time zone that this archive alone indicates.
  package var zone: ResolvedZone
  /// The time from the start of the first sample or session to the end of the last; `nil` without
  /// any.
  package var span: Interval?
  /// The series, ordered by metric and then by the order of sources.
  package var series: [Series]
  /// The number of accepted sessions per kind of activity.
  package var sessions: [ActivityKind: Int]
  /// The number of sessions in workout logs.
  package var strengthSessions: Int
  /// The number of rejected records per finding code.
  package var rejected: [FindingCode: Int]
  /// The findings of the archive's records.
  package var findings: [Finding]
}

/// Inspects archives, each by itself.
///
/// - Parameters:
///   - paths: Archives, compressed or plain files, or folders.
///   - zone: The time zone stated for the subject; `nil` for none.
///   - policies: The order of sources, and whether typed-in values count.
///   - asOf: The latest plausible time for an archive that does not state its export date.
///   - options: The limits on hostile archives, and how much is read at once.
///   - progress: Called with the number of bytes of archive that were read since the last call.
/// - Returns: An inspection or an error per path, in the order of `paths`.
/// - Throws: `CancellationError`.
package func inspectArchives(
  _ paths: [String], zone: Zone? = nil, policies: Policies = Policies(), asOf: Instant,
  options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> [Result<ArchiveInspection, DaymarkError>] {
  var parameters = ReadingParameters(
    subjectZone: zone, challengeZone: nil, policies: policies, asOf: asOf, options: options)
  parameters.mostSets = Normalizer.mostCountedSets
  return try paths.map { path in
    do {
      let read = try readArchives(
        ReadingJob(archives: [ArchiveIdentity(hashing: path)], parameters: parameters),
        progress: progress)
      return .success(ArchiveInspection(read.samples, read.facts[0]))
    } catch let error as DaymarkError {
      return .failure(error)
    }
  }
}

extension ArchiveInspection {
  /// Summarizes what was read of one input.
  ///
  /// - Parameters:
  ///   - samples: The samples of one input.
  ///   - facts: The facts of that input.
  init(_ samples: SampleSet, _ facts: InputFacts) {
    self.facts = facts
    documents = facts.documents.reduce(into: [:]) { $0[$1.format, default: 0] += 1 }
    zone = samples.zone
    rejected = samples.rejected[0]
    findings = samples.findings
    sessions = samples.activities.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    strengthSessions = samples.strength.count + samples.countedSessions.count
    series = Self.series(of: samples)
    var spans = samples.activities.map { Interval($0.start, $0.end) }
    spans += [samples.countedSessions.span].compactMap(\.self)
    let calendar = DayCalendar(zone: samples.zone.zone)
    spans += samples.strength.map { $0.interval(by: calendar) }
    spans += series.compactMap { series in
      if let first = series.first, let last = series.last { Interval(first, last) } else { nil }
    }
    if let start = spans.map(\.start).min(), let end = spans.map(\.end).max() {
      span = Interval(start, end)
    }
  }

  private static func series(of set: SampleSet) -> [Series] {
    var table = SeriesTable(sources: set.sources)
    for (metric, list) in set.samples {
      list.visit { table.add(metric, source: $0.source, from: $0.start, to: $0.end) }
    }
    for activity in set.activities where activity.contribution != .nothing {
      table.add(activity)
    }
    let calendar = DayCalendar(zone: set.zone.zone)
    for total in set.totals {
      let begin = calendar.start(of: total.day)
      table.add(total.metric, source: total.source, from: begin, to: begin)
    }
    return table.series(rejected: set.rejectedSeries[0])
  }
}

/// Counts samples per metric and source.
private struct SeriesTable {
  let sources: [Source]
  /// The series by metric and then by rank of the source.
  ///
  /// Arrays make the lookup cheap: there may be millions of samples.
  private var series: [[ArchiveInspection.Series]]

  init(sources: [Source]) {
    self.sources = sources
    series = Metric.allCases.map { metric in
      sources.map { ArchiveInspection.Series(metric: metric, source: $0) }
    }
  }

  mutating func add(_ metric: Metric, source: UInt16, from start: Instant, to end: Instant) {
    let (row, rank) = (Int(metric.rawValue), Int(source))
    series[row][rank].samples += 1
    series[row][rank].first = min(series[row][rank].first ?? start, start)
    series[row][rank].last = max(series[row][rank].last ?? end, end)
  }

  /// Counts the points of an activity's track per metric, and the activity's total for a metric
  /// without points.
  mutating func add(_ activity: Activity) {
    let distance = activity.kind.distanceMetric
    var hasDistances = false
    for point in activity.track {
      if point.heartRate != nil {
        add(.heartRate, source: activity.source, from: point.at, to: point.at)
      }
      if let distance, point.distance != nil {
        hasDistances = true
        add(distance, source: activity.source, from: point.at, to: point.at)
      }
    }
    let totals: [(ActivityField, Metric?)] = [
      (.distanceMeters, hasDistances ? nil : distance), (.kilocalories, .activeEnergy),
      (.steps, .steps),
    ]
    for case (let field, let metric?) in totals where activity.values[field] != nil {
      add(metric, source: activity.source, from: activity.start, to: activity.end)
    }
  }

  /// Returns the series that have samples or rejected records, by metric and then in the order of
  /// sources.
  ///
  /// Series with rejected records only come last.
  func series(rejected: [RejectedSeries]) -> [ArchiveInspection.Series] {
    struct Key: Hashable {
      var metric: Metric
      var source: Source
    }
    var found: [Key: ArchiveInspection.Series] = [:]
    for entry in series.joined() where entry.samples > 0 {
      found[Key(metric: entry.metric, source: entry.source)] = entry
    }
    for rejected in rejected {
      guard let metric = rejected.metric else { continue }
      let key = Key(metric: metric, source: rejected.source)
      found[key, default: ArchiveInspection.Series(metric: metric, source: key.source)]
        .rejected[rejected.code, default: 0] += rejected.count
    }
    // Sources without an accepted sample have no rank and come after the others.
    let places = Dictionary(
      sources.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
    func rank(_ source: Source) -> (Int, String) { (places[source] ?? .max, source.name) }
    return found.values.sorted {
      $0.metric != $1.metric ? $0.metric < $1.metric : rank($0.source) < rank($1.source)
    }
  }
}
