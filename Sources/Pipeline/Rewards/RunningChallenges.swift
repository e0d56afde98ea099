import DaymarkConfiguration
import DaymarkModel
import DaymarkReport
import DaymarkStore

/// The challenges of a programme that runs have decided, for the progress of subjects in them.
struct RunningChallenges {
  private let cohorts: [(name: ChallengeOccurrence, cohort: StoredCohort)]

  /// Opens the challenges in the store at a path.
  init(_ configuration: ProgrammeConfiguration, beside path: String) throws {
    cohorts = try configuration.decided(in: path).map { id, name in
      (name, try StoredCohort(at: path, challenge: id))
    }
  }

  /// Returns the progress in each challenge without a final verdict on the subject, in the order of
  /// the ends of periods.
  func progress(of subject: String, asOf: Instant) throws -> [ChallengeProgress] {
    try cohorts.compactMap { try $0.cohort.progress(of: subject, as: $0.name, asOf: asOf) }
      .sorted { ($0.days.upperBound, $0.challenge) < ($1.days.upperBound, $1.challenge) }
  }
}

extension ProgrammeConfiguration {
  /// Lists the challenges that a run has decided, including each occurrence of a recurring
  /// challenge, with their ids in the store.
  ///
  /// An occurrence that is not entirely in the programme's period does not count.
  func decided(in path: String) throws -> [(id: String, name: ChallengeOccurrence)] {
    let ids = try Store(reading: path).challenges().map(\.challenge.id)
    return challenges.flatMap { challenge in
      ids.compactMap { id in challenge.name(ofID: id, in: programme).map { (id, $0) } }
    }
  }
}

extension ProgrammeChallenge {
  /// Matches an id of the store with this challenge or an occurrence of it in the programme's
  /// period.
  ///
  /// - Returns: `nil` for the id of another challenge.
  fileprivate func name(ofID id: String, in programme: Programme) -> ChallengeOccurrence? {
    guard let series else { return id == self.id ? ChallengeOccurrence(id) : nil }
    guard let occurrence = series.occurrence(ofID: id), programme.has(occurrence.from),
      programme.has(occurrence.to)
    else { return nil }
    return occurrence.name
  }
}

extension StoredCohort {
  /// Returns the progress of a subject in the challenge; `nil` for a subject without a verdict or
  /// with a final one.
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
  /// The progress towards the chart's target; `nil` for a target without a floor, and for one that
  /// must not be reached.
  fileprivate var progress: ChallengeProgress.Part? {
    guard !isNegated, let actual, let target = target?.lower?.threshold, target > .zero else {
      return nil
    }
    var part = ChallengeProgress.Part(
      requirement, current: actual, target: target, unit: comparison == nil ? unit : nil)
    guard part.isMet else { return part }
    var reached = Quantity.zero
    part.completedOn =
      bars.first { bar in
        // Amounts of days are added up. With a condition on each day, the days that satisfy it are
        // counted.
        let amount = comparison == nil ? bar.value : bar.standing == .met ? Quantity(1) : nil
        reached = Quantity(microUnits: reached.microUnits + (amount?.microUnits ?? 0))
        return reached >= target
      }?.day
    return part
  }
}
