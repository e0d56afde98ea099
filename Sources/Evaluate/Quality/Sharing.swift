package import DaymarkModel

/// Finds subjects that share data that each should have for itself.
///
/// Only subjects that the pipeline has now and that could be read are compared. Other subjects in
/// the store may be the same people in another challenge, or a trial of yesterday.
package struct Sharing: Sendable {
  /// The flags of each subject, by id.
  package private(set) var flags: [String: [QualityFlag]] = [:]
  /// The groups of subjects that share data, by code.
  package private(set) var groups: [SharedData] = []

  /// The order of subjects for the comparison; groups are cut at their first members, so the order
  /// must not depend on the pipeline's.
  ///
  /// - Parameter subjects: The ids of the subjects that were read, in any order.
  /// - Returns: The ids in the order of their bytes.
  package static func ordered(_ subjects: [String]) -> [String] {
    subjects.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Compares subjects.
  ///
  /// - Parameters:
  ///   - subjects: The ids, as ``ordered(_:)`` returns them.
  ///   - items: What each subject handed in, in the same order. Documents, and then recorded
  ///     sessions, count only between subjects that do not already share something larger.
  ///   - limits: The limits above which a number is flagged.
  package init(of subjects: [String], _ items: [SharedItems], limits: Limits) {
    var shared = positions(of: items, \.archives).map(\.subjects)
    let contents = [
      positions(of: items, \.documents).map(\.subjects),
      positions(of: items, \.sessions).map(\.subjects),
    ]
    for smaller in contents { shared += smaller.between(othersThan: shared, subjects.count) }
    // Shared archives are reported even if the limits do not have this one.
    findArchives(subjects, shared, limits.limits[.sharedArchive]?.flaggedAbove ?? .zero)
    findDays(subjects, items, SharedDayLimits(limits))
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
    _ subjects: [String], _ items: [SharedItems], _ limits: SharedDayLimits
  ) {
    var best = [SharedDays?](repeating: nil, count: subjects.count)
    var groups = Groups(count: subjects.count)
    /// For two subjects, the metric in which all days that both have are equal.
    var alike: [SubjectPair: Metric] = [:]
    for metric in SharedItems.metrics {
      let values = positions(of: items) { item in
        (item.days[metric] ?? [:]).map { DayAmount(day: $0.key, amount: $0.value) }
      }
      let common = CommonDays(
        values.map { .init(subjects: $0.subjects, isRound: $0.item.amount.isRound) },
        count: subjects.count)
      common.forEachPair(above: limits.least) { pair in
        let (first, second) = pair.subjects
        let both = SubjectPair(first: first, second: second)
        let isAll =
          limits.isNoted(pair.count)
          && pair.count == items[first].days(of: metric, inCommonWith: items[second])
        let isFlagged =
          isAll && alike[both] != nil
          || metric != .distanceSwimming && limits.isFlagged(pair, isAll: isAll)
        if isAll { alike[both] = alike[both] ?? metric }
        if isFlagged { groups.join(first, second) }
        let days = SharedDays(
          count: pair.count, metric: metric, level: isFlagged ? .flagged : .noted)
        for subject in [first, second] where isFlagged || limits.isNoted(pair.count) {
          best[subject] = best[subject].map { max($0, days) } ?? days
        }
      }
    }
    for (subject, days) in zip(subjects, best) {
      guard let days else { continue }
      flags[subject, default: []].append(
        QualityFlag(
          .sharedDays, days.level, metric: days.metric, measured: Quantity(days.count),
          limit: limits.limit(of: days)))
    }
    let counts = best.map { $0?.level == .flagged ? $0?.count ?? 0 : 0 }
    addGroup(.sharedDays, groups.members(), counts, above: .zero, subjects)
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

/// The number of equal days that is unusual; see Quality, "Flags never decide alone".
private struct SharedDayLimits {
  private let noted: Int?
  private let flagged: Int

  /// Takes the limits; shared days are reported even if the limits do not have them.
  init(_ limits: Limits) {
    let limit =
      limits.limits[.sharedDays]
      ?? Limit(
        notedAbove: Quantity(4), flaggedAbove: Quantity(9), source: "")
    noted = limit.notedAbove.map { Int($0.microUnits / 1_000_000) }
    flagged = limit.flaggedAbove.map { Int($0.microUnits / 1_000_000) } ?? .max
  }

  /// The least number of equal days that means anything.
  var least: Int { min(noted ?? flagged, flagged) }

  func isNoted(_ count: Int) -> Bool { noted.map { count > $0 } ?? false }

  /// Whether a pair is flagged.
  ///
  /// - Parameter isAll: Whether the equal days are all days that both have.
  func isFlagged(_ pair: CommonDays.Pair, isAll: Bool) -> Bool {
    pair.count > flagged || isAll && !pair.areRound
  }

  /// The limit that a flag on shared days states: the highest that its number of days exceeds.
  func limit(of days: SharedDays) -> Quantity {
    Quantity(days.level == .flagged && days.count > flagged ? flagged : noted ?? flagged)
  }
}

/// The number of days that a subject shares with the subject with which it shares most.
private struct SharedDays: Comparable {
  let count: Int
  let metric: Metric
  let level: QualityFlag.Level

  /// Orders by level, flagged above noted, then by number; of equal ones the first metric is kept.
  static func < (a: SharedDays, b: SharedDays) -> Bool {
    a.level == b.level ? a.count < b.count : a.level == .noted
  }
}

/// The positions of two subjects.
private struct SubjectPair: Hashable {
  let first: Int
  let second: Int
}

extension SharedItems {
  /// The number of days on which both have a value.
  fileprivate func days(of metric: Metric, inCommonWith other: SharedItems) -> Int {
    let (own, others) = (days[metric] ?? [:], other.days[metric] ?? [:])
    return own.keys.count { others[$0] != nil }
  }
}

extension Quantity {
  /// Whether people tend to choose such an amount: a multiple of 25 meters, kilocalories or steps.
  fileprivate var isRound: Bool { microUnits.isMultiple(of: 25_000_000) }
}

extension [[Int32]] {
  /// The groups that are not already joined by something larger.
  fileprivate func between(othersThan larger: [[Int32]], _ count: Int) -> [[Int32]] {
    var groups = Groups(count: count)
    for sharing in larger { for subject in sharing { groups.join(Int(sharing[0]), Int(subject)) } }
    return filter { sharing in
      sharing.contains { !groups.areTogether(Int(sharing[0]), Int($0)) }
    }
  }
}

/// The amount of a metric on one day.
private struct DayAmount: Hashable, Comparable {
  let day: CivilDay
  let amount: Quantity

  static func < (a: DayAmount, b: DayAmount) -> Bool { (a.day, a.amount) < (b.day, b.amount) }
}

/// The items that several subjects have, ordered, each with the ascending positions of the
/// subjects.
private func positions<Item: Hashable & Comparable>(
  of subjects: [SharedItems], _ items: (SharedItems) -> [Item]
) -> [(item: Item, subjects: [Int32])] {
  var positions: [Item: [Int32]] = [:]
  for (position, subject) in zip(Int32(0)..., subjects) {
    for item in items(subject) { positions[item, default: []].append(position) }
  }
  return positions.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    .map { ($0.key, $0.value) }
}
