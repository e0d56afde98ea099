import ArgumentParser
import DaymarkConfiguration

/// A word in place of a command that is no command's name.
struct UnknownCommand {
  private let word: String
  /// The command that has no such subcommand, and all that lead to it.
  private let path: [any ParsableCommand.Type]

  /// - Returns: `nil` when every command there is, or none was named.
  init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
    var path = [root]
    for word in arguments {
      guard let command = path.last, !command.configuration.subcommands.isEmpty,
        !word.hasPrefix("-"), word != "help"
      else { return nil }
      guard let next = command.configuration.subcommands.first(where: { $0.name == word }) else {
        (self.word, self.path) = (word, path)
        return
      }
      path.append(next)
    }
    return nil
  }

  /// The word, the command that was probably meant, and how to see all.
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
