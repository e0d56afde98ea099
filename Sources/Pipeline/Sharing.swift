import DaymarkModel
import DaymarkStore

/// What subjects of one run have in common that each should have for itself.
///
/// Compared are only the subjects that the pipeline has now and that could be read: what else lies in the
/// store may be the same people in another challenge, or yesterday's trial.
struct Sharing: Sendable {
  /// By subject.
  var flags: [String: [QualityFlag]] = [:]
  var groups: [SharedData] = []

  /// Amounts that copies have in common and two people do not; a heart rate or a number of flights may
  /// well be the same.
  static let metrics: [Metric] = [
    .steps, .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .activeEnergy,
  ]

  /// - Parameter subjects: Those that were read, in any order; the result does not depend on it.
  init(of subjects: [String], in challenge: String, in store: Store, limits: Limits) throws {
    // Groups of equals are cut at the first few, so their order must not be the pipeline's.
    let subjects = subjects.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    try findArchives(subjects, challenge, store, limits.bound(of: .sharedArchive))
    try findDays(subjects, challenge, store, limits.bound(of: .sharedDays))
  }

  private mutating func findArchives(
    _ subjects: [String], _ challenge: String, _ store: Store, _ bound: Quantity
  ) throws {
    var counts = [Int](repeating: 0, count: subjects.count)
    var groups = Groups(count: subjects.count)
    for sharing in try store.sharedArchives(in: challenge, among: subjects) {
      for subject in sharing {
        counts[Int(subject)] += 1
        groups.join(Int(sharing[0]), Int(subject))
      }
    }
    for (subject, count) in zip(subjects, counts) where Quantity(count) > bound {
      flags[subject, default: []].append(
        QualityFlag(.sharedArchive, .flagged, measured: Quantity(count), limit: bound))
    }
    note(.sharedArchive, groups.members(), counts, above: bound, subjects)
  }

  private mutating func findDays(
    _ subjects: [String], _ challenge: String, _ store: Store, _ bound: Quantity
  ) throws {
    let limit = Int(bound.microUnits / 1_000_000)
    var best = [(count: Int, metric: Metric?)](repeating: (0, nil), count: subjects.count)
    var groups = Groups(count: subjects.count)
    let days = try store.equalDays(of: Sharing.metrics, in: challenge, among: subjects)
    for metric in Sharing.metrics {
      guard let days = days[metric] else { continue }
      var common = CommonDays(days, count: subjects.count, limit: limit)
      for (subject, count) in common.greatest.enumerated() where count > best[subject].count {
        best[subject] = (count, metric)
      }
      for members in common.closest.members() {
        for member in members { groups.join(members[0], member) }
      }
    }
    for (subject, best) in zip(subjects, best) where best.count > limit {
      flags[subject, default: []].append(
        QualityFlag(
          .sharedDays, .flagged, metric: best.metric, measured: Quantity(best.count), limit: bound))
    }
    note(.sharedDays, groups.members(), best.map(\.count), above: bound, subjects)
  }

  private mutating func note(
    _ code: FlagCode, _ members: [[Int]], _ counts: [Int], above bound: Quantity,
    _ subjects: [String]
  ) {
    for members in members {
      let count = members.map { counts[$0] }.max() ?? 0
      guard Quantity(count) > bound else { continue }
      groups.append(
        SharedData(code: code, subjects: members.map { subjects[$0] }, count: count))
    }
  }
}

extension Limits {
  /// A limits file without these two still leaves them to be asked about.
  fileprivate func bound(of code: FlagCode) -> Quantity {
    limits[code]?.flaggedAbove ?? Quantity(code == .sharedDays ? 9 : 0)
  }
}
