import DaymarkEmit
import DaymarkEvaluate
import DaymarkModel

/// What the subjects of a challenge have in common, from their evidence alone, and checks of what each
/// says of it.
struct SharingChecks {
  private let sharing: Sharing
  private let subjectCount: Int
  private let limits: LimitsIdentity
  private let isWhole: Bool

  /// - Parameters:
  ///   - claims: Of all subjects that the pipeline has and that could be read.
  ///   - isWhole: Whether these are all that the pipeline has. With whom the others share, nobody knows.
  ///   - limits: What the run compared with.
  init(_ claims: [EvidenceClaim], isWhole: Bool, limits: Limits) {
    self.isWhole = isWhole
    let subjects = Sharing.ordered(claims.map(\.subject))
    let positions = Dictionary(zip(subjects, Int32(0)...)) { first, _ in first }
    var archives: [Digest: [Int32]] = [:]
    var days: [Metric: [DayValue: [Int32]]] = [:]
    for claim in claims {
      guard let position = positions[claim.subject] else { continue }
      for input in claim.inputs { archives[input, default: []].append(position) }
      for day in claim.aggregates.days where Sharing.metrics.contains(day.metric) {
        guard let value = day.value, value != .zero else { continue }
        days[day.metric, default: [:]][DayValue(day: day.day, value: value), default: []]
          .append(position)
      }
    }
    sharing = Sharing(
      of: subjects, archives: groups(archives), days: days.mapValues { groups($0) }, limits: limits)
    self.limits = limits.identity
    subjectCount = subjects.count
  }

  /// - Returns: `nil` where the subject's flags were compared with other limits, are still to come,
  ///   count what lies in archives, which evidence does not tell, or may come from those who are absent.
  func check(of claim: EvidenceClaim) -> VerificationCheck? {
    guard let claimed = claim.verdict.sharing, claim.verdict.limits == limits else { return nil }
    let known = sharing.flags[claim.subject] ?? []
    let isSame = Set(claimed) == Set(known)
    if !isWhole, Set(known.map(\.code)).isSubset(of: claimed.map(\.code)) { return nil }
    if !isSame, subjectCount > 1, claimed.isMore(than: known) { return nil }
    return VerificationCheck(
      .sharing, with: .files,
      isSame ? [] : [DocumentDifference(path: "$.verdict.quality.flags", kind: .content)])
  }
}

private struct DayValue: Hashable, Comparable {
  let day: CivilDay
  let value: Quantity

  static func < (a: DayValue, b: DayValue) -> Bool { (a.day, a.value) < (b.day, b.value) }
}

/// The positions that have a key in common, ascending, in the order of the keys.
private func groups<Key: Hashable & Comparable>(_ members: [Key: [Int32]]) -> [[Int32]] {
  members.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { $0.value.sorted() }
}

extension [QualityFlag] {
  /// Whether they are the others but for more archives: something in them is shared, too.
  fileprivate func isMore(than others: [QualityFlag]) -> Bool {
    func rest(_ flags: [QualityFlag]) -> Set<QualityFlag> {
      Set(flags.filter { $0.code != .sharedArchive })
    }
    func archives(_ flags: [QualityFlag]) -> Quantity {
      flags.first { $0.code == .sharedArchive }?.measured ?? .zero
    }
    return rest(self) == rest(others) && archives(self) > archives(others)
  }
}
