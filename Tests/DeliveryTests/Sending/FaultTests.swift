import DaymarkModel
import DaymarkTestSupport
import Foundation
import Synchronization
import Testing

@testable import DaymarkDelivery

/// Exactly once, whatever happens on the way: requests and answers are lost, doubled and held back, the service fails
/// for a while, and the sender is killed at any step.
struct FaultTests {
  /// How many histories are made; `DAYMARK_FAULTS` makes more.
  private static let histories =
    ProcessInfo.processInfo.environment["DAYMARK_FAULTS"].flatMap { Int($0) } ?? 2000

  @Test func `in the end the service has the last body of each, and one key for each submission`()
    async throws
  {
    for seed in 0..<UInt64(Self.histories) {
      var random = SeededGenerator(seed: seed)
      try await history(&random, seed: seed)
    }
  }

  private func history(_ random: inout SeededGenerator, seed: UInt64) async throws {
    let (outbox, service) = (MemoryOutbox(), IdempotentService(seed: seed))
    let world = VirtualWorld(at: .at("2025-09-06T00:00:00Z"), seed: seed)
    let subjects = ["anna", "ben", "clara"]
    var bodies: [String: String] = [:]
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      for subject in subjects where Bool.random(using: &random) || bodies[subject] == nil {
        bodies[subject] = ["A", "B", "C"].randomElement(using: &random)
      }
      let fate = Fate(after: Int.random(in: 0...30, using: &random))
      var courier = Courier(
        to: try .test, over: MortalLine(service: service, fate: fate),
        outbox: MortalOutbox(outbox: outbox, fate: fate), in: world)
      courier.jobs = Int.random(in: 1...3, using: &random)
      _ = try? await courier.deliver(
        subjects.map { .subject($0, text(of: $0, bodies)) })
      try await world.sleep(
        milliseconds: Int64.random(in: 0...7_200_000, using: &random))
    }
    // Then all is well; a row that was cut off is settled first, and the wait that was asked for is over.
    service.isFaulty.withLock { $0 = false }
    world.set(.at("2025-09-09T00:00:00Z"))
    let last = subjects.map { OutgoingSubject.subject($0, text(of: $0, bodies)) }
    for _ in 0..<3 {
      _ = try await Courier(
        to: try .test, over: service, outbox: outbox, in: world
      ).deliver(last)
      try await world.sleep(milliseconds: 600_000)
    }
    service.letHeldThrough()
    let stored = service.stored.withLock { $0 }
    #expect(stored.count == subjects.count, "seed \(seed)")
    for subject in last {
      #expect(stored["\(subject.subject)"] == subject.body?.digest, "seed \(seed)")
      let row = try outbox.rows().first { $0.key.subject == subject.subject }?.value
      #expect(row?.state == .submitted && row?.stored?.body == subject.body?.digest, "seed \(seed)")
    }
    // Each submission that was begun has one key, and no key had two bodies.
    let begun = Set(
      outbox.history.compactMap { row in
        row.submission.map { IdempotencyKey(of: $0.body, number: $0.number).header }
      })
    let seen = service.keys.withLock { $0 }
    #expect(seen.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
    #expect(Set(seen.keys).isSubset(of: begun), "seed \(seed)")
    // No submission was begun while another of its row might still arrive.
    #expect(!service.sawTwoUnderWay.withLock { $0 }, "seed \(seed)")
  }

  /// What the body of a subject says: whose it is, and which of several it is.
  private func text(of subject: String, _ bodies: [String: String]) -> String? {
    bodies[subject].map { "of \(subject): \($0)" }
  }
}

/// A line that ends with its process.
struct MortalLine<Service: Transport>: Transport {
  let service: Service
  let fate: Fate

  func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    // A process that is killed hears nothing: what it does next the outbox refuses.
    guard (try? fate.step()) != nil else { throw .lost("killed") }
    let response = try await service.exchange(request)
    guard (try? fate.step()) != nil else { throw .lost("killed") }
    return response
  }
}

/// A service that remembers each key with its answer, behind a network that does what networks do.
private final class IdempotentService: Transport {
  let isFaulty = Mutex(true)
  /// The digest of what is stored, by subject.
  let stored = Mutex<[String: Digest]>([:])
  /// The bodies that came under each key.
  let keys = Mutex<[String: Set<Digest>]>([:])
  let sawTwoUnderWay = Mutex(false)
  private let answers = Mutex<[String: ServiceResponse]>([:])
  private let held = Mutex<[ServiceRequest]>([])
  private let underWay = Mutex<[String: Set<String>]>([:])
  private let random: Mutex<SeededGenerator>

  init(seed: UInt64) { random = Mutex(SeededGenerator(seed: seed &+ 77)) }

  func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    let isFaulty = isFaulty.withLock { $0 }
    if isFaulty, chance(12) { throw .unsent("cannot connect") }
    note(request)
    guard isFaulty else {
      letHeldThrough()
      return ended(request, answer(request))
    }
    if chance(4) { letHeldThrough() }
    switch random.withLock({ Int.random(in: 0..<12, using: &$0) }) {
    case 0, 1: throw .lost("the request was lost")
    case 2:
      _ = answer(request)
      throw .lost("the answer was lost")
    case 3:
      held.withLock { $0.append(request) }
      throw .lost("held back")
    case 4:
      // It comes twice, once of them late.
      held.withLock { $0.append(request) }
      return ended(request, answer(request))
    case 5: return ServiceResponse(503, "", headers: ["retry-after": "5"])
    case 6: return ServiceResponse(429, "", headers: ["retry-after": "3600"])
    case 7: return ServiceResponse(200, "<html>log in</html>")
    default: return ended(request, answer(request))
    }
  }

  /// Lets what was held back arrive, long after it was sent.
  func letHeldThrough() {
    for request in held.withLock({ held in
      defer { held = [] }
      return held
    }) {
      _ = answer(request)
    }
  }

  private func chance(_ one: Int) -> Bool {
    random.withLock { Int.random(in: 0..<one, using: &$0) == 0 }
  }

  private func subject(of request: ServiceRequest) -> String {
    let text = String(decoding: request.body, as: UTF8.self)
    return text.firstMatch(of: #/of (\w+):/#).map { String($0.output.1) } ?? ""
  }

  private func note(_ request: ServiceRequest) {
    let key = request.header("Idempotency-Key") ?? ""
    keys.withLock { _ = $0[key, default: []].insert(Digest(of: request.body)) }
    let others = underWay.withLock { underWay in
      underWay[subject(of: request), default: []].insert(key)
      return underWay[subject(of: request)]?.count ?? 0
    }
    if others > 1 { sawTwoUnderWay.withLock { $0 = true } }
  }

  /// Notes that the sender knows what became of a submission.
  private func ended(_ request: ServiceRequest, _ response: ServiceResponse) -> ServiceResponse {
    underWay.withLock { $0[subject(of: request)] = [] }
    return response
  }

  private func answer(_ request: ServiceRequest) -> ServiceResponse {
    let key = request.header("Idempotency-Key") ?? ""
    return answers.withLock { answers in
      if let known = answers[key] { return known }
      // Some submissions it takes and does not store.
      let isStored = !isFaulty.withLock { $0 } || !chance(8)
      if isStored { stored.withLock { $0[subject(of: request)] = Digest(of: request.body) } }
      let response = ServiceResponse(
        200, isStored ? #"{"ok":true,"evidenceId":"e"}"# : #"{"ok":true,"evidenceId":null}"#)
      answers[key] = response
      return response
    }
  }
}
