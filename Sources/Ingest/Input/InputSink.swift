import DaymarkModel

/// The receiver of one input's records and findings, which formats send to it for all documents.
struct InputSink {
  var facts: InputFacts
  let options: ReadOptions
  /// The shared limits of the subject's inputs.
  let budget: ReadBudget
  /// The provider of the account export that the documents lie in.
  var accountProvider: Provider?
  /// The data that formats keep from earlier documents.
  var earlier = EarlierDocuments()

  private let tellProgress: (Int64) -> Void
  private let give: (RecordBatch) throws -> Void
  /// The number that is added to offsets in the present document.
  private var firstByte = 0
  /// The number that is added to positions in the present archive, to give positions in the input.
  private var bytesDone: Int64 = 0
  private var isActivityFile = false
  /// The time from the earliest to the latest record of an activity file.
  private var span: Interval?
  /// Whether the document contains no recording.
  private var isSkipped = false
  /// The codes of the findings in the document.
  private var codes: Set<FindingCode> = []
  /// The number of the document's figures other than zero, up to a limit.
  private var figures = 0
  /// Whether a number replaces the name of the document, which is not shown.
  private var isNumbered = false
  private var sourceNumbers: [Source: UInt16] = [:]
  private var unitNumbers: [String: UInt16] = [:]
  /// For each exercise by its name, its number in ``InputFacts/exercises``.
  var exerciseNumbers: [String: UInt16] = [:]

  init(
    facts: InputFacts, options: ReadOptions, budget: ReadBudget? = nil,
    progress: @escaping (Int64) -> Void, receive: @escaping (RecordBatch) throws -> Void
  ) {
    self.facts = facts
    self.options = options
    self.budget = budget ?? ReadBudget(options)
    tellProgress = progress
    give = receive
  }

  // MARK: Documents

  /// Begins a document of an input.
  mutating func begin(_ format: any InputFormat.Type) { isActivityFile = format.isActivityFile }

  /// Sets the name of a document in an input with several.
  ///
  /// - Parameters:
  ///   - isNumbered: Whether a number replaces its name.
  ///   - format: The id of the format.
  ///   - firstByte: A number greater than all offsets in earlier documents.
  ///   - bytesDone: The bytes of the input read before, without those of the present archive.
  mutating func begin(
    entry: String, isNumbered: Bool = false, format: FormatID, firstByte: Int,
    bytesDone: Int64 = 0
  ) {
    (self.firstByte, self.bytesDone, span, codes) = (firstByte, bytesDone, nil, [])
    (self.isNumbered, figures, isSkipped) = (isNumbered, 0, false)
    facts.documents.append(.init(entry: entry, format: format, firstByte: firstByte))
  }

  /// Ends a document.
  ///
  /// For an activity file, this records the time that damage affects.
  ///
  /// - Parameters:
  ///   - document: The document, read to its end, where damage of the archive member is known.
  ///   - error: The error that ended the format's reading.
  mutating func end(_ document: borrowing ArchiveReader, error: DaymarkError? = nil) {
    let known = facts.documents.isEmpty ? Set(facts.damage) : codes
    if let damage = document.damage {
      let code = isActivityFile ? damage.ofActivityFile : damage
      let damageFacts = document.damageFacts
      if !known.contains(code) { find(code) { $0 = damageFacts } }
      if damage == .archiveMethod { forgetEnd() }
    }
    if let error {
      codes.insert(error.finding.code)
      facts.findings.count(error.finding)
    }
    if let digest = document.digest {
      addDigest(digest, isWhole: document.damage == nil && error == nil)
    }
    if !document.hasChecksum, codes.contains(where: \.wantsChecksum) { find(.textUnvouched) }
    if isActivityFile, codes.contains(where: { $0.incompleteDays == .touched }) { addDamagedSpan() }
  }

  /// Adds the time that the damage of an activity file affects.
  private mutating func addDamagedSpan() {
    if let span { facts.damagedSpans.append(span) }
    // The lost data of a file with several days may belong to any other day.
    let isOfOneTime = span.map { $0.duration <= Self.longestOfOneFile } ?? isSkipped
    let saysSo = codes.contains { $0.incompleteDays == .every }
    if !isOfOneTime, !saysSo { find(.activityUndated) }
  }

  /// Two days, in milliseconds.
  ///
  /// Recordings are seldom longer, but files with a whole history are.
  private static let longestOfOneFile: Int64 = 2 * 86_400_000

  /// Adds the digest of the document, by which copies are found.
  ///
  /// A document whose name is not shown is named by it.
  private mutating func addDigest(_ digest: Digest, isWhole: Bool) {
    if isWhole, figures >= Self.enoughFigures { facts.documentDigests.append(digest) }
    guard isNumbered, let last = facts.documents.indices.last else { return }
    let entry = facts.documents[last].entry
    let named = "\(entry) (\(digest.hex.prefix(8)))"
    facts.documents[last].entry = named
    for index in facts.findings.indices where facts.findings[index].location?.entry == entry {
      facts.findings[index].location?.entry = named
    }
  }

  /// The number of figures above which two people's documents are not equal by chance.
  ///
  /// Documents of a day without activity may be.
  private static let enoughFigures = 10

  /// Removes the finding of a premature end from a document of which nothing could be decompressed.
  private mutating func forgetEnd() {
    let ends: Set<FindingCode> = [.xmlTruncated, .jsonTruncated, .csvTruncated, .activityTruncated]
    let entry = place().entry
    facts.findings.removeAll { ends.contains($0.code) && $0.location?.entry == entry }
  }

  /// Counts a document without recordings.
  ///
  /// An account export has many such files, which are only counted there. A person who hands in
  /// nothing else is told the reason.
  ///
  /// - Parameter content: The content that it has instead.
  mutating func skip(_ content: UnusedContent) {
    facts.unused[content, default: 0] += 1
    isSkipped = true
    if facts.documents.isEmpty { find(.activitySkipped) { $0.content = content } }
  }

  /// Reports the number of the archive's bytes that were read.
  func progress(_ position: Int64) { tellProgress(min(facts.bytes, bytesDone + position)) }

  // MARK: Data that was read

  /// Sends a batch, whose offsets are in the present document.
  mutating func send(_ batch: RecordBatch) throws {
    try budget.spend(batch, at: place())
    facts.recordCount += batch.count
    if figures < Self.enoughFigures { figures += batch.figureCount }
    if isActivityFile { addTimes(of: batch) }
    guard firstByte > 0 else { return try give(batch) }
    var batch = batch
    for index in batch.records.indices { batch.records[index].byte += firstByte }
    for index in batch.activities.indices { batch.activities[index].byte += firstByte }
    for index in batch.totals.indices { batch.totals[index].byte += firstByte }
    for index in batch.sets.indices { batch.sets[index].byte += firstByte }
    try give(batch)
  }

  /// Sends an activity.
  mutating func send(_ activity: ActivityRecord, clock: RecordClock = .absolute) throws {
    try send(RecordBatch(clock: clock, activities: [activity]))
  }

  /// Adds the times of an activity file, and the start of its first activity.
  private mutating func addTimes(of batch: RecordBatch) {
    let entry = facts.documents.last?.entry
    for activity in batch.activities {
      if let entry, let start = activity.start.instant, earlier.activityStarts[entry] == nil {
        earlier.activityStarts[entry] = start
      }
      extendSpan(activity.start.instant, activity.end.instant)
      extendSpan(activity.track.first?.at, activity.track.last?.at)
    }
    for record in batch.records { extendSpan(record.start.instant, record.end.instant) }
    for total in batch.totals {
      guard let day = total.day else { continue }
      extendSpan(Instant(withinDay: day), Instant(withinDay: day))
    }
  }

  private mutating func extendSpan(_ start: Instant?, _ end: Instant?) {
    for instant in [start, end] {
      guard let instant else { continue }
      // The interval is half-open, so that an instant has a length.
      let next = Instant(milliseconds: instant.milliseconds &+ 1)
      let known = span ?? Interval(instant, next)
      span = Interval(min(known.start, instant), max(known.end, next))
    }
  }

  /// Returns the number of a source.
  ///
  /// - Throws: `archive.limit` where there are more than genuine inputs have.
  mutating func source(_ source: Source) throws -> UInt16 {
    if let known = sourceNumbers[source] { return known }
    try budget.spend(1, of: .names, at: place())
    let number = UInt16(facts.sources.count)
    facts.sources.append(source)
    sourceNumbers[source] = number
    return number
  }

  /// Returns the unit of a symbol in the file.
  ///
  /// - Throws: `archive.limit` where there are more unknown ones than genuine inputs have.
  mutating func unit(_ symbol: String) throws -> RecordUnit {
    if let known = Unit(rawValue: symbol) { return .known(known) }
    if let number = unitNumbers[symbol] { return .unknown(number) }
    try DaymarkError.check(
      symbol.utf8.count, .nameBytes, options.limits.nameBytes, at: place())
    try budget.spend(1, of: .names, at: place())
    let number = UInt16(facts.unknownUnits.count)
    facts.unknownUnits.append(symbol)
    unitNumbers[symbol] = number
    return .unknown(number)
  }

  /// Adds an offset from UTC that the file states; see Semantics, "Time".
  mutating func addOffset(seconds offsetSeconds: Int, at instant: Instant) {
    let known = facts.earliestOffset.map { ($0.at, $0.seconds) }
    guard known.map({ (instant, offsetSeconds) < $0 }) ?? true else { return }
    facts.earliestOffset = .init(at: instant, seconds: offsetSeconds)
  }

  // MARK: Findings

  /// Returns a place in the present document.
  func place(line: Int? = nil, byte: Int? = nil) -> InputLocation {
    var place = InputLocation(file: facts.shownName, entry: facts.entry, line: line, byte: byte)
    if let document = facts.documents.last { place.entry = document.entry }
    return place
  }

  /// Adds a finding at a place in the present document.
  mutating func find(
    _ code: FindingCode, line: Int? = nil, byte: Int? = nil, count: Int = 1,
    _ fill: (inout Finding.Facts) -> Void = { _ in }
  ) {
    codes.insert(code)
    facts.findings.count(Finding(code, at: place(line: line, byte: byte), count: count, fill))
  }

  /// Adds findings that already have their places.
  mutating func find(_ findings: [Finding]) {
    codes.formUnion(findings.map(\.code))
    for finding in findings { facts.findings.count(finding) }
  }
}

extension Instant {
  /// Makes an instant of a day for an unknown zone.
  ///
  /// It has the same date from UTC-10 to UTC+13.
  init(withinDay day: CivilDay) {
    self.init(seconds: Int64(day.ordinal) * 86_400 + 10 * 3600 + 1800)
  }
}

/// The data of an input's documents that documents of later turns need.
struct EarlierDocuments {
  /// The start of the first activity of each activity file, by entry.
  var activityStarts: [String: Instant] = [:]
  private var notes: [ObjectIdentifier: any DocumentNotes] = [:]

  /// Returns the notes that a format keeps between documents of the input.
  ///
  /// They are empty at first.
  mutating func notes<Notes: DocumentNotes>(_ type: Notes.Type) -> Notes {
    if let known = notes[ObjectIdentifier(type)] as? Notes { return known }
    let new = Notes()
    notes[ObjectIdentifier(type)] = new
    return new
  }
}

/// Notes of one format on the documents of an input.
protocol DocumentNotes: AnyObject {
  init()
}

extension RecordBatch {
  /// The number of figures other than zero: values of records and days, and points of tracks.
  var figureCount: Int {
    records.count { $0.value.isMoreThanNothing }
      + totals.count { $0.figure.isMoreThanNothing }
      + activities.reduce(0) { $0 + $1.track.count }
  }
}

extension DayFigure<WrittenAmount> {
  var isMoreThanNothing: Bool {
    switch self {
    case .sum(let amount): amount.value.isMoreThanNothing
    case .heartRate(let minimum, let maximum, let average):
      [minimum, maximum, average].contains { $0?.value.isMoreThanNothing == true }
    }
  }
}

extension DecimalNumber? {
  fileprivate var isMoreThanNothing: Bool { map { $0.coefficient != 0 } == true }
}
