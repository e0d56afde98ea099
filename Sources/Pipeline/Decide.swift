import DaymarkAggregate
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkExamine
package import DaymarkIngest
public import DaymarkModel
import DaymarkNormalize

// The path of one subject's data through the five rooms Ingest, Normalize, Aggregate, Evaluate and
// Emit. A run, `verify`, the test cases of rules, the reading processes and shards all use these
// functions. `SubjectDocuments` is the entry to the fifth room.

/// Reads archives into days and sessions, the work of the first three rooms.
///
/// - Parameter progress: Called with the number of bytes that were read since the last call.
/// - Throws: `DaymarkError` with the finding for an archive that cannot be read.
package func readAggregates(_ job: ReadingJob, progress: (Int64) -> Void = { _ in }) throws
  -> ArchiveAggregates
{
  // Ingest reads bytes as records, and Normalize turns each record into samples while it is read.
  var samples: SampleSet
  let (facts, strays, late): ([InputFacts], [Finding], [InputFacts])
  (samples, facts, strays, late) = try readArchivesInTime(job, progress: progress)
  let rejected = samples.rejected + late.map(\.setAsideCounts)
  var findings = facts.flatMap(\.findings) + strays + samples.findings
  if let period = job.readPeriod { findings += outsideFindings(of: samples, facts, period) }
  findings += late.flatMap(\.findings)
  let (waivers, unmet) = job.parameters.waivers(on: facts + late, findings)
  findings += unmet
  // Examine compares an export with the one before it here, because the records are in memory only
  // now.
  let edits = samples.takeExportEdits(
    over: job.period, receivedAt: job.parameters.handInTerms.receivedAt)
  // Samples take most of the memory, so they are moved and not copied.
  let firstTooLate = samples.firstTooLate
  let earlier = earlierAggregates(of: samples, job)
  var aggregates = aggregate(consume samples, over: job.period)
  if let earlier { aggregates.add(earlier: earlier, of: job.daysBefore) }
  aggregates.findings = findings + aggregates.findings
  aggregates.add(edits)
  try aggregates.sumStrength(job.parameters)
  try aggregates.sumFeats(job.parameters)
  var result = ArchiveAggregates(
    aggregates: aggregates, inputs: facts + late, rejected: rejected, lateInputs: late.count,
    receivedAt: job.parameters.handInTerms.receivedAt,
    history: job.parameters.handInTerms.history, setAside: waivers, firstTooLate: firstTooLate)
  result.aggregates.describe(result.evidenceInputs)
  return result
}

/// Evaluates days and sessions to a verdict, the work of the fourth room.
///
/// - Parameter known: Returns the stored verdict that is still valid for the flags of the data;
///   `nil` without one.
func decide(
  on aggregates: SubjectAggregates, _ terms: DecisionTerms,
  unless known: (QualityFlags) -> Verdict? = { _ in nil }
) -> Verdict {
  let flags =
    terms.flags
    ?? qualityFlags(
      of: aggregates, in: terms.challenge, limits: terms.limits, logs: terms.policies.logs,
      sharing: terms.sharing)
  return known(flags)
    ?? evaluate(
      terms.rule, on: aggregates, of: terms.challenge, asOf: terms.asOf, quality: flags,
      completeness: terms.completeness)
}

/// The terms that decide a subject's verdict, beside the subject's data.
struct DecisionTerms {
  var subject: Subject
  var challenge: Challenge
  var policies: Policies
  var rule: Rule
  var limits: Limits
  /// The instant that the verdict is for.
  var asOf: Instant
  /// Whether the operator states that the subject has handed in everything.
  var completeness = Completeness.unstated
  /// The flags that need a comparison with other subjects; `nil` before that comparison.
  var sharing: [QualityFlag]? = []
  /// The data quality flags, where they are given instead of found.
  var flags: QualityFlags?
  /// The recipient and the contents of the body that is sent; `nil` where none is sent.
  var intake: Intake?

  /// Makes the evidence that the documents of the subject are written from.
  func evidence(
    for verdict: Verdict, on aggregates: SubjectAggregates, of inputs: [EvidenceInput],
    _ operatorFiles: [OperatorFileIdentity]
  ) -> Evidence {
    Evidence(
      toolVersion: daymarkVersion, challenge: challenge, subject: subject, policies: policies,
      operatorFiles: operatorFiles, inputs: inputs,
      aggregates: aggregates.stated(for: rule), rule: rule,
      verdict: verdict, limits: limits)
  }
}

/// One subject's archives, and the parameters for reading them.
package struct ReadingJob: Sendable {
  /// The archives as they were when they were hashed; reading does not hash them again.
  package var archives: [ArchiveIdentity]
  package var parameters: ReadingParameters
  /// The days that are asked about; `nil` for all days.
  package var period: Period?
  /// The number of days before the period that a rule compares with.
  package var daysBefore = 0
}

extension ReadingJob {
  /// The days whose samples are read: the period and the days before it that a rule compares with.
  var readPeriod: Period? { period?.beginning(earlierBy: daysBefore) }
}

/// Aggregates the days before the period as a period of its own; `nil` where the rule compares with
/// none.
private func earlierAggregates(of samples: SampleSet, _ job: ReadingJob) -> SubjectAggregates? {
  guard let period = job.period, job.daysBefore > 0 else { return nil }
  let calendar = DayCalendar(zone: samples.zone.zone)
  return aggregate(samples, over: period.days(job.daysBefore, before: calendar))
}

/// The parameters of reading one subject's archives.
package struct ReadingParameters: Sendable {
  var subjectZone: Zone?
  var challengeZone: Zone?
  var policies: Policies
  /// The latest plausible time for an input that does not state its export date.
  var asOf: Instant
  var handInTerms = HandInTerms()
  /// The operator's waivers, by input.
  var setAside: [Digest: [InputWaiver]] = [:]
  /// The operator's waivers of a finding in any input.
  var waiversOnAny: Set<InputWaiver> = []
  /// The names of inputs that waivers name and that are not there.
  var unmet: [String] = []
  /// The operator's files that give the data its meaning, such as a mapping of columns, at most one
  /// per kind.
  var operatorFiles: [OperatorFile] = []
  /// The id of the subject in files with several people's attempts, of which only the subject's
  /// rows count; `nil` counts all rows.
  var person: String?
  package var options: ReadOptions
  /// Whether files that are no archives may lie beside the archives.
  ///
  /// For the inputs of a document the value is `false`.
  var setsFilesAside = true
  /// Whether a participant handed in the archives.
  ///
  /// Such archives get an answer even where nothing in them is understood or holds figures.
  var isOfParticipant = false
  /// The number of samples of one input up to which samples before the period are kept too.
  var mostKept = Normalizer.mostKept
  /// The number of sets of one input up to which sets are kept and not only counted.
  var mostSets = Int.max
  /// The inputs whose records are kept apart, for comparisons of one export with another.
  var keptExports = KeptExports.none

  /// The options together with what the policies and the operator's files state about workout logs.
  var readOptions: ReadOptions {
    get throws {
      var options = options
      options.logs = policies.logs
      options.person = person
      if let file = operatorFiles[.columns] { try options.use(columns: file) }
      return options
    }
  }
}

extension SampleSet {
  /// Removes the exports that were kept apart and compares each with the one before it.
  ///
  /// - Returns: The differences between each export and the one before it, for the days of the
  ///   period.
  fileprivate mutating func takeExportEdits(
    over period: Period?, receivedAt: [Digest: Instant]
  ) -> [ExportEdit] {
    let calendar = DayCalendar(zone: zone.zone)
    let time = period?.interval(in: calendar)
    defer { exports = [] }
    let edits = exportEdits(
      exports, sources: sources, zone: zone.zone, during: time,
      countsTypedIn: includesManualEntries, receivedAt: receivedAt)
    guard let days = period.map({ Set($0.days(in: calendar)) }) else { return edits }
    return edits.filter { days.contains($0.day) }
  }
}

extension ReadingParameters {
  /// Separates the operator's waivers that take effect from those that change nothing, because their
  /// input or the finding in it is not there.
  ///
  /// A waiver of a finding in any input takes effect for the inputs with the finding, and no finding
  /// is made for the others.
  fileprivate func waivers(
    on inputs: [InputFacts], _ findings: [Finding]
  ) -> (standing: [Digest: [InputWaiver]], unmet: [Finding]) {
    var (standing, told) = (
      setAside, unmet.map { name in Finding(.inputSetAsideUnmet) { $0.value = name } }
    )
    for input in inputs {
      for waiver in setAside[input.digest] ?? [] {
        let isMet = findings.contains {
          $0.code == .inputSetAside && $0.facts.finding == waiver.finding
            && $0.location?.file == input.shownName
        }
        if isMet { continue }
        if waiversOnAny.contains(waiver) {
          standing[input.digest]?.removeAll { $0 == waiver }
        } else {
          told.append(
            Finding(.inputSetAsideUnmet, at: InputLocation(file: input.shownName)) {
              $0.finding = waiver.finding
            })
        }
      }
    }
    return (standing.filter { !$1.isEmpty }, told)
  }
}

/// One subject's days and sessions, with the inputs that they come from.
public struct ArchiveAggregates: Hashable, Sendable {
  /// The days and sessions, with the findings of the inputs and of their samples.
  public var aggregates: SubjectAggregates
  /// The inputs in ascending order of digests; those that were left out come last.
  package var inputs: [InputFacts]
  /// The number of rejected records per code, by index of the input.
  package var rejected: [[FindingCode: Int]]
  /// The number of inputs, at the end of `inputs`, that came too late or were left out by the
  /// operator's waiver.
  package var lateInputs = 0
  /// The instants at which inputs were received, as far as they are stated, by input.
  package var receivedAt: [Digest: Instant] = [:]
  /// The reasons for which earlier runs left inputs out, by input.
  package var history: [Digest: InputHistory] = [:]
  /// The operator's waivers, by input.
  package var setAside: [Digest: [InputWaiver]] = [:]
  /// The first export date that was too late to be credible; see ``Reading/firstTooLate``.
  package var firstTooLate: Instant?
}

extension ArchiveAggregates {
  /// The inputs as evidence states them.
  var evidenceInputs: [EvidenceInput] {
    inputs.indices.map { index in
      let facts = inputs[index]
      var input = EvidenceInput(
        format: facts.format, digest: facts.digest, bytes: facts.bytes,
        records: facts.recordCount, rejected: rejected[index], damage: facts.damage)
      input.limits = facts.passedLimits
      input.receivedAt = receivedAt[facts.digest]
      input.healedBy = facts.healedBy
      input.setAside = setAside[facts.digest] ?? []
      input.isLate = index >= inputs.count - lateInputs && !facts.isSetAside
      input.logRows = facts.logRows
      input.daysFromNames = facts.daysFromNames
      input.history = history[facts.digest]
      return input
    }
  }
}

extension InputFacts {
  /// The rejected counts of an input that is late or left out: all of its records, with one code.
  fileprivate var setAsideCounts: [FindingCode: Int] {
    recordCount == 0 ? [:] : [isSetAside ? .inputSetAside : .inputLate: recordCount]
  }

  /// Whether the operator's waiver leaves the whole input out.
  fileprivate var isSetAside: Bool { findings.contains { $0.code == .inputSetAside } }
}
