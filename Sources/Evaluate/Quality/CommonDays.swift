/// The number of days that each subject has in common with the one it has most in common with.
///
/// Comparing every pair of *n* subjects that have the same value on a day would take *n*² steps where
/// everybody has that value, as with a device that reports 10,000 steps each day. So a value that more
/// than ``leads`` subjects have on a day is compared between each of them and the first ``leads`` alone:
/// the steps are at most 2 · ``leads`` for each of a subject's days. Whoever copies is still found, and
/// the count is a lower bound.
struct CommonDays {
  static let leads = 64

  /// By position: the greatest number of days in common with another subject.
  private(set) var greatest: [Int]
  /// Who has more days in common with another than the limit.
  var closest: Groups

  /// - Parameters:
  ///   - days: For each day and value the subjects that have it, ascending, of one metric.
  ///   - count: Number of subjects.
  ///   - limit: How many days in common are nothing.
  init(_ days: [[Int32]], count: Int, limit: Int) {
    greatest = [Int](repeating: 0, count: count)
    closest = Groups(count: count)
    var daysOf = [[Int32]](repeating: [], count: count)
    for (day, subjects) in days.enumerated() {
      for subject in subjects { daysOf[Int(subject)].append(Int32(day)) }
    }
    var common = [Int](repeating: 0, count: count)
    for subject in 0..<count {
      var others: [Int] = []
      for day in daysOf[subject] {
        for other in CommonDays.compared(with: subject, days[Int(day)]) {
          if common[Int(other)] == 0 { others.append(Int(other)) }
          common[Int(other)] += 1
        }
      }
      for other in others {
        if other != subject {
          greatest[subject] = max(greatest[subject], common[other])
          if common[other] > limit { closest.join(subject, other) }
        }
        common[other] = 0
      }
    }
  }

  private static func compared(with subject: Int, _ subjects: [Int32]) -> ArraySlice<Int32> {
    guard subjects.count > leads, subject > subjects[leads - 1] else { return subjects[...] }
    return subjects[..<leads]
  }
}

/// Positions that belong together, directly or through others.
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

  /// Those of at least two, ascending by their first.
  mutating func members() -> [[Int]] {
    var groups: [Int: [Int]] = [:]
    for position in parents.indices { groups[root(of: position), default: []].append(position) }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }
}
