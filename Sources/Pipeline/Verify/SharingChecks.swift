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
    let claimsByID = Dictionary(claims.map { ($0.subject, $0) }) { first, _ in first }
    let items = subjects.map { subject in
      var items = SharedItems(days: claimsByID[subject]?.aggregates.days ?? [])
      items.archives = claimsByID[subject]?.sharedInputs ?? []
      return items
    }
    sharing = Sharing(of: subjects, items, limits: limits)
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
