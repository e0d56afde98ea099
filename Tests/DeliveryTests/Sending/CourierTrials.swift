import DaymarkDocuments
import DaymarkModel
import Testing

@testable import DaymarkDelivery

/// Calls of a courier for the tests of what it does.
protocol CourierTrials {}

extension CourierTrials {
  var before: Instant { .at("2025-08-31T12:00:00Z") }
  var during: Instant { .at("2025-09-03T12:00:00Z") }
  var window: Instant { .at("2025-09-08T12:00:00Z") }
  var late: Instant { .at("2025-09-10T00:00:00Z") }

  func deliver(
    _ subject: OutgoingSubject = .anna(), over service: ScriptedService,
    _ outbox: MemoryOutbox = MemoryOutbox(), at now: Instant,
    _ change: (inout Courier<ScriptedService, MemoryOutbox, VirtualWorld>) -> Void = { _ in }
  ) async throws -> Delivery {
    var courier = Courier(
      to: try .test, over: service, outbox: outbox, in: VirtualWorld(at: now))
    change(&courier)
    return try #require(try await courier.deliver([subject]).first)
  }
}
