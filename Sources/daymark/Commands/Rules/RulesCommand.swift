import ArgumentParser

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Check, try, compare and prove rules.",
    subcommands: [
      RulesCheckCommand.self,
      RulesImportCommand.self,
      RulesTestCommand.self,
      RulesPreviewCommand.self,
      RulesSweepCommand.self,
      RulesDiffCommand.self,
      RulesCompareCommand.self,
      RulesProveCommand.self,
    ])
}
