import DaymarkConfiguration
import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation

/// The records of earlier runs in the book of a challenge, as far as reading and deciding depend on
/// them.
struct EarlierRuns: Sendable {
  private let configuration: PipelineConfiguration
  private let asOf: Instant
  /// Whether the archives that the pipeline lists now are all that were handed in by the proof
  /// deadline.
  let isListedAfterDeadline: Bool
  /// The hand-in as earlier runs recorded it.
  let handIn: HandIn
  /// The results after earlier runs.
  let results: EarlierResults
  /// The decisions of people, by subject.
  let decisions: [String: Decision]
  /// The digest of the settings that are the same for every subject, as the book records it.
  private let sharedSettings: Digest

  /// Reads what the book has about earlier runs.
  ///
  /// - Parameter book: The book; `nil` where no run has begun one.
  /// - Throws: `store.unusable`.
  init(
    of configuration: PipelineConfiguration, asOf: Instant, now: Instant, from book: Book?
  ) throws {
    (self.configuration, self.asOf) = (configuration, asOf)
    handIn = try HandIn(of: configuration, asOf: asOf, now: now, from: book)
    // A run for an earlier instant gives the same readings as one at that instant.
    isListedAfterDeadline =
      configuration.challenge.proofDeadline.map { min(asOf, now) >= $0 } ?? false
    results = EarlierResults(of: configuration.challenge.id, in: book)
    decisions = try book?.decisions(of: configuration.challenge.id) ?? [:]
    sharedSettings = configuration.sharedSettings
  }

  /// Makes the request to read a subject's archives.
  ///
  /// - Throws: `store.unusable`.
  func request(
    for subject: Subject, showsNames: Bool, isCareful: Bool = false
  ) throws -> SubjectRequest {
    var request = SubjectRequest(
      subject, of: configuration, asOf: asOf, showsNames: showsNames, isCareful: isCareful)
    request.settledNames = handIn.settledNames(of: subject)
    request.isListedAfterDeadline = isListedAfterDeadline
    request.isComplete = configuration.isComplete(subject)
    request.handIn = try known(of: subject)
    return request
  }

  /// Returns the records of earlier runs about a subject's archives.
  ///
  /// They contain a verdict that later runs keep while nothing has changed that may change it: a
  /// final one, or one that a person decided on after the deadline.
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

  /// Whether a person decided on a verdict that otherwise waits for nothing, so that later runs do
  /// not ask again.
  private func isDecided(_ old: RecordedResult, of subject: Subject) -> Bool {
    let isClosed = old.basis.phase == Phase.ended.rawValue && handIn.isClosed(of: subject)
    let becomesFinal = configuration.challenge.unreadUntil.map { asOf >= $0 } ?? false
    return isClosed && !becomesFinal && old.verdict != nil
      && decisions[subject.id]?.verdict.digest == old.verdict
  }

  /// Returns the settings that decide a subject's verdict beside its inputs, as the book records
  /// them.
  func terms(of subject: Subject) -> RecordedResult {
    result(of: SubjectSummary(of: subject, in: configuration.challenge), subject)
  }

  /// Returns the result of a subject after this run, as the book records it.
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
