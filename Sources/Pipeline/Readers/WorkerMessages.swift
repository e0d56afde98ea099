import DaymarkDocuments
import DaymarkModel

// What a run and its workers say to each other: a JSON document a line; see Pipelines, "Workers". A request is a
// `SubjectRequest`.

/// The first line of a worker.
struct WorkerGreeting: Hashable, Sendable {
  /// The version of the messages.
  var daymarkWorker = 2
  /// The version of the program, whose readings the store tells apart.
  var version = daymarkVersion
  /// The version of the zone data, on which days depend.
  var zoneData = Zone.dataVersion
}

extension Members<WorkerGreeting> {
  static let greeting = Members(
    WorkerGreeting(),
    [
      .needed("daymarkWorker", \.daymarkWorker, .count), .needed("version", \.version, .text),
      .needed("zoneData", \.zoneData, .text),
    ])
}

/// A line from a worker, which has one of these members: how far it has come, any number of times, and then what came
/// of it.
struct WorkerAnswer: Sendable {
  /// Bytes of the archives read so far.
  var progress: Int64?
  /// Pieces of a subject's archives hashed so far.
  var hashing: Int?
  /// A subject whose archives are hashed, before they are read.
  var hashed: SubjectReading?
  /// What came of a subject, its failure too.
  var subject: SubjectReading?
  /// The finding for which a request is none.
  var failure: Finding?

  /// The answer as a line, with its end.
  var line: [UInt8] { Members<WorkerAnswer>.answer.kind.bytes(self) + [UInt8(ascii: "\n")] }
}

extension Members<WorkerAnswer> {
  static let answer = Members(
    WorkerAnswer(),
    [
      .optional("progress", \.progress, .bytes), .optional("hashing", \.hashing, .count),
      .optional("hashed", \.hashed, Members<SubjectReading>.reading.kind),
      .optional("subject", \.subject, Members<SubjectReading>.reading.kind),
      .optional("failure", \.failure, Members<Finding>.finding.kind),
    ])
}
