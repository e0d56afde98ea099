import ArgumentParser
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation

struct PaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: "Show what was paid to services, and check the ledger.",
    subcommands: [
      PaymentsListCommand.self, PaymentsVerifyCommand.self, PaymentsResolveCommand.self,
    ],
    defaultSubcommand: PaymentsListCommand.self)
}

/// The arguments for the place of the payments.
struct LedgerPlace: ParsableArguments {
  @Option(help: "The output folder of the runs.")
  var out = "out"

  @Option(help: "The store. Default: daymark.sqlite in the output folder.")
  var store: String?

  var path: String { store ?? defaultStorePath(inOutputFolder: out) }
}

struct PaymentsListCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List payments, with totals by wallet, day and service.")

  @OptionGroup var place: LedgerPlace

  @Option(help: "The format of the result.")
  var format = TableFormat.table

  func run() async throws {
    let listing = PaymentListing(try readPayments(besideStore: place.path), at: .now)
    switch format {
    case .json: try printJSON(listing.json)
    case .csv: try Terminal.print(listing.csv, terminator: "")
    case .table: try Terminal.print(listing.text)
    }
  }
}

struct PaymentsVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Follow the chain of the ledger, and say whether every entry is what was written.")

  @OptionGroup var place: LedgerPlace

  @Option(help: "An end of the chain that was printed before: the chain must have had it.")
  var earlier: String?

  func run() async throws {
    let ledger = try readPayments(besideStore: place.path, earlierEnd: earlier)
    let erased = ledger.erased == 0 ? "" : "; erased: \(ledger.erased)"
    guard ledger.hasEarlierEnd else {
      try Terminal.print("The chain never had that end: entries were cut off, or it was made anew.")
      throw Exit.answerIsNo
    }
    try Terminal.print(
      "The chain holds: \(ledger.entries) entries, \(ledger.payments.count) payments\(erased).\n"
        + "It ends with \(ledger.chainEnd). Note that elsewhere, for --earlier.")
  }
}

struct PaymentsResolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Say how a payment ended, where neither the service nor the signer can.")

  enum Ending: String, CaseIterable, ExpressibleByArgument { case settled, failed }

  @OptionGroup var place: LedgerPlace

  @Argument(help: "The payment's id.")
  var id: String

  @Argument(help: "settled: the money has moved; failed: it has not, and never will.")
  var ending: Ending

  @Option(help: "Who says so.", transform: OptionText.line)
  var by: String

  @Option(help: "The transaction, where you know it.", transform: OptionText.line)
  var transaction: String?

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  func run() async throws {
    let access = OutputAccess(
      outputFolder: place.out, storePath: place.store, now: .now, waits: !noWait)
    let payment = try await resolvePayment(
      id, isSettled: ending == .settled, transaction: transaction, by: by, access,
      whenBusy: { FindingListing.print([$0]) })
    try Terminal.print("\(payment.id) is \(payment.state.rawValue), as \(by) says.")
  }
}
