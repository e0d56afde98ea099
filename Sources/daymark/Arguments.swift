public import ArgumentParser
public import DaymarkModel
import DaymarkPipeline

extension Instant: ExpressibleByArgument {
  public init?(argument: String) { self.init(rfc3339: argument) }
}

extension CivilDay: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Zone: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }
}

extension ManualEntryPolicy: ExpressibleByArgument {}

/// How archives are read; shared by the commands that read them outside a pipeline.
struct ReadingArguments: ParsableArguments {
  @Argument(
    help: "Archives of one subject: export.zip, a compressed or plain document, or a folder.")
  var archives: [String]

  @Option(help: "The zone that decides days, such as Europe/Berlin; otherwise it is inferred.")
  var zone: Zone?

  @Option(
    help: """
      A source that goes before others, best first; a glob on its name, or PROVIDER:NAME. Can be \
      repeated.
      """)
  var sourcePriority: [String] = []

  @Option(help: "What to do with values typed in by hand.")
  var manualEntries = ManualEntryPolicy.exclude

  @Option(
    help: "Bounds plausible times where an archive does not state its export date (RFC 3339).")
  var asOf: Instant?

  @Flag(name: .shortAndLong, help: "Print the result alone.")
  var quiet = false

  var policies: Policies {
    Policies(manualEntries: manualEntries, sourceOrder: SourceOrder(patterns: sourcePriority))
  }

  /// Size of the archives, for the progress bar.
  var totalBytes: Int64 { archiveBytes(archives) }
}
