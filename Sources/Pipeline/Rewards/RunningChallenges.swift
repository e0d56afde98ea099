import DaymarkConfiguration
import DaymarkModel
import DaymarkReport
import DaymarkStore

/// The challenges of a programme that runs have decided, for how far subjects have come in them.
struct RunningChallenges {
  private let cohorts: [(name: ChallengeOccurrence, cohort: StoredCohort)]

  /// - Parameter path: The store.
  init(_ configuration: ProgrammeConfiguration, beside path: String) throws {
    cohorts = try configuration.decided(in: path).map { id, name in
      (name, try StoredCohort(at: path, challenge: id))
    }
  }

  /// The challenges of which a subject has no final verdict, by the end of their period.
  func progress(of subject: String, asOf: Instant) throws -> [ChallengeProgress] {
    try cohorts.compactMap { try $0.cohort.progress(of: subject, as: $0.name, asOf: asOf) }
      .sorted { ($0.days.upperBound, $0.challenge) < ($1.days.upperBound, $1.challenge) }
  }
}

extension ProgrammeConfiguration {
  /// The challenges that a run has decided, each occurrence of those that come again, with their ids in the store.
  ///
  /// An occurrence that does not lie wholly in the programme's period does not exist for it.
  func decided(in path: String) throws -> [(id: String, name: ChallengeOccurrence)] {
    let ids = try Store(reading: path).challenges().map(\.challenge.id)
    return challenges.flatMap { challenge in
      ids.compactMap { id in challenge.name(ofID: id, in: programme).map { (id, $0) } }
    }
  }
}

extension ProgrammeChallenge {
  /// What an id of the store is to a programme: the challenge, or an occurrence in the programme's period.
  ///
  /// - Returns: `nil` of the id of another challenge.
  fileprivate func name(ofID id: String, in programme: Programme) -> ChallengeOccurrence? {
    guard let series else { return id == self.id ? ChallengeOccurrence(id) : nil }
    guard let occurrence = series.occurrence(ofID: id), programme.has(occurrence.from),
      programme.has(occurrence.to)
    else { return nil }
    return occurrence.name
  }
}

extension StoredCohort {
  /// How far a subject has come in the challenge; `nil` without a verdict, and once it is final.
  func progress(
    of subject: String, as name: ChallengeOccurrence, asOf: Instant
  ) throws -> ChallengeProgress? {
    let key = SubjectKey(challenge: challenge.id, subject: subject)
    guard let (verdict, reading) = try decided(key), !verdict.finality.isFinal else { return nil }
    let report = SubjectReport(
      of: verdict, by: rule, subject, on: reading.aggregates, in: challenge,
      toolVersion: daymarkVersion)
    let calendar = DayCalendar(zone: reading.aggregates.zone.zone)
    let days = challenge.period.days(in: calendar)
    guard let first = days.first, let last = days.last else { return nil }
    var progress = ChallengeProgress(
      name, title: challenge.title, days: first...last, outcome: verdict.outcome,
      isOver: challenge.period.interval(in: calendar).end <= asOf)
    progress.parts = report.charts.compactMap(\.progress)
    return progress
  }
}

extension DayChart {
  /// How far what is counted has come; `nil` of what has no floor.
  fileprivate var progress: ChallengeProgress.Part? {
    guard let actual, let target = target?.lower?.threshold, target > .zero else { return nil }
    var part = ChallengeProgress.Part(
      requirement, current: actual, target: target, unit: comparison == nil ? unit : nil)
    guard part.isMet else { return part }
    var reached = Quantity.zero
    part.completedOn =
      bars.first { bar in
        // Days add up, or those count that are as is asked.
        let amount = comparison == nil ? bar.value : bar.standing == .met ? Quantity(1) : nil
        reached = Quantity(microUnits: reached.microUnits + (amount?.microUnits ?? 0))
        return reached >= target
      }?.day
    return part
  }
}
