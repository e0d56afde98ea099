import ArgumentParser
import DaymarkPipeline

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Read archives for another program; `daymark run` starts some by itself.",
    discussion: """
      Requests come on standard input and answers go to standard output, a JSON document a line.
      """,
    // Only programs call this command.
    shouldDisplay: false)

  @Flag(help: "Make readers for the run at the other end of standard input, a socket.")
  var readers = false

  @Flag(help: "With --readers: have a reader say which refused system call it made.")
  var namesCalls = false

  @Option(help: "The most memory of a reader, in bytes. Default: no limit.")
  var memory: UInt64?

  @Option(help: "The process to end with.")
  var parent: Int32?

  func run() throws {
    var options = WorkerOptions()
    (options.parent, options.memoryBytes, options.makesReaders) = (parent, memory, readers)
    options.namesCalls = namesCalls
    try work(options)
  }
}
