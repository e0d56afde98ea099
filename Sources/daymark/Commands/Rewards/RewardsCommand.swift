import ArgumentParser

/// The command `daymark rewards`.
struct RewardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewards", abstract: "Check programmes of streaks, points and badges.",
    subcommands: [RewardsCheckCommand.self])
}
