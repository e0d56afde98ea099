import ArgumentParser
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

struct StrengthCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "strength",
    abstract: "Print one person's strength training: weeks, muscles, records and what is due.",
    discussion: """
      The archives are logs of training apps, and exports with strength sessions. Weeks are ISO weeks in \
      the subject's zone. Signs are rules of thumb, not a physician's advice.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, openweight
  }

  @OptionGroup var reading: ArchiveArguments

  @Option(help: "The formula that estimates the greatest load for one repetition.")
  var formula = OneRepetitionFormula.epley

  @Option(help: "The body's weight where a log does not say it, such as \"82.5 kg\" or \"180 lb\".")
  var bodyWeight: BodyWeightArgument?

  @Option(help: "A file that says which exercise a name means: exercises.yaml.")
  var exercises: String?

  @Option(help: "A table of weekly sets to compare muscles with. Default: the shipped one.")
  var landmarks: String?

  @Option(
    help: "The last day, included. Default: that of the last session.", transform: OptionText.day)
  var to: CivilDay?

  @Option(help: "The unit of loads in the table: kg or lb. Other formats have kilograms.")
  var unit = LoadUnit.kilogram

  @Option(help: "The sex for which points are worked out: female or male.")
  var sex: Sex?

  @Flag(help: "Show signs of earlier weeks than the last four, too.")
  var history = false

  @Option(help: "The format of the output.")
  var format = Format.table

  func validate() throws {
    // The command computes every week until this day, so it must not be far away.
    if let to, to.yearMonthDay.year > 2099 {
      throw ValidationError("--to \(to) is after 2099.")
    }
  }

  var printsJSON: Bool { format == .json || format == .openweight }

  func run() async throws {
    var request = StrengthOptions()
    request.formula = formula
    (request.exercises, request.landmarks) = (exercises, landmarks)
    (request.bodyWeight, request.lastDay) = (bodyWeight?.kilograms, to)
    let (picture, findings) = try reading.showingProgress {
      try archivesStrength(
        reading.archives, request, zone: reading.zone, policies: reading.policies,
        asOf: reading.asOf ?? .now, options: reading.options(), progress: $0)
    }
    switch format {
    case .table:
      let options = StrengthListing.Options(
        unit: unit, showsHistory: history, sex: sex, bodyWeight: bodyWeight?.kilograms)
      try Terminal.print(StrengthListing(picture, options).text(Terminal()))
    case .csv: try Terminal.print(strengthTable(of: picture), terminator: "")
    case .json:
      try printJSON(strengthDocument(of: picture, findings: FindingListing.json(findings)))
    case .openweight:
      try printJSON(openWeightDocument(of: picture.sessions, zone: picture.zone.zone))
    }
    if !reading.quiet, format != .json { FindingListing.print(findings) }
    try Exit.done(findings)
  }
}

/// A body weight as an option states it: a number, optional white space and a unit, for example `80
/// kg`.
struct BodyWeightArgument: ExpressibleByArgument {
  let kilograms: Quantity

  init?(argument: String) {
    guard let unit = LoadUnit.allCases.first(where: { argument.hasSuffix($0.rawValue) }),
      let number = DecimalNumber(argument.dropLast(unit.rawValue.count)),
      let kilograms = try? number.quantity(times: unit.unit.ratio), kilograms > .zero,
      kilograms <= Quantity(1000)
    else { return nil }
    self.kilograms = kilograms
  }
}
