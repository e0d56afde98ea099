import DaymarkModel

/// The reading of one input, over all of its documents: what formats give their findings and records
/// to.
struct InputReading {
  var facts: InputFacts
  let options: ReadOptions
  /// The provider of the account export that the documents lie in.
  var accountProvider: String?
  /// What documents of a later turn want to know of those before.
  var earlier = EarlierDocuments()

  private let tellProgress: (Int64) -> Void
  private let give: (RecordBatch) throws -> Void
  /// What is added to offsets in the document that is being read.
  private var firstByte = 0
  private var sourceNumbers: [Source: UInt16] = [:]
  private var unitNumbers: [String: UInt16] = [:]

  init(
    facts: InputFacts, options: ReadOptions, progress: @escaping (Int64) -> Void,
    receive: @escaping (RecordBatch) throws -> Void
  ) {
    self.facts = facts
    self.options = options
    tellProgress = progress
    give = receive
  }

  // MARK: Documents

  /// Begins a document of an input that has several.
  ///
  /// - Parameter firstByte: More than the offset of anything in the documents before.
  mutating func begin(entry: String, format: String, firstByte: Int) {
    self.firstByte = firstByte
    facts.documents.append(.init(entry: entry, format: format, firstByte: firstByte))
  }

  /// Notes that a document holds nothing that was recorded.
  ///
  /// An account export is full of such files, and they are only counted there; somebody who hands
  /// in nothing else is told why it gives nothing.
  ///
  /// - Parameter reason: What it is instead: `settings`, `course`, `plannedWorkout`.
  mutating func skip(_ reason: String) {
    facts.unused[reason, default: 0] += 1
    if facts.documents.isEmpty { find(.activitySkipped, facts: ["reason": reason]) }
  }

  /// Tells the bytes of the archive read so far.
  func progress(_ position: Int64) { tellProgress(position) }

  // MARK: What was read

  /// Gives away a batch, whose offsets are those of the document that is being read.
  mutating func send(_ batch: RecordBatch) throws {
    facts.recordCount += batch.count
    guard firstByte > 0 else { return try give(batch) }
    var batch = batch
    for index in batch.records.indices { batch.records[index].byte += firstByte }
    for index in batch.activities.indices { batch.activities[index].byte += firstByte }
    for index in batch.totals.indices { batch.totals[index].byte += firstByte }
    try give(batch)
  }

  /// The number of a source.
  ///
  /// - Throws: `archive.limit` when there are more than genuine inputs have.
  mutating func source(_ source: Source) throws -> UInt16 {
    if let known = sourceNumbers[source] { return known }
    let limit = min(options.limits.names, Int(UInt16.max))
    guard facts.sources.count < limit else {
      throw DaymarkError(.archiveLimit, at: place(), limit: "names", limit)
    }
    let number = UInt16(facts.sources.count)
    facts.sources.append(source)
    sourceNumbers[source] = number
    return number
  }

  /// The unit of a symbol as the file writes it.
  ///
  /// - Throws: `archive.limit` when there are more unknown ones than genuine inputs have.
  mutating func unit(_ symbol: String) throws -> RecordUnit {
    if let known = Unit(rawValue: symbol) { return .known(known) }
    if let number = unitNumbers[symbol] { return .unknown(number) }
    let limit = min(options.limits.names, Int(UInt16.max))
    guard facts.unknownUnits.count < limit, symbol.utf8.count <= options.limits.nameBytes else {
      throw DaymarkError(.archiveLimit, at: place(), limit: "names", limit)
    }
    let number = UInt16(facts.unknownUnits.count)
    facts.unknownUnits.append(symbol)
    unitNumbers[symbol] = number
    return .unknown(number)
  }

  /// Notes that the file states how far its clock is from UTC; see semantics, section 2.
  mutating func note(offsetSeconds: Int, at instant: Instant) {
    let known = facts.earliestOffset.map { ($0.at, $0.seconds) }
    guard known.map({ (instant, offsetSeconds) < $0 }) ?? true else { return }
    facts.earliestOffset = .init(at: instant, seconds: offsetSeconds)
  }

  // MARK: Findings

  /// A place in the document that is being read.
  func place(line: Int? = nil, byte: Int? = nil) -> InputLocation {
    var place = InputLocation(file: facts.name, entry: facts.entry, line: line, byte: byte)
    if let document = facts.documents.last { place.entry = document.entry }
    return place
  }

  /// Adds a finding at a place in the document that is being read.
  mutating func find(
    _ code: FindingCode, line: Int? = nil, byte: Int? = nil, count: Int = 1,
    facts details: [String: String] = [:]
  ) {
    facts.findings.count(
      Finding(code, at: place(line: line, byte: byte), count: count, facts: details))
  }
}

/// What documents of a later turn want to know of those before.
struct EarlierDocuments {
  /// By entry: when the first activity of an activity file starts.
  var activityStarts: [String: Instant] = [:]
}
