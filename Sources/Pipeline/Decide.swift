import DaymarkAggregate
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkExamine
package import DaymarkIngest
public import DaymarkModel
import DaymarkNormalize

// The way of one subject's data through the five rooms. Everybody goes it: a run, `verify`, the cases of rules, the
// readers in other processes, and shards. `SubjectDocuments` is the fifth room's door.

/// The first three rooms: archives to days and sessions.
///
/// - Throws: `DaymarkError` with the finding when an archive cannot be read.
package func readAggregates(_ job: ReadingJob, progress: (Int64) -> Void = { _ in }) throws
  -> ArchiveAggregates
{
  // Ingest turns bytes to records, and Normalize records to samples, while they are read.
  var samples: SampleSet
  let (facts, strays, late): ([InputFacts], [Finding], [InputFacts])
  (samples, facts, strays, late) = try readArchivesInTime(job, progress: progress)
  let rejected = samples.rejected + late.map(\.setAsideCounts)
  var findings = facts.flatMap(\.findings) + strays + samples.findings
  if let period = job.readPeriod { findings += outsideFindings(of: samples, facts, period) }
  findings += late.flatMap(\.findings)
  let (decisions, unmet) = job.parameters.decisions(on: facts + late, findings)
  findings += unmet
  // Examine holds an export against the one before it, while their records are at hand.
  let edits = samples.takeExportEdits(
    over: job.period, receivedAt: job.parameters.late.receivedAt)
  // Samples are the bulk of the memory: handed over, not shared.
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
    receivedAt: job.parameters.late.receivedAt, history: job.parameters.late.history,
    setAside: decisions, firstTooLate: firstTooLate)
  result.aggregates.describe(result.evidenceInputs)
  return result
}

/// The fourth room: days and sessions to a verdict.
///
/// - Parameter known: Gives a verdict that stands, from a store; asked with the flags of the data.
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

/// What a subject is decided by, beside its data.
struct DecisionTerms {
  var subject: Subject
  var challenge: Challenge
  var policies: Policies
  var rule: Rule
  var limits: Limits
  /// The instant that the verdict is for.
  var asOf: Instant
  /// Of whom the operator says that they have handed in everything.
  var completeness = Completeness.unstated
  /// The flags that only a look at other subjects gives; `nil` before that look.
  var sharing: [QualityFlag]? = []
  /// The flags of the data, where they are given and not found.
  var flags: QualityFlags?
  /// What is sent, and to whom; nothing when `nil`.
  var intake: Intake?

  /// What the documents of the subject are made of.
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

/// One subject's archives, and how to read them.
package struct ReadingJob: Sendable {
  /// The archives as they were when they were hashed, which is not done again.
  package var archives: [ArchiveIdentity]
  package var parameters: ReadingParameters
  /// The only time of which anybody asks; all time when `nil`.
  package var period: Period?
  /// How many days before it a rule compares with.
  package var daysBefore = 0
}

extension ReadingJob {
  /// The time of which samples are looked at.
  var readPeriod: Period? { period?.beginning(earlierBy: daysBefore) }
}

/// The days before the period, made as if they were one; `nil` where nobody asks for any.
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
  /// Bounds plausible times where an input does not state its export date.
  var asOf: Instant
  var late = LateInputs()
  /// The operator's decisions, by input.
  var setAside: [Digest: [SetAside]] = [:]
  /// Those of the decisions that are about each input in which the finding is.
  var decisionsOnAny: Set<SetAside> = []
  /// The inputs of which decisions speak and that are not there, as they are named.
  var unmet: [String] = []
  /// What says the meaning of the data, one of a kind.
  var operatorFiles: [OperatorFile] = []
  /// The id of the subject, whose rows alone count in a file of several people's attempts; all count when
  /// `nil`.
  var person: String?
  package var options: ReadOptions
  /// Whether files that are no archives may lie beside them; the inputs of a document are all archives.
  var setsFilesAside = true
  /// Whether the archives are what a participant handed in, who has an answer also where none of it holds figures, or
  /// none of it is understood.
  var isOfParticipant = false
  /// The number of an input's samples up to which those before the period are kept, too.
  var mostKept = Normalizer.mostKept
  /// The number of an input's sets up to which they are kept, and not only counted.
  var mostSets = Int.max
  /// The inputs of which it is asked what each says by itself.
  var keptExports = KeptExports.none

  /// The options, with what the policies and the operator's files say of workout logs.
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
  /// Takes out the exports that were kept apart.
  ///
  /// - Returns: What each has otherwise than the one before it, of the days of a period.
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
  /// The decisions that stand, and what is said of those that change nothing: their input, or the finding in it, is not
  /// there.
  ///
  /// One on any input stands for those in which the finding is, and nothing is said of the others.
  fileprivate func decisions(
    on inputs: [InputFacts], _ findings: [Finding]
  ) -> (standing: [Digest: [SetAside]], unmet: [Finding]) {
    var (standing, told) = (
      setAside, unmet.map { name in Finding(.inputSetAsideUnmet) { $0.value = name } }
    )
    for input in inputs {
      for decision in setAside[input.digest] ?? [] {
        let isMet = findings.contains {
          $0.code == .inputSetAside && $0.facts.finding == decision.finding
            && $0.location?.file == input.shownName
        }
        if isMet { continue }
        if decisionsOnAny.contains(decision) {
          standing[input.digest]?.removeAll { $0 == decision }
        } else {
          told.append(
            Finding(.inputSetAsideUnmet, at: InputLocation(file: input.shownName)) {
              $0.finding = decision.finding
            })
        }
      }
    }
    return (standing.filter { !$1.isEmpty }, told)
  }
}

/// One subject's days and sessions, and the inputs they come from.
public struct ArchiveAggregates: Hashable, Sendable {
  /// Its findings are those of the inputs and of their samples.
  public var aggregates: SubjectAggregates
  /// Ascending by digest, then the late ones.
  package var inputs: [InputFacts]
  /// By index of input: how many records each code rejected.
  package var rejected: [[FindingCode: Int]]
  /// How many of the inputs, the last ones, came too late or were set aside by the operator.
  package var lateInputs = 0
  /// When inputs were received, of those of which somebody said.
  package var receivedAt: [Digest: Instant] = [:]
  /// Why earlier runs set inputs aside.
  package var history: [Digest: InputHistory] = [:]
  /// The operator's decisions.
  package var setAside: [Digest: [SetAside]] = [:]
  /// As of ``Reading/firstTooLate``.
  package var firstTooLate: Instant?
}

extension ArchiveAggregates {
  /// What evidence says of the inputs.
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
  /// The counts of an input that is late or set aside: all that it has.
  fileprivate var setAsideCounts: [FindingCode: Int] {
    recordCount == 0 ? [:] : [isSetAside ? .inputSetAside : .inputLate: recordCount]
  }

  /// Whether the operator set all of it aside.
  fileprivate var isSetAside: Bool { findings.contains { $0.code == .inputSetAside } }
}
