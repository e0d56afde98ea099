/// The facts of one input that reading it gives, beside its records.
package struct InputFacts: Hashable, Sendable {
  /// The input as the user named it: its last path component.
  package var name: String
  /// The name in messages and documents, which holds no address.
  package var shownName: String
  /// The format of the whole input, such as ``FormatID/appleHealth``; `mixed` for several.
  package var format: FormatID
  /// SHA-256 of the archive; of a folder, of its sorted `sha256  relative/path` lines.
  package var digest: Digest
  /// Size of the archive, or of a folder's files together.
  package var bytes: Int64
  /// The member that was read, of an input that is one document.
  package var entry: String?
  /// The documents that were read of an input with many, ascending by ``ReadDocument/firstByte``.
  package var documents: [ReadDocument] = []
  /// Fingerprints of the documents that were read whole, unpacked, of those with enough figures to be told
  /// from anybody else's: SHA-256 of all of a small one, and of samples of a large one.
  package var documentDigests: [Digest] = []
  /// Members that are of no use here, by what they hold instead of a recording.
  package var unused: [UnusedContent: Int] = [:]
  /// The instant at which an Apple Health export says that it was made.
  package var exportDate: Instant?
  /// - Units: seconds east of UTC, as the export date states.
  package var exportOffsetSeconds: Int?
  /// The offset that the earliest record states; of several at one instant the smallest.
  package var earliestOffset: StatedOffset?
  /// Occurrences of each zone name in the documents; see Semantics, "Time".
  package var zoneVotes: [String: Int] = [:]
  /// The zones that ``zoneVotes`` name.
  package var zoneNaming = ZoneNaming.ofSubject
  /// Sources by ``Record/source``, names as written.
  package var sources: [Source] = []
  /// The numbers of those sources of a Health export that are apps: they name no watch and no phone, or state a version
  /// that is not that of the software of the one that they name.
  package var apps: Set<UInt16> = []
  /// Unit texts by ``RecordUnit/unknown(_:)``.
  package var unknownUnits: [String] = []
  /// Exercises by ``LoggedSet/exercise``, names as written.
  package var exercises: [String] = []
  /// What became of each row of a workout log; `nil` of any other input.
  package var logRows: LogRows?
  /// Days of sessions whose date, or its year, only a file's name says: taken on trust.
  package var daysFromNames: [CivilDay] = []
  /// Records, day totals, sets, activities and track points decoded, whatever became of them.
  package var recordCount = 0
  /// Times that a damaged activity or monitoring file touches; see Semantics, "Incomplete days".
  package var damagedSpans: [Interval] = []
  /// What of it could hold figures and was not read.
  package var unread: [Opening] = []
  /// The findings of reading the input.
  package var findings: [Finding]
  /// The input that has whole what damage took of this one.
  package var healedBy: Digest?
  /// The parts that are read as if each were handed in by itself: each Apple Health document, and all else together;
  /// empty of an input that is one part.
  package private(set) var parts: [InputFacts] = []

  /// A document that was read of an input with several.
  package struct ReadDocument: Hashable, Sendable {
    /// The path of the member; empty for a plain file.
    package var entry: String
    /// The format of the document.
    package var format: FormatID
    /// Number that is added to offsets in it, so that ``Record/byte`` tells the document, too.
    package var firstByte: Int

    package init(entry: String, format: FormatID, firstByte: Int) {
      self.entry = entry
      self.format = format
      self.firstByte = firstByte
    }
  }

  /// An offset from UTC that a record states, and when.
  package struct StatedOffset: Hashable, Sendable {
    /// The instant at which the clock was compared.
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

  /// The facts of an input that has parts; itself where it has one.
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
      // No offset in a part is as large.
      firstByte += 1 << 50
    }
    documentDigests = parts.flatMap(\.documentDigests)
    unused = parts.reduce(into: [:]) { $0.merge($1.unused, uniquingKeysWith: +) }
    // An input that holds a late export came late itself.
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

  /// The export date, if the document can have been made by then; see Semantics, "Incomplete days".
  ///
  /// - Parameter asOf: The instant of the run; clocks differ by a day at most.
  /// - Returns: `nil` without an export date, or with one that is later.
  package func believedExportDate(asOf: Instant) -> Instant? {
    exportDate.flatMap { $0 <= Record.latestEnd(knownAt: asOf) ? $0 : nil }
  }

  /// The codes that make days incomplete, ascending.
  package var damage: [FindingCode] {
    Set(findings.map(\.code).filter { $0.incompleteDays != .none }).sorted()
  }

  /// Takes damage as healed by another input: what it took stands there.
  package mutating func heal(by input: Digest) {
    healedBy = input
    damagedSpans = []
    for index in findings.indices where findings[index].code.incompleteDays != .none {
      let code = findings[index].code
      findings[index].code = .inputHealed
      findings[index].facts = Finding.Facts { ($0.finding, $0.sha256) = (code, input) }
    }
  }

  /// Whether nothing of it is lost, not even with the operator's consent.
  package var isSound: Bool {
    damage.isEmpty && !findings.contains { $0.code == .inputSetAside }
  }

  /// The limits that refused the input or a part of it, with what each allows.
  package var passedLimits: [ReadLimit: Int] {
    let limits = findings.compactMap { finding in
      finding.facts.limit.flatMap { limit in finding.facts.most.map { (limit, $0) } }
    }
    return Dictionary(limits, uniquingKeysWith: min)
  }

  /// Whether anything of any day may be missing.
  package var isDamaged: Bool { findings.contains { $0.code.incompleteDays == .every } }

  /// A place in this input.
  ///
  /// - Parameters:
  ///   - line: As in ``Record/line``.
  ///   - byte: As in ``Record/byte``.
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

  /// Index of the document that an item stands in, `0` for an input that is one document.
  ///
  /// - Parameter byte: As in ``Record/byte``.
  /// - Returns: A position in `documents`.
  package func document(ofByte byte: Int) -> Int {
    var (low, high) = (0, documents.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if documents[middle].firstByte <= byte { low = middle } else { high = middle }
    }
    return low
  }
}

/// The zones that a format's documents name; see Semantics, "Time".
package enum ZoneNaming: String, CaseIterable, Hashable, Sendable {
  /// The subject's own.
  case ofSubject
  /// The zone that each record was made in: the subject's is among them, and agrees with the offset of
  /// the export date.
  case ofRecords
}
