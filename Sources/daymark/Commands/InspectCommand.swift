import ArgumentParser
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

struct InspectCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in archives: their days, zone, and samples by metric and source.",
    discussion: "Counts and times only; no health value is printed.")

  @OptionGroup var reading: ArchiveArguments

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() async throws {
    let results = try reading.showingProgress {
      try inspectArchives(
        reading.archives, zone: reading.zone, policies: reading.policies,
        asOf: reading.asOf ?? .now, options: reading.options(), progress: $0)
    }
    let listings = zip(reading.archives, results).map(InspectionListing.init)
    switch format {
    case .json: try printJSON(.object(["archives": .array(listings.map(\.json))]))
    case .text: try Terminal.print(listings.map(\.text).joined(separator: "\n\n"))
    }
    let errors = results.compactMap(\.error)
    // An error of the system says nothing about the archive, and without any archive nothing was
    // inspected.
    if errors.count == results.count || errors.contains(where: \.finding.code.isOfSystem) {
      throw Exit.couldNotFinish
    }
    try Exit.done(listings.flatMap(\.findings))
  }
}

extension Result {
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
