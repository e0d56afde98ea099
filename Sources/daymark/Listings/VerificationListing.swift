import DaymarkModel

/// A verification as text, with the differences first and the checks at the end.
struct VerificationListing {
  private let verification: Verification

  init(_ verification: Verification) { self.verification = verification }

  func text(_ terminal: Terminal) -> String {
    let subjects = verification.subjects.flatMap { lines($0, terminal) }
    let own = verification.checks.flatMap(Self.differences).map { "  \($0)" }
    let head =
      own.isEmpty ? [] : [terminal.paint("different", .red) + ": the files of the challenge"] + own
    return (subjects + head + notHere + [agreeing, archives, pipeline] + keys + [trusted])
      .joined(separator: "\n")
  }

  // MARK: Subjects

  private func lines(_ subject: SubjectVerification, _ terminal: Terminal) -> [String] {
    if let error = subject.error {
      return [terminal.paint("not checked", .yellow) + ": \(Wording.line(error))"]
    }
    let (id, challenge) = (subject.subject ?? "?", subject.challenge ?? "?")
    let name = "\(id.printableName) in \(challenge.printableName)"
    var lines = [
      (subject.isSame
        ? terminal.paint(agreement(subject), .green) : terminal.paint("different", .red))
        + ": \(name)"
        + (subject.outcome.map { outcome in
          (subject.isSame ? ": " : ", which says ")
            + terminal.paint(outcome.rawValue, outcome.colour)
        } ?? "")
    ]
    // With several subjects there is no room for the reasons.
    if verification.subjects.count == 1 {
      lines += subject.reasons.map { "  - \($0.line.prefix(500))" }
      if subject.outcome != nil { lines.append("  \(Wording.sentence(subject.finality))") }
      if let contact = subject.contact {
        lines.append("  \(Wording.contact(contact))")
      }
    }
    lines += Self.differences(of: subject).map { "  \($0)" }
    if let decision = subject.decision { lines.append("  \(Wording.sentence(decision))") }
    if subject.hasOlderVerdict {
      lines.append("  Its verdict is of an older version, which meant something else by it.")
    }
    if !subject.otherFiles.isEmpty {
      lines.append("  Not looked at: \(list(subject.otherFiles))")
    }
    if !subject.notAttested.isEmpty {
      lines.append("  Not attested, and not looked at: \(list(subject.notAttested))")
    }
    return lines + hints(subject)
  }

  private var notHere: [String] {
    var lines: [String] = []
    if !verification.absentSubjects.isEmpty {
      lines.append("Not here, but in the pipeline: \(list(verification.absentSubjects))")
    }
    if !verification.otherFiles.isEmpty {
      lines.append("Not looked at: \(list(verification.otherFiles))")
    }
    return lines
  }

  /// Returns the line for a subject without differences.
  ///
  /// Only the archives can show that its figures are right.
  private func agreement(_ subject: SubjectVerification) -> String {
    let standards = Set(subject.checks.map(\.standard))
    let keys =
      (standards.contains(.keys) ? ", attested" : "") + (standards.contains(.log) ? ", sealed" : "")
    if standards.contains(.archives) { return "same" + keys }
    let pipeline = standards.contains(.pipeline) ? " and the pipeline" : ""
    return "agrees with itself" + pipeline + keys
  }

  /// Returns names of files and folders as a list in words.
  private func list(_ names: [String]) -> String { Wording.list(names.map(\.printableName)) }

  /// Returns one line per difference of a subject.
  static func differences(of subject: SubjectVerification) -> [String] {
    subject.checks.flatMap(differences)
  }

  static func differences(_ check: VerificationCheck) -> [String] {
    check.differences.map { difference in
      var place = difference.path
      if let file = check.item.file {
        place = place == "$" ? file : "\(file) \(place)"
      }
      // The document may be forged: a path in it may be endless, or contain control characters.
      let most = 200
      return "\(String(place.prefix(most)).printable)  \(Wording.words(difference, of: check))"
    }
  }

  /// Returns possible causes where the archives give another result.
  private func hints(_ subject: SubjectVerification) -> [String] {
    let ofArchives = subject.checks.filter { $0.standard == .archives }
    guard ofArchives.contains(where: { !$0.differences.isEmpty }) else { return [] }
    var hints: [String] = []
    if let claimed = subject.claimedLimits, let limits = subject.limits, claimed != limits {
      hints.append(
        "It was made with the limits \("\(claimed.versionedName)".printableName), SHA-256 "
          + "\(claimed.digest.hex), and compared with \(limits.versionedName), SHA-256 \(limits.digest.hex). Give the run's own "
          + "file with `--limits`.")
    }
    let kinds = Set(ofArchives.flatMap(\.differences).map(\.kind))
    if kinds.contains(.content) {
      hints.append(
        "If the run had `sourcePriority`, which the document does not hold, give its patterns with "
          + "`--source-priority`, or its pipeline with `--pipeline`.")
    }
    return hints
  }

  // MARK: What was checked

  private var checks: [VerificationCheck] {
    verification.subjects.flatMap(\.checks) + verification.checks
  }

  private var trustedItems: Set<VerifiedItem> {
    verification.subjects.reduce(into: []) { $0.formUnion($1.trusted) }
  }

  /// Returns the items that were compared for every subject.
  private func items(comparedWith standard: VerificationCheck.Standard) -> String {
    let compared = Set(checks.filter { $0.standard == standard }.map(\.item))
    guard standard == .files else { return names(compared.subtracting(trustedItems)) }
    return VerifiedItem.allCases.filter(compared.contains).map(Wording.wordsAmongFiles)
      .joined(separator: ", ")
  }

  private func names(_ items: Set<VerifiedItem>) -> String {
    let names = VerifiedItem.allCases.filter(items.contains).map(Wording.words)
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }

  private var agreeing: String { "Checked against each other: \(items(comparedWith: .files))" }
  private var archives: String {
    "Checked against the archives: \(items(comparedWith: .archives))"
  }
  private var pipeline: String {
    "Checked against the pipeline: \(items(comparedWith: .pipeline))"
  }
  /// The lines with the keys that signed, where keys are trusted.
  private var keys: [String] {
    guard checks.contains(where: { $0.standard == .keys }) else { return [] }
    let signers = Set(verification.subjects.compactMap(\.attestedBy)).map(\.hex).sorted()
    let log =
      checks.contains { $0.standard == .log }
      ? ["Checked against the log: \(items(comparedWith: .log))"] : []
    let isPayoutSame = verification.checks.allSatisfy {
      PayoutFile(rawValue: $0.item.rawValue) == nil || $0.differences.isEmpty
    }
    let payer = isPayoutSame ? verification.payoutAttestedBy : nil
    let payout = payer.map { ["Attested: the payout, by \($0.hex)"] } ?? []
    return log + ["Signed by: \(signers.isEmpty ? "nobody that you trust" : Wording.list(signers))"]
      + payout
  }
  private var trusted: String { "Taken on trust: \(names(trustedItems))" }
}

extension VerifiedItem {
  /// The file that the item's differences are in; `nil` for the evidence document.
  fileprivate var file: String? {
    switch self {
    case .evidenceDigest, .verdictDocument, .decision, .records, .body, .headers, .verdictTable,
      .leaderboardDocument, .leaderboardTable, .attestation, .disclosure, .inclusion, .payout,
      .payoutTable,
      .payoutAttestation, .payoutInclusion:
      rawValue
    case .explanation: Self.verdictDocument.rawValue
    case .exerciseMinutes: Self.records.rawValue
    case .intake, .address: Self.body.rawValue
    default: nil
    }
  }
}
