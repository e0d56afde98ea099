import ArgumentParser
import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline

struct RequestsCommand: ParsableCommand, JSONPrinting {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "Print the requests for `daymark worker`, one a subject; `daymark-spark` calls it.",
    discussion: """
      Standard output is a JSON document a line. With --inbox or --manifest the pipeline's own subjects \
      are not looked at.
      """,
    // Only programs call this command.
    shouldDisplay: false)

  @Argument(help: "The pipeline's folder, which holds pipeline.yaml.", completion: .directory)
  var pipeline: String

  @Option(help: "Take the subjects of this inbox.")
  var inbox: String?

  @Option(help: "Take the subjects of this manifest.")
  var manifest: String?

  @Option(
    help: "The instant that verdicts are for (RFC 3339). Default: the pipeline's, or now.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(help: "The store of the run that decides; the book beside it says what came too late.")
  var store: String?

  @OptionGroup var names: NameArguments

  /// The value is always `true`, because the calling program reads errors as a document.
  var printsJSON: Bool { true }

  func validate() throws {
    if inbox != nil, manifest != nil {
      throw ValidationError("--inbox and --manifest cannot be used together.")
    }
  }

  func run() throws {
    let now = Instant.now
    let configuration = try loaded()
    try configuration.requireOneChallenge()
    try readingRequests(
      of: configuration, asOf: asOf ?? configuration.asOf ?? now, now: now,
      showsNames: names.showNames, store: store
    ) { line in
      // Printing adds the end of the line.
      try Terminal.print(String(decoding: line.dropLast(), as: UTF8.self).printableJSON)
    }
  }

  private func loaded() throws -> PipelineConfiguration {
    if let inbox { return try loadPipeline(at: pipeline, subjectsFrom: .inbox(inbox)) }
    if let manifest { return try loadPipeline(at: pipeline, subjectsFrom: .manifest(manifest)) }
    return try loadPipeline(at: pipeline)
  }
}
