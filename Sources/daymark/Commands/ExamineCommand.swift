import ArgumentParser
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

struct ExamineCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "examine",
    abstract:
      "Show what is unusual in an export, or what differs from an earlier one of the same person.",
    discussion: """
      For one Health export, this shows what is as usual and what is not. With --against, it compares the days that \
      are complete in the earlier export. Changes that phones and watches make by themselves are only counted. What \
      honest exports do not show is a question to the person, never a verdict. Exits with 3 if there is a question. \
      The output names devices and apps; it holds amounts only with --against and --show-values.
      """)

  @Argument(help: "The export; with --against, the later one.")
  var later: String

  @Option(help: "The earlier export.")
  var against: String?

  @Option(help: "Counts of your own honest exports, as `daymark calibrate` wrote them.")
  var calibration: String?

  @Option(
    help: "The time zone of the days, such as Europe/Berlin. Default: inferred from the exports.",
    transform: OptionText.zone)
  var zone: Zone?

  @Option(
    help: "The latest plausible time, for exports that state no date (RFC 3339).",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  @Flag(help: "Print amounts, too.")
  var showValues = false

  @Flag(
    help:
      "Print every difference of two exports; for one, the first 20 places of a check, not five.")
  var all = false

  @Option(
    name: .customLong("limit"),
    help: "Another value of a limit on hostile archives: entries=300000. Can be repeated.",
    transform: OptionText.limit)
  var limits: [(ReadLimit, Int)] = []

  @OptionGroup var documents: DocumentArguments

  @Flag(name: .shortAndLong, help: "Print only the result.")
  var quiet = false

  func run() async throws {
    if let against {
      guard calibration == nil else {
        throw ValidationError("--calibration is for an export alone, without --against.")
      }
      return try compare(against)
    }
    let options = try readOptions(
      showsNames: documents.showNames, isCareful: documents.careful, columns: nil,
      limits: Dictionary(limits) { $1 })
    let known = try calibration.map { try loadCalibration(at: $0) }
    let result = try ProgressBar.showing([later], quiet: quiet) {
      try examineExport(
        later, zone: zone, asOf: asOf ?? .now, calibration: known, options: options, progress: $0)
    }
    switch format {
    case .json:
      for dossier in result.dossiers { try printJSON(Members<Dossier>.dossier.kind.json(dossier)) }
    case .text:
      let texts = result.dossiers.map { DossierListing($0, showsAll: all).text(Terminal()) }
      try Terminal.print(texts.joined(separator: "\n\n"))
    }
    if !quiet, format == .text { FindingListing.print(result.findings) }
    if result.questions > 0 { throw Exit.answerIsNo }
    try Exit.done(result.findings)
  }

  private func compare(_ against: String) throws {
    let options = try readOptions(
      showsNames: documents.showNames, isCareful: documents.careful, columns: nil,
      limits: Dictionary(limits) { $1 })
    let result = try ProgressBar.showing([later, against], quiet: quiet) {
      try examineExport(
        later, against: against, zone: zone, asOf: asOf ?? .now, options: options, progress: $0)
    }
    let comparison = showValues ? result.comparison : result.comparison.withoutAmounts
    switch format {
    case .json: try printJSON(Members<ExportComparison>.examination.kind.json(comparison))
    case .text:
      try Terminal.print(ExaminationListing(comparison, showsAll: all).text(Terminal()))
    }
    if !quiet, format == .text { FindingListing.print(result.findings) }
    if comparison.questionCount > 0 { throw Exit.answerIsNo }
    try Exit.done(result.findings)
  }
}
