import DaymarkModel
import DaymarkStore
import Synchronization

/// A request as a line to a worker.
///
/// Most subjects have the same settings: those are a text, so that neither side makes them anew for each.
private struct RequestLine: Codable {
  var archives: [ArchiveIdentity]
  var person: String?
  /// ``RequestSettings`` as JSON.
  var settings: String
}

/// What a request says beside the archives and whose they are.
private struct RequestSettings: Hashable, Codable {
  var reading: ReadingRequest
  var period: Period?

  init(of request: WorkerRequest) {
    (reading, period) = (request.reading, request.period)
    reading.person = nil
  }
}

/// Makes the lines that a run sends to its workers.
final class RequestWriter: Sendable {
  private let last = Mutex<(settings: RequestSettings, text: String)?>(nil)

  /// - Throws: `EncodingError`.
  func line(_ request: WorkerRequest) throws -> [UInt8] {
    let settings = RequestSettings(of: request)
    let known = last.withLock { $0?.settings == settings ? $0?.text : nil }
    let text = try known ?? String(decoding: document(settings), as: UTF8.self)
    if known == nil { last.withLock { $0 = (settings, text) } }
    return try DaymarkPipeline.line(
      RequestLine(
        archives: request.archives, person: request.reading.person, settings: text))
  }
}

/// Reads the lines that a worker is sent.
struct RequestReader {
  private var last: (text: String, settings: RequestSettings)?

  /// The request that a line is; `nil` when it is none.
  mutating func request(in line: [UInt8]) -> WorkerRequest? {
    guard let request = message(RequestLine.self, in: line) else { return nil }
    if last?.text != request.settings {
      guard let settings = message(RequestSettings.self, in: Array(request.settings.utf8)) else {
        return nil
      }
      last = (request.settings, settings)
    }
    guard var reading = last?.settings.reading else { return nil }
    reading.person = request.person
    return WorkerRequest(
      archives: request.archives, reading: reading, period: last?.settings.period)
  }
}
