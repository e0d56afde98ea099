import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct ExplainDayCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "explain-day",
    abstract: "Print why a day has its figures: what each source recorded, and what counted.",
    discussion: "The output names sources and archives, which evidence never does.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  @OptionGroup var reading: ArchiveArguments

  @Option(help: "The day, yyyy-MM-dd, in the subject's zone.", transform: OptionText.day)
  var date: CivilDay

  @Option(help: "Print only this metric. Can be repeated.", transform: OptionText.metric)
  var metric: [Metric] = []

  @Option(help: "The format of the output.")
  var format = Format.table

  func run() async throws {
    let result = try reading.showingProgress {
      try explainArchivesDay(
        reading.archives, date, zone: reading.zone, policies: reading.policies,
        asOf: reading.asOf ?? .now,
        options: reading.options(readsSleep: metric.isEmpty || metric.contains(.sleep)),
        progress: $0)
    }
    let listing = ExplainDayListing(result, metrics: metric.isEmpty ? Metric.inEvidence : metric)
    switch format {
    case .json: try printJSON(listing.json)
    case .table: try Terminal.print(listing.text)
    }
    if !reading.quiet, format != .json { FindingListing.print(result.findings) }
    try Exit.done(result.findings)
  }
}
