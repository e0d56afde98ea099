package import DaymarkModel
import DaymarkWork
import Foundation

/// Reads one input: an archive (zip, zip64), a compressed (gz) or plain file, or a folder.
///
/// An archive or folder is all documents in it that a format recognises by their content. Each Apple Health document in
/// it is a part, read as if it were handed in by itself, and all others together are one. They are streamed; only an
/// archive in an archive is unpacked to disk.
///
/// - Parameters:
///   - path: The file or folder.
///   - number: Its place among the subject's, from 1, by which messages tell it if its name may hold an address.
///   - identity: The input's, if it is known; otherwise every byte is read once more for it.
///   - options: The limits on hostile inputs, and how much is read at once.
///   - budget: What the subject's inputs share of the limits; the input's own when `nil`.
///   - progress: Told now and then the bytes of the archive read so far.
///   - receive: Given the records, batch by batch, in the order of the document; of a large input while more is
///     read on another thread.
/// - Returns: What is known of the input beside its records. Damage that did not stop the reading is
///   among its findings.
/// - Throws: `DaymarkError` when nothing can be read (`file.missing`, `file.unreadable`,
///   `archive.truncated` for an empty file, `archive.unreadable`, `archive.encrypted`,
///   `archive.unrecognised`, `file.unwritable` for an archive in an archive) or the input is refused
///   (`archive.unsafe_path`, `archive.limit`, `xml.entities`, `xml.limit`); what `receive` throws.
package func readInput(
  at path: String, number: Int = 1, identity: InputIdentity? = nil,
  options: ReadOptions = ReadOptions(), budget: ReadBudget? = nil,
  progress: (Int64) -> Void = { _ in }, receive: (RecordBatch) throws -> Void
) throws -> InputFacts {
  let budget = budget ?? ReadBudget(options)
  let identity = try identity ?? InputIdentity(ofInputAt: path, in: options.files)
  budget.begin(inputOf: identity.bytes)
  let read: InputRead = { progress, receive in
    try readInput(at: path, number, identity, options, budget, progress, receive)
  }
  // A thread costs more than to read a small input.
  let isLarge = budget.largeBytes.map { identity.bytes >= $0 } ?? false
  return isLarge && WorkThread.coreCount > 1
    ? try readOnThread(progress: progress, receive: receive, read: read)
    : try read(progress, receive)
}

private func readInput(
  at path: String, _ number: Int, _ identity: InputIdentity, _ options: ReadOptions,
  _ budget: ReadBudget,
  _ progress: (Int64) -> Void, _ receive: (RecordBatch) throws -> Void
) throws -> InputFacts {
  let container = try InputContainer(path: path, number: number, budget: budget)
  let facts = InputFacts(
    name: container.name, shownName: container.shownName, format: "", digest: identity.digest,
    bytes: identity.bytes)
  return try withoutActuallyEscaping(progress) { progress in
    try withoutActuallyEscaping(receive) { receive in
      var furthest: Int64 = 0
      let parts = try container.read { part in
        InputSink(
          facts: facts, options: options, budget: budget,
          progress: { position in
            // A part may lie before the one that was read before it.
            furthest = max(furthest, position)
            progress(furthest)
          },
          receive: { batch in
            var batch = batch
            batch.part = part
            try receive(batch)
          })
      }
      return InputFacts(of: parts.map(\.namingUnread))
    }
  }
}

extension InputFacts {
  /// The facts in which what was not read says of which input it is.
  fileprivate var namingUnread: InputFacts {
    var facts = self
    for index in facts.unread.indices { facts.unread[index].input = digest }
    return facts
  }
}

extension InputContainer {
  /// Reads the parts of the input.
  ///
  /// - Parameter makeSink: Makes the sink of a part, by its number.
  fileprivate func read(_ makeSink: (Int) -> InputSink) throws -> [InputFacts] {
    guard case .members(let archive) = kind else {
      var sink = makeSink(0)
      try readSingle(into: &sink)
      return [sink.facts]
    }
    let listing = try RecognisedDocuments(of: archive, budget)
    var parts: [InputFacts] = []
    for (archive, document) in listing.wholes {
      var sink = makeSink(parts.count)
      do {
        try read(document, of: archive, into: &sink)
      } catch let error as DaymarkError
        where !error.isOfWholeInput && (listing.wholes.count > 1 || listing.hasOthers)
      {
        // What else was handed in counts all the same.
        sink.facts.findings.count(error.finding)
      }
      if parts.isEmpty, !listing.hasOthers {
        sink.facts.findings += listing.findings
        sink.facts.unused = listing.unused
        sink.facts.unread = listing.unread
      }
      parts.append(sink.facts)
    }
    if listing.hasOthers {
      var sink = makeSink(parts.count)
      try sink.read(listing)
      parts.append(sink.facts)
    }
    return parts
  }

  private func readSingle(into sink: inout InputSink) throws {
    let choice = try chooseSingle()
    sink.begin(choice)
    guard choice.index != nil else { return }
    var document = try openSingle()
    document.beginDocument()
    try choice.format.read(&document, into: &sink)
    try document.finish()
    sink.end(document)
  }

  private func read(
    _ choice: DocumentChoice, of archive: MemberArchive, into sink: inout InputSink
  ) throws {
    sink.begin(choice)
    guard let chosen = choice.index else { return }
    var isRead = false
    _ = try archive.walk(
      through: chosen, wanting: { index, _ in index == chosen },
      read: { _, _, document in
        isRead = true
        document.beginDocument()
        try choice.format.read(&document, into: &sink)
        try document.finish()
        sink.end(document)
      })
    if !isRead { throw DaymarkError(.archiveUnreadable, at: sink.place()) }
  }
}

extension InputSink {
  fileprivate mutating func begin(_ choice: DocumentChoice) {
    facts.format = choice.format.id
    facts.zoneNaming = choice.format.zoneNaming
    facts.entry = choice.entry
    facts.findings = choice.findings
    accountProvider = choice.format.accountProvider
    begin(choice.format)
  }

  /// Reads the documents of an input, turn by turn.
  ///
  /// - Throws: `DaymarkError` when the input is refused as a whole; what `receive` throws. What is
  ///   wrong with one document is a finding.
  fileprivate mutating func read(_ listing: RecognisedDocuments) throws {
    facts.format = listing.format
    facts.findings = listing.findings
    facts.unused = listing.unused
    facts.unread = listing.unread
    accountProvider = listing.accountProvider
    var done = DocumentsDone()
    for turn in DocumentTurn.allCases {
      for archive in listing.archives {
        let documents = archive.documents.filter { $0.value.turn == turn }
        guard let last = documents.keys.max() else { continue }
        _ = try archive.members.walk(
          through: last, wanting: { index, _ in documents[index] != nil },
          read: { index, path, document in
            guard let format = documents[index] else { return }
            let entry = archive.members.entry(of: path, at: index)
            let isNumbered = !options.limits.showsNames && MemberPath(path).mayHoldAddress
            try read(&document, entry: entry, isNumbered: isNumbered, format, &done)
          })
      }
    }
  }

  private mutating func read(
    _ document: inout ArchiveReader, entry: String, isNumbered: Bool,
    _ format: any InputFormat.Type, _ done: inout DocumentsDone
  ) throws {
    let start = document.memberStart
    begin(format)
    begin(
      entry: entry, isNumbered: isNumbered, format: format.id, firstByte: Int(done.documentBytes),
      bytesDone: done.archiveBytes - start)
    document.beginDocument()
    do {
      try format.read(&document, into: &self)
      try document.finish()
      end(document)
    } catch let error as DaymarkError where !error.isOfWholeInput {
      end(document, error: error)
    }
    done.documentBytes += document.bytesRead + 1
    done.archiveBytes += max(0, document.position - start)
    progress(document.position)
  }
}

/// The progress of reading an input's documents.
private struct DocumentsDone {
  /// The bytes of the documents, one more for each, so that the offsets of no two are the same.
  var documentBytes: Int64 = 0
  /// The bytes of the archives they lie in.
  ///
  /// Bytes that are read twice or skipped do not count.
  var archiveBytes: Int64 = 0
}
