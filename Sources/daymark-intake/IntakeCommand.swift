import ArgumentParser
import DaymarkDelivery
import DaymarkModel
import Foundation

/// The program that receives evidence.
@main
struct IntakeServiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: DeliveryProgram.intake.rawValue,
    abstract: "Receive evidence and answer requests about its state.",
    discussion: """
      The service speaks plain HTTP. Put a proxy in front of it that handles TLS. Exit codes: 0 done, or \
      ended by SIGTERM or SIGINT; 2 could not start or continue; 3 nothing with that name was found; \
      64 wrong usage.
      """,
    version: daymarkVersion,
    subcommands: [ServeCommand.self, ForgetReceivedCommand.self, ReceivedPaymentsCommand.self],
    defaultSubcommand: ServeCommand.self)
}

/// The option for the folder with the intake's file.
struct DataFolder: ParsableArguments {
  @Option(help: "The folder for received evidence; created if missing.")
  var data: String

  var file: String { "\(data)/intake.sqlite" }

  /// Runs a function, and ends the program with a message if the file cannot be used.
  func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as DaymarkError {
      throw stop("cannot use \(file): \(error.finding.code.rawValue)")
    }
  }
}

/// Prints a sentence for the operator, and returns the exit code to throw.
func stop(_ sentence: String, code: Int32 = 2) -> ExitCode {
  say(sentence)
  return ExitCode(code)
}

/// Prints a sentence for the operator to standard error.
func say(_ sentence: String) {
  FileHandle.standardError.write(Data("\(DeliveryProgram.intake.rawValue): \(sentence)\n".utf8))
}
