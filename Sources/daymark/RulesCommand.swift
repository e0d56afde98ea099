import ArgumentParser

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Check, try and compare verdict rules.",
    subcommands: [
      RulesTestCommand.self,
      RulesSweepCommand.self,
      RulesDiffCommand.self,
    ])
}
