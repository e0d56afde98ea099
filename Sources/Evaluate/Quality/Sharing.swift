package import DaymarkModel

/// Flags and groups of subjects that have in common what each should have for itself.
///
/// Compared are only the subjects that the pipeline has now and that could be read: what else lies in the
/// store may be the same people in another challenge, or yesterday's trial.
package struct Sharing: Sendable {
  /// The flags of each subject.
  package private(set) var flags: [String: [QualityFlag]] = [:]
  /// The groups of subjects that share data, by code.
  package private(set) var groups: [SharedData] = []

  /// The subjects in the order that positions refer to: groups of equals are cut at the first few, so
  /// it must not be the pipeline's.
  ///
  /// - Parameter subjects: Those that were read, in any order.
  /// - Returns: The subjects in the order of the bytes of their ids.
  package static func ordered(_ subjects: [String]) -> [String] {
    subjects.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Finds the groups of subjects that share data.
  ///
  /// - Parameters:
  ///   - subjects: As ``ordered(_:)`` gives them.
  ///   - items: What each handed in, in the order of the subjects. Documents, and then recorded sessions, count
  ///     only between subjects that have nothing larger in common.
  ///   - limits: The bounds above which a count is a flag.
  package init(of subjects: [String], _ items: [SharedItems], limits: Limits) {
    self.init(
      of: subjects, archives: positions(of: items, \.archives),
      contents: [positions(of: items, \.documents), positions(of: items, \.sessions)],
      days: Dictionary(
        SharedItems.metrics.map { metric in
          let days = positions(of: items) { item in
            (item.days[metric] ?? [:]).map { DayAmount(day: $0.key, amount: $0.value) }
          }
          return (metric, days)
        }
      ) { $1 }, limits: limits)
  }

  /// - Parameters:
  ///   - archives: For each archive that several handed in, their positions, ascending.
  ///   - contents: The same of documents, then of recorded sessions.
  ///   - days: By metric, for each day and amount that several have, their positions, ascending.
  init(
    of subjects: [String], archives: [[Int32]], contents: [[[Int32]]] = [],
    days: [Metric: [[Int32]]], limits: Limits
  ) {
    var shared = archives
    for smaller in contents { shared += smaller.between(othersThan: shared, subjects.count) }
    findArchives(subjects, shared, limits.bound(of: .sharedArchive))
    findDays(subjects, days, limits.bound(of: .sharedDays))
    flags = flags.mapValues { $0.sourced(in: limits) }
  }

  private mutating func findArchives(
    _ subjects: [String], _ archives: [[Int32]], _ bound: Quantity
  ) {
    var counts = [Int](repeating: 0, count: subjects.count)
    var groups = Groups(count: subjects.count)
    for sharing in archives {
      for subject in sharing {
        counts[Int(subject)] += 1
        groups.join(Int(sharing[0]), Int(subject))
      }
    }
    for (subject, count) in zip(subjects, counts) where Quantity(count) > bound {
      flags[subject, default: []].append(
        QualityFlag(.sharedArchive, .flagged, measured: Quantity(count), limit: bound))
    }
    addGroup(.sharedArchive, groups.members(), counts, above: bound, subjects)
  }

  private mutating func findDays(
    _ subjects: [String], _ days: [Metric: [[Int32]]], _ bound: Quantity
  ) {
    let limit = Int(bound.microUnits / 1_000_000)
    var best = [(count: Int, metric: Metric?)](repeating: (0, nil), count: subjects.count)
    var groups = Groups(count: subjects.count)
    for metric in SharedItems.metrics {
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
    addGroup(.sharedDays, groups.members(), best.map(\.count), above: bound, subjects)
  }

  private mutating func addGroup(
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

extension [[Int32]] {
  /// Those whose subjects do not already belong together by something larger.
  fileprivate func between(othersThan larger: [[Int32]], _ count: Int) -> [[Int32]] {
    var groups = Groups(count: count)
    for sharing in larger { for subject in sharing { groups.join(Int(sharing[0]), Int(subject)) } }
    return filter { sharing in
      sharing.contains { !groups.areTogether(Int(sharing[0]), Int($0)) }
    }
  }
}

/// An amount of a day.
private struct DayAmount: Hashable, Comparable {
  let day: CivilDay
  let amount: Quantity

  static func < (a: DayAmount, b: DayAmount) -> Bool { (a.day, a.amount) < (b.day, b.amount) }
}

/// The positions of the subjects that have an item in common, ascending, in the order of the items.
private func positions<Item: Hashable & Comparable>(
  of subjects: [SharedItems], _ items: (SharedItems) -> [Item]
) -> [[Int32]] {
  var positions: [Item: [Int32]] = [:]
  for (position, subject) in zip(Int32(0)..., subjects) {
    for item in items(subject) { positions[item, default: []].append(position) }
  }
  return positions.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map(\.value)
}
