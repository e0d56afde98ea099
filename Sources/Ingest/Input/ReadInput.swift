import CDaymarkArchive
public import DaymarkModel
import Foundation

/// Reads one input: an archive (zip, zip64), a compressed (gz) or plain file, or a folder.
///
/// An input that holds an Apple Health document is that document; any other archive or folder is all
/// documents in it that a format recognises by their content. They are streamed; only an archive in
/// an archive is unpacked to disk.
///
/// - Parameters:
///   - path: The file or folder.
///   - options: The limits on hostile inputs, and how much is read at once.
///   - progress: Told the bytes of the archive read so far, after each chunk.
///   - receive: Given the records, batch by batch, in the order of the document.
/// - Returns: What is known of the input beside its records. Damage that did not stop the reading is
///   among its findings.
/// - Throws: `DaymarkError` when nothing can be read (`file.missing`, `file.unreadable`,
///   `archive.truncated` for an empty file, `archive.unreadable`, `archive.encrypted`,
///   `archive.unrecognised`, `file.unwritable` for an archive in an archive) or the input is refused
///   (`archive.unsafe_path`, `archive.limit`, `xml.entities`, `xml.limit`); what `receive` throws.
public func readInput(
  at path: String, options: ReadOptions = ReadOptions(),
  progress: (Int64) -> Void = { _ in }, receive: (RecordBatch) throws -> Void
) throws -> InputFacts {
  let (digest, bytes) = try inputDigest(ofInputAt: path)
  let container = try InputContainer(path: path, limits: options.limits)
  let facts = InputFacts(name: container.name, format: "", digest: digest, bytes: bytes)
  return try withoutActuallyEscaping(progress) { progress in
    try withoutActuallyEscaping(receive) { receive in
      var reading = InputReading(
        facts: facts, options: options, progress: progress, receive: receive)
      try container.read(into: &reading)
      return reading.facts
    }
  }
}
