import CDaymarkArchive
import DaymarkModel

/// Reads the lines of a file that daymark or its cluster wrote, with or without gzip.
///
/// The limits against hostile archives do not apply.
///
/// - Parameter receive: The function that receives each nonempty line without its end, and its
///   number, from 1.
/// - Throws: `DaymarkError` with `file.missing`, `file.unreadable`, `archive.truncated`,
///   `archive.crc_mismatch` or `archive.unreadable`; the errors of `receive`.
package func readLines(
  ofFileAt path: String, _ receive: (_ line: [UInt8], _ number: Int) throws -> Void
) throws {
  let place = InputLocation(file: path)
  guard try InputStamp(ofInputAt: path).bytes > 0 else { return }
  var limits = ReadLimits()
  (limits.compressionRatio, limits.inputRatio) = (.max, .max)
  let budget = ReadBudget(limits)
  var reader = try ArchiveReader(
    InputFile(of: path, in: budget.files, at: place), kind: DAYMARK_ARCHIVE_SINGLE, at: place,
    budget: budget)
  var (line, number) = ([UInt8](), 1)
  func end() throws {
    defer {
      line.removeAll(keepingCapacity: true)
      number += 1
    }
    if !line.isEmpty { try receive(line, number) }
  }
  try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
    while case let count = try reader.read(into: buffer), count > 0 {
      var rest = buffer[..<count]
      while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<newline]
        try end()
        rest = rest[(newline + 1)...]
      }
      line += rest
    }
  }
  if let damage = reader.damage { throw DaymarkError(damage, at: place) }
  try end()
}
