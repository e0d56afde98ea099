import DaymarkModel

/// Counts the days on which pairs of subjects have the same value of one metric.
///
/// Comparing every pair of *n* subjects with the same value on a day would take *n*² steps where
/// all have it, as with a device that reports 10,000 steps each day. A value that more than
/// ``leads`` subjects have on a day is therefore compared only between each of them and the first
/// ``leads``, which takes at most 2 · ``leads`` steps for each of a subject's days. Somebody who
/// copies is still found, and the count is a lower bound.
struct CommonDays {
  static let leads = 64

  /// A value that several subjects have on a day.
  struct SharedValue {
    /// The subjects with the value, at least two, ascending by position.
    let subjects: [Int32]
    /// Whether the value is one that people often choose when they type it in.
    let isRound: Bool
  }

  /// Two subjects and the number of days that they have in common.
  struct Pair: Equatable {
    /// The positions of the subjects, the later one first.
    let subjects: (Int, Int)
    let count: Int
    /// Whether all values that they have in common are round.
    let areRound: Bool

    static func == (a: Pair, b: Pair) -> Bool {
      a.subjects == b.subjects && (a.count, a.areRound) == (b.count, b.areRound)
    }
  }

  /// The values that several subjects have, one for each day and value.
  private let values: [SharedValue]
  private let count: Int

  /// Prepares the comparison.
  ///
  /// - Parameter count: The number of subjects.
  init(_ values: [SharedValue], count: Int) { (self.values, self.count) = (values, count) }

  /// Visits, once, every pair that has more days in common than a bound.
  func forEachPair(above bound: Int, _ body: (Pair) -> Void) {
    var valuesOf = [[Int32]](repeating: [], count: count)
    for (value, shared) in values.enumerated() {
      for subject in shared.subjects { valuesOf[Int(subject)].append(Int32(value)) }
    }
    var common = [(all: Int, odd: Int)](repeating: (0, 0), count: count)
    for subject in 0..<count {
      var others: [Int] = []
      for value in valuesOf[subject].map({ values[Int($0)] }) {
        for other in Self.compared(with: subject, value.subjects) where other < subject {
          if common[Int(other)].all == 0 { others.append(Int(other)) }
          common[Int(other)].all += 1
          common[Int(other)].odd += value.isRound ? 0 : 1
        }
      }
      for other in others {
        let (all, odd) = common[other]
        if all > bound { body(Pair(subjects: (subject, other), count: all, areRound: odd == 0)) }
        common[other] = (0, 0)
      }
    }
  }

  private static func compared(with subject: Int, _ subjects: [Int32]) -> ArraySlice<Int32> {
    guard subjects.count > leads, subject > subjects[leads - 1] else { return subjects[...] }
    return subjects[..<leads]
  }
}

/// Groups positions that belong together, directly or through others (union-find).
struct Groups {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func join(_ a: Int, _ b: Int) {
    let (x, y) = (root(of: a), root(of: b))
    parents[max(x, y)] = min(x, y)
  }

  mutating func areTogether(_ a: Int, _ b: Int) -> Bool { root(of: a) == root(of: b) }

  private mutating func root(of position: Int) -> Int {
    var position = position
    while parents[position] != position {
      parents[position] = parents[parents[position]]
      position = parents[position]
    }
    return position
  }

  /// The groups of at least two positions, ascending by their first.
  mutating func members() -> [[Int]] {
    var groups: [Int: [Int]] = [:]
    for position in parents.indices { groups[root(of: position), default: []].append(position) }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }
}
