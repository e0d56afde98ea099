package import DaymarkModel
import DaymarkWork
import Foundation

/// Reads one input: an archive (zip, zip64), a compressed (gz) or plain file, or a folder.
///
/// An archive or folder consists of all documents that a format recognizes by their content. Each
/// Apple Health document is a part by itself, and all other documents form one part. Documents are
/// streamed; only nested archives are unpacked to disk.
///
/// - Parameters:
///   - path: The file or folder.
///   - number: The input's number among the subject's, from 1, which replaces a name that may
///     contain an address.
///   - identity: The identity of the input; `nil` where every byte must be read for it.
///   - options: The limits on hostile inputs, and the sizes of pieces.
///   - budget: The common limits of the subject's inputs; `nil` for the input's own.
///   - progress: The function that is called periodically with the number of the archive's bytes
///     read so far.
///   - receive: The function that receives the records in batches, in document order. For a large
///     input another thread reads ahead meanwhile.
/// - Returns: The facts of the input without its records. Damage that did not stop the reading is
///   among the findings.
/// - Throws: `DaymarkError` where nothing can be read (`file.missing`, `file.unreadable`,
///   `archive.truncated` for an empty file, `archive.unreadable`, `archive.encrypted`,
///   `archive.unrecognised`, `file.unwritable` for a nested archive) or the input is refused
///   (`archive.unsafe_path`, `archive.limit`, `xml.entities`, `xml.limit`); the errors of
///   `receive`.
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
  // For a small input a thread costs more than reading it.
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
            // A part may precede the one that was read before it.
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
  /// The facts, whose openings name the input.
  fileprivate var namingUnread: InputFacts {
    var facts = self
    for index in facts.unread.indices { facts.unread[index].input = digest }
    return facts
  }
}

extension InputContainer {
  /// Reads the parts of the input.
  ///
  /// - Parameter makeSink: The function that makes the sink of a part, by its number.
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
        // Other inputs still count.
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

  /// Reads the documents of an input in their turns.
  ///
  /// - Throws: `DaymarkError` where the input is refused as a whole; the errors of `receive`. A
  ///   fault in one document is a finding.
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
  /// The number of the documents' bytes plus one for each, so that offsets are unique.
  var documentBytes: Int64 = 0
  /// The number of bytes in the documents' archives.
  ///
  /// Bytes that are read twice or skipped are not counted.
  var archiveBytes: Int64 = 0
}
