import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkRewards
import DaymarkStore

/// Finds the data in the store that a programme's book does not have yet, and makes the books from
/// all of it.
///
/// New data never counts as known before the `asOf` of an earlier run that did not have it. The
/// ledgers that such a run published stay the beginning of every later ledger.
struct RewardKeeper {
  let configuration: ProgrammeConfiguration
  let cohort: StoredCohort
  let asOf: Instant
  /// The entries of this programme by subject, oldest first.
  ///
  /// The key `nil` has the entries about all subjects.
  private(set) var entries: [String?: [RewardEntry]]
  /// The new entries of this run.
  private(set) var added: [RewardEntry] = []
  /// The entries with a stated instant before an earlier run that did not have them.
  private(set) var backdated: [(entry: RewardEntry, stated: Instant)] = []

  /// Whether the run is for an instant before an earlier run's, or after the present.
  ///
  /// Such a run adds nothing.
  let isForAnotherTime: Bool

  /// The subjects with figures in earlier runs.
  private var former: Set<String> = []
  private let inputs: KnownInputs
  private let latest: Instant?
  /// The day values that any version of the programme uses.
  ///
  /// Rewards earned under an old version stay.
  private let values: Set<DayValue>

  init(
    _ configuration: ProgrammeConfiguration, _ cohort: StoredCohort, book: Book, asOf: Instant,
    now: Instant
  ) throws {
    (self.configuration, self.cohort, self.asOf) = (configuration, cohort, asOf)
    let name = configuration.programme.name.name
    let all = try book.rewardEntries(of: cohort.challenge.id).filter { $0.programme == name }
    entries = Dictionary(grouping: all, by: \.subject)
    latest = all.filter { $0.kind == .run }.map(\.knownAt).max()
    isForAnotherTime = asOf > now || latest.map { asOf < $0 } ?? false
    inputs = try KnownInputs(of: cohort.challenge, in: book)
    values = try RewardHistories(entries, configuration).values.union(
      configuration.programme.values)
    former = subjects
  }

  private var name: String { configuration.programme.name.name }

  /// Whether the book has an earlier run of the programme.
  var hasEarlierRun: Bool { latest != nil }

  /// The subjects with figures in the book, including those that this run could not read.
  var subjects: Set<String> {
    Set(entries.values.joined().lazy.filter { $0.kind == .figures }.compactMap(\.subject))
  }

  /// Makes the findings for data that should have been known to an earlier run, and for rows about
  /// unknown subjects.
  func findings(_ subjects: [String]) -> [Finding] {
    let rows = RewardRow.all(of: configuration).filter { $0.row.table != .joined }
    let unknown = Set(rows.compactMap(\.subject)).subtracting(subjects)
    return backdated.map { entry, stated in
      Finding(.booksBackdated) {
        ($0.subject, $0.since, $0.until) = (entry.subject, stated, latest)
      }
    }
      + unknown.sorted().map { subject in
        Finding(.booksUnknownSubject, at: InputLocation(file: configuration.folder)) {
          $0.subject = subject
        }
      }
  }

  // MARK: Finding what is new

  /// Finds all data that the book does not have.
  mutating func findAll(_ subjects: [String], book: Book) throws {
    guard !isForAnotherTime else { return }
    findVersion()
    let verdicts = try configuration.decided(in: cohort.path).map { id, name in
      try VerdictSource(of: id, as: name, beside: cohort.path, book: book)
    }
    for subject in subjects {
      try findFigures(of: subject)
      for source in verdicts { try findVerdict(on: subject, source) }
    }
    // The rows come after the figures, which determine the time zone in which a row's date ends.
    findRows(of: subjects)
    add(RewardEntry(.run, of: name, at: asOf), known: asOf)
  }

  /// Adds an entry, known no earlier than after the latest run.
  private mutating func add(_ entry: RewardEntry, known stated: Instant) {
    var entry = entry
    entry.knownAt = stated
    if let latest, entry.kind != .run, stated <= latest {
      entry.knownAt = latest.advanced(byMilliseconds: 1)
      // An entry for the very instant of the latest run is no fault: the run may have come just
      // before it.
      if stated < latest { backdated.append((entry, stated)) }
    }
    append(entry)
  }

  private mutating func append(_ entry: RewardEntry) {
    added.append(entry)
    entries[entry.subject, default: []].append(entry)
  }

  private func entries(_ kind: RewardEntry.Kind, of subject: String? = nil) -> [RewardEntry] {
    (entries[subject] ?? []).filter { $0.kind == kind }
  }

  private mutating func findVersion() {
    guard entries(.version).last?.version != configuration.texts else { return }
    var entry = RewardEntry(.version, of: name, at: asOf)
    entry.version = configuration.texts
    add(entry, known: configuration.known?.instant(in: calendar(of: nil)) ?? asOf)
  }

  /// Finds the rows of the operator's tables that were added or removed since the last run.
  ///
  /// - Parameter subjects: The known subjects. Rows about other subjects are not kept, so that a
  ///   forgotten subject stays forgotten.
  private mutating func findRows(of subjects: [String]) {
    let known = Set(subjects)
    let present = RewardRow.all(of: configuration).filter { subject, _, _ in
      subject.map(known.contains) ?? true
    }
    /// The number of times that the book has each row.
    var held: [SubjectRowKey: Int] = [:]
    for entry in entries.values.joined() where entry.kind == .row {
      guard let row = entry.row else { continue }
      held[SubjectRowKey(entry.subject, row), default: 0] += row.isGone ? -1 : 1
    }
    let new = present.filter { subject, row, _ in
      let key = SubjectRowKey(subject, row)
      guard held[key, default: 0] > 0 else { return true }
      held[key, default: 0] -= 1
      return false
    }
    // Removed rows come first: an edited row is in both lists.
    for (key, count) in held.sorted(by: { $0.key.row.text < $1.key.row.text }) where count > 0 {
      var entry = RewardEntry(.row, of: name, subject: key.subject, at: asOf)
      entry.row = key.row
      entry.row?.isGone = true
      add(entry, known: asOf)
    }
    for (subject, row, stated) in new {
      var entry = RewardEntry(.row, of: name, subject: subject, at: asOf)
      entry.row = row
      if row.table == .joined, let subject, !former.contains(subject),
        let beginning = entries(.version).first?.knownAt
      {
        // No run has published anything about the subject, so the row can change nothing.
        entry.knownAt = beginning
        append(entry)
      } else {
        add(entry, known: stated?.instant(in: calendar(of: subject)) ?? asOf)
      }
    }
  }

  /// Returns the calendar of a subject's latest time zone, or of the challenge's zone for an
  /// unknown subject.
  private func calendar(of subject: String?) -> DayCalendar {
    let known = subject.flatMap { entries(.figures, of: $0).last?.figures?.zone }
    return DayCalendar(zone: known ?? cohort.challenge.zone ?? .utc)
  }

  private mutating func findFigures(of subject: String) throws {
    let place = SubjectKey(challenge: cohort.challenge.id, subject: subject)
    guard let reading = try cohort.store.reading(of: place) else { return }
    let counting = reading.inputs.filter { !$0.isLeftOut }
    let own = entries(.figures, of: subject).compactMap(\.figures)
    let days = changedDays(reading.aggregates, since: own)
    // The key leaves the archives out: a new input is no new setting.
    let key = ReadingKey(reading.settings)?.apartFromArchives.text ?? reading.settings
    let settings = Digest(of: Array("\(daymarkVersion) \(Zone.dataVersion) \(key)".utf8))
    let last = own.last
    let digests = counting.map(\.digest).sorted()
    let new = counting.filter { !(last?.inputs.contains($0.digest) ?? false) }
    let isOther =
      last.map { $0.settings != settings || !Set($0.inputs).isSubset(of: digests) } ?? false
    let complete = reading.aggregates.completeThrough(reading)
    let zone = reading.aggregates.zone.zone
    guard !days.isEmpty || complete != last?.complete || zone != last?.zone else { return }
    // A change without a new input became known in this run.
    let received = new.map { inputs.instant($0, of: subject) ?? asOf }.max()
    var figures = RecordedFigures(
      zone: zone, settings: settings,
      basis: isOther ? asOf : last?.basis ?? Instant(milliseconds: 0),
      newest: newest(of: new, subject) ?? last?.newest ?? .ofNothing,
      // Figures are computed from all inputs of their time, so the end of the data never moves
      // back.
      dataEnd: max(
        reading.aggregates.dataEnd ?? Instant(milliseconds: 0),
        last?.dataEnd ?? Instant(milliseconds: 0)))
    (figures.inputs, figures.complete) = (digests, complete)
    figures.days = days
    var entry = RewardEntry(.figures, of: name, subject: subject, at: asOf)
    entry.figures = figures
    add(entry, known: isOther ? asOf : received ?? asOf)
  }

  /// Returns the days whose figures differ from the book's, in ascending order.
  ///
  /// A day that is gone has no figures.
  private func changedDays(
    _ aggregates: SubjectAggregates, since own: [RecordedFigures]
  ) -> [RecordedDay] {
    let texts = Dictionary(uniqueKeysWithValues: values.map { ($0, $0.definitionText) })
    let found = rewardFigures(of: values, on: aggregates, of: cohort.challenge, asOf: asOf)
    var known: [RecordedDay.Stretch: [String: RewardFigure]] = [:]
    for day in own.flatMap(\.days) { known[day.place] = day.figures }
    let changed = found.map { day, found in
      var recorded = RecordedDay(day, found.stretch)
      for (value, figure) in found.figures { recorded.figures[texts[value] ?? ""] = figure }
      return recorded
    }.filter { known[$0.place] ?? [:] != $0.figures }
    let gone = known.filter { found[$0.key.day] == nil && !$0.value.isEmpty }
    return (changed + gone.keys.map { RecordedDay($0.day, $0.interval) })
      .sorted { $0.day < $1.day }
  }

  /// Returns the digest of the input that became known last.
  private func newest(of inputs: [EvidenceInput], _ subject: String) -> Digest? {
    inputs.map { (self.inputs.instant($0, of: subject) ?? asOf, $0.digest) }
      .max { $0 < $1 }?.1
  }

  private mutating func findVerdict(on subject: String, _ source: VerdictSource) throws {
    guard let found = try source.verdict(on: subject) else { return }
    let last = entries(.verdict, of: subject).last {
      $0.verdict?.name == found.verdict.name
    }
    // A subject without data of the period has not taken part yet, and no subject has before the
    // period begins.
    if last == nil, !found.tookPart { return }
    if let last, let before = last.verdict {
      // A verdict that is not final changes nothing in the books except who has joined.
      let isSame =
        before.outcome == found.verdict.outcome && !before.isFinal
        && !found.verdict.isFinal
      if isSame || before == found.verdict { return }
    }
    var entry = RewardEntry(.verdict, of: name, subject: subject, at: asOf)
    entry.verdict = found.verdict
    let known = found.knownAt.flatMap { known in
      last.map { known > $0.knownAt } ?? true ? known : nil
    }
    add(entry, known: known ?? asOf)
  }

  /// Records how far a ledger has been published.
  ///
  /// - Throws: `books.rewritten` where the ledger does not begin with what an earlier run
  ///   published.
  mutating func note(_ books: RewardBooks) throws {
    guard !isForAnotherTime else { return }
    let told = entries(.ledger, of: books.subject).last?.ledger
    if let told {
      guard RecordedLedger(books.lines.prefix(told.lines)) == told else {
        throw DaymarkError(.booksRewritten, at: InputLocation(file: configuration.folder)) {
          $0.subject = books.subject
        }
      }
    }
    let now = RecordedLedger(books.lines[...])
    guard now.lines > told?.lines ?? 0 else { return }
    var entry = RewardEntry(.ledger, of: name, subject: books.subject, at: asOf)
    entry.ledger = now
    append(entry)
  }
}

extension RecordedLedger {
  fileprivate init(_ lines: ArraySlice<LedgerLine>) {
    self.init(lines: lines.count, digest: Digest(of: LedgerLine.bytes(of: lines)))
  }
}

/// A row of a table about a subject, as a key.
private struct SubjectRowKey: Hashable {
  var subject: String?
  var row: RewardRow

  init(_ subject: String?, _ row: RewardRow) {
    (self.subject, self.row) = (subject, row)
    self.row.isGone = false
  }
}

/// The verdicts of one challenge of a programme, or of one occurrence of it.
private struct VerdictSource {
  private let cohort: StoredCohort
  private let name: ChallengeOccurrence
  private let inputs: KnownInputs
  private let ranks: [String: Int]

  init(
    of challenge: String, as name: ChallengeOccurrence, beside path: String, book: Book
  ) throws {
    self.name = name
    cohort = try StoredCohort(at: path, challenge: challenge)
    inputs = try KnownInputs(of: cohort.challenge, in: book)
    guard cohort.rule.score != nil else {
      ranks = [:]
      return
    }
    let board = try storedLeaderboard(of: challenge, store: path).board
    ranks = board.standings.reduce(into: [:]) { $0[$1.entry.subject] = $1.rank }
  }

  struct Found {
    var verdict: RecordedVerdict
    /// The instant at which the verdict became known; `nil` where the book does not have it.
    var knownAt: Instant?
    /// Whether the subject has data of the period, or passed without any.
    var tookPart: Bool
  }

  /// Returns the verdict on a subject; `nil` where there is none.
  func verdict(on subject: String) throws -> Found? {
    let key = SubjectKey(challenge: cohort.challenge.id, subject: subject)
    guard let verdict = try cohort.store.lastVerdict(of: key)?.verdict,
      let digest = try cohort.store.outputs(of: key).digests[OutputFile.verdict.rawValue],
      let origin = try cohort.store.readingOrigin(of: key)
    else { return nil }
    let calendar = DayCalendar(zone: cohort.challenge.zone ?? .utc)
    let days = cohort.challenge.period.days(in: calendar)
    guard let from = days.first, let to = days.last else { return nil }
    var recorded = RecordedVerdict(
      name, from: from, to: to, outcome: verdict.outcome,
      isFinal: verdict.finality.isFinal, digest: digest)
    recorded.rank = ranks[subject]
    let known = origin.inputs.filter { !$0.isLeftOut }.map { inputs.instant($0, of: subject) }
    let latest = known.contains(nil) ? nil : known.compactMap(\.self).max()
    if let deadline = cohort.challenge.proofDeadline, let latest {
      recorded.lead = Int(deadline.milliseconds - latest.milliseconds)
    }
    var instants = [latest, inputs.closed(of: subject)].compactMap(\.self)
    // A person's decision replaces the verdict that it was made on.
    if let decided = try cohort.presentDecision(of: key), decided.holds {
      (recorded.outcome, recorded.isFinal) = (decided.decision.outcome, true)
      instants.append(decided.decision.at)
    }
    let hasData = verdict.explanation.leaves.contains { $0.days.contains { $0.value != nil } }
    let hasBegun = calendar.start(of: from) <= verdict.asOf
    return Found(
      verdict: recorded, knownAt: instants.max(),
      tookPart: recorded.outcome == .pass || hasData && hasBegun)
  }
}
