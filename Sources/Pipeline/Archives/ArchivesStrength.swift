import DaymarkAggregate
import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkIngest
package import DaymarkModel

/// The choices on which a picture of strength training rests.
package struct StrengthOptions: Sendable {
  /// The formula of the estimates.
  package var formula = OneRepetitionFormula.epley
  /// The file that settles names of exercises; none when `nil`.
  package var exercises: String?
  /// The table of landmarks; the shipped one when `nil`.
  package var landmarks: String?
  /// The body's weight where a log does not say it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The last day that counts; that of the last session when `nil`.
  package var lastDay: CivilDay?

  package init() {}
}

/// The strength training in the archives of one subject.
///
/// - Parameters:
///   - paths: The archives, in any order.
///   - request: What the picture is made with; its files are read before the archives.
///   - zone: The zone of days; inferred when `nil`.
///   - policies: The choice among values.
///   - asOf: The latest plausible time.
///   - options: How archives are read.
///   - progress: Told how many more bytes were read.
/// - Returns: The picture, and what is to be said of the archives.
/// - Throws: `ConfigurationError` with every error of the request's files, and what
///   ``aggregateArchives(_:zone:period:policies:asOf:options:progress:)`` throws.
package func archivesStrength(
  _ paths: [String], _ request: StrengthOptions, zone: Zone? = nil, policies: Policies = Policies(),
  asOf: Instant, options: ReadOptions = ReadOptions(), progress: (Int64) -> Void = { _ in }
) throws -> (picture: StrengthPicture, findings: [Finding]) {
  let table = try loadExercises(settledAt: request.exercises)
  let landmarks = try loadLandmarks(at: request.landmarks, of: table.muscles)
  // It is about what people type in.
  var policies = policies
  policies.manualEntries = .include
  let aggregates = try aggregateArchives(
    paths, zone: zone, policies: policies, asOf: asOf, options: options, progress: progress
  ).aggregates
  let terms = StrengthTerms(
    formula: request.formula, muscles: table.muscles, landmarks: landmarks,
    bodyWeight: request.bodyWeight, lastDay: request.lastDay)
  let picture = strengthPicture(of: aggregates, ExerciseNames(table), terms)
  // The picture lists the names, by the exercises of this request.
  return (picture, aggregates.findings.filter { $0.code != .exerciseUnmatched })
}

/// The unmatched names that are compared with all of the table: more than a person does exercises.
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
