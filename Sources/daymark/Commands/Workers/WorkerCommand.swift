import ArgumentParser
import DaymarkPipeline

/// The command `daymark worker`.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Read archives for another program; `daymark run` starts some by itself.",
    discussion: """
      Requests come on standard input and answers go to standard output, a JSON document a line.
      """,
    // No person calls it.
    shouldDisplay: false)

  @Option(help: "A folder that archives lie in; others cannot be read. Default: any.")
  var inputs: [String] = []

  @Option(help: "The most memory, in bytes. Default: no limit.")
  var memory: UInt64?

  @Option(help: "The process to end with.")
  var parent: Int32?

  func run() throws {
    try serveReadings(WorkerOptions(parent: parent, folders: inputs, memoryBytes: memory))
  }
}
