import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation

/// What the runs before this one left in the book of a challenge, as far as reading and deciding depend on it.
struct EarlierRuns: Sendable {
  private let configuration: PipelineConfiguration
  private let asOf: Instant
  /// What they saw of the hand-in.
  let handIn: HandIn
  /// How subjects stood after them.
  let results: EarlierResults
  /// What people decided beside verdicts, by subject.
  let decisions: [String: Decision]
  /// The digest of all that the pipeline says of every subject alike, as the book has it.
  private let sharedSettings: Digest

  /// - Parameter book: `nil` where no run has begun one.
  /// - Throws: `store.unusable`.
  init(of configuration: PipelineConfiguration, asOf: Instant, from book: Book?) throws {
    (self.configuration, self.asOf) = (configuration, asOf)
    handIn = try HandIn(of: configuration, asOf: asOf, from: book)
    results = EarlierResults(of: configuration.challenge.id, in: book)
    decisions = try book?.decisions(of: configuration.challenge.id) ?? [:]
    sharedSettings = configuration.sharedSettings
  }

  /// The request to read a subject's archives.
  ///
  /// - Throws: `store.unusable`.
  func request(
    for subject: Subject, showsNames: Bool, isCareful: Bool = false
  ) throws -> SubjectRequest {
    var request = SubjectRequest(
      subject, of: configuration, asOf: asOf, showsNames: showsNames, isCareful: isCareful)
    request.bound = handIn.bound(of: subject)
    request.handIn = try known(of: subject)
    return request
  }

  /// What they know of a subject's archives.
  ///
  /// A verdict stands that is final, or that somebody decided on after the deadline, where nothing has changed that may
  /// change it.
  func known(of subject: Subject) throws -> SubjectHandIn {
    var known = handIn.known(of: subject)
    guard let old = try results.all()[subject.id], old.isFinal || isDecided(old, of: subject),
      let asOf = old.basis.asOf, terms(of: subject).hasSameTerms(as: old)
    else { return known }
    known.decided = SubjectHandIn.Decided(
      asOf: asOf, counted: old.basis.inputs.filter(\.counts).map(\.digest),
      others: old.basis.inputs.filter { !$0.counts }.map(\.digest))
    return known
  }

  /// Whether somebody decided on a verdict that waits for nothing but that: no later night is to ask them again.
  private func isDecided(_ old: RecordedResult, of subject: Subject) -> Bool {
    let isClosed = old.basis.phase == Phase.ended.rawValue && handIn.isClosed(of: subject)
    let becomesFinal = configuration.challenge.unreadUntil.map { asOf >= $0 } ?? false
    return isClosed && !becomesFinal && old.verdict != nil
      && decisions[subject.id]?.verdict.digest == old.verdict
  }

  /// What decides a subject's verdict beside its inputs, as the book has it.
  func terms(of subject: Subject) -> RecordedResult {
    result(of: SubjectSummary(of: subject, in: configuration.challenge), subject)
  }

  /// How a subject stands after this run.
  func result(
    of summary: SubjectSummary, _ subject: Subject, since old: RecordedResult? = nil
  ) -> RecordedResult {
    let settings = configuration.settingsDigest(of: subject, sharedSettings)
    guard summary.verdict == nil else {
      return RecordedResult(of: summary, old, rule: configuration.rule, settings: settings)
    }
    return RecordedResult(
      result: SubjectResult(.failed, ""),
      basis: .init(of: summary, rule: configuration.rule, settings: settings))
  }
}
