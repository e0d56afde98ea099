import DaymarkDocuments
import DaymarkEmit
import DaymarkModel

/// Checks the rows of `verdicts.csv` against the evidence of the subjects with evidence.
///
/// A subject without a folder could not be read, and its row must say so. Only the run knew the
/// reason.
///
/// - Parameter folders: The names of the subjects' folders, including those whose evidence cannot
///   be checked.
/// - Returns: An empty list where there is no such file and the evidence is of older versions,
///   which wrote no such file.
func verdictTableChecks(
  inFolder path: String, _ claims: [EvidenceClaim], folders: [String]
) -> [VerificationCheck] {
  func check(_ kind: DocumentDifference.Kind?) -> [VerificationCheck] {
    [VerificationCheck(.verdictTable, with: .files, kind.map { [.init(kind: $0)] } ?? [])]
  }
  guard let file = StoredFile(at: "\(path)/\(ChallengeFile.verdicts.rawValue)") else {
    return claims.allSatisfy(\.hasOlderVerdict) ? [] : check(.missing)
  }
  guard let bytes = file.bytes else { return check(.unreadable) }
  let text = String(decoding: bytes, as: UTF8.self)
  guard let table = VerdictTable(parsing: text), table.text == text else { return check(.content) }
  let besides: [String: BesideEvidence] = claims.reduce(into: [:]) { besides, claim in
    func file(_ file: OutputFile) -> StoredFile? {
      StoredFile(at: "\(path)/\(folderName(of: claim.subject))/\(file.rawValue)")
    }
    let verdict = file(.verdict)
    besides[claim.subject] = BesideEvidence(
      decision: file(.decision).flatMap { PresentDecision(in: $0, on: verdict) },
      answer: verdict?.bytes.flatMap { Members<Verdict>.verdict.kind.value($0) }?
        .explanation.answer)
  }
  return check(agree(table, claims, besides, folders) ? nil : .content)
}

/// The facts in a row of `verdicts.csv` that evidence does not contain, from other files in the
/// subject's folder.
private struct BesideEvidence {
  var decision: PresentDecision?
  /// The answer of the whole rule.
  var answer: Outcome?
}

private func agree(
  _ table: VerdictTable, _ claims: [EvidenceClaim], _ besides: [String: BesideEvidence],
  _ folders: [String]
) -> Bool {
  let (unreadable, ranks, damage) = (table.unreadableSubjects, table.ranks, table.damage)
  let expected = VerdictTable(
    claims.map { claim in
      let beside = besides[claim.subject]
      var row = VerdictRow(claim, answer: beside?.answer)
      // The ranks have a check of their own, so they are copied here.
      row.rank = ranks[claim.subject]
      row.decision = beside?.decision
      // A run also lists damage that evidence does not have, because it affects no day.
      if let listed = damage[claim.subject], listed.isSuperset(of: row.damage) {
        row.damage = listed.sorted()
      }
      return row
    }, showsValues: table.showsValues)
  let (lines, expectedLines) = (table.lines, expected.lines)
  let withoutEvidence = Set(table.subjects).subtracting(expected.subjects).filter {
    !folders.contains(folderName(of: $0))
  }
  return claims.allSatisfy { claim in
    if let stale = unreadable[claim.subject] { return stale == claim.verdict.outcome }
    return lines[claim.subject] == expectedLines[claim.subject]
  } && withoutEvidence.allSatisfy { unreadable[$0] == .some(nil) }
}
