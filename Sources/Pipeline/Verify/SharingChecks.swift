import DaymarkEmit
import DaymarkEvaluate
import DaymarkModel

/// Computes the data that a challenge's subjects share from their evidence alone, and checks what
/// each evidence states about it.
struct SharingChecks {
  private let sharing: Sharing
  private let subjectCount: Int
  private let limits: LimitsIdentity
  private let isWhole: Bool

  /// Computes what subjects share by their evidence.
  ///
  /// - Parameters:
  ///   - claims: The evidence of all subjects of the pipeline that could be read.
  ///   - isWhole: Whether these are all subjects of the pipeline. What they share with absent
  ///     subjects is unknown.
  ///   - limits: The limits that the run compared with.
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

  /// Checks the flags of shared data that one subject's evidence states.
  ///
  /// - Returns: `nil` where the subject's flags were compared with other limits, are not decided
  ///   yet, count data in archives that evidence does not contain, or may come from absent
  ///   subjects.
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
  /// Whether the only difference from other flags is a greater number of shared archives.
  ///
  /// The run also finds archives that share documents or sessions, about which evidence says too
  /// little.
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
