import DaymarkDocuments
import DaymarkModel
import Testing

@testable import DaymarkDelivery

/// What a courier does with each answer; see Delivery.
struct CourierTests: CourierTrials {
  // MARK: Each state

  @Test func `before the period a subject waits for its window`() async throws {
    let service = ScriptedService(.stored)
    let delivery = try await deliver(over: service, at: before)
    #expect(delivery.state == .waitingForWindow)
    #expect(delivery.next == .wait(.waitingForWindow, until: .at("2025-09-01T00:00:00Z")))
    #expect(service.requests.isEmpty)
  }

  @Test func `during the period progress is synced, with the key of headers txt`() async throws {
    let service = ScriptedService(.stored)
    let delivery = try await deliver(over: service, at: during)
    #expect(delivery.state == .synced)
    #expect(delivery.row?.stored?.evidenceID == "e1")
    let request = try #require(service.requests.first)
    #expect(request.url == "https://intake.example/api/aivm/intake")
    #expect(request.header("Content-Type") == "multipart/form-data; boundary=daymark")
    let body = try #require(OutgoingSubject.anna().body)
    #expect(request.body == body.bytes)
    // The first 128 bits of the body's digest, as headers.txt has them.
    let digits = body.digest.hex.prefix(32)
    #expect(request.header("Idempotency-Key")?.filter(\.isHexDigit) == String(digits))
  }

  @Test func `a row that is about to be sent is recorded before it is`() async throws {
    for (now, state) in [(during, OutboxState.syncing), (window, .submitting)] {
      let outbox = MemoryOutbox()
      _ = try await deliver(over: ScriptedService(.stored), outbox, at: now)
      #expect(outbox.history.first?.state == state)
      #expect(outbox.history.count == 2)
    }
  }

  @Test func `in the proof window the proof is submitted`() async throws {
    let delivery = try await deliver(over: ScriptedService(.stored), at: window)
    #expect(delivery.state == .submitted)
    #expect(delivery.next == .rest(.unchanged))
  }

  @Test(
    arguments: [
      ("evaluating", OutboxState.evaluating), ("passed", .passed), ("failed", .failed),
    ])
  func `how far the service is, it says itself`(word: String, state: OutboxState) async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(over: ScriptedService(.stored), outbox, at: window)
    let service = ScriptedService(ServiceResponse(200, #"{"ok":true,"state":"\#(word)"}"#))
    let courier = Courier(
      to: try .test, over: service, outbox: outbox, in: VirtualWorld(at: window))
    #expect(try await courier.refresh([.anna()]).first?.state == state)
    #expect(service.requests.map(\.url) == ["https://intake.example/evidence/e1"])
    let again = ScriptedService(.stored)
    let changed = try await deliver(.anna("B"), over: again, outbox, at: window)
    #expect(again.requests.isEmpty == state.isDecided)
    #expect(changed.state == (state.isDecided ? state : .submitted))
  }

  @Test func `a verdict on progress, or on what was refused since, is not asked for`() async throws
  {
    let verdict = ScriptedService(ServiceResponse(200, #"{"ok":true,"state":"failed"}"#))
    let (progress, refused) = (MemoryOutbox(), MemoryOutbox())
    _ = try await deliver(over: ScriptedService(.stored), progress, at: during)
    _ = try await deliver(over: ScriptedService(.stored), refused, at: window)
    _ = try await deliver(
      .anna("B"), over: ScriptedService(ServiceResponse(422, "")), refused, at: window)
    for (outbox, state) in [(progress, OutboxState.synced), (refused, .error)] {
      let courier = Courier(
        to: try .test, over: verdict, outbox: outbox, in: VirtualWorld(at: window))
      #expect(try await courier.refresh([.anna("B")]).first?.row?.state == state)
    }
    #expect(verdict.requests.isEmpty)
  }

  @Test(arguments: ["1234567890123456789", "5000000000000000000", "true", "1.5", "{}"])
  func `an id that cannot be asked for is one, and nobody is asked for it`(
    id: String
  ) async throws {
    let outbox = MemoryOutbox()
    var subject = OutgoingSubject.anna()
    subject.attestation = Array("{}".utf8)
    let service = ScriptedService(ServiceResponse(200, #"{"ok":true,"evidenceId":\#(id)}"#))
    let delivery = try await deliver(subject, over: service, outbox, at: window)
    #expect(delivery.state == .submitted && delivery.row?.stored?.name == nil)
    let courier = Courier(
      to: try .test, over: service, outbox: outbox, in: VirtualWorld(at: window))
    _ = try await courier.refresh([subject])
    #expect(service.requests.count == 1)
  }

  @Test func `a service without such an answer leaves a row as it is`() async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(over: ScriptedService(.stored), outbox, at: window)
    let courier = Courier(
      to: try .test, over: ScriptedService(ServiceResponse(404, "")), outbox: outbox,
      in: VirtualWorld(at: window))
    #expect(try await courier.refresh([.anna()]).first?.state == .submitted)
  }

  @Test(arguments: [400, 401, 403, 404, 413, 415, 422, 301, 302, 307])
  func `what the service refuses ends with its words, and is not sent again`(
    status: Int
  ) async throws {
    let outbox = MemoryOutbox()
    let service = ScriptedService(
      ServiceResponse(status, #"{"ok":false,"error":"no\u001b[31m","hint":"ask"}"#))
    let delivery = try await deliver(over: service, outbox, at: window)
    #expect(delivery.state == .error)
    #expect(delivery.row?.answer?.status == status)
    #expect(delivery.row?.answer?.words?.hasSuffix("no [31m") == true)
    #expect(delivery.row?.answer?.hint == "ask")
    _ = try await deliver(over: service, outbox, at: window)
    #expect(service.requests.count == 1)
    // Another body is another matter, and so is somebody who says so.
    #expect(
      try await deliver(.anna("B"), over: ScriptedService(.stored), outbox, at: window).state
        == .submitted)
  }

  @Test func `what was refused goes under another key when it is sent again`() async throws {
    let outbox = MemoryOutbox()
    let service = ScriptedService(ServiceResponse(422, ""), .stored)
    _ = try await deliver(over: service, outbox, at: window)
    let again = try await deliver(over: service, outbox, at: window) {
      $0.rules.sendsRefusedAgain = true
    }
    #expect(again.state == .submitted)
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 2)
  }

  @Test func `what was refused is no matter where the service has what there is`() async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(over: ScriptedService(.stored), outbox, at: window)
    _ = try await deliver(
      .anna("B"), over: ScriptedService(ServiceResponse(422, "")), outbox, at: window)
    let back = try await deliver(over: ScriptedService(.stored), outbox, at: window)
    #expect(back.next == .rest(.unchanged) && back.state == .submitted && !back.isLeft)
  }

  @Test func `progress that was refused hinders no proof`() async throws {
    let outbox = MemoryOutbox()
    _ = try await deliver(over: ScriptedService(ServiceResponse(403, "")), outbox, at: during)
    let proof = try await deliver(over: ScriptedService(.stored), outbox, at: window)
    #expect(proof.state == .submitted)
  }

  // MARK: Trying again

  @Test(arguments: [408, 409, 425, 429, 500, 502, 503, 504])
  func `what may pass is tried again under the same key`(status: Int) async throws {
    let service = ScriptedService(ServiceResponse(status, ""), .stored)
    let delivery = try await deliver(over: service, at: window)
    #expect(delivery.state == .submitted)
    #expect(delivery.row?.submission?.attempts == 2)
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 1)
  }

  @Test func `a lost answer leaves the row under way, and the next call settles it`() async throws {
    let outbox = MemoryOutbox()
    let lost = ScriptedService([.failure(.lost("cut"))])
    let cut = try await deliver(over: lost, outbox, at: window)
    #expect(cut.state == .submitting)
    #expect(lost.requests.count == 5)
    // After the deadline, and with another body by now.
    let service = ScriptedService(.stored)
    let settled = try await deliver(.anna("B"), over: service, outbox, at: late)
    #expect(settled.state == .submitted)
    #expect(service.requests.map(\.body) == [try #require(OutgoingSubject.anna().body).bytes])
    #expect(
      service.requests.first?.header("Idempotency-Key")
        == lost.requests.first?.header("Idempotency-Key"))
    #expect(settled.next == .rest(.deadlinePassed))
  }

  @Test func `without a connection nothing was sent, and the row waits`() async throws {
    let outbox = MemoryOutbox()
    let down = ScriptedService([.failure(.unsent("cannot connect"))])
    #expect(try await deliver(over: down, outbox, at: window).state == .pending)
    let row = try #require(try outbox.rows().values.first)
    #expect(row.state == .pending && row.submission?.attempts == 0)
    #expect(
      try await deliver(over: ScriptedService(.stored), outbox, at: window).state == .submitted)
  }

  @Test func `a service that stored nothing gets the next submission`() async throws {
    let service = ScriptedService(
      ServiceResponse(200, #"{"ok":true,"evidenceId":null}"#), .stored)
    let delivery = try await deliver(over: service, at: window)
    #expect(delivery.state == .submitted)
    #expect(delivery.row?.submission?.number == 1)
    #expect(Set(service.requests.map { $0.header("Idempotency-Key") }).count == 2)
  }

  @Test(arguments: ["<html>log in</html>", "{}", "", #"{"ok":true}"#])
  func `an answer that says nothing is no success`(body: String) async throws {
    let delivery = try await deliver(over: ScriptedService(ServiceResponse(200, body)), at: window)
    #expect(delivery.state == .submitting)
  }

  @Test(arguments: ["7200", "Mon, 08 Sep 2025 14:00:00 GMT"])
  func `what the service asks to wait for is obeyed, also by later calls`(
    wait: String
  ) async throws {
    let outbox = MemoryOutbox()
    let busy = ScriptedService(ServiceResponse(429, "", headers: ["retry-after": wait]))
    let delivery = try await deliver(over: busy, outbox, at: window)
    #expect(delivery.next == .wait(.submitting, until: .at("2025-09-08T14:00:00Z")))
    #expect(busy.requests.count == 1)
    let service = ScriptedService(.stored)
    _ = try await deliver(
      over: service, outbox, at: window.advanced(byMilliseconds: 7_199_000))
    #expect(service.requests.isEmpty)
    _ = try await deliver(
      over: service, outbox, at: window.advanced(byMilliseconds: 7_200_000))
    #expect(service.requests.count == 1)
  }

  @Test func `a body that somebody edits meanwhile is not sent, and the others are`() async throws {
    let service = ScriptedService(.stored)
    let outbox = MemoryOutbox()
    let courier = Courier(
      to: try .test, over: service, outbox: outbox, in: VirtualWorld(at: window))
    var everybody = ["a", "b", "c"].map { OutgoingSubject.subject($0, "body of \($0)") }
    // As an outbox says of a file whose bytes are not those of the digest any more.
    everybody[1].body?.bytes = nil
    let deliveries = try await courier.deliver(everybody)
    #expect(deliveries.map(\.state) == [.submitted, nil, .submitted])
    #expect(deliveries[1].obstacle?.code == .submitBodyEdited && deliveries[1].isLeft)
    #expect(service.requests.count == 2 && Set(outbox.history.map(\.key.subject)) == ["a", "c"])
  }

  @Test func `a host that never answers is left alone by all`() async throws {
    let service = ScriptedService([.failure(.lost("cut"))])
    let world = VirtualWorld(at: window)
    var courier = Courier(to: try .test, over: service, outbox: MemoryOutbox(), in: world)
    courier.jobs = 1
    courier.patience.milliseconds = 60_000
    let everybody = (0..<40).map { OutgoingSubject.subject("s\($0)", "body \($0)") }
    _ = try await courier.deliver(everybody)
    // Five, then one after 10 s and one 20 s later: the next would be beyond the minute.
    #expect((5...12).contains(service.requests.count), "\(service.requests.count)")
  }

  // MARK: The price

  @Test func `a price without a policy ends with what the service asks for`() async throws {
    let service = ScriptedService(TestPrice("10000").response)
    let delivery = try await deliver(over: service, at: window)
    #expect(
      delivery.row?.answer?.words
        == "the service asks for 10000 of \(PaymentPolicy.usdc) on eip155:84532")
  }

  @Test func `a price without a policy ends with the price`() async throws {
    let service = ScriptedService(ServiceResponse(402, #"{"error":"costs 0.01 USDC"}"#))
    let delivery = try await deliver(over: service, at: window)
    #expect(delivery.state == .error && delivery.row?.answer?.words == "costs 0.01 USDC")
    #expect(service.requests.count == 1)
  }
}
