public import DaymarkIngest
public import DaymarkModel

/// What is in an archive: counts and times, no health values.
public struct ArchiveInspection: Sendable {
  /// One metric of one source.
  public struct Series: Hashable, Sendable {
    public var metric: Metric
    public var source: Source
    /// Accepted samples.
    public var samples = 0
    /// Start of the earliest; `nil` when every record was rejected.
    public var first: Instant?
    /// End of the latest to end.
    public var last: Instant?
    /// How many of its records each code rejected.
    public var rejected: [FindingCode: Int] = [:]
  }

  /// Format, entry, export date, records, and what the reader found.
  public var facts: InputFacts
  /// How many documents of each format were read; empty for an archive that is one document.
  public var documents: [String: Int]
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
      let (samples, facts) = try readArchives([(path, nil)], request, progress: progress)
      return .success(ArchiveInspection(samples, facts[0]))
    } catch let error as DaymarkError {
      return .failure(error)
    }
  }
}

extension ArchiveInspection {
  fileprivate init(_ samples: SampleSet, _ facts: InputFacts) {
    self.facts = facts
    documents = facts.documents.reduce(into: [:]) { $0[$1.format, default: 0] += 1 }
    zone = samples.zone
    rejected = samples.rejected[0]
    findings = samples.findings
    sessions = samples.activities.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    series = Self.series(of: samples)
    var spans = samples.activities.map { Interval($0.start, $0.end) }
    spans += series.compactMap { series in
      if let first = series.first, let last = series.last { Interval(first, last) } else { nil }
    }
    if let start = spans.map(\.start).min(), let end = spans.map(\.end).max() {
      span = Interval(start, end)
    }
  }

  private static func series(of set: SampleSet) -> [Series] {
    struct Key: Hashable {
      var metric: Metric
      var source: Source
    }
    var series: [Key: Series] = [:]
    for (metric, list) in set.samples {
      // By rank, which costs nothing to look up: there may be millions.
      var ranked = set.sources.map { Series(metric: metric, source: $0) }
      list.visit { sample in
        let rank = Int(sample.source)
        ranked[rank].samples += 1
        ranked[rank].first = min(ranked[rank].first ?? sample.start, sample.start)
        ranked[rank].last = max(ranked[rank].last ?? sample.end, sample.end)
      }
      for entry in ranked where entry.samples > 0 {
        series[Key(metric: metric, source: entry.source)] = entry
      }
    }
    for rejected in set.rejectedSeries[0] {
      guard let metric = rejected.metric else { continue }
      let key = Key(metric: metric, source: rejected.source)
      series[key, default: Series(metric: metric, source: key.source)]
        .rejected[rejected.code, default: 0] += rejected.count
    }
    // Sources without an accepted sample stand behind the ordered ones.
    func rank(_ source: Source) -> (Int, String) {
      (set.sources.firstIndex(of: source) ?? .max, source.name)
    }
    return series.values.sorted {
      $0.metric != $1.metric ? $0.metric < $1.metric : rank($0.source) < rank($1.source)
    }
  }
}
