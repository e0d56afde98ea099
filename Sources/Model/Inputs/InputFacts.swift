/// The facts that reading an input gives, beside its records.
package struct InputFacts: Hashable, Sendable {
  /// The last component of the path by which the user named the input.
  package var name: String
  /// The name that messages and documents show, with any address left out.
  package var shownName: String
  /// The format of the whole input, such as ``FormatID/appleHealth``; `mixed` for several.
  package var format: FormatID
  /// SHA-256 of the archive; of a folder, of its sorted `sha256  relative/path` lines.
  package var digest: Digest
  /// Size of the archive, or of a folder's files together.
  package var bytes: Int64
  /// The path of the member that was read, where the input is an archive with one document.
  package var entry: String?
  /// The documents that were read, where the input has several, ascending by
  /// ``ReadDocument/firstByte``.
  package var documents: [ReadDocument] = []
  /// SHA-256 of the unpacked documents, by which copies are found; of a large document samples are
  /// hashed, of a small one all.
  ///
  /// Only documents that were read entirely and have enough figures to be unique are included.
  package var documentDigests: [Digest] = []
  /// The number of members without recorded data, by their content.
  package var unused: [UnusedContent: Int] = [:]
  /// The instant at which an Apple Health export says that it was made.
  package var exportDate: Instant?
  /// The offset from UTC that the export date states.
  ///
  /// - Units: seconds east of UTC.
  package var exportOffsetSeconds: Int?
  /// The offset from UTC that the earliest record states; of several at one instant the smallest.
  package var earliestOffset: StatedOffset?
  /// Occurrences of each zone name in the documents; see Semantics, "Time".
  package var zoneVotes: [String: Int] = [:]
  /// The meaning of the zones that ``zoneVotes`` name.
  package var zoneNaming = ZoneNaming.ofSubject
  /// The sources, in the order of their numbers in ``Record/source``; names as the file writes
  /// them.
  package var sources: [Source] = []
  /// The sources of a Health export that are apps, by number: they name no watch or phone, or state
  /// a version other than that of the named device's system.
  package var apps: Set<UInt16> = []
  /// The texts of unknown units, in the order of their numbers in ``RecordUnit/unknown(_:)``.
  package var unknownUnits: [String] = []
  /// The exercises, in the order of their numbers in ``LoggedSet/exercise``; names as the file
  /// writes them.
  package var exercises: [String] = []
  /// The result for each row of a workout log; `nil` for any other input.
  package var logRows: LogRows?
  /// The rows of workout logs that may be sets and could not be understood.
  package var unreadRows = UnreadRows()
  /// The days of sessions whose date, or its year, is taken from a file's name and can be checked
  /// by nothing else.
  package var daysFromNames: [CivilDay] = []
  /// The number of decoded records, day totals, sets, activities and track points, whether or not
  /// they count.
  package var recordCount = 0
  /// The times that damaged activity or monitoring files touch; see Semantics, "Incomplete days".
  package var damagedSpans: [Interval] = []
  /// The content that could hold figures and was not read.
  package var unread: [Opening] = []
  /// The findings of reading the input.
  package var findings: [Finding]
  /// The digest of the sound input that has everything that damage took from this one.
  package var healedBy: Digest?
  /// The parts of the input, which are read as if each had been handed in by itself: each Apple
  /// Health document, and everything else together.
  ///
  /// Empty for an input of one part.
  package private(set) var parts: [InputFacts] = []

  /// A document that was read, of an input with several.
  package struct ReadDocument: Hashable, Sendable {
    /// The path of the document in the archive or folder; empty for a plain file.
    package var entry: String
    package var format: FormatID
    /// The number that is added to offsets in this document, so that ``Record/byte`` identifies the
    /// document, too.
    package var firstByte: Int

    package init(entry: String, format: FormatID, firstByte: Int) {
      self.entry = entry
      self.format = format
      self.firstByte = firstByte
    }
  }

  /// An offset from UTC that a record states.
  package struct StatedOffset: Hashable, Sendable {
    /// The instant at which the offset applied.
    package var at: Instant
    /// Seconds east of UTC.
    package var seconds: Int

    package init(at: Instant, seconds: Int) {
      self.at = at
      self.seconds = seconds
    }
  }

  package init(
    name: String, shownName: String? = nil, format: FormatID, digest: Digest, bytes: Int64,
    findings: [Finding] = []
  ) {
    (self.name, self.shownName) = (name, shownName ?? name)
    self.format = format
    self.digest = digest
    self.bytes = bytes
    self.findings = findings
  }

  /// Joins the facts of parts into those of the whole input; a single part is returned as it is.
  package init(of parts: [InputFacts]) {
    self = parts[0]
    guard parts.count > 1 else { return }
    self.parts = parts
    format = Set(parts.map(\.format)).count == 1 ? format : .mixed
    entry = nil
    documents = []
    var firstByte = 0
    for part in parts {
      let own =
        part.documents.isEmpty
        ? [ReadDocument(entry: part.entry ?? "", format: part.format, firstByte: 0)]
        : part.documents
      documents += own.map {
        ReadDocument(entry: $0.entry, format: $0.format, firstByte: firstByte + $0.firstByte)
      }
      // The bytes of each part are set apart by more than any part's length.
      firstByte += 1 << 50
    }
    documentDigests = parts.flatMap(\.documentDigests)
    unused = parts.reduce(into: [:]) { $0.merge($1.unused, uniquingKeysWith: +) }
    // An input with a late export is late as a whole.
    exportDate = parts.compactMap(\.exportDate).max()
    sources = parts.flatMap(\.sources)
    logRows = parts.compactMap(\.logRows).reduce(nil) { sum, rows in
      LogRows(
        sets: (sum?.sets ?? 0) + rows.sets,
        skipped: rows.skipped.merging(sum?.skipped ?? [:], uniquingKeysWith: +))
    }
    daysFromNames = parts.flatMap(\.daysFromNames)
    recordCount = parts.reduce(0) { $0 + $1.recordCount }
    damagedSpans = parts.flatMap(\.damagedSpans)
    unread = parts.flatMap(\.unread)
    findings = parts.flatMap(\.findings)
  }

  /// The parts, or the input itself where it has none.
  package var eachPart: [InputFacts] { parts.isEmpty ? [self] : parts }

  /// The export date, if it is not later than the clock of the run allows; see Semantics,
  /// "Incomplete days".
  ///
  /// - Parameter asOf: The instant of the run, from which clocks may differ by a day.
  /// - Returns: `nil` without an export date, or with a later one.
  package func believedExportDate(asOf: Instant) -> Instant? {
    exportDate.flatMap { $0 <= Record.latestEnd(knownAt: asOf) ? $0 : nil }
  }

  /// The codes of findings that make days incomplete, ascending.
  package var damage: [FindingCode] {
    Set(findings.map(\.code).filter { $0.incompleteDays != .none }).sorted()
  }

  /// Marks the input's damage as healed by another input, which has everything that was lost.
  package mutating func heal(by input: Digest) {
    healedBy = input
    damagedSpans = []
    for index in findings.indices where findings[index].code.incompleteDays != .none {
      let code = findings[index].code
      findings[index].code = .inputHealed
      findings[index].facts = Finding.Facts { ($0.finding, $0.sha256) = (code, input) }
    }
  }

  /// Whether nothing of the input is lost; data that an operator accepted as lost makes this false,
  /// too.
  package var isSound: Bool {
    damage.isEmpty && !findings.contains { $0.code == .inputSetAside }
  }

  /// The limits that the input or a part of it exceeds, with the value of each.
  package var passedLimits: [ReadLimit: Int] {
    let limits = findings.compactMap { finding in
      finding.facts.limit.flatMap { limit in finding.facts.most.map { (limit, $0) } }
    }
    return Dictionary(limits, uniquingKeysWith: min)
  }

  /// Whether data of any day may be missing.
  package var isDamaged: Bool { findings.contains { $0.code.incompleteDays == .every } }

  /// A place in this input.
  ///
  /// - Parameters:
  ///   - line: A line as in ``Record/line``.
  ///   - byte: An offset as in ``Record/byte``.
  /// - Returns: The place in the document that the byte stands in.
  package func location(line: Int? = nil, byte: Int? = nil) -> InputLocation {
    let line = line == 0 ? nil : line
    guard let byte, !documents.isEmpty else {
      return InputLocation(file: name, entry: entry, line: line, byte: byte)
    }
    let document = documents[document(ofByte: byte)]
    return InputLocation(
      file: name, entry: document.entry, line: line, byte: byte - document.firstByte)
  }

  /// Index of the document that an item belongs to; 0 for an input that is one document.
  ///
  /// - Parameter byte: An offset as in ``Record/byte``.
  /// - Returns: A position in ``documents``.
  package func document(ofByte byte: Int) -> Int {
    var (low, high) = (0, documents.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if documents[middle].firstByte <= byte { low = middle } else { high = middle }
    }
    return low
  }
}

/// The time zones that the documents of a format name: the subject's own, or those of single
/// records; see Semantics, "Time".
package enum ZoneNaming: String, CaseIterable, Hashable, Sendable {
  /// The subject's own zone.
  case ofSubject
  /// The zone in which each record was made. The subject's zone is one of them, and it agrees with
  /// the offset of the export date.
  case ofRecords
}
