import DaymarkDocuments
import DaymarkModel
import DaymarkStore

/// Takes payments for bodies, and settles each payment once.
///
/// A payment belongs to the first body that it came with. Both are flushed to the disk before
/// settlement is requested. After that request the service never again answers 402 to the payment,
/// because an honest payer would pay twice.
final class Cashier: Sendable {
  private let price: Price
  private let desk: PaymentDesk
  private let writer: GroupedWriter
  private let facilitator: Facilitator
  /// The payments in progress.
  private let payments = Gate()
  /// The maximum number of payments of unknown outcome for one payer.
  ///
  /// Their bodies are kept until the outcome is known.
  private static let mostOpenOfOnePayer = 64

  init(_ price: Price, _ settings: IntakeSettings, _ writer: GroupedWriter) {
    (self.price, self.writer) = (price, writer)
    desk = PaymentDesk(price.offers, base: settings.url)
    facilitator = Facilitator(price.facilitator)
  }

  /// Sets the address that the service listens on.
  func listens(on url: String) { desk.listens(on: url) }

  /// Asks for the facilitator's abilities, and for the outcome of payments that a killed service
  /// left.
  ///
  /// - Returns: The number of payments whose outcome is still unknown.
  /// - Throws: ``Price/Fault`` where the facilitator does not answer, or cannot settle an offer.
  func open() async throws -> Int {
    let supported: [SupportedPayment]
    do { supported = try await facilitator.supported() } catch {
      throw Price.Fault(
        sentence: "the facilitator at \(price.facilitator) does not answer /supported")
    }
    for offer in price.offers {
      let kind = SupportedPayment(version: 2, scheme: offer.scheme, networkName: offer.networkName)
      guard supported.contains(kind) else {
        throw Price.Fault(
          sentence: "the facilitator does not settle \(offer.scheme) on \(offer.networkName)")
      }
    }
    desk.settles(supported)
    for payment in try await openPayments() { await lookAgain(payment.id) { _ in true } }
    return try await openPayments().count
  }

  /// Checks payments of unknown outcome at intervals, until the task is cancelled.
  ///
  /// Only payments that are still valid are checked, because facilitators examine the validity
  /// before the nonce.
  func watch(every interval: Duration) async {
    while (try? await Task.sleep(for: interval)) != nil {
      let now = UInt64(max(0, IntakeService.now.secondsSince1970))
      for payment in (try? await openPayments()) ?? [] {
        await lookAgain(payment.id) { payload in
          if case .authorization(let transfer, _) = payload.proof {
            transfer.validBefore > now
          } else {
            false
          }
        }
      }
    }
  }

  private func openPayments() async throws -> [ReceivedPayment] {
    try await writer.run { rows in try rows.openPayments() }
  }

  /// Looks up a payment that no request is working on, if a test allows it.
  ///
  /// A failure is ignored, because the payment is checked again later.
  private func lookAgain(_ id: String, if isWorthwhile: (PaymentPayload) -> Bool) async {
    guard payments.enter(id) else { return }
    defer { payments.leave(id) }
    guard let payment = try? await writer.run({ rows in try rows.payment(id) }),
      payment.state == .settling, payment.paymentPayload.map(isWorthwhile) == true
    else { return }
    _ = try? await lookUp(payment)
  }

  func close() async throws { try await facilitator.close() }

  /// Whether the payment of a request was begun before with the same body.
  func hasBegun(_ form: IntakeForm, _ claims: IntakeService.Claims) async throws -> Bool {
    // A faulty payment is reported later, and only to those who are authorized.
    guard let payment = try? desk.payment(claims.payments), let id = try? desk.id(of: payment)
    else { return false }
    let known = try await writer.run { rows in try rows.payment(id) }
    return known?.digest == form.body.digest && known?.hasFailed(before: payment) == false
  }

  /// Stores a body that is paid for.
  ///
  /// - Throws: ``PaymentDemand`` and `Refusal`.
  func receive(
    _ form: IntakeForm, _ claims: IntakeService.Claims
  ) async throws -> IntakeService.Receipt {
    let submission = claims.key ?? form.body.digest.hex
    guard let payment = try desk.payment(claims.payments) else {
      try await refuseSecond(submission)
      throw desk.demand("This service requires payment.")
    }
    let id = try desk.id(of: payment)
    guard payments.enter(id) else { throw Refusal.paymentRunning }
    defer { payments.leave(id) }
    let known = try await writer.run { rows in try rows.payment(id) }
    if let known {
      guard let digest = known.digest else { throw Refusal.forgotten }
      guard digest == form.body.digest else { throw Refusal.otherBody }
      guard known.hasFailed(before: payment) else { return try await goOn(known, payment, form) }
    }
    try await refuseSecond(submission)
    let offer = try desk.offer(for: payment)
    try await verify(payment, offer, isAnother: known != nil)
    let payer = try desk.payerName(of: payment)
    let begun = ReceivedPayment(
      id: id, of: form.key, submission: submission, digest: form.body.digest,
      payload: payment.json.canonicalText,
      offer: Members<PaymentOffer>.offer(payment.version).kind.json(offer).canonicalText,
      contentType: form.body.contentType, body: form.body.bytes, key: claims.key,
      received: IntakeService.now)
    try await writer.run { rows in
      // The submission may have begun with another payment in the meantime.
      if try rows.standingPayment(ofSubmission: submission) != nil { throw Refusal.secondPayment }
      let waiting = try rows.openPayments().count { $0.id.hasPrefix(payer) }
      guard waiting < Self.mostOpenOfOnePayer else { throw Refusal.tooManyOpen }
      guard try rows.begin(begun) else { throw Refusal.paymentRunning }
    }
    return try await settle(begun, payment, offer, form)
  }

  /// Returns the settlement header for a submission that was answered before; `nil` where nothing
  /// was settled.
  func settlement(
    ofSubmission submission: String, _ claims: IntakeService.Claims
  ) async throws -> (version: PaymentVersion, header: String)? {
    let payment = try await writer.run { rows in
      try rows.standingPayment(ofSubmission: submission)
    }
    return payment?.settlementHeader
  }

  /// Refuses to take or to demand a second payment for a submission.
  private func refuseSecond(_ submission: String) async throws {
    let standing = try await writer.run { rows in
      try rows.standingPayment(ofSubmission: submission)
    }
    if standing != nil { throw Refusal.secondPayment }
  }

  /// Asks the facilitator whether a payment is valid, before it is settled.
  ///
  /// - Parameter isAnother: Whether an earlier payment with the same nonce failed.
  private func verify(
    _ payment: PaymentPayload, _ offer: PaymentOffer, isAnother: Bool
  ) async throws {
    let verification: Facilitator.Verification
    do { verification = try await facilitator.verify(payment, offer) } catch {
      throw Refusal.facilitatorAway
    }
    // The earlier payment may have moved the money after all, so the payer is not asked for more.
    guard !isAnother || !verification.saysSettled else { throw Refusal.paymentUnknown }
    guard verification.isValid else {
      throw desk.demand(
        "The facilitator refused the payment: \(verification.reason.printable).")
    }
  }

  private func settle(
    _ begun: ReceivedPayment, _ payment: PaymentPayload, _ offer: PaymentOffer, _ form: IntakeForm
  ) async throws -> IntakeService.Receipt {
    let settlement: SettlementResponse
    do { settlement = try await facilitator.settle(payment, offer) } catch {
      guard (error as? Facilitator.Unreachable)?.nothingWasSent == true else {
        throw Refusal.paymentUnknown
      }
      try await writer.run { rows in try rows.takeBack(begun.id) }
      throw Refusal.facilitatorAway
    }
    if settlement.success { return try await finish(begun, settlement, form) }
    guard settlement.isRefusalBeforeSending else {
      try await note(begun, .settling, settlement)
      throw Refusal.paymentUnknown
    }
    try await note(begun, .failed, settlement)
    throw PaymentDesk.failure(settlement, payment.version)
  }

  /// Stores a facilitator's answer, unless the payment was forgotten or its outcome recorded in the
  /// meantime.
  private func note(
    _ payment: ReceivedPayment, _ state: ReceivedPayment.State, _ settlement: SettlementResponse
  ) async throws {
    let text = settlement.text
    try await writer.run { rows in
      guard let latest = try rows.payment(payment.id), latest.state == .settling else { return }
      try rows.set(latest.id, state, settlement: latest.digest == nil ? nil : text)
    }
  }

  /// Answers a payment that came before with the same body.
  private func goOn(
    _ known: ReceivedPayment, _ payment: PaymentPayload, _ form: IntakeForm
  ) async throws -> IntakeService.Receipt {
    switch known.state {
    case .settled:
      guard let answer = known.answer else {
        // The payment counted as failed and lost its body, until the operator recorded its outcome.
        return try await finish(known, known.settlementResponse ?? SettlementResponse(), form)
      }
      return IntakeService.Receipt(answer: answer, settlement: known.settlementHeader)
    case .failed:
      throw PaymentDesk.failure(known.settlementResponse ?? SettlementResponse(), payment.version)
    case .settling: return try await lookUp(known)
    }
  }

  /// Looks up the outcome of a payment whose settlement was requested, which is never requested
  /// again.
  ///
  /// A used nonce counts as settlement where the facilitator gave no answer or
  /// `settlement_pending`. After another failure the payer may have cancelled the nonce, so only
  /// the chain shows the outcome.
  private func lookUp(_ known: ReceivedPayment) async throws -> IntakeService.Receipt {
    let last = known.settlementResponse
    guard let payment = known.paymentPayload, let offer = known.paymentOffer,
      let form = known.form, last == nil || last?.errorReason == "settlement_pending"
    else { throw Refusal.paymentUnknown }
    let verification: Facilitator.Verification
    do { verification = try await facilitator.verify(payment, offer) } catch {
      throw Refusal.paymentUnknown
    }
    guard verification.saysSettled else { throw Refusal.paymentUnknown }
    var settlement = last ?? SettlementResponse()
    (settlement.success, settlement.errorReason) = (true, nil)
    settlement.networkName = offer.networkName
    if settlement.payer == nil { settlement.payer = verification.payer }
    return try await finish(known, settlement, form)
  }

  private func finish(
    _ payment: ReceivedPayment, _ settlement: SettlementResponse, _ form: IntakeForm
  ) async throws -> IntakeService.Receipt {
    let text = settlement.text
    let answer = try await writer.run { rows -> String? in
      let latest = try rows.payment(payment.id)
      guard let latest, latest.digest != nil else {
        // The subject was erased in the meantime, so the body is not stored.
        if let latest { try rows.set(latest.id, .settled, settlement: nil) }
        return nil
      }
      return try rows.store(form, latest, settlement: text)
    }
    guard let answer else { throw Refusal.forgotten }
    var settled = payment
    settled.settlement = text
    return IntakeService.Receipt(answer: answer, settlement: settled.settlementHeader)
  }
}

extension ReceivedRows {
  /// Stores the body of a settled payment, unless a later body has taken its place.
  func store(_ form: IntakeForm, _ payment: ReceivedPayment, settlement: String) throws -> String {
    let answer = try store(form, payment.key, at: payment.received, yields: true)
    try set(payment.id, .settled, settlement: settlement, answer: answer)
    return answer
  }
}

extension SettlementResponse {
  var text: String { Members<SettlementResponse>.settlement.kind.json(self).canonicalText }
}

extension ReceivedPayment {
  /// Whether this payment failed and another one has the same id.
  ///
  /// A sender that derives one nonce for each submission, such as `daymark submit`, signs the next
  /// payment with the same nonce.
  fileprivate func hasFailed(before other: PaymentPayload) -> Bool {
    state == .failed && payload != other.json.canonicalText
  }

  var paymentPayload: PaymentPayload? {
    guard let json = try? JSONValue(parsing: payload.utf8), let version = try? json.paymentVersion()
    else { return nil }
    return try? PaymentPayload(header: PaymentHeader.text(of: json), version)
  }

  var paymentOffer: PaymentOffer? {
    (paymentPayload?.version).flatMap {
      Members<PaymentOffer>.offer($0).kind.value(Array(offer.utf8))
    }
  }

  var settlementResponse: SettlementResponse? {
    settlement.flatMap { Members<SettlementResponse>.settlement.kind.value(Array($0.utf8)) }
  }

  fileprivate var settlementHeader: (version: PaymentVersion, header: String)? {
    guard let response = settlementResponse, response.success,
      let version = paymentPayload?.version
    else { return nil }
    return (version, response.header)
  }

  /// The body that waits for the payment, parsed again.
  var form: IntakeForm? {
    guard let body, let boundary = HeaderParameters(contentType)?.boundary else { return nil }
    var parser = MultipartParser(boundary: boundary, IntakeForm.limits)
    guard (try? parser.feed(body)) != nil else { return nil }
    return try? IntakeForm(parser, contentType: contentType)
  }
}

extension String? {
  /// A facilitator's word, without characters that would control a terminal.
  fileprivate var printable: String {
    String(
      (self ?? "no reason given").filter { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
        .prefix(80))
  }
}

extension Refusal {
  /// The refusal for a participant whose data was erased.
  fileprivate static let forgotten = Refusal(
    409, "payment.forgotten", "The body that this payment was for has since been erased.")

  fileprivate static let tooManyOpen = Refusal(
    503, "payment.too_many_open",
    "Too many payments by this payer have an unknown outcome. This payment was not settled.",
    hint:
      "Repeat the earlier requests, each with its payment, until they are answered; then repeat this one.",
    retryAfter: 60)

  fileprivate static let facilitatorAway = Refusal(
    503, "payment.facilitator", "The facilitator does not answer. Nothing was paid.",
    hint: "Send the same payment, key and body again.", retryAfter: 10)

  fileprivate static let paymentRunning = Refusal(
    409, "payment.running", "Another request with this payment is in progress.",
    hint: "Try again with the same payment, key and body.", retryAfter: 2)

  fileprivate static let otherBody = Refusal(
    409, "payment.other_body", "This payment was already used with another body.",
    hint: "Each payment is for one body. Nothing was stored or settled.")

  fileprivate static let secondPayment = Refusal(
    409, "payment.second", "This submission already has a payment.",
    hint: "Send it again with the same payment. Do not pay again.", retryAfter: 5)

  fileprivate static let paymentUnknown = Refusal(
    503, "payment.unknown", "It is not yet known whether the payment was settled.",
    hint:
      "Send the same payment, key and body again. The intake will look the payment up and not settle it again.",
    retryAfter: 10)
}
