import ArgumentParser
import DaymarkDelivery
import Foundation

/// The command `forget`, which erases a participant's data.
struct ForgetReceivedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase what was received of a subject; the service may run meanwhile.")

  @OptionGroup var folder: DataFolder

  @Option(help: "One challenge's number; all challenges if left out.")
  var challenge: String?

  @Argument(help: "The subject's address.")
  var subject: String

  func run() async throws {
    guard let address = EthereumAddress(subject.lowercased()) else {
      throw ValidationError("the subject is no address")
    }
    let (count, open) = try await folder.run {
      let upkeep = try IntakeUpkeep(file: folder.file)
      defer { try? upkeep.close() }
      return try upkeep.forget(address, challenge: challenge)
    }
    print(count == 1 ? "1 row is erased." : "\(count) rows are erased.")
    for id in open {
      print("Nobody knows how a payment ended whose body is erased, too. Look at the chain: \(id)")
    }
    if count == 0, open.isEmpty { throw ExitCode(3) }
  }
}

/// The command `payments`, which lists and resolves payments of unknown outcome.
struct ReceivedPaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: "List payments whose end is not known, or say how one ended.",
    discussion: "Look at the chain first: whether the contract has taken the payer's nonce.")

  @OptionGroup var folder: DataFolder

  @Option(
    help: ArgumentHelp(
      "A payment that was settled, with --transaction: its body is stored.", valueName: "id"))
  var settled: String?

  @Option(help: ArgumentHelp("The hash of the transaction that settled it.", valueName: "hash"))
  var transaction: String?

  @Option(help: ArgumentHelp("A payment that was not settled, and will not be.", valueName: "id"))
  var failed: String?

  func validate() throws {
    if settled != nil, failed != nil { throw ValidationError("give --settled or --failed") }
    guard (settled == nil) == (transaction == nil) else {
      throw ValidationError("--settled and --transaction go together")
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
        case .unknown: throw stop("no payment waits for that word: \(id)", code: 3)
        case .running:
          throw stop("the service may be at work on it yet; wait for some minutes: \(id)", code: 3)
        }
      }
      return try upkeep.openPayments()
    }
    for payment in open { print("\(payment.received)  \(payment.id)") }
  }
}
