package import DaymarkDocuments
package import DaymarkModel
import DaymarkProof

/// Where payments are kept; what was added is durable when the call is over.
package protocol PaymentBook: Sendable {
  func payments() throws -> [Payment]
  func append(_ payment: Payment) throws
  func quotes() throws -> [OutboxKey: PaymentQuote]
  func append(_ quote: PaymentQuote) throws
  /// 32 bytes that the numbers of transfers are made of.
  func secret() throws -> [UInt8]
}

/// What sending asks of whoever pays.
package protocol Payer: Sendable {
  /// The header that pays for a submission, where it has been paid for before: each request has the same.
  func header(for row: OutboxRow) async throws -> ServiceRequest.Header?
  /// Pays a price, if the policy allows it.
  ///
  /// - Throws: ``PaymentRefusal``, and what the book throws.
  func pay(
    _ price: ServiceResponse, for row: OutboxRow, at url: String
  ) async throws -> ServiceRequest.Header
  /// Notes what became of a request that pays; `nil` where no answer came.
  func note(_ response: ServiceResponse?, for row: OutboxRow) async throws
}

/// Pays prices under a policy, never twice for one submission; see Delivery, "Pay".
///
/// It is an actor, and looks at the caps and reserves in one breath, so that no two jobs spend the same budget.
package actor PaymentClerk<Book: PaymentBook, Signer: PaymentSigner, World: Surroundings>: Payer {
  private let policy: PaymentPolicy
  private let service: ServiceAddress
  private let book: Book
  private let signer: Signer
  private let world: World
  private let startedAt: Instant
  /// Whether prices are noted and nothing is paid.
  private let onlyQuotes: Bool

  /// How far the clocks of the chain and of this machine may differ.
  static var clockDrift: Int64 { 600_000 }

  package init(
    _ policy: PaymentPolicy, to service: ServiceAddress, book: Book, signer: Signer,
    in world: World, onlyQuotes: Bool = false
  ) {
    (self.policy, self.service, self.book) = (policy, service, book)
    (self.signer, self.world, self.onlyQuotes) = (signer, world, onlyQuotes)
    startedAt = world.now
  }

  private func payment(for row: OutboxRow) throws -> Payment? {
    guard let submission = row.submission else { return nil }
    let id = Payment.id(of: row.key, submission.body, number: submission.number)
    return try book.payments().first { $0.id == id }
  }

  // MARK: Before a request

  package func header(for row: OutboxRow) async throws -> ServiceRequest.Header? {
    guard var payment = try payment(for: row), let payload = payment.payload,
      let version = PaymentVersion(rawValue: payment.terms.version)
    else { return nil }
    switch payment.state {
    case .approved, .failed: return nil
    case .signed: try append(&payment, .sent, "")
    case .settled: break
    case .sent, .unknown: if try await hasFailed(&payment) { return nil }
    }
    return ServiceRequest.Header(version.paymentHeader, payload)
  }

  /// Asks the signer what became of a payment that can no longer be settled.
  ///
  /// That it has lapsed proves nothing: it may have been settled before.
  private func hasFailed(_ payment: inout Payment) async throws -> Bool {
    let lapsed = payment.validBefore.advanced(byMilliseconds: Self.clockDrift)
    guard world.now > lapsed, let wallet = wallet(of: payment), let asset = asset(of: payment),
      let request = SigningRequest(payment, asset)
    else { return false }
    let status: TransferStatus
    do throws(SignerFailure) {
      status = request.status(in: try await signer.ask(request.status, of: wallet))
    } catch { return false }
    switch status {
    case .used(let transaction):
      payment.transaction = transaction ?? payment.transaction
      try append(&payment, .settled, "the signer says that the transfer was made")
      return false
    case .unused:
      try append(&payment, .failed, "it lapsed, and the signer says that no transfer was made")
      return true
    case .unknown: return false
    }
  }

  // MARK: A price

  package func pay(
    _ price: ServiceResponse, for row: OutboxRow, at url: String
  ) async throws -> ServiceRequest.Header {
    guard let submission = row.submission else {
      throw PaymentRefusal(.resource, "nothing is being sent")
    }
    let allowed = try PriceCheck(policy: policy, service: service, url: url).allowed(price)
    if onlyQuotes {
      try book.append(PaymentQuote(row.key, submission.body, allowed.terms, at: world.now))
      throw PaymentRefusal(.quote, "quoted, \(allowed.asset.text(allowed.terms.amount))")
    }
    var payment = try approved(allowed, row, submission)
    guard let request = SigningRequest(payment, allowed.asset) else {
      throw PaymentRefusal(.asset, "the policy's addresses are none")
    }
    let signature: [UInt8]
    do {
      let answer = try await signer.ask(request.sign, of: allowed.wallet)
      signature = try request.signature(in: answer)
    } catch let failure as SignerFailure {
      // It may have signed: the same number is asked for again, and nothing else.
      throw PaymentRefusal(.signer, failure.words)
    } catch let refusal as PaymentRefusal {
      try append(&payment, .failed, refusal.words)
      throw refusal
    }
    let payload = PaymentPayload(
      allowed.version, by: allowed.offer,
      .authorization(request.authorization, signature: signature), for: allowed.resource)
    payment.payload = payload.header
    try append(&payment, .signed, nil)
    try append(&payment, .sent, nil)
    return ServiceRequest.Header(allowed.version.paymentHeader, payload.header)
  }

  /// Reserves the budget of a payment, or finds it reserved.
  private func approved(
    _ price: AllowedPrice, _ row: OutboxRow, _ submission: Submission
  ) throws -> Payment {
    let payments = try book.payments()
    let id = Payment.id(of: row.key, submission.body, number: submission.number)
    let known = payments.first { $0.id == id }
    if let known, known.state != .failed {
      guard known.state == .approved else {
        throw PaymentRefusal(.quote, "it was paid for once, and nobody knows what became of that")
      }
      guard known.terms == price.terms else {
        throw PaymentRefusal(.quote, "its terms are not those that were approved")
      }
    }
    try checkQuote(price, row.key, submission.body)
    var payment = Payment(
      row.key, submission.body, number: submission.number, price.terms, wallet: price.wallet.name,
      payer: price.wallet.address, nonce: try nonce(of: price, row.key, submission),
      validBefore: world.now.advanced(
        byMilliseconds: Int64(price.timeoutSeconds(policy)) * 1000), at: world.now)
    if let known, known.state == .approved {
      // Nothing was signed that anybody has seen, and the number is the same.
      if known.validBefore > world.now { return known }
      payment.approvedAt = known.approvedAt
    }
    try checkCaps(price, payments.filter { $0.id != id })
    try book.append(payment)
    return payment
  }

  private func checkQuote(
    _ price: AllowedPrice, _ key: OutboxKey, _ body: Digest
  ) throws(PaymentRefusal) {
    let quote: PaymentQuote?
    do { quote = try book.quotes()[key] } catch { throw PaymentRefusal(.quote, "\(error)") }
    let lapses = quote?.at.advanced(byMilliseconds: Int64(policy.quoteHours) * 3_600_000)
    guard let quote, quote.body == body, let lapses, world.now < lapses else {
      if policy.requiresQuote {
        throw PaymentRefusal(.quote, "there is no quote for this body that holds; ask with --quote")
      }
      return
    }
    guard quote.terms == price.terms else {
      throw PaymentRefusal(
        .quote, "the quote was \(price.asset.text(quote.terms.amount)) on other terms")
    }
  }

  private func checkCaps(
    _ price: AllowedPrice, _ payments: [Payment]
  ) throws(PaymentRefusal) {
    let (amount, caps, asset) = (price.terms.amount, price.asset.caps, price.asset)
    let spent = payments.filter {
      $0.state.keepsBudget && $0.terms.network == asset.network
        && $0.terms.asset == asset.contract
    }
    func sum(_ isCounted: (Payment) -> Bool) -> AtomicAmount {
      spent.filter(isCounted).reduce(.zero) { $0 + $1.terms.amount }
    }
    let day = world.now.secondsSince1970 / 86_400
    for (rule, cap, known) in [
      (PaymentRule.capRequest, caps.request, AtomicAmount.zero),
      (.capRun, caps.run, sum { $0.approvedAt >= startedAt }),
      (.capDay, caps.day, sum { $0.approvedAt.secondsSince1970 / 86_400 == day }),
      (.capHost, caps.host, sum { $0.key.endpoint == "\(service)" }),
    ] where cap < known || cap - known < amount {
      throw PaymentRefusal(
        rule,
        "\(asset.text(amount)) with \(asset.text(known)) before would be over \(asset.text(cap))")
    }
  }

  /// The number of a transfer: two signatures for one submission can never both settle.
  private func nonce(
    of price: AllowedPrice, _ key: OutboxKey, _ submission: Submission
  ) throws -> String {
    let parts = [
      price.terms.network, price.terms.asset, price.terms.resource, key.challenge, key.subject,
      key.provider, submission.body.hex, "\(submission.number)",
    ]
    let text = Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)
    return hexText(authenticationCode(of: text, secret: try book.secret()))
  }

  // MARK: After a request

  package func note(_ response: ServiceResponse?, for row: OutboxRow) async throws {
    guard var payment = try payment(for: row), payment.state != .settled,
      payment.payload != nil
    else { return }
    guard let response else { return try append(&payment, .unknown, "no answer came") }
    let name = PaymentVersion(rawValue: payment.terms.version)?.settlementHeader.lowercased()
    let header = name.flatMap { response.headers[$0] }
    guard let receipt = header.flatMap({ try? SettlementResponse(header: $0) }) else {
      return try append(
        &payment, .unknown, "the answer \(response.status) came without a receipt")
    }
    if let problem = payment.problem(of: receipt) {
      return try append(&payment, .unknown, "the receipt is not of this payment: \(problem)")
    }
    let others = try book.payments().filter { $0.id != payment.id }
    guard !others.contains(where: { $0.transaction == receipt.transaction }) else {
      return try append(&payment, .unknown, "the receipt is that of another payment")
    }
    guard receipt.success else {
      return try append(
        &payment, .unknown, "the receipt says \(receipt.errorReason ?? "nothing")".plainWords)
    }
    payment.transaction = receipt.transaction.plainWords
    try append(&payment, .settled, nil)
  }

  private func append(_ payment: inout Payment, _ state: PaymentState, _ words: String?) throws {
    guard payment.state != state || payment.words != words else { return }
    (payment.state, payment.words, payment.at) = (state, words, world.now)
    try book.append(payment)
  }

  private func wallet(of payment: Payment) -> PaymentWallet? {
    policy.wallets.first { $0.name == payment.wallet }
  }

  private func asset(of payment: Payment) -> PaymentAsset? {
    policy.assets.first {
      $0.network == payment.terms.network && $0.contract == payment.terms.asset
    }
  }
}

extension Payment {
  /// What of a receipt is not of this payment.
  fileprivate func problem(of receipt: SettlementResponse) -> String? {
    guard let version = PaymentVersion(rawValue: terms.version) else { return "version" }
    if let payer = receipt.payer, payer.lowercased() != self.payer { return "payer" }
    let network = PaymentNetwork(receipt.networkName, version)
    if receipt.success, network.map({ "\($0)" }) != terms.network { return "network" }
    if let amount = receipt.amountText, amount != "\(terms.amount)" { return "amount" }
    if receipt.success, receipt.transaction.isEmpty { return "transaction" }
    return nil
  }
}
