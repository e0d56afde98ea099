import DaymarkAggregate
import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkIngest
package import DaymarkModel

/// The settings for a picture of a subject's strength training.
package struct StrengthOptions: Sendable {
  /// The formula that estimates the weight for one repetition.
  package var formula = OneRepetitionFormula.epley
  /// The path of the file that maps names of exercises; `nil` for none.
  package var exercises: String?
  /// The path of the table of volume landmarks; `nil` for the table that the program ships.
  package var landmarks: String?
  /// The body weight for sets whose log does not state it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The last day that counts; `nil` for the day of the last session.
  package var lastDay: CivilDay?

  package init() {}
}

/// Makes the picture of strength training from the archives of one subject.
///
/// - Parameters:
///   - paths: The archives, in any order.
///   - request: The settings. Their files are read before the archives.
///   - zone: The time zone of days. `nil` infers it from the archives.
///   - policies: The order of sources. Typed-in values count, whatever the policies say.
///   - asOf: The latest plausible time.
///   - options: How archives are read.
///   - progress: Called with the number of bytes that were read since the last call.
/// - Returns: The picture, and the findings of the archives.
/// - Throws: `ConfigurationError` with every error of the request's files, and what
///   ``aggregateArchives(_:zone:period:policies:asOf:options:progress:)`` throws.
package func archivesStrength(
  _ paths: [String], _ request: StrengthOptions, zone: Zone? = nil, policies: Policies = Policies(),
  asOf: Instant, options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> (picture: StrengthPicture, findings: [Finding]) {
  let table = try loadExercises(settledAt: request.exercises)
  let landmarks = try loadLandmarks(at: request.landmarks, of: table.muscles)
  // People type in their workout logs, so typed-in values must count here.
  var policies = policies
  policies.manualEntries = .include
  let aggregates = try aggregateArchives(
    paths, zone: zone, policies: policies, asOf: asOf, options: options, progress: progress
  ).aggregates
  let terms = StrengthTerms(
    formula: request.formula, muscles: table.muscles, landmarks: landmarks,
    bodyWeight: request.bodyWeight, lastDay: request.lastDay)
  let picture = strengthPicture(of: aggregates, ExerciseNames(table), terms)
  // The picture itself lists the unmatched names, matched with the table of this request.
  return (picture, aggregates.findings.filter { $0.code != .exerciseUnmatched })
}

/// The number of unmatched names that are compared with the whole table of exercises, more than one
/// person has exercises.
private let mostCompared = 200

private func strengthPicture(
  of aggregates: SubjectAggregates, _ names: ExerciseNames, _ terms: StrengthTerms
) -> StrengthPicture {
  let history = strengthHistory(
    of: aggregates.strength, exercises: names.exercises(named: aggregates.strength.exerciseNames),
    terms)
  let unmatched = history.lifts.filter { $0.lift.exercise == nil && !$0.lift.name.isEmpty }
  return StrengthPicture(
    zone: aggregates.zone, sessions: aggregates.strength, history: history,
    signs: strengthSigns(of: history),
    unmatched: unmatched.enumerated().map { index, lift in
      UnmatchedExercise(
        name: lift.lift.name, sets: lift.sessions.reduce(0) { $0 + $1.figures.sets },
        nearest: index < mostCompared ? names.nearest(to: lift.lift.name) : [])
    })
}
