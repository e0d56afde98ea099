import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// A subject after the first look at it, which sees nobody else.
struct FirstLook: Sendable {
  /// As reading left it.
  var read: SubjectSummary
  /// As deciding left it; `nil` where an earlier run's verdict stands until the second look.
  var decided: SubjectSummary?
  /// The digest of what decides it, of a subject that could be read.
  var terms: Digest?
  /// What an earlier run settled it on, where this one finds the same.
  var settled: SettledSubject?

  /// The subject as it stands if the run ends now.
  var summary: SubjectSummary { decided ?? read }
}

// Every subject is looked at twice: alone, as soon as it is read, and together with all others. So a run
// that ends early leaves a verdict for each subject that it has read.

extension SubjectTurn {
  /// Reads a subject, and decides on it as if nobody handed in the same.
  ///
  /// Where the rule asks whether somebody did, the answer waits. A subject that has a verdict for what is
  /// asked is left alone: what it shared with others at the last run may be in it.
  ///
  /// - Throws: As ``read(_:)``.
  func look(at subject: Subject) throws -> FirstLook {
    let (read, input) = try read(subject)
    var look = FirstLook(read: read, terms: input?.terms)
    guard let input, read.error == nil, try input.fresh != nil || !isDecided(subject)
    else { return look }
    look.decided = try decide(subject, read, input, sharing: asksAboutSharing ? nil : [])
    return look
  }

  /// Settles what only a look at all subjects gives.
  ///
  /// A subject whose first verdict knew all there is to know is not decided again.
  ///
  /// What the first looks left must be in the store.
  ///
  /// - Throws: As ``read(_:)``.
  func settle(
    _ subject: Subject, _ first: FirstLook, sharing: [QualityFlag]
  ) throws -> SubjectSummary {
    var summary = first.summary
    summary.isSettled = true
    guard summary.error == nil else {
      if first.read.error == nil { tellSettled(summary, after: first.read) }
      return summary
    }
    if first.settled?.sharing == digest(of: sharing) {
      // Its files say so already.
    } else if first.decided == nil || asksAboutSharing || !sharing.isEmpty {
      var read = first.read
      (read.work, read.seconds) = (summary.work, summary.seconds)
      let input = SubjectInput(terms: first.terms)
      summary = try decide(subject, read, input, sharing: sharing)
      summary.isSettled = true
    }
    tellSettled(summary, after: first.read)
    return summary
  }

  var asksAboutSharing: Bool {
    configuration.rule.quality.contains(where: \.asksAboutSharing)
  }

  /// Reports what was found since reading; before that it would be told twice.
  private func tellSettled(_ summary: SubjectSummary, after read: SubjectSummary) {
    progress.update {
      $0.doneSubjects += 1
      $0.subject = summary.id
      $0.findings =
        summary.findings.dropFirst(read.findings.count) + (summary.error.map { [$0] } ?? [])
    }
  }
}
