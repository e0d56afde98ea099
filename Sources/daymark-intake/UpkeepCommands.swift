import ArgumentParser
import DaymarkDelivery
import Foundation

/// The command `forget`, which erases a participant's data.
struct ForgetReceivedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase everything received for a subject. The service may keep running.")

  @OptionGroup var folder: DataFolder

  @Option(help: "The challenge's number. Default: all challenges.")
  var challenge: String?

  @Argument(help: "The subject's address.")
  var subject: String

  func run() async throws {
    guard let address = EthereumAddress(subject.lowercased()) else {
      throw ValidationError("the subject is not an address")
    }
    let (count, open) = try await folder.run {
      let upkeep = try IntakeUpkeep(file: folder.file)
      defer { try? upkeep.close() }
      return try upkeep.forget(address, challenge: challenge)
    }
    print(count == 1 ? "1 row was erased." : "\(count) rows were erased.")
    for id in open {
      print(
        "The outcome of a payment for an erased body is unknown. Look it up on the chain: \(id)")
    }
    if count == 0, open.isEmpty { throw ExitCode(3) }
  }
}

/// The command `payments`, which lists and resolves payments of unknown outcome.
struct ReceivedPaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: "List payments with unknown outcome, or record the outcome of one.",
    discussion:
      "Before you record an outcome, check on the chain whether the contract has used the payer's nonce."
  )

  @OptionGroup var folder: DataFolder

  @Option(
    help: ArgumentHelp(
      "A payment that was settled. Needs --transaction; the payment's body is then stored.",
      valueName: "id"))
  var settled: String?

  @Option(
    help: ArgumentHelp("The hash of the transaction that settled the payment.", valueName: "hash"))
  var transaction: String?

  @Option(help: ArgumentHelp("A payment that was not settled and never will be.", valueName: "id"))
  var failed: String?

  func validate() throws {
    if settled != nil, failed != nil {
      throw ValidationError("--settled and --failed exclude each other")
    }
    guard (settled == nil) == (transaction == nil) else {
      throw ValidationError("--settled and --transaction need each other")
    }
    guard transaction.map({ hexBytes(prefixed: $0)?.count == 32 }) ?? true else {
      throw ValidationError("--transaction must be 0x and 64 hexadecimal digits")
    }
  }

  func run() async throws {
    let open = try await folder.run {
      let upkeep = try IntakeUpkeep(file: folder.file)
      defer { try? upkeep.close() }
      if let id = settled ?? failed {
        let end = transaction.map { IntakeUpkeep.End.settled(transaction: $0.lowercased()) }
        switch try upkeep.resolve(id, end ?? .failed) {
        case .done: break
        case .unknown:
          throw stop("there is no payment with this id and an unknown outcome: \(id)", code: 3)
        case .running:
          throw stop(
            "the service may still be working on this payment; try again in a few minutes: \(id)",
            code: 3)
        }
      }
      return try upkeep.openPayments()
    }
    for payment in open { print("\(payment.received)  \(payment.id)") }
  }
}
