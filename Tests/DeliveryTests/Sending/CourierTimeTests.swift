import DaymarkDocuments
import DaymarkModel
import Testing

@testable import DaymarkDelivery

/// When a courier sends, and until when; see Delivery, "When".
struct CourierTimeTests: CourierTrials {
  @Test func `progress is sent once in a quarter of an hour, and only if it changed`() async throws
  {
    let (outbox, service) = (MemoryOutbox(), ScriptedService(.stored))
    _ = try await deliver(over: service, outbox, at: during)
    let soon = during.advanced(byMilliseconds: 14 * 60_000)
    let then = during.advanced(byMilliseconds: 15 * 60_000)
    let waiting = try await deliver(.anna("B"), over: service, outbox, at: soon)
    #expect(waiting.next == .wait(.pending, until: then) && waiting.state == .pending)
    #expect(try await deliver(over: service, outbox, at: then).next == .rest(.unchanged))
    #expect(service.requests.count == 1)
    #expect(try await deliver(.anna("B"), over: service, outbox, at: then).state == .synced)
    #expect(service.requests.count == 2)
  }

  @Test func `what was progress is sent again as proof, under its key`() async throws {
    let (outbox, service) = (MemoryOutbox(), ScriptedService(.stored))
    _ = try await deliver(over: service, outbox, at: during)
    #expect(try await deliver(over: service, outbox, at: window).state == .submitted)
    #expect(service.requests.count == 2)
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 1)
  }

  @Test func `after the deadline nothing new is sent`() async throws {
    let service = ScriptedService(.stored)
    let delivery = try await deliver(over: service, at: late)
    #expect(delivery.next == .rest(.deadlinePassed) && delivery.isLeft)
    #expect(service.requests.isEmpty)
  }

  @Test func `a token that has lapsed is told before anything is sent`() async throws {
    var subject = OutgoingSubject.anna()
    subject.body?.expires = window
    let service = ScriptedService(.stored)
    let delivery = try await deliver(subject, over: service, at: window)
    #expect(delivery.obstacle?.code == .submitTokenLapsed && delivery.isLeft)
    #expect(service.requests.isEmpty)
  }

  @Test func `a token that lapses after its body was stored is no matter`() async throws {
    var subject = OutgoingSubject.anna()
    subject.body?.expires = window.advanced(byMilliseconds: 1000)
    let (outbox, service) = (MemoryOutbox(), ScriptedService(.stored))
    _ = try await deliver(subject, over: service, outbox, at: window)
    let after = try await deliver(
      subject, over: service, outbox, at: window.advanced(byMilliseconds: 2000))
    #expect(after.next == .rest(.unchanged) && !after.isLeft)
  }

  @Test func `when the time is over nothing new is begun, nor recorded`() async throws {
    let (outbox, world) = (MemoryOutbox(), VirtualWorld(at: window))
    let service = SlowService(in: world, milliseconds: 2000)
    var courier = Courier(to: try .test, over: service, outbox: outbox, in: world)
    (courier.jobs, courier.patience.milliseconds) = (1, 1000)
    let deliveries = try await courier.deliver(
      ["a", "b", "c"].map { .subject($0, $0) })
    #expect(deliveries.map(\.state) == [.submitted, .pending, .pending])
    #expect(try outbox.rows().count == 1)
  }

  @Test func `nor is anything asked then of what is stored`() async throws {
    let (outbox, world) = (MemoryOutbox(), VirtualWorld(at: window))
    let subjects = ["a", "b", "c"].map { id in
      var subject = OutgoingSubject.subject(id, id)
      subject.attestation = Array("{}".utf8)
      return subject
    }
    let service = SlowService(in: world, milliseconds: 2000)
    var courier = Courier(to: try .test, over: service, outbox: outbox, in: world)
    (courier.jobs, courier.patience.milliseconds) = (1, 7000)
    // Two bodies, and an attestation after each.
    #expect(try await courier.deliver(subjects).map(\.state) == [.submitted, .submitted, .pending])
    let rows = try outbox.rows().values
    #expect(rows.count == 2 && rows.allSatisfy { $0.attested != nil })
    courier.patience.milliseconds = 1000
    let before = world.now
    _ = try await courier.refresh(subjects)
    #expect(world.now == before.advanced(byMilliseconds: 2000))
  }

  @Test func `a host that is left alone leaves rows that were not begun`() async throws {
    let (outbox, world) = (MemoryOutbox(), VirtualWorld(at: window))
    let service = ScriptedService([.failure(.lost("cut"))])
    var courier = Courier(to: try .test, over: service, outbox: outbox, in: world)
    (courier.jobs, courier.patience.milliseconds) = (1, 20_000)
    let deliveries = try await courier.deliver((0..<9).map { .subject("s\($0)", "\($0)") })
    let underWay = deliveries.count { $0.row?.state == .submitting }
    #expect(underWay == Set(service.requests.map(\.body)).count)
    #expect(deliveries.last?.row == nil && deliveries.last?.state == .pending)
  }

  @Test func `body A, then B, then A again are three submissions`() async throws {
    let (outbox, service) = (MemoryOutbox(), ScriptedService(.stored))
    for body in ["A", "B", "A", "A"] {
      #expect(
        try await deliver(.anna(body), over: service, outbox, at: window).state == .submitted)
    }
    #expect(service.requests.count == 3)
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 3)
    #expect(service.requests.last?.body == service.requests.first?.body)
  }

  @Test func `where the book was lost, numbers begin at the clock`() async throws {
    let service = ScriptedService(.stored)
    let delivery = try await deliver(
      over: service, MemoryOutbox(first: 1_757_332_800), at: window)
    #expect(delivery.row?.submission?.number == 1_757_332_800)
    let body = try #require(OutgoingSubject.anna().body)
    #expect(
      service.requests.first?.header("Idempotency-Key") != IdempotencyKey(of: body.digest).header)
  }
}
