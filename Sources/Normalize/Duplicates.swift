import DaymarkModel

/// Takes out samples and activities that stand in a subject's inputs more than once.
///
/// Which input is said to hold the duplicate follows from the inputs' digests, so that it does not
/// depend on the order in which they are named.
struct Duplicates {
  /// By index of input.
  private(set) var rejections: [Rejections]
  /// Indices of inputs in the order of their digests, and the inverse.
  private let inputs: [Int]
  private let ranks: [Int]

  init(digests: [Digest], rejections: [Rejections]) {
    self.rejections = rejections
    let ordered = digests.indices.sorted { a, b in
      digests[a] != digests[b] ? digests[a] < digests[b] : a < b
    }
    var ranks = Array(repeating: 0, count: ordered.count)
    for (rank, input) in ordered.enumerated() { ranks[input] = rank }
    inputs = ordered
    self.ranks = ranks
  }

  func rank(ofInput input: Int) -> Int { ranks[input] }

  /// - Parameter samples: Of `metric`, their input by its rank.
  mutating func remove(from samples: inout SampleList, _ metric: Metric) {
    var kept: Sample?
    samples.filterInOrder { sample in
      if let kept, sample.isDuplicate(of: kept) {
        rejections[inputs[sample.input]].count(.duplicate, Place(sample, metric))
        return false
      }
      kept = sample
      return true
    }
  }

  /// Activities of one source that are equal in every field are one, in one file or in several.
  mutating func removed(from activities: [PlacedActivity]) -> [Activity] {
    let ordered = activities.sorted { a, b in
      let (x, y) = (ranks[a.activity.input], ranks[b.activity.input])
      return x != y ? x < y : a.place.byte < b.place.byte
    }
    var seen: Set<Activity> = []
    var kept: [Activity] = []
    for placed in ordered {
      var fields = placed.activity
      fields.input = 0
      if seen.insert(fields).inserted {
        kept.append(placed.activity)
      } else {
        var place = placed.place
        // The record's own number is its input's; by now sources are numbered by rank.
        place.source = placed.activity.source
        rejections[placed.activity.input].count(.duplicate, place)
      }
    }
    return kept
  }
}
