import ArgumentParser
import DaymarkDelivery
import Foundation

/// `forget`: erases a participant.
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
    let count = try await folder.run {
      let upkeep = try IntakeUpkeep(file: folder.file)
      defer { try? upkeep.close() }
      return try upkeep.forget(address, challenge: challenge)
    }
    print(count == 1 ? "1 row is erased." : "\(count) rows are erased.")
    if count == 0 { throw ExitCode(3) }
  }
}

/// `payments`: those of which nobody knows how they ended.
struct ReceivedPaymentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: "List the payments of which nobody knows, or say how one has ended.",
    discussion: "Look at the chain first: whether the contract has taken the payer's nonce.")

  @OptionGroup var folder: DataFolder

  @Option(help: ArgumentHelp("A payment that was settled: its body is stored.", valueName: "id"))
  var settled: String?

  @Option(help: ArgumentHelp("A payment that was not settled, and will not be.", valueName: "id"))
  var failed: String?

  func validate() throws {
    if settled != nil, failed != nil { throw ValidationError("give --settled or --failed") }
  }

  func run() async throws {
    let open = try await folder.run {
      let upkeep = try IntakeUpkeep(file: folder.file)
      defer { try? upkeep.close() }
      if let id = settled ?? failed {
        guard try upkeep.resolve(id, isSettled: settled != nil) else {
          throw stop("there is no open payment \(id)", code: 3)
        }
      }
      return try upkeep.openPayments()
    }
    for payment in open { print("\(payment.received)  \(payment.id)") }
  }
}
