public import DaymarkModel

/// Turns the records of a subject's inputs into samples: the zone, units, sources and their order,
/// rejects, duplicates; see semantics, sections 1 to 4.
///
/// For each input ``beginInput()``, ``add(_:)`` for each batch, ``endInput(_:)``; then
/// ``finish(subjectZone:challengeZone:)``. The order of records and of inputs, and how records are
/// spread over inputs, do not change the result, but for what is said of each input.
public struct Normalizer: ~Copyable {
  private let policies: Policies
  private let asOf: Instant
  private var sources = SourceTable()
  private var inputs: [(facts: InputFacts, rejections: Rejections)] = []
  private var accepted = Normalizer.emptyLists()
  private var manual = Normalizer.emptyLists()
  private var activities: [PlacedActivity] = []
  private var newestEnd: Instant?
  private var current = CurrentInput()

  /// What has been read of the input that is not over yet.
  private struct CurrentInput {
    var rejections = Rejections()
    var accepted = Normalizer.emptyLists()
    var manual = Normalizer.emptyLists()
    var latestEnd = Instant(milliseconds: .min)
    var activities: [ActivityRecord] = []
  }

  /// - Parameter asOf: Takes the place of the export date of inputs that have none.
  public init(policies: Policies, asOf: Instant) {
    self.policies = policies
    self.asOf = asOf
  }

  public mutating func beginInput() {
    current = CurrentInput()
  }

  public mutating func add(_ batch: RecordBatch) {
    for record in batch.records { add(record) }
    current.activities += batch.activities
  }

  private mutating func add(_ record: Record) {
    let sample: Sample
    do {
      sample = try Sample(record)
    } catch {
      let place = Place(
        line: record.line, byte: record.byte, source: record.source, metric: record.metric,
        unit: error.unit)
      current.rejections.count(error.reason, place)
      return
    }
    if sample.end > current.latestEnd { current.latestEnd = sample.end }
    let metric = Int(record.metric.rawValue)
    if record.isUserEntered, policies.manualEntries == .exclude {
      current.manual[metric].append(sample)
    } else {
      current.accepted[metric].append(sample)
    }
  }

  /// Ends an input; only now is known when it was exported and what its sources are.
  ///
  /// - Parameter facts: Of the input whose batches came since ``beginInput()``.
  public mutating func endInput(_ facts: InputFacts) {
    var read = current
    current = CurrentInput()
    let latest = (facts.exportDate ?? asOf).advanced(byMilliseconds: 86_400_000)
    if read.latestEnd > latest {
      for metric in Metric.allCases {
        let index = Int(metric.rawValue)
        read.accepted[index].reject(endingAfter: latest, metric, &read.rejections)
        read.manual[index].reject(endingAfter: latest, metric, &read.rejections)
      }
    }
    let table = sources.add(facts.sources)
    addActivities(read.activities, table, latest, &read.rejections)
    read.rejections.renumberSources(table)
    for metric in Metric.allCases {
      let index = Int(metric.rawValue)
      adopt(&read.accepted[index], table)
      adopt(&read.manual[index], table)
      read.accepted[index].visit { newestEnd = max(newestEnd ?? $0.end, $0.end) }
      read.manual[index].visit { read.rejections.count(.manual, Place($0, metric)) }
      accepted[index].append(contentsOf: read.accepted[index])
      manual[index].append(contentsOf: read.manual[index])
    }
    inputs.append((facts, read.rejections))
  }

  /// Makes an input's samples the subject's: sources by the subject's table, and the input noted.
  private mutating func adopt(_ list: inout SampleList, _ table: [UInt16]) {
    list.update { sample in
      sample.source = table[Int(sample.source)]
      sample.input = inputs.count
      sources.use(sample.source)
    }
  }

  private mutating func addActivities(
    _ records: [ActivityRecord], _ table: [UInt16], _ latest: Instant,
    _ rejections: inout Rejections
  ) {
    for record in records {
      do throws(RecordConversion.Failure) {
        var activity = try record.activity(input: inputs.count) { lost in
          var place = record.place
          place.unit = lost.unit
          rejections.countLostField(lost.reason, place)
        }
        guard activity.end <= latest else { throw RecordConversion.Failure(.timeOutOfRange) }
        guard !activity.isUserEntered || policies.manualEntries == .include else {
          throw RecordConversion.Failure(.manual)
        }
        activity.source = table[Int(activity.source)]
        sources.use(activity.source)
        activities.append(PlacedActivity(activity: activity, place: record.place))
      } catch {
        rejections.count(error.reason, record.place)
      }
    }
  }

  /// Ends the subject.
  ///
  /// - Parameters:
  ///   - subjectZone: Decides days before everything else.
  ///   - challengeZone: Decides them when there is no `subjectZone`.
  /// - Returns: The subject's samples, without duplicates over all its inputs, `rejected` and the
  ///   inputs of activities by order of ``endInput(_:)``. Findings are those of this room alone, one
  ///   for each input and code; what the reader found stands in its facts.
  public consuming func finish(subjectZone: Zone?, challengeZone: Zone?) -> SampleSet {
    let facts = inputs.map(\.facts)
    let (zone, finding) = resolveZone(facts, subject: subjectZone, challenge: challengeZone)
    let (used, others, ranks) = sources.ordered(by: policies.sourceOrder)
    var rejections = inputs.map(\.rejections)
    for input in rejections.indices { rejections[input].renumberSources(ranks) }
    var duplicates = Duplicates(digests: facts.map(\.digest), rejections: rejections)
    var set = SampleSet(
      zone: zone, sources: used, dataEnd: facts.compactMap(\.exportDate).max() ?? newestEnd,
      isDamaged: facts.contains(where: \.isDamaged))
    for metric in Metric.allCases {
      var samples = take(&accepted[Int(metric.rawValue)], metric, ranks)
      samples.update { $0.input = duplicates.rank(ofInput: $0.input) }
      duplicates.remove(from: &samples, metric)
      if !samples.isEmpty { set.samples[metric] = samples }
      let setAside = take(&manual[Int(metric.rawValue)], metric, ranks)
      if !setAside.isEmpty { set.manual[metric] = setAside }
    }
    for index in activities.indices {
      activities[index].activity.source = ranks[Int(activities[index].activity.source)]
    }
    set.activities = duplicates.removed(from: activities)
    set.rejected = duplicates.rejections.map(\.counts)
    set.rejectedSeries = duplicates.rejections.map { $0.series(of: used + others) }
    set.findings = zip(facts, duplicates.rejections).flatMap { $1.findings(in: $0) }
    if let finding { set.findings.append(finding) }
    return set
  }

  private static func emptyLists() -> [SampleList] {
    Metric.allCases.map { SampleList(of: $0) }
  }
}

/// A list with its sources by rank, taken out of its place: a second copy of a large export's samples
/// would double the memory.
private func take(
  _ list: inout SampleList, _ metric: Metric, _ ranks: [UInt16]
) -> SampleList {
  var taken = SampleList(of: metric)
  swap(&taken, &list)
  taken.update { $0.source = ranks[Int($0.source)] }
  return taken
}

extension SampleList {
  /// Takes out what ends later than can be; see semantics, section 3, `time.out_of_range`.
  fileprivate mutating func reject(
    endingAfter latest: Instant, _ metric: Metric, _ rejections: inout Rejections
  ) {
    removeAll { sample in
      guard sample.end > latest else { return false }
      rejections.count(.timeOutOfRange, Place(sample, metric))
      return true
    }
  }
}
