package import DaymarkDocuments
package import DaymarkModel
import DaymarkProof

/// A store of payments and quotes, whose entries are durable when the call that adds them returns.
package protocol PaymentBook: Sendable {
  func payments() throws -> [Payment]
  func append(_ payment: Payment) throws
  func quotes() throws -> [OutboxKey: PaymentQuote]
  func append(_ quote: PaymentQuote) throws
  /// Returns the 32 secret bytes from which the nonces of transfers are derived.
  func paymentSecret() throws -> [UInt8]
}

/// The part of sending that pays for submissions.
package protocol Payer: Sendable {
  /// The way in which prices are handled.
  var mode: PaymentMode { get }
  /// Finds out, at the start of a call, how payments ended that can no longer be settled.
  ///
  /// - Parameter stop: The instant from which no further signer is asked.
  func settleLapsed(until stop: Instant) async throws
  /// Returns the header that carries the payment, for every request of a submission that was paid
  /// for; `nil` for an unpaid one.
  func header(for row: OutboxRow) async throws -> ServiceRequest.Header?
  /// Pays a price, if the policy allows it.
  ///
  /// - Throws: ``PaymentRefusal``, and the errors of the book.
  func pay(
    _ price: ServiceResponse, for row: OutboxRow, at url: String
  ) async throws -> ServiceRequest.Header
  /// Records the outcome of a request that carried a payment.
  ///
  /// - Parameters:
  ///   - response: The service's answer; `nil` where none came.
  ///   - isStored: Whether the answer says that the body is stored.
  func note(_ response: ServiceResponse?, isStored: Bool, for row: OutboxRow) async throws
}

/// The ways in which prices are handled.
package enum PaymentMode: Hashable, Sendable {
  /// Nothing new is paid. A submission that was paid for is sent again with the same payment.
  case repeats
  /// Prices are recorded as quotes, and no request carries a payment.
  case quotes
  /// Prices are paid as far as the policy allows.
  case pays
}

/// Pays prices under a policy, never twice for one submission; see Delivery, "Pay".
///
/// It is an actor that checks the caps and reserves the amount in one step, so that no two jobs
/// spend the same budget. It reads the ledger only once, because it is the ledger's only writer.
package actor PaymentClerk<Book: PaymentBook, Signer: PaymentSigner, World: Surroundings>: Payer {
  package nonisolated let mode: PaymentMode
  /// The operator's policy; `nil` where nothing new may be paid.
  private let policy: PaymentPolicy?
  private let service: ServiceAddress
  private let book: Book
  private let signer: Signer
  private let world: World
  private let startedAt: Instant
  /// All payments, by id; `nil` until the ledger is read.
  private var known: [String: Payment]?
  /// The quotes of the challenge; `nil` until they are read.
  private var knownQuotes: [OutboxKey: PaymentQuote]?
  /// The wallets whose signers were too slow, and are asked about no further lapsed payment.
  private var slowWallets: Set<String> = []

  package init(
    _ policy: PaymentPolicy?, to service: ServiceAddress, book: Book, signer: Signer,
    in world: World, onlyQuotes: Bool = false
  ) {
    (self.policy, self.service, self.book) = (policy, service, book)
    (self.signer, self.world) = (signer, world)
    mode = policy == nil ? .repeats : onlyQuotes ? .quotes : .pays
    startedAt = world.now
  }

  // MARK: The ledger

  private func payments() throws -> [String: Payment] {
    if let known { return known }
    let read = Dictionary(try book.payments().map { ($0.id, $0) }) { $1 }
    known = read
    return read
  }

  private func quotes() throws -> [OutboxKey: PaymentQuote] {
    if let knownQuotes { return knownQuotes }
    let read = try book.quotes()
    knownQuotes = read
    return read
  }

  private func payment(for row: OutboxRow) throws -> Payment? {
    guard let submission = row.submission else { return nil }
    return try payments()[Payment.id(of: row.key, submission.body, number: submission.number)]
  }

  private func keep(_ payment: Payment) throws {
    _ = try payments()
    try book.append(payment)
    known?[payment.id] = payment
  }

  private func set(_ payment: inout Payment, _ state: PaymentState, _ words: String?) throws {
    (payment.state, payment.words) = (state, words)
    guard payment != (try payments()[payment.id]) else { return }
    payment.at = world.now
    try keep(payment)
  }

  // MARK: Before a request

  package func header(for row: OutboxRow) async throws -> ServiceRequest.Header? {
    guard mode != .quotes, var payment = try payment(for: row), let payload = payment.payload,
      let version = PaymentVersion(rawValue: payment.terms.version)
    else { return nil }
    switch payment.state {
    case .approved, .failed: return nil
    case .signed:
      // The service has not seen this payment yet, so it is sent only if it may still be paid.
      guard allows(payment) else { return nil }
      try set(&payment, .sent, nil)
    case .settled: break
    case .sent, .unknown: if try await hasFailed(&payment) { return nil }
    }
    return ServiceRequest.Header(version.paymentHeader, payload)
  }

  /// Whether the present policy allows the service, wallet, token and payee of a payment.
  private func allows(_ payment: Payment) -> Bool {
    guard let policy, policy.origins.contains("\(service)"), wallet(of: payment) != nil else {
      return false
    }
    return asset(of: payment)?.payees.contains(payment.terms.payee) == true
      && world.now < payment.validBefore
  }

  package func settleLapsed(until stop: Instant) async throws {
    guard mode == .pays else { return }
    for var payment in try payments().values.sorted(by: { $0.id < $1.id }) {
      guard world.now < stop else { return }
      switch payment.state {
      case .sent, .unknown: _ = try await hasFailed(&payment)
      case .signed where world.now > payment.lapsesAt:
        try set(&payment, .failed, "it expired before it was sent")
      case .signed, .approved, .settled, .failed: break
      }
    }
  }

  /// Asks the signer whether a payment failed that can no longer be settled.
  ///
  /// A lapsed payment has not necessarily failed, because it may have been settled in time.
  private func hasFailed(_ payment: inout Payment) async throws -> Bool {
    guard world.now > payment.lapsesAt, let wallet = wallet(of: payment),
      let asset = asset(of: payment), let request = SigningRequest(payment, asset),
      !slowWallets.contains(wallet.name)
    else { return false }
    let status: TransferStatus
    do throws(SignerFailure) {
      status = request.status(in: try await signer.ask(request.status, of: wallet))
    } catch {
      if error.tookTooLong { slowWallets.insert(wallet.name) }
      return false
    }
    switch status {
    case .used(let transaction):
      payment.transaction = transaction ?? payment.transaction
      try set(&payment, .settled, "the signer says that the transfer was made")
      return false
    case .unused:
      try set(&payment, .failed, "it expired, and the signer says that no transfer was made")
      return true
    case .unknown: return false
    }
  }

  // MARK: A price

  package func pay(
    _ price: ServiceResponse, for row: OutboxRow, at url: String
  ) async throws -> ServiceRequest.Header {
    guard let submission = row.submission, let policy else {
      throw PaymentRefusal(.resource, "nothing is being sent")
    }
    let allowed = try PriceCheck(policy: policy, service: service, url: url).allowed(price)
    if mode == .quotes {
      let quote = PaymentQuote(row.key, submission.body, allowed.terms, at: world.now)
      try book.append(quote)
      knownQuotes?[row.key] = quote
      throw PaymentRefusal(.quote, "quoted, \(allowed.asset.text(allowed.terms.amount))")
    }
    var payment = try reserve(allowed, under: policy, row, submission)
    guard let request = SigningRequest(payment, allowed.asset) else {
      throw PaymentRefusal(.asset, "an address in the policy is invalid")
    }
    let signature: [UInt8]
    do {
      let answer = try await signer.ask(request.sign, of: allowed.wallet)
      signature = try request.signature(in: answer)
    } catch let failure as SignerFailure {
      // The signer may have signed. A later attempt asks for the same nonce again, and for no
      // other.
      throw PaymentRefusal(.signer, failure.words)
    } catch let refusal as PaymentRefusal {
      try set(&payment, .failed, refusal.words)
      throw refusal
    }
    let proof = PaymentProof.authorization(request.authorization, signature: signature)
    let payload = PaymentPayload(
      allowed.version, by: allowed.offer, proof, for: allowed.resource,
      extensions: allowed.extensions(naming: proof))
    payment.payload = payload.header
    try set(&payment, .signed, nil)
    try set(&payment, .sent, nil)
    return ServiceRequest.Header(allowed.version.paymentHeader, payload.header)
  }

  /// Writes down the payment of a submission before it is signed, so that its amount counts
  /// against the caps.
  ///
  /// A payment that an earlier attempt approved is checked again, by the caps that apply now.
  ///
  /// - Returns: The payment, approved and kept.
  /// - Throws: `PaymentRefusal` if a cap or the quote forbids it, or the body may have been paid.
  private func reserve(
    _ price: AllowedPrice, under policy: PaymentPolicy, _ row: OutboxRow, _ submission: Submission
  ) throws -> Payment {
    let payments = try payments()
    let id = Payment.id(of: row.key, submission.body, number: submission.number)
    let before = payments[id]
    if let before { try check(price, against: before) }
    let other = payments.values.first { other in
      other.id != id && other.key == row.key && other.body == submission.body
        && other.state.mayHavePaid && !other.isDelivered
    }
    if let other {
      throw PaymentRefusal(
        .paid,
        "this body was already paid for but not stored (payment \(other.id)); ask the service's operator"
      )
    }
    try checkQuote(price, under: policy, row.key, submission.body)
    var payment = Payment(
      row.key, submission.body, number: submission.number, price.terms, wallet: price.wallet.name,
      payer: price.wallet.address, nonce: try before?.nonce ?? nonce(of: row.key, submission),
      validBefore: world.now.advanced(
        byMilliseconds: Int64(price.timeoutSeconds(policy)) * 1000), at: world.now)
    if let before, before.state == .approved, before.validBefore > world.now {
      payment.validBefore = before.validBefore
    }
    try checkCaps(price, payments.values.filter { $0.id != id })
    try keep(payment)
    return payment
  }

  /// Checks a price against an earlier approval for the same submission.
  private func check(
    _ price: AllowedPrice, against before: Payment
  ) throws(PaymentRefusal) {
    switch before.state {
    case .signed, .sent, .settled, .unknown:
      throw PaymentRefusal(
        .paid, "it was already paid for, and the outcome of that payment is unknown")
    case .approved where world.now <= before.lapsesAt:
      guard before.terms == price.terms else {
        throw PaymentRefusal(.quote, "its terms differ from those that were approved")
      }
    case .approved, .failed: break
    }
    // A contract accepts a nonce once from one address. With another contract or address a second
    // signature could be settled as well.
    guard before.terms.network == price.terms.network, before.terms.asset == price.terms.asset,
      before.payer == price.wallet.address
    else {
      throw PaymentRefusal(
        .quote, "it was approved earlier with another token or wallet")
    }
  }

  private func checkQuote(
    _ price: AllowedPrice, under policy: PaymentPolicy, _ key: OutboxKey, _ body: Digest
  ) throws {
    let quote = try quotes()[key]
    let lapses = quote?.at.advanced(byMilliseconds: Int64(policy.quoteHours) * 3_600_000)
    guard let quote, quote.body == body, let lapses, world.now < lapses else {
      if policy.requiresQuote {
        throw PaymentRefusal(.quote, "there is no valid quote for this body; get one with --quote")
      }
      return
    }
    guard quote.terms == price.terms else {
      throw PaymentRefusal(
        .quote, "the terms differ from the quote, which was \(price.asset.text(quote.terms.amount))"
      )
    }
  }

  private func checkCaps(
    _ price: AllowedPrice, _ others: [Payment]
  ) throws(PaymentRefusal) {
    let (amount, caps, asset) = (price.terms.amount, price.asset.caps, price.asset)
    let spent = others.filter {
      $0.keepsBudget(at: world.now) && $0.terms.network == asset.network
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
        "\(asset.text(amount)) with \(asset.text(known)) before would exceed \(asset.text(cap))")
    }
  }

  /// Returns the nonce of a submission's transfer, the same whenever it is computed.
  private func nonce(of key: OutboxKey, _ submission: Submission) throws -> String {
    let parts = [
      key.endpoint, key.challenge, key.subject, key.provider, submission.body.hex,
      "\(submission.number)",
    ]
    let text = Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)
    return hexText(authenticationCode(of: text, secret: try book.paymentSecret()))
  }

  // MARK: After a request

  package func note(
    _ response: ServiceResponse?, isStored: Bool, for row: OutboxRow
  ) async throws {
    guard var payment = try payment(for: row), payment.payload != nil else { return }
    payment.isDelivered = payment.isDelivered || isStored
    guard payment.state != .settled else { return try set(&payment, .settled, payment.words) }
    guard let response else { return try set(&payment, .unknown, "no answer came") }
    let name = PaymentVersion(rawValue: payment.terms.version)?.settlementHeader.lowercased()
    let header = name.flatMap { response.headers[$0] }
    guard let receipt = header.flatMap({ try? SettlementResponse(header: $0) }) else {
      return try set(&payment, .unknown, "the answer \(response.status) came without a receipt")
    }
    guard receipt.success else {
      return try set(
        &payment, .unknown, "the receipt says \(receipt.errorReason ?? "nothing")".plainWords)
    }
    if let problem = payment.problem(of: receipt, isStored: isStored) {
      return try set(&payment, .unknown, "the receipt does not match this payment: \(problem)")
    }
    let transaction = receipt.transactionName
    let isOfAnother = try payments().values.contains {
      $0.id != payment.id && transaction != nil && $0.transaction == transaction
    }
    guard !isOfAnother else {
      return try set(&payment, .unknown, "the receipt belongs to another payment")
    }
    payment.transaction = transaction
    try set(&payment, .settled, nil)
  }

  private func wallet(of payment: Payment) -> PaymentWallet? {
    policy?.wallets.first { $0.name == payment.wallet && $0.address == payment.payer }
  }

  private func asset(of payment: Payment) -> PaymentAsset? {
    policy?.assets.first {
      $0.network == payment.terms.network && $0.contract == payment.terms.asset
    }
  }
}

extension PaymentState {
  /// Whether money may have moved, or may still move.
  fileprivate var mayHavePaid: Bool {
    switch self {
    case .signed, .sent, .settled, .unknown: true
    case .approved, .failed: false
    }
  }
}

extension Payment {
  /// Returns the part of a receipt that contradicts the payment; `nil` where the receipt fits.
  ///
  /// A service that looked the payment up may not know the transaction. Its receipt counts only if
  /// the body is stored.
  fileprivate func problem(of receipt: SettlementResponse, isStored: Bool) -> String? {
    guard let version = PaymentVersion(rawValue: terms.version) else { return "version" }
    if let payer = receipt.payer, payer.lowercased() != self.payer { return "payer" }
    let network = PaymentNetwork(receipt.networkName, version)
    if network.map({ "\($0)" }) != terms.network { return "network" }
    if let amount = receipt.amountText, amount != "\(terms.amount)" { return "amount" }
    if receipt.transaction.isEmpty { return isStored ? nil : "transaction" }
    return receipt.transactionName == nil ? "transaction" : nil
  }
}

extension SettlementResponse {
  /// The transaction's hash in lower case; `nil` where the text is not a hash of 32 bytes.
  fileprivate var transactionName: String? {
    hexBytes(prefixed: transaction.lowercased()).flatMap { $0.count == 32 ? hexText($0) : nil }
  }
}
