import DaymarkModel

/// The removal of samples and activities that occur more than once among a subject's inputs.
///
/// The inputs' digests determine which input is named as the one with the duplicate, so that the
/// result does not depend on the order of inputs.
struct Duplicates {
  /// The rejections, by index of input.
  private(set) var rejections: [Rejections]
  /// The indices of the inputs of which a day total was removed.
  private(set) var repeatingTotals: Set<Int> = []
  /// The indices of inputs in the order of their digests; those that samples name come first.
  ///
  /// ``ranks`` is the inverse.
  let inputs: [Int]
  private let ranks: [Int]
  /// The ages of inputs, by rank; 0 is the newest.
  private let ages: [Int]
  private let numbers: PartNumbers
  private let sameDevices: [UInt16: UInt16]

  /// Ranks the inputs by their digests; nothing is removed yet.
  ///
  /// - Parameters:
  ///   - digests: The digests of the inputs.
  ///   - numbers: The numbers of the inputs in samples.
  ///   - newestFirst: The indices of the inputs, the newest first.
  ///   - sameDevices: For each renamed device, the source that stands for it, by each of its
  ///     sources.
  ///   - rejections: The rejections so far, by index of input.
  init(
    digests: [Digest], numbers: PartNumbers, newestFirst: [Int], sameDevices: [UInt16: UInt16],
    rejections: [Rejections]
  ) {
    (self.numbers, self.sameDevices, self.rejections) = (numbers, sameDevices, rejections)
    let ordered = digests.indices.sorted { a, b in
      if numbers.isNamed(a) != numbers.isNamed(b) { return numbers.isNamed(a) }
      return digests[a] != digests[b] ? digests[a] < digests[b] : a < b
    }
    var ranks = Array(repeating: 0, count: ordered.count)
    for (rank, input) in ordered.enumerated() { ranks[input] = rank }
    inputs = ordered
    self.ranks = ranks
    ages = newestFirst.enumerated().reduce(into: ranks) { $0[ranks[$1.element]] = $1.offset }
  }

  /// Returns the rank of the input that a sample names.
  func rank(ofInputOf sample: Sample) -> Int { ranks[numbers.part(of: sample)] }

  /// Removes duplicates, and samples for times that a newer export covers.
  ///
  /// - Parameter samples: The samples of `metric`, with the ranks of their inputs.
  /// - Returns: The removals, by index of input. They are not yet counted.
  func remove(from samples: inout SampleList, _ metric: Metric) -> [Int: Rejections] {
    let older =
      ages.count == 1
      ? nil
      : OlderExports(of: samples, sameDevices: sameDevices) { [ages] in ages[$0.input] }
    var sieve = SampleSieve(of: metric, older)
    samples.filterInOrder { sieve.keeps($0) }
    sieve.endMeasurement()
    return Dictionary(uniqueKeysWithValues: sieve.removed.map { (inputs[$0], $1) })
  }

  /// Counts removals.
  mutating func count(_ removed: [Int: Rejections]) {
    for (input, rejected) in removed { rejections[input].add(rejected) }
  }

  /// Removes activities of one source that are equal in every field, in one file or several, and
  /// those that a newer export states otherwise.
  ///
  /// Tracks and sets are not compared. The activity with the most track points is kept, or else the
  /// one with the most sets.
  ///
  /// - Parameter sources: The sources, by rank.
  mutating func removed(from activities: [PlacedActivity], of sources: [Source]) -> [Activity] {
    let ordered = activities.sorted { a, b in
      let (x, y) = (ranks[a.activity.input], ranks[b.activity.input])
      return x != y ? x < y : a.place.byte < b.place.byte
    }
    var indices: [Activity: Int] = [:]
    var kept: [DatedActivity] = []
    for placed in ordered {
      let age = ages[ranks[placed.activity.input]]
      guard let index = indices[placed.activity.fields] else {
        indices[placed.activity.fields] = kept.count
        kept.append(DatedActivity(placed: placed, age: age))
        continue
      }
      kept[index].age = min(kept[index].age, age)
      var dropped = placed
      if placed.activity.isRicher(than: kept[index].placed.activity) {
        swap(&kept[index].placed, &dropped)
      }
      count(.duplicate, dropped)
    }
    removeOutdated(from: &kept, sources)
    return kept.map(\.placed.activity)
  }

  /// Removes workouts of Health exports for times at which a newer export has others of the same
  /// device.
  ///
  /// A newer version of iOS states more of an old workout, and an app may correct it. The two are
  /// one workout nevertheless.
  private mutating func removeOutdated(from kept: inout [DatedActivity], _ sources: [Source]) {
    let workouts = kept.filter { $0.isWorkout(sources) }
    let known = Set(workouts.map(\.age)).sorted()
    guard known.count > 1 else { return }
    // Ages are numbered anew here, because a sample has room for few of them.
    let numbers = Dictionary(uniqueKeysWithValues: zip(known, 0...))
    func time(_ workout: DatedActivity) -> Sample {
      let activity = workout.placed.activity
      return Sample(
        start: activity.start, end: activity.end, value: .zero, source: activity.source,
        input: numbers[workout.age] ?? 0)
    }
    let times = SampleList(of: .steps, workouts.map(time))
    let older = OlderExports(of: times, sameDevices: sameDevices) { $0.input }
    var rest: [DatedActivity] = []
    for activity in kept {
      if activity.isWorkout(sources), older.isOutdated(time(activity)) {
        count(.outdated, activity.placed)
      } else {
        rest.append(activity)
      }
    }
    kept = rest
  }

  private mutating func count(_ reason: Rejection, _ placed: PlacedActivity) {
    // The place still has the input's source number, while sources now have ranks.
    var place = placed.place
    place.source = placed.activity.source
    rejections[placed.activity.input].count(reason, place)
  }

  /// Removes equal totals of one source and day without a finding.
  ///
  /// The files of an account export overlap by a day at their edges.
  mutating func removed(from totals: [DayTotal]) -> [DayTotal] {
    var seen: Set<DayTotal> = []
    let ordered = totals.sorted { a, b in
      a.isUserEntered != b.isUserEntered ? b.isUserEntered : ranks[a.input] < ranks[b.input]
    }
    return ordered.filter { total in
      var fields = total
      fields.input = 0
      fields.isUserEntered = false
      let isFirst = seen.insert(fields).inserted
      if !isFirst { repeatingTotals.insert(total.input) }
      return isFirst
    }
  }
}

/// An activity with the age of the newest export that has it; 0 is the newest of all.
private struct DatedActivity {
  var placed: PlacedActivity
  var age: Int

  /// Whether it is a workout of a Health export, and not a route of one.
  func isWorkout(_ sources: [Source]) -> Bool {
    let activity = placed.activity
    return activity.contribution == .nothing
      && sources[Int(activity.source)].provider.isHealthStore
  }
}

extension Activity {
  /// The fields that identify an activity, without its place, track and sets.
  fileprivate var fields: Activity {
    var fields = self
    fields.input = 0
    fields.document = 0
    fields.track = []
    fields.sets = []
    return fields
  }

  fileprivate func isRicher(than other: Activity) -> Bool {
    if track.count != other.track.count { return track.count > other.track.count }
    if sets.count != other.sets.count { return sets.count > other.sets.count }
    // Equally rich activities always have the same order, regardless of how documents are divided
    // into inputs.
    return track.lexicographicallyPrecedes(other.track) { $0.sortKey < $1.sortKey }
  }
}

extension TrackPoint {
  /// All members of the point except its place.
  fileprivate var sortKey: (Instant, Quantity, Quantity, Int) {
    (at, distance ?? Quantity(-1), heartRate ?? .zero, beginsSegment ? 1 : 0)
  }
}

/// A filter that removes duplicates and outdated samples, one sample after another in order.
///
/// It is a value, because variables shared by closures are checked at every access. That took 3 %
/// of the processor time for a large export (2026-11-27).
private struct SampleSieve {
  /// The removals, by rank of input.
  private(set) var removed: [Int: Rejections] = [:]
  private let metric: Metric
  private let older: OlderExports?
  private var last: Sample?
  private var isKept = false
  /// The copies of the present measurement that newer exports cover.
  private var outdated: [Sample] = []

  init(of metric: Metric, _ older: OlderExports?) { (self.metric, self.older) = (metric, older) }

  mutating func keeps(_ sample: Sample) -> Bool {
    if let last, sample.isDuplicate(of: last) {
      if isKept {
        count(.duplicate, sample)
        return false
      }
    } else {
      if !outdated.isEmpty { endMeasurement() }
      (last, isKept) = (sample, false)
    }
    if let older, older.isOutdated(sample) {
      outdated.append(sample)
    } else {
      isKept = true
    }
    return isKept
  }

  mutating func endMeasurement() {
    for sample in outdated { count(isKept ? .duplicate : .outdated, sample) }
    outdated = []
  }

  private mutating func count(_ reason: Rejection, _ sample: Sample) {
    removed[sample.input, default: Rejections()].count(reason, RecordPlace(sample, metric))
  }
}
