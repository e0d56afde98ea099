import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct AggregateCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "aggregate",
    abstract: "Print one person's days: steps, distances, energy, heart rate.",
    discussion: """
      What phone, watch and apps recorded at the same time is counted once. Days are those of the \
      subject's zone.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, parquet
  }

  @OptionGroup var reading: ArchiveArguments

  @Option(
    help: "The first day, yyyy-MM-dd. Default: the first with data.", transform: OptionText.day)
  var from: CivilDay?

  @Option(help: "The last day, included. Default: the last with data.", transform: OptionText.day)
  var to: CivilDay?

  @Option(help: "The format of the output.")
  var format = Format.table

  @Flag(help: "Also print exercise time and sleep.")
  var allMetrics = false

  func validate() throws {
    if let from, let to, to < from {
      throw ValidationError("--to \(to) is before --from \(from).")
    }
    if format == .parquet, Terminal.showsOutput {
      throw ValidationError("--format parquet is no text: send the output to a file or a program.")
    }
  }

  func run() async throws {
    let result = try reading.showingProgress {
      try aggregateArchives(
        reading.archives, zone: reading.zone, period: period, policies: reading.policies,
        asOf: reading.asOf ?? .now, options: reading.options(readsSleep: allMetrics), progress: $0)
    }
    let metrics = allMetrics ? Metric.allCases : Metric.inEvidence
    let listing = AggregateListing(result.aggregates, metrics: metrics)
    switch format {
    case .csv: try Terminal.print(listing.csv, terminator: "")
    case .json: try printJSON(listing.json)
    case .parquet: try Terminal.write(listing.parquet)
    case .table: try Terminal.print(listing.table)
    }
    let findings = result.aggregates.findings
    if !reading.quiet, format != .json { FindingListing.print(findings) }
    try Exit.done(findings)
  }

  private var period: Period? {
    guard from != nil || to != nil else { return nil }
    // No sample is earlier than ``Record/earliestYear`` or later than the archive's export, so the
    // open end of a period excludes nothing.
    let first = from ?? CivilDay(ordinal: 0)
    return .days(from: first, to: to ?? max(first, Self.latestDay))
  }

  private static var latestDay: CivilDay {
    CivilDay(year: 2099, month: 12, day: 30) ?? CivilDay(ordinal: 0)
  }
}
