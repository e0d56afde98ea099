import ArgumentParser
import DaymarkConfiguration
import DaymarkDelivery
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation

/// The program `daymark-courier`, which `daymark submit` starts.
@main
struct CourierCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "daymark-courier",
    abstract: "Send the results of a run to a service, each submission once.",
    discussion: """
      Until the challenge ends, this sends progress, at most every 15 minutes and only if it changed. After that, \
      until the deadline, it sends the proof. You can call it as often as you like: it sends nothing twice, and first \
      settles submissions that were interrupted.

      Exit codes: 0 done; 1 something is left to do, see the list; 2 could not finish; 64 wrong usage; 75 another run \
      is in progress, with --no-wait.
      """,
    version: daymarkVersion)

  enum Format: String, ExpressibleByArgument { case text, json }

  @Argument(help: "The folder of a challenge in the output folder, such as out/steps-2025-09.")
  var folder: String

  @Argument(help: "The ids of subjects. Default: all.")
  var subjects: [String] = []

  @Option(
    help: "The service: https://HOST, or http://127.0.0.1:PORT on this machine.",
    transform: endpoint)
  var to: ServiceAddress

  @Option(help: "The store. Default: daymark.sqlite beside the challenge's folder.")
  var store: String?

  @Flag(help: "Print the state of each submission and send nothing.")
  var status = false

  @Flag(help: "Print what would be sent, what would not, and why. Send nothing.")
  var dryRun = false

  @Flag(help: "Ask the service for the state of stored submissions and send nothing.")
  var refresh = false

  @Flag(help: "Send refused submissions again.")
  var again = false

  @Option(help: "The payment policy, a file that says what may be paid. Default: nothing is paid.")
  var pay: String?

  @Flag(help: "With --pay: record the service's prices and pay nothing.")
  var quote = false

  @Option(help: "The number of subjects that are served at a time.")
  var jobs = 4

  @Option(help: "The number of attempts at a submission in this call, at most.")
  var attempts = 5

  @Option(help: "The number of seconds after which no new request begins.")
  var timeLimit = 600

  @Option(help: "The number of seconds to wait for an answer.")
  var requestTimeout = 60

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "The format of the result.")
  var format = Format.text

  private static func endpoint(_ text: String) throws -> ServiceAddress {
    guard let endpoint = ServiceAddress(text) else {
      throw ValidationError(
        "expected an address without a path: https://HOST, or http://127.0.0.1:PORT on this machine"
      )
    }
    return endpoint
  }

  func validate() throws {
    guard [status, dryRun, refresh].count(where: { $0 }) <= 1 else {
      throw ValidationError("choose one of --status, --dry-run and --refresh")
    }
    guard !quote || pay != nil else { throw ValidationError("--quote needs --pay") }
    for (name, value) in [
      ("jobs", jobs), ("attempts", attempts), ("time-limit", timeLimit),
      ("request-timeout", requestTimeout),
    ] where !(1...86_400).contains(value) {
      throw ValidationError("expected a number from 1 to 86400 for --\(name)")
    }
  }

  static func main() async {
    signal(SIGXFSZ, SIG_IGN)
    leaveNoCore()
    var command: Self?
    do {
      let parsed = try parse()
      command = parsed
      try await parsed.deliver()
    } catch let error as DaymarkError {
      fail([error.finding], command)
    } catch let error as ConfigurationError {
      fail(error.findings, command)
    } catch {
      exit(withError: error)
    }
  }

  private static func fail(_ findings: [Finding], _ command: Self?) -> Never {
    for line in Wording.lines(findings) { Terminal.printError("daymark-courier: \(line)") }
    if command?.printsJSON == true {
      let errors = findings.map { finding in
        JSONValue.object([
          "code": .string(finding.code.rawValue), "message": .string(Wording.sentence(finding)),
        ])
      }
      try? printJSON(.object(["errors": .array(errors)]))
    }
    exit(withError: findings.contains { $0.code == .storeBusy } ? Exit.isBusy : Exit.couldNotFinish)
  }

  private func deliver() async throws {
    let url = URL(fileURLWithPath: folder)
    let access = OutputAccess(
      outputFolder: url.deletingLastPathComponent().relativePath, storePath: store, now: .now,
      waits: !noWait)
    let deliveries = try await withOutbox(
      ofFolder: url.relativePath, subjects: subjects, access,
      whenBusy: { Terminal.printError("daymark-courier: \(Wording.line($0))") },
      during: { outbox in
        let line = HTTPTransport(seconds: Int64(requestTimeout), connections: jobs)
        let result: Result<[Delivery], any Error>
        do {
          result = .success(try await carryOut(outbox, over: line))
        } catch {
          result = .failure(error)
        }
        try await line.close()
        return try result.get()
      })
    let listing = DeliveryListing(deliveries, to: to, sends: !status && !dryRun && !refresh)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
    if deliveries.contains(where: \.isLeft), !status, !dryRun { throw Exit.inputDamaged }
  }

  private func carryOut(
    _ outbox: ChallengeOutbox, over line: HTTPTransport
  ) async throws -> [Delivery] {
    var courier = Courier(to: to, over: line, outbox: outbox, in: SystemSurroundings())
    courier.jobs = jobs
    courier.rules.sendsRefusedAgain = again
    (courier.patience.attempts, courier.patience.milliseconds) = (attempts, Int64(timeLimit) * 1000)
    let policy = try pay.map { try loadPaymentPolicy(at: $0) }
    // This is needed without a policy too, because paid submissions are repeated with their
    // payments.
    courier.payer = PaymentClerk(
      policy, to: to, book: outbox, signer: ProgramSigner(), in: SystemSurroundings(),
      onlyQuotes: quote)
    courier.rules.canPay = policy != nil
    if status || dryRun { return try courier.plan(outbox.subjects) }
    if refresh { return try await courier.refresh(outbox.subjects) }
    return try await courier.deliver(outbox.subjects)
  }
}

// The outbox of a challenge stores both the rows for sending and the ledger of payments.
extension ChallengeOutbox: Outbox, PaymentBook {}
