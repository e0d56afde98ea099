import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import Foundation

/// The command `daymark submit`.
struct SubmitCommand: OtherProgram {
  static let program = "daymark-courier"

  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Send what a run wrote to a service: starts daymark-courier.",
    discussion: """
      daymark itself cannot talk over a network. `make delivery` builds the program that can, beside it; \
      `daymark-courier --help` says what it takes.
      """)

  @Argument(parsing: .captureForPassthrough, help: "Whatever daymark-courier takes.")
  var arguments: [String] = []
}

/// The command `daymark intake`.
struct IntakeCommand: OtherProgram {
  static let program = "daymark-intake"

  static let configuration = CommandConfiguration(
    commandName: "intake",
    abstract: "Receive what others send: starts daymark-intake.",
    discussion: """
      daymark itself cannot talk over a network. `make delivery` builds the program that can, beside it; \
      `daymark-intake --help` says what it takes.
      """)

  @Argument(parsing: .captureForPassthrough, help: "Whatever daymark-intake takes.")
  var arguments: [String] = []
}

/// A command that another program beside this one carries out.
protocol OtherProgram: ParsableCommand {
  /// The name of the program.
  static var program: String { get }
  /// What is written behind the command.
  var arguments: [String] { get }
}

extension OtherProgram {
  /// Becomes the other program.
  ///
  /// - Throws: `DaymarkError` `program.missing`.
  func run() throws {
    let path = "\(parentFolder(of: programPath))/\(Self.program)"
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    let code = errno
    throw DaymarkError(.programMissing, at: InputLocation(file: path)) {
      $0.value = Self.program
      if code != ENOENT { $0.system = String(cString: strerror(code)) }
    }
  }
}

/// The commands that talk over a network, by other programs; no other one can.
let networkCommands: [any OtherProgram.Type] = [SubmitCommand.self, IntakeCommand.self]
