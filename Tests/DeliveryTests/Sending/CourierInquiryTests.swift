import DaymarkDocuments
import DaymarkModel
import Testing

@testable import DaymarkDelivery

/// What a courier asks beside submissions; see Delivery, "Data that the service collects".
struct CourierInquiryTests: CourierTrials {
  // MARK: Data that the service collects

  @Test func `a service that collects by itself is asked first, and that is all`() async throws {
    let outbox = MemoryOutbox()
    let service = ScriptedService(ServiceResponse(200, #"{"ok":true,"status":"collected"}"#))
    let delivery = try await deliver(
      .anna(linked: ["strava"]), over: service, outbox, at: window)
    #expect(delivery.state == .submitted && delivery.row?.key.provider == "strava")
    let request = try #require(service.requests.first)
    #expect(request.url == "https://intake.example/api/challenge/42/auto-proof")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"subject":"0xanna"}"#)
    _ = try await deliver(.anna(linked: ["strava"]), over: service, outbox, at: window)
    #expect(service.requests.count == 1)
    // It stands so wherever it is looked at.
    let courier = Courier(
      to: try .test, over: service, outbox: outbox, in: VirtualWorld(at: late))
    for delivery in [
      try courier.plan([.anna(linked: ["strava"])]),
      try await courier.refresh([.anna(linked: ["strava"])]),
    ].joined() {
      #expect(delivery.state == .submitted && !delivery.isLeft)
    }
  }

  @Test func `who has no body of their own is collected from as well`() async throws {
    for status in ["collected", "already-submitted"] {
      var subject = OutgoingSubject.anna(nil, linked: ["strava"])
      (subject.address, subject.challengeID) = ("0xanna", "42")
      let service = ScriptedService(ServiceResponse(200, #"{"ok":true,"status":"\#(status)"}"#))
      let delivery = try await deliver(subject, over: service, at: window)
      #expect(delivery.state == .submitted && service.requests.count == 1)
      #expect(String(decoding: service.requests[0].body, as: UTF8.self) == #"{"subject":"0xanna"}"#)
    }
  }

  @Test func `progress whose answer was lost is settled first, and is no proof`() async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(
      over: ScriptedService([.failure(.lost("cut"))]), outbox, at: during)
    let service = ScriptedService(
      .stored, ServiceResponse(200, #"{"ok":true,"status":"already-submitted"}"#), .stored)
    let delivery = try await deliver(
      .anna("B", linked: ["strava"]), over: service, outbox, at: window)
    #expect(delivery.state == .submitted && delivery.row?.key.provider == "apple")
    #expect(delivery.row?.stored?.body == OutgoingSubject.anna("B").body?.digest)
    #expect(service.requests.count == 3)
  }

  @Test func `the provider of the own body is not collected from`() async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(over: ScriptedService(.stored), outbox, at: during)
    let service = ScriptedService(.stored)
    let delivery = try await deliver(
      .anna("B", linked: ["apple"]), over: service, outbox, at: window)
    #expect(delivery.state == .submitted && delivery.row?.stored?.purpose == .proof)
    #expect(service.requests.map(\.url) == ["https://intake.example/api/aivm/intake"])
  }

  @Test func `progress that the service has already is no proof`() async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(over: ScriptedService(.stored), outbox, at: during)
    let service = ScriptedService(
      ServiceResponse(200, #"{"ok":true,"status":"already-submitted"}"#), .stored)
    let delivery = try await deliver(
      .anna("B", linked: ["strava"]), over: service, outbox, at: window)
    #expect(delivery.state == .submitted && delivery.row?.key.provider == "apple")
    #expect(service.requests.count == 2)
  }

  @Test func `what the service cannot collect is sent`() async throws {
    let service = ScriptedService(
      ServiceResponse(200, #"{"ok":true,"status":"nothing-found"}"#), .stored)
    let delivery = try await deliver(.anna(linked: ["strava"]), over: service, at: window)
    #expect(delivery.state == .submitted && delivery.row?.key.provider == "apple")
    #expect(
      service.requests.map(\.url) == [
        "https://intake.example/api/challenge/42/auto-proof",
        "https://intake.example/api/aivm/intake",
      ])
  }

  @Test func `before the end nothing is collected`() async throws {
    let service = ScriptedService(.stored)
    _ = try await deliver(.anna(linked: ["strava"]), over: service, at: during)
    #expect(service.requests.map(\.url) == ["https://intake.example/api/aivm/intake"])
  }

  @Test func `who has nothing is listed with what to ask for`() async throws {
    let service = ScriptedService(.stored)
    let delivery = try await deliver(.anna(nil), over: service, at: window)
    #expect(delivery.next == .rest(.nothingToSend) && delivery.obstacle?.code == .submitNoBody)
    #expect(service.requests.isEmpty)
  }

  // MARK: The attestation

  @Test func `the attestation follows what is stored, once`() async throws {
    var subject = OutgoingSubject.anna()
    subject.attestation = Array("{}".utf8)
    let (outbox, service) = (MemoryOutbox(), ScriptedService(.stored))
    _ = try await deliver(subject, over: service, outbox, at: window)
    _ = try await deliver(subject, over: service, outbox, at: window)
    #expect(
      service.requests.map(\.url) == [
        "https://intake.example/api/aivm/intake",
        "https://intake.example/evidence/e1/attestation",
      ])
  }

  @Test func `a service that fails at attestations is sent bodies without a pause`() async throws {
    let service = PricedService { request, _ in
      request.url.hasSuffix("/attestation") ? ServiceResponse(500, "") : .stored
    }
    let world = VirtualWorld(at: window)
    var courier = Courier(to: try .test, over: service, outbox: MemoryOutbox(), in: world)
    courier.jobs = 16
    let deliveries = try await courier.deliver(
      (0..<32).map { number in
        var subject = OutgoingSubject.subject("s\(number)", "\(number)")
        subject.attestation = Array("{}".utf8)
        return subject
      })
    #expect(deliveries.allSatisfy { $0.state == .submitted })
    #expect(service.requests.count == 64 && world.now == window)
  }
}
