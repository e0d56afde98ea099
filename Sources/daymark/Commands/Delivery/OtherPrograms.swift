import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import Foundation

struct SubmitCommand: OtherProgram {
  static let program = "daymark-courier"

  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Send what a run wrote to a service: starts daymark-courier.",
    discussion: """
      daymark itself cannot use a network. `make delivery` builds the program that can, beside it; \
      `daymark-courier --help` says what it takes.
      """)

  @Argument(parsing: .captureForPassthrough, help: "The arguments of daymark-courier.")
  var arguments: [String] = []
}

struct IntakeCommand: OtherProgram {
  static let program = "daymark-intake"

  static let configuration = CommandConfiguration(
    commandName: "intake",
    abstract: "Receive what others send: starts daymark-intake.",
    discussion: """
      daymark itself cannot use a network. `make delivery` builds the program that can, beside it; \
      `daymark-intake --help` says what it takes.
      """)

  @Argument(parsing: .captureForPassthrough, help: "The arguments of daymark-intake.")
  var arguments: [String] = []
}

/// A command that another program in the same folder carries out.
protocol OtherProgram: ParsableCommand {
  /// The name of the program.
  static var program: String { get }
  /// The arguments that the user wrote after the command.
  var arguments: [String] { get }
}

extension OtherProgram {
  /// Replaces this process by the other program.
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

/// The commands that use a network, all by other programs.
///
/// No command of this program can.
let networkCommands: [any OtherProgram.Type] = [SubmitCommand.self, IntakeCommand.self]
