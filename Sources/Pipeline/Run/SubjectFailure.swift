import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import DaymarkStore

// The handling of a subject that cannot be read or decided.

extension SubjectProcessor {
  /// Does work for a subject, and keeps an error that concerns only this subject in its summary.
  func attempt(
    _ summary: inout SubjectSummary, _ body: (inout SubjectSummary) throws -> Void
  ) throws {
    let started = ContinuousClock.now
    do {
      try body(&summary)
    } catch let error as DaymarkError
      where !error.finding.isOfWholeRun
    {
      summary.error =
        options.reading.showsNames ? error.finding : error.finding.withoutAddress
      if error.finding.code.leavesHandInUnknown || error.finding.facts.reason == .spool {
        try keepEarlier(&summary, isSame: error.finding.facts.reason != .otherSettings)
      } else {
        try forget(&summary)
      }
      // Where an earlier verdict stays, the failure of this run is not stored.
      if summary.stale == nil {
        try store.setFailure(
          error.finding,
          of: SubjectKey(challenge: configuration.challenge.id, subject: summary.id))
      }
    }
    summary.seconds += (ContinuousClock.now - started) / .seconds(1)
  }

  /// Keeps the earlier files of a subject whose archives could not be looked at.
  ///
  /// - Parameter isSame: Whether nothing has changed that may change a final verdict. Otherwise the
  ///   verdict is no longer final.
  private func keepEarlier(_ summary: inout SubjectSummary, isSame: Bool) throws {
    let key = SubjectKey(challenge: configuration.challenge.id, subject: summary.id)
    summary.files = try store.outputs(of: key).digests
    guard !summary.files.isEmpty, var last = try store.lastVerdict(of: key) else { return }
    if !isSame { last.verdict.finality.isFinal = false }
    last.verdict.explanation.days = []
    last.verdict.explanation.children = []
    summary.stale = SubjectSummary.StaleVerdict(rule: last.rule, verdict: last.verdict)
  }

  /// Removes the files of a subject, so that nobody takes an old verdict for a new one.
  private func forget(_ summary: inout SubjectSummary) throws {
    let wasThere = try SubjectDocuments.remove(from: path(of: summary))
    try store.forgetOutputs(
      of: SubjectKey(challenge: configuration.challenge.id, subject: summary.id))
    try removePayoutAttestation(unlessOf: [:], &summary)
    if wasThere { summary.work = max(summary.work, .written) }
  }
}

extension Finding {
  /// Whether every other subject would fail in the same way.
  ///
  /// A full disk for temporary files does not count: an archive of this subject may be too large
  /// for the space, and another subject's may not.
  fileprivate var isOfWholeRun: Bool {
    code == .storeUnusable || code == .readerRefused
      || code == .fileUnwritable && facts.reason != .spool
  }
}

extension FindingCode {
  /// Whether the finding means that the subject's hand-in could not be looked at, so that its
  /// earlier verdict stays; see Pipelines, "Subjects".
  fileprivate var leavesHandInUnknown: Bool {
    switch self {
    case .inputGone, .inputReceiptUnknown, .inputAfterComplete, .fileMissing, .fileUnreadable,
      .fileChanged, .archiveLinkOutside, .readingMissing, .timezoneUnknown,
      .configSyntax, .configUnknownKey, .configMissingKey, .configBadValue, .configDuplicate:
      true
    // The reader process may have failed because the machine was short of time or memory, and not
    // because of the archives.
    case .readerCrashed, .readerTimeout, .readerMemory: true
    default: false
    }
  }
}

extension Finding {
  /// The finding without an address in the path of an input that could not be looked at.
  fileprivate var withoutAddress: Finding {
    guard code.isOfSystem,
      var path = location?.file.split(separator: "/", omittingEmptySubsequences: false),
      let name = path.popLast()
    else { return self }
    var finding = self
    finding.location?.file = (path + [inputName(String(name), number: 1)[...]]).joined(
      separator: "/")
    return finding
  }
}
