import ArgumentParser
import DaymarkEmit
import DaymarkModel
package import DaymarkPipeline
import Foundation

struct FeatsCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "feats",
    abstract: "Print the leaderboards of feats of strength, and what each attempt brought.",
    discussion: """
      Attempts are the rows of a table (feat, at, person, repetitions, seconds, load_kg, ...), Ladder's \
      attempts, or the sets of a workout log. A log does not say whose it is: write ana=strong.csv. The \
      output holds people's figures.
      """)

  @Argument(help: "The feats: feats.yaml, or the feed of Ladder's application.")
  var feats: String

  @Argument(help: "Files of attempts, and workout logs; PERSON=FILE says whose a file is.")
  var inputs: [FeatInput]

  @Option(
    help: "The time zone of days, weeks and months, such as Europe/Berlin. Default: UTC.",
    transform: OptionText.zone)
  var zone: Zone = .utc

  @Option(
    help: "The instant of the boards (RFC 3339). Default: now.", transform: OptionText.instant)
  var asOf: Instant?

  @Option(
    help: "The instant of the boards to compare ranks with. Default: a week earlier.",
    transform: OptionText.instant)
  var since: Instant?

  @Option(help: "Only the feat with this id.")
  var feat: String?

  @Option(help: "A person whose line is always shown, with records and history.")
  var person: String?

  @Option(help: "The last rank that the table shows.")
  var top = 10

  @Option(help: "A file that says which exercise a name means: exercises.yaml.")
  var exercises: String?

  @Option(help: "The formula that estimates the greatest load for one repetition.")
  var formula = OneRepetitionFormula.epley

  @Option(help: "The unit of loads in files that do not say it.")
  var loadUnit: LoadUnit?

  @Option(help: "The order of day and month in dates such as 3/4/2026, where files do not say it.")
  var dateOrder: DateOrder?

  @Option(help: "The format of the output.")
  var format = TableFormat.table

  @OptionGroup var names: NameArguments

  @Flag(name: .shortAndLong, help: "Print only the result.")
  var quiet = false

  func run() throws {
    let request = FeatOptions(
      feats: feats, feat: feat, exercises: exercises, zone: zone, asOf: asOf ?? .now, since: since,
      formula: formula, logs: LogSettings(loadUnit: loadUnit, dateOrder: dateOrder))
    let (picture, findings) = try featPicture(
      of: inputs, request, options: readOptions(showsNames: names.showNames))
    switch format {
    case .table:
      try Terminal.print(FeatListing(picture, person: person, top: top).text(Terminal()))
    case .csv: try Terminal.print(featTable(of: picture), terminator: "")
    case .json: try printJSON(featDocument(of: picture, findings: FindingListing.json(findings)))
    }
    if !quiet, format != .json { FindingListing.print(findings) }
    try Exit.done(findings)
  }
}

extension FeatInput: ExpressibleByArgument {
  /// Reads a path, or a person's id with `=` and a path, for example `anna=log.csv`.
  ///
  /// A text that is the path of an existing file is a path.
  package init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex,
      !FileManager.default.fileExists(atPath: argument)
    else {
      self.init(path: argument)
      return
    }
    self.init(
      person: String(argument[..<sign]), path: String(argument[argument.index(after: sign)...]))
  }
}
