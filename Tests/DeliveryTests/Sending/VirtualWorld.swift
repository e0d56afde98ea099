import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Synchronization
import Testing

/// A world in which sleeping takes no time, and chance has a seed.
final class VirtualWorld: Surroundings {
  private let state: Mutex<(now: Instant, random: SeededGenerator)>

  init(at now: Instant, seed: UInt64 = 1) {
    state = Mutex((now, SeededGenerator(seed: seed)))
  }

  var now: Instant { state.withLock { $0.now } }

  func set(_ now: Instant) { state.withLock { $0.now = now } }

  func sleep(milliseconds: Int64) async throws {
    state.withLock { $0.now = $0.now.advanced(byMilliseconds: max(0, milliseconds)) }
  }

  func random(through bound: Int64) -> Int64 {
    state.withLock { Int64.random(in: 0...max(0, bound), using: &$0.random) }
  }
}

/// The end of a process, at an instant that a test chooses.
struct Killed: Error {}

/// Counts the things that a process does, and ends it at one of them.
final class Fate: Sendable {
  private let left: Mutex<Int>

  /// - Parameter steps: So many things are done before the end; none ends it when `nil`.
  init(after steps: Int? = nil) { left = Mutex(steps ?? .max) }

  func step() throws {
    try left.withLock { left in
      guard left > 0 else { throw Killed() }
      left -= 1
    }
  }
}

/// An outbox that outlives the processes that use it.
final class MemoryOutbox: Outbox {
  private let state = Mutex<(rows: [OutboxKey: OutboxRow], bodies: [OutboxKey: [UInt8]])>(
    ([:], [:]))
  private let log = Mutex<[OutboxRow]>([])
  let first: Int

  init(first: Int = 0) { self.first = first }

  func rows() throws -> [OutboxKey: OutboxRow] { state.withLock { $0.rows } }

  func bytes(ofBody subject: OutgoingSubject) throws -> [UInt8]? { subject.body?.bytes }

  func append(_ row: OutboxRow, sending body: [UInt8]?) throws {
    state.withLock { state in
      state.rows[row.key] = row
      if !row.state.isUnderWay {
        state.bodies[row.key] = nil
      } else if let body {
        state.bodies[row.key] = body
      }
    }
    log.withLock { $0.append(row) }
  }

  func bodyUnderWay(of key: OutboxKey) throws -> [UInt8]? { state.withLock { $0.bodies[key] } }

  func firstNumber(at now: Instant) throws -> Int { first }

  /// An outbox of its own that begins where this one stands.
  func copy() -> MemoryOutbox {
    let copy = MemoryOutbox(first: first)
    let known = state.withLock { $0 }
    copy.state.withLock { $0 = known }
    return copy
  }

  /// All that rows ever were.
  var history: [OutboxRow] { log.withLock { $0 } }
}

/// An outbox in the hands of a process that may end before and after each change.
struct MortalOutbox: Outbox {
  let outbox: MemoryOutbox
  let fate: Fate

  func rows() throws -> [OutboxKey: OutboxRow] { try outbox.rows() }

  func bytes(ofBody subject: OutgoingSubject) throws -> [UInt8]? {
    try outbox.bytes(ofBody: subject)
  }

  func append(_ row: OutboxRow, sending body: [UInt8]?) throws {
    try fate.step()
    try outbox.append(row, sending: body)
    try fate.step()
  }

  func bodyUnderWay(of key: OutboxKey) throws -> [UInt8]? { try outbox.bodyUnderWay(of: key) }
  func firstNumber(at now: Instant) throws -> Int { try outbox.firstNumber(at: now) }
}

/// A service that gives the answers that a test lists, in their order, and then the last one for ever.
final class ScriptedService: Transport {
  typealias Answer = Result<ServiceResponse, TransportFailure>

  private let state: Mutex<(answers: [Answer], requests: [ServiceRequest])>

  init(_ answers: [Answer]) { state = Mutex((answers, [])) }

  convenience init(_ responses: ServiceResponse...) { self.init(responses.map { .success($0) }) }

  var requests: [ServiceRequest] { state.withLock { $0.requests } }

  func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    return try answer.get()
  }
}

/// A service that stores everything, and takes its time.
struct SlowService: Transport {
  let world: VirtualWorld
  let milliseconds: Int64

  init(in world: VirtualWorld, milliseconds: Int64) {
    (self.world, self.milliseconds) = (world, milliseconds)
  }

  func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    world.set(world.now.advanced(byMilliseconds: milliseconds))
    return .stored
  }
}

extension ServiceRequest {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension ServiceResponse {
  init(_ status: Int, _ json: String, headers: [String: String] = [:]) {
    self.init(status: status, headers: headers, body: Array(json.utf8))
  }

  static let stored = ServiceResponse(200, #"{"ok":true,"evidenceId":"e1"}"#)
}

extension Instant {
  static func at(_ text: String) -> Instant { Instant(rfc3339: text) ?? Instant(milliseconds: 0) }
}

/// A challenge from 1 to 7 September 2025 in UTC, with a deadline two days after it.
extension OutgoingSubject {
  static func anna(_ body: String? = "A", linked: [String] = []) -> OutgoingSubject {
    subject("anna", body, linked: linked)
  }

  static func subject(
    _ id: String, _ body: String?, linked: [String] = []
  ) -> OutgoingSubject {
    var subject = OutgoingSubject(
      subject: id, challenge: "steps-2025-09",
      period: Interval(.at("2025-09-01T00:00:00Z"), .at("2025-09-08T00:00:00Z")),
      deadline: .at("2025-09-10T00:00:00Z"))
    subject.linked = linked
    subject.body = body.map {
      OutgoingBody(
        Array("--daymark\r\n\($0)".utf8), contentType: "multipart/form-data; boundary=daymark",
        provider: "apple", challengeID: "42", address: "0x\(id)")
    }
    if body == nil { subject.obstacle = Finding(.submitNoBody) }
    return subject
  }
}

extension ServiceAddress {
  /// A service that is not there.
  static var test: ServiceAddress {
    get throws { try #require(ServiceAddress("https://intake.example")) }
  }
}
