import ArgumentParser
import DaymarkModel
import DaymarkPipeline

/// The command `daymark explain-day`.
struct ExplainDayCommand: AsyncParsableCommand, JSONPrinting {
  static let configuration = CommandConfiguration(
    commandName: "explain-day",
    abstract: "Print how one day came about: what each source has, what counted, what was covered.",
    discussion: "Names of sources and inputs stand in it; evidence holds neither.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  @OptionGroup var reading: ReadingArguments

  @Option(help: "The day, yyyy-MM-dd, in the subject's zone.", transform: OptionText.day)
  var date: CivilDay

  @Option(help: "This metric alone; can be repeated.", transform: OptionText.metric)
  var metric: [Metric] = []

  @Option(help: "How to print it.")
  var format = Format.table

  var printsJSON: Bool { format == .json }

  func run() async throws {
    let bar = ProgressBar(
      total: reading.totalBytes, isDrawn: !reading.quiet && Terminal().redraws)
    defer { bar.clear() }
    let result = try explainArchivesDay(
      reading.archives, date, zone: reading.zone, policies: reading.policies,
      asOf: reading.asOf ?? .now, progress: bar.add)
    bar.clear()
    let listing = ExplainDayListing(result, metrics: metric.isEmpty ? Metric.seven : metric)
    switch format {
    case .json: try printJSON(listing.json)
    case .table: try Terminal.print(listing.text)
    }
    if !reading.quiet, format != .json { FindingListing.print(result.findings) }
    try Exit.done(result.findings)
  }
}
