public import DaymarkIngest
public import DaymarkModel

/// What is in an archive: counts and times, no health values.
public struct ArchiveInspection: Sendable {
  /// One metric of one source.
  public struct Series: Hashable, Sendable {
    public var metric: Metric
    public var source: Source
    /// Accepted samples.
    public var samples: Int
    /// Start of the earliest.
    public var first: Instant
    /// End of the latest to end.
    public var last: Instant
  }

  /// Format, entry, export date, records, and what the reader found.
  public var facts: InputFacts
  /// What this archive alone says of its zone.
  public var zone: ResolvedZone
  /// From the first sample or session to the end of the last; `nil` when there is none.
  public var span: Interval?
  /// Ascending by metric, then in the order of sources.
  public var series: [Series]
  /// Accepted sessions.
  public var sessions: [ActivityKind: Int]
  /// How many records each code rejected.
  public var rejected: [FindingCode: Int]
  /// What was found in its records.
  public var findings: [Finding]
}

/// Looks into archives, each for itself.
///
/// - Parameters:
///   - zone: As if it were given for the subject.
///   - progress: Told how many more bytes of archive were read.
/// - Returns: In the order of `paths`, an inspection or why there is none.
/// - Throws: `CancellationError`.
public func inspectArchives(
  _ paths: [String], zone: Zone? = nil, policies: Policies = Policies(), asOf: Instant,
  options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> [Result<ArchiveInspection, DaymarkError>] {
  let request = ReadingRequest(
    subjectZone: zone, challengeZone: nil, policies: policies, asOf: asOf, options: options)
  return try paths.map { path in
    do {
      return .success(
        ArchiveInspection(try ArchiveReading([(path, nil)], request, progress: progress)))
    } catch let error as DaymarkError {
      return .failure(error)
    }
  }
}

extension ArchiveInspection {
  fileprivate init(_ reading: ArchiveReading) {
    let samples = reading.samples
    facts = reading.facts[0]
    zone = samples.zone
    rejected = samples.rejected[0]
    findings = samples.findings
    sessions = samples.activities.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    series = []
    var spans = samples.activities.map { Interval($0.start, $0.end) }
    for (metric, list) in samples.samples.sorted(by: { $0.key < $1.key }) {
      var bySource: [UInt16: Series] = [:]
      func add(_ sample: Sample) {
        let fresh = Series(
          metric: metric, source: samples.sources[Int(sample.source)], samples: 0,
          first: sample.start, last: sample.end)
        var entry = bySource[sample.source] ?? fresh
        entry.samples += 1
        entry.first = min(entry.first, sample.start)
        entry.last = max(entry.last, sample.end)
        bySource[sample.source] = entry
      }
      list.visit(add)
      series += bySource.sorted { $0.key < $1.key }.map(\.value)
    }
    spans += series.map { Interval($0.first, $0.last) }
    if let start = spans.map(\.start).min(), let end = spans.map(\.end).max() {
      span = Interval(start, end)
    }
  }
}
