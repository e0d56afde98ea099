import DaymarkAggregate
import DaymarkConfiguration
import DaymarkEvaluate
package import DaymarkIngest
package import DaymarkModel
import DaymarkNormalize

/// A file with attempts at feats, or a workout log, and the person it belongs to.
package struct FeatInput: Hashable, Sendable {
  /// The id of the person; `nil` where each row of the file names its person.
  package var person: String?
  package var path: String

  package init(person: String? = nil, path: String) {
    (self.person, self.path) = (person, path)
  }
}

/// The settings for boards of feats.
package struct FeatOptions: Sendable {
  /// The path of the file that defines the feats.
  package var feats: String
  /// The id of the only feat that is asked about; `nil` for all feats.
  package var feat: String?
  /// The path of the file that maps names of exercises; `nil` for none.
  package var exercises: String?
  /// The time zone of days, weeks and months.
  package var zone: Zone
  /// The instant after which no attempt counts.
  package var asOf: Instant
  /// The instant of the boards for comparison; `nil` for a week before `asOf`.
  package var since: Instant?
  /// The formula that estimates the weight for one repetition.
  package var formula: OneRepetitionFormula
  /// The operator's statements about workout logs, such as the unit of weights.
  package var logs: LogSettings

  package init(
    feats: String, feat: String? = nil, exercises: String? = nil, zone: Zone = .utc,
    asOf: Instant, since: Instant? = nil, formula: OneRepetitionFormula = .epley,
    logs: LogSettings = LogSettings()
  ) {
    (self.feats, self.feat, self.exercises, self.zone) = (feats, feat, exercises, zone)
    (self.asOf, self.since, self.formula, self.logs) = (asOf, since, formula, logs)
  }
}

/// Ranks the attempts of people at feats.
///
/// - Parameters:
///   - inputs: Files of attempts, and workout logs, in any order.
///   - request: The settings. Their files are read before the inputs.
///   - options: How inputs are read.
/// - Returns: The boards and histories, and the findings of the inputs.
/// - Throws: `ConfigurationError` with every error of the request's files; `DaymarkError`
///   `config.missing_key` for a log without a person, and the errors of reading.
package func featPicture(
  of inputs: [FeatInput], _ request: FeatOptions, options: ReadOptions = ReadOptions()
) throws -> (picture: FeatPicture, findings: [Finding]) {
  let list = try loadFeats(at: request.feats)
  if let id = request.feat, list[id] == nil {
    throw DaymarkError(.featUnknown, at: InputLocation(file: request.feats)) {
      let known = list.feats.map(\.id)
      ($0.value, $0.known, $0.suggestion) = (id, known, suggestion(for: id, among: known))
    }
  }
  let names = ExerciseNames(try loadExercises(settledAt: request.exercises))
  let calendar = DayCalendar(zone: request.zone)
  var reader = FeatInputReader(request, list.feats, names, calendar, options)
  try reader.read(inputs)
  let terms = FeatTerms(
    feats: list.feats, asOf: request.asOf, calendar: calendar, formula: request.formula)
  let (histories, unknown) = featHistories(of: reader.attempts, terms)
  let since = request.since ?? request.asOf.advanced(byDays: -7)
  let byFeat = Dictionary(grouping: histories, by: \.feat.id)
  let shown = list.feats.filter { request.feat == nil || $0.id == request.feat }
  let entries = shown.map { feat in
    let histories = byFeat[feat.id] ?? []
    let boards = featBoards(
      of: feat, histories, asOf: request.asOf, since: since, people: list.people, calendar)
    return FeatPicture.Entry(feat: feat, boards: boards, histories: histories)
  }
  let picture = FeatPicture(
    list: list, zone: request.zone, asOf: request.asOf, since: since, entries: entries,
    unknown: unknown)
  return (picture, reader.findings)
}

/// Reads files of attempts as they are, and workout logs for one person at a time.
private struct FeatInputReader {
  private let request: FeatOptions
  private let feats: [Feat]
  private let names: ExerciseNames
  private let calendar: DayCalendar
  private let options: ReadOptions
  private(set) var attempts: [FeatAttempt] = []
  private(set) var findings: [Finding] = []

  init(
    _ request: FeatOptions, _ feats: [Feat], _ names: ExerciseNames, _ calendar: DayCalendar,
    _ options: ReadOptions
  ) {
    (self.request, self.feats, self.names) = (request, feats, names)
    (self.calendar, self.options) = (calendar, options)
    self.logs = []
  }

  private var logs: [(person: String, path: String)]

  mutating func read(_ inputs: [FeatInput]) throws {
    // An input given twice counts once.
    var seen: Set<FeatInput> = []
    for input in inputs where seen.insert(input).inserted { try read(input) }
    for (person, logs) in Dictionary(grouping: logs, by: \.person).sorted(by: { $0.key < $1.key }) {
      var policies = Policies(logs: request.logs)
      policies.manualEntries = .include
      let aggregates = try aggregateArchives(
        logs.map(\.path), zone: request.zone, policies: policies, asOf: request.asOf,
        options: options
      ).aggregates
      attempts += names.featAttempts(of: aggregates.strength, at: feats, by: person)
      findings += aggregates.findings
    }
  }

  private mutating func read(_ input: FeatInput) throws {
    var sets: [LoggedSet] = []
    var options = options
    options.logs = request.logs
    let facts = try readInput(at: input.path, options: options) { sets += $0.sets }
    let needsPerson =
      !facts.format.isOfFeats
      || sets.contains { facts.sources[Int($0.source)].provider != .person }
    if needsPerson, input.person == nil {
      throw DaymarkError(.configMissingKey, at: InputLocation(file: input.path)) {
        ($0.key, $0.expected) = ("person", .personBeforeFile)
      }
    }
    let person = input.person ?? ""
    guard facts.format.isOfFeats else { return logs.append((person, input.path)) }
    findings += facts.findings
    attempts += featAttempts(of: sets, facts, by: person, calendar)
  }
}
