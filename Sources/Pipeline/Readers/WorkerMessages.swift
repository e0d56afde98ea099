package import DaymarkModel
package import DaymarkStore
import Foundation

// What a run and its workers say to each other: a JSON document a line; see Pipelines, "Workers".

/// The first line of a worker.
struct WorkerGreeting: Codable, Equatable {
  /// The version of the messages.
  var daymarkWorker = 1
  /// The version of the program, whose readings the store tells apart.
  var version = daymarkVersion
  /// The version of the zone data, on which days depend.
  var zoneData = Zone.dataVersion
}

/// One subject's archives and the settings to read them under.
package struct WorkerRequest: Sendable {
  /// The archives as they were when they were hashed.
  package var archives: [ArchiveIdentity]
  /// The settings of the reading.
  package var reading: ReadingRequest
  /// Everything when `nil`.
  package var period: Period?

  /// Reads the archives in this process.
  ///
  /// - Parameter progress: Told how many more bytes were read.
  /// - Throws: What `archiveAggregates` throws.
  package func read(progress: (Int64) -> Void) throws -> ArchiveAggregates {
    try archiveAggregates(archives, reading, over: period, progress: progress)
  }
}

/// A line from a worker: how far it has come, any number of times, and then what came of it; see also
/// ``PackedReading``.
enum WorkerAnswer: Codable, Sendable {
  /// Bytes of the archives read so far.
  case progress(bytes: Int64)
  /// Pieces of a subject's archives hashed so far, any number of times.
  case hashing(pieces: Int)
  /// A subject whose archives are hashed, before they are read.
  case hashed(ReadingDocument)
  /// What came of a subject, its failure too.
  case subject(ReadingDocument)
  /// The finding for which there is no reading.
  case failure(Finding)
}

/// A line of messages, which ends with what `line` has last.
///
/// - Throws: `EncodingError`.
func line(_ message: some Encodable) throws -> [UInt8] {
  // A line end inside a text is written as an escape.
  try document(message) + [UInt8(ascii: "\n")]
}

/// A message without the end of its line.
///
/// - Throws: `EncodingError`.
func document(_ message: some Encodable) throws -> [UInt8] {
  Array(try JSONEncoder().encode(message))
}

/// The same with the keys in order, for what is kept.
///
/// - Throws: `EncodingError`.
func sortedLine(_ message: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(message)) + [UInt8(ascii: "\n")]
}

/// The message that a line is; `nil` when it is none of that type.
func message<Message: Decodable>(_ type: Message.Type, in line: [UInt8]) -> Message? {
  try? JSONDecoder().decode(type, from: Data(line))
}
