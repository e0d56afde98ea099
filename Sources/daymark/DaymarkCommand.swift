import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation

/// The root command of the program, with its arguments, messages and exit codes.
///
/// The work itself is done in `Pipeline`.
@main
struct DaymarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daymark",
    abstract: "Decide fitness challenges from health exports, with evidence that others can check.",
    discussion: """
      Exit codes: 0 done; 1 done, but an input was damaged, truncated or unreadable; 2 could not \
      finish; 3 a check failed; 64 the command line is wrong; 75 another run is at work, with \
      --no-wait; 130 and 143 ended by SIGINT and SIGTERM.
      """,
    version: daymarkVersion,
    subcommands: [
      InspectCommand.self,
      AggregateCommand.self,
      ExplainDayCommand.self,
      ExamineCommand.self, CalibrateCommand.self,
      StrengthCommand.self,
      FeatsCommand.self,
      NewCommand.self,
      RunCommand.self,
      VerifyCommand.self,
      ExplainCommand.self, LeaderboardCommand.self,
      ReportCommand.self, ShowCommand.self,
      OpenCommand.self, DecideCommand.self, LetterCommand.self,
      KeysCommand.self, AttestCommand.self, RevealCommand.self, PayoutCommand.self,
      SealCommand.self, ConsistencyCommand.self,
      ChangesCommand.self, ForgetCommand.self, ExportCommand.self,
      RulesCommand.self, RewardsCommand.self,
      SubmitCommand.self, IntakeCommand.self, PaymentsCommand.self,
      SchemaCommand.self,
      WorkerCommand.self, RequestsCommand.self,
    ])

  /// The arguments after the program's name, with any bytes.
  private static let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { argument in
      String(systemPath: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
  }

  /// Runs the command.
  ///
  /// A worker runs without `async`, because it forks and `async` would start threads.
  static func main() {
    // Without this, writing a file beyond the `ulimit` would end the process with a signal instead
    // of an error.
    signal(SIGXFSZ, SIG_IGN)
    leaveNoCore()
    do {
      // The refusal of network access also applies to programs that this one starts. So the
      // commands that start a network program run without it.
      let isOfNetwork = networkCommands.contains {
        $0.configuration.commandName == arguments.first
      }
      if !isOfNetwork { try refuseNetwork() }
      if let unknown = UnknownCommand(in: arguments, of: self) {
        Terminal.printError(unknown.message)
        throw ExitCode.validationFailure
      }
      var command = try parseAsRoot(arguments)
      guard command is any AsyncParsableCommand else { return try command.run() }
      Task {
        do {
          // The arguments are parsed again here, because a command must not pass from one task to
          // another.
          if var command = try parseAsRoot(arguments) as? any AsyncParsableCommand {
            try await command.run()
          }
        } catch {
          end(by: error)
        }
        Foundation.exit(0)
      }
      dispatchMain()
    } catch {
      end(by: error)
    }
  }

  /// Ends the program with an error.
  private static func end(by error: any Error) -> Never {
    switch error {
    case let error as DaymarkError:
      let isBusy = error.finding.code == .storeBusy
      fail([error.finding], isBusy ? Exit.isBusy : Exit.couldNotFinish)
    case let interruption as Interruption: fail([interruption.finding], interruption.exitCode)
    case let error as ConfigurationError: fail(error.findings)
    default: exit(withError: error)
    }
  }

  /// Ends the program with errors, as text for people and, if the user asked for JSON, as a
  /// document.
  private static func fail(
    _ errors: [Finding], _ exitCode: ExitCode = Exit.couldNotFinish
  ) -> Never {
    for line in Wording.lines(errors) { Terminal.printError("daymark: " + line) }
    // Where standard output itself failed, the error is printed already.
    let command = try? parseAsRoot(arguments)
    if let command = command as? any JSONPrinting, command.printsJSON {
      try? printJSON(.object(["errors": FindingListing.json(errors)]))
    }
    exit(withError: exitCode)
  }
}

/// A word in the place of a command that is no command's name.
struct UnknownCommand {
  private let word: String
  /// The path of commands from the root to the one that has no such subcommand.
  private let path: [any ParsableCommand.Type]

  /// Finds the first word that stands in the place of a subcommand's name and is none.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the program's name.
  ///   - root: The command that the first argument is a subcommand of.
  /// - Returns: `nil` where every named command exists, or none is named.
  init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
    var path = [root]
    for word in arguments {
      guard let command = path.last, !command.configuration.subcommands.isEmpty,
        !word.hasPrefix("-"), word != "help"
      else { return nil }
      guard let next = command.configuration.subcommands.first(where: { $0.name == word }) else {
        // The word may be an argument of the default subcommand.
        guard command.configuration.defaultSubcommand == nil else { return nil }
        (self.word, self.path) = (word, path)
        return
      }
      path.append(next)
    }
    return nil
  }

  /// The message with the word, the command that was probably meant, and how to list all commands.
  var message: String {
    let known = path.last?.configuration.subcommands.filter { $0.configuration.shouldDisplay } ?? []
    let meant = suggestion(for: word, among: known.map { $0.name })
    let command = path.map { $0.name }.joined(separator: " ")
    return """
      Error: `\(command)` has no command `\(word)`\(meant.map { "; did you mean `\($0)`?" } ?? "")
      Usage: \(command) <subcommand>
        See '\(command) --help' for more information.
      """
  }
}

extension ParsableCommand {
  fileprivate static var name: String { configuration.commandName ?? _commandName }
}
