import ArgumentParser

struct RewardsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewards",
    abstract: "Keep streaks, points, badges and levels over many challenges, and check programmes.",
    subcommands: [
      RewardsKeepCommand.self, RewardsExplainCommand.self, RewardsCheckCommand.self,
      RewardsTestCommand.self,
    ],
    defaultSubcommand: RewardsKeepCommand.self)
}
