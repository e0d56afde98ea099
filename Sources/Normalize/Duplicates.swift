import DaymarkModel

/// The duplicates among a subject's inputs: samples and activities that stand there more than once, which
/// are taken out.
///
/// Which input is said to hold the duplicate follows from the inputs' digests, so that it does not
/// depend on the order in which they are named.
struct Duplicates {
  /// The rejections, by index of input.
  private(set) var rejections: [Rejections]
  /// Indices of inputs in the order of their digests, and the inverse.
  let inputs: [Int]
  private let ranks: [Int]
  /// The ages of inputs by rank; 0 of the newest.
  private let ages: [Int]
  private let sameDevices: [UInt16: UInt16]

  /// - Parameters:
  ///   - digests: The digests of inputs.
  ///   - newestFirst: Their indices, the newest first.
  ///   - sameDevices: The source that stands for each of those that are a device under several names.
  ///   - rejections: What was rejected of them so far.
  init(
    digests: [Digest], newestFirst: [Int], sameDevices: [UInt16: UInt16], rejections: [Rejections]
  ) {
    (self.sameDevices, self.rejections) = (sameDevices, rejections)
    let ordered = digests.indices.sorted { a, b in
      digests[a] != digests[b] ? digests[a] < digests[b] : a < b
    }
    var ranks = Array(repeating: 0, count: ordered.count)
    for (rank, input) in ordered.enumerated() { ranks[input] = rank }
    inputs = ordered
    self.ranks = ranks
    ages = newestFirst.enumerated().reduce(into: ranks) { $0[ranks[$1.element]] = $1.offset }
  }

  func rank(ofInput input: Int) -> Int { ranks[input] }

  /// Takes out duplicates, and what a newer export has samples for.
  ///
  /// - Parameter samples: Of `metric`, their input by its rank.
  /// - Returns: What was taken out, by index of input; it does not count yet.
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

  /// Counts what was taken out.
  mutating func count(_ removed: [Int: Rejections]) {
    for (input, rejected) in removed { rejections[input].add(rejected) }
  }

  /// Activities of one source that are equal in every field are one, in one file or in several.
  ///
  /// Tracks and sets are not compared: the one that is kept is the one with the richest.
  mutating func removed(from activities: [PlacedActivity]) -> [Activity] {
    let ordered = activities.sorted { a, b in
      let (x, y) = (ranks[a.activity.input], ranks[b.activity.input])
      return x != y ? x < y : a.place.byte < b.place.byte
    }
    var indices: [Activity: Int] = [:]
    var kept: [PlacedActivity] = []
    for placed in ordered {
      guard let index = indices[placed.activity.fields] else {
        indices[placed.activity.fields] = kept.count
        kept.append(placed)
        continue
      }
      var dropped = placed
      if placed.activity.isRicher(than: kept[index].activity) { swap(&kept[index], &dropped) }
      // The record's own number is its input's; by now sources are numbered by rank.
      dropped.place.source = dropped.activity.source
      rejections[dropped.activity.input].count(.duplicate, dropped.place)
    }
    return kept.map(\.activity)
  }

  /// Equal totals of one source and day are one, without a word: days at the edges of an account
  /// export's files stand in two of them.
  func removed(from totals: [DayTotal]) -> [DayTotal] {
    var seen: Set<DayTotal> = []
    let ordered = totals.sorted { a, b in
      a.isUserEntered != b.isUserEntered ? b.isUserEntered : ranks[a.input] < ranks[b.input]
    }
    return ordered.filter { total in
      var fields = total
      fields.input = 0
      fields.isUserEntered = false
      return seen.insert(fields).inserted
    }
  }
}

extension Activity {
  /// The fields that make two activities one: all but where they stand and what was recorded on the
  /// way.
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
    // Equally rich ones always have the same order, however documents are spread over inputs.
    return track.lexicographicallyPrecedes(other.track) { $0.sortKey < $1.sortKey }
  }
}

extension TrackPoint {
  /// All but its place.
  fileprivate var sortKey: (Instant, Quantity, Quantity, Int) {
    (at, distance ?? Quantity(-1), heartRate ?? .zero, beginsSegment ? 1 : 0)
  }
}

/// What tells the samples that count from duplicates and from what newer exports have, one by one in order.
///
/// It is a value of its own: variables that closures share are guarded at every access, which took 3 % of the processor time
/// of a large export (2026-11-27).
private struct SampleSieve {
  /// What was taken out, by rank of input.
  private(set) var removed: [Int: Rejections] = [:]
  private let metric: Metric
  private let older: OlderExports?
  private var last: Sample?
  private var isKept = false
  /// The copies of one measurement that newer exports have samples for.
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
