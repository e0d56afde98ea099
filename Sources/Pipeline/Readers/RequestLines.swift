import DaymarkModel
import DaymarkStore
import Synchronization

/// What a request says beside the archives and whose they are.
///
/// Most subjects have the same settings: those are made once by either side, and a worker is told them
/// once.
private struct RequestSettings: Hashable, Codable {
  var reading: ReadingRequest
  var period: Period?

  init(of request: WorkerRequest) {
    (reading, period) = (request.reading, request.period)
    reading.person = nil
  }
}

/// A request of a run, for any of its workers.
struct WorkerLine: Sendable {
  /// The name of its line.
  fileprivate static let name = "request"

  fileprivate var packed: [UInt8]
  /// ``RequestSettings`` as JSON.
  fileprivate var settings: [UInt8]

  /// - Parameter told: The settings that the worker was told last; then those that it was told now.
  func bytes(toldBefore told: inout [UInt8]?) -> [UInt8] {
    defer { told = settings }
    return PackedLine(Self.name, packed, rest: told == settings ? nil : settings).bytes
  }
}

/// Makes the lines that a run sends to its workers.
final class RequestWriter: Sendable {
  private let last = Mutex<(settings: RequestSettings, text: [UInt8])?>(nil)

  /// - Throws: `EncodingError`.
  func line(_ request: WorkerRequest) throws -> WorkerLine {
    let settings = RequestSettings(of: request)
    let known = last.withLock { $0?.settings == settings ? $0?.text : nil }
    let text = try known ?? document(settings)
    if known == nil { last.withLock { $0 = (settings, text) } }
    var (writer, request) = (PackedWriter(), request)
    request.pass(through: &writer)
    return WorkerLine(packed: writer.bytes, settings: text)
  }
}

/// Reads the lines that a worker is sent.
struct RequestReader {
  private var settings: RequestSettings?

  /// The request that a line is; `nil` when it is none.
  mutating func request(in line: [UInt8]) -> WorkerRequest? {
    guard let line = PackedLine(WorkerLine.name, in: line) else { return nil }
    if let rest = line.rest { settings = message(RequestSettings.self, in: rest) }
    guard let settings else { return nil }
    var request = WorkerRequest(
      archives: [], reading: settings.reading, period: settings.period)
    var reader = PackedReader(bytes: line.packed)
    request.pass(through: &reader)
    return reader.isAtEnd ? request : nil
  }
}

extension WorkerRequest {
  /// The archives, and whose they are.
  fileprivate mutating func pass(through values: inout some Passing) {
    let blank = ArchiveIdentity(path: "", stamp: "", digest: .ofNothing, bytes: 0)
    values.pass(&archives, blank: blank) {
      $0.pass(&$1.path)
      $0.pass(&$1.stamp)
      $0.pass(&$1.digest)
      $0.pass(&$1.bytes)
    }
    values.pass(&reading.person, blank: "") { $0.pass(&$1) }
  }
}
