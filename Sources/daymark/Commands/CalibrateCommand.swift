import ArgumentParser
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

struct CalibrateCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Count how often `examine` would ask people whom you know to be honest.",
    discussion: """
      Examines each Health export in a folder, and counts how often each check asks. Put one export of each person \
      there. With --to the counts go to a file for `examine --calibration`. Neither holds names, days or amounts.
      """)

  @Argument(
    help:
      "The folder with the exports, one of each person; other files, and copies, are skipped.")
  var folder: String

  @Option(help: "The file for the counts.")
  var to: String?

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  @Option(
    name: .customLong("limit"),
    help: "Another value of a limit on hostile archives: entries=300000. Can be repeated.",
    transform: OptionText.limit)
  var limits: [(ReadLimit, Int)] = []

  func run() async throws {
    let options = try readOptions(
      showsNames: false, isCareful: false, columns: nil, limits: Dictionary(limits) { $1 })
    let (calibration, passedOver) = try calibrate(folder, asOf: .now, options: options)
    // Empty counts must not replace the counts that the file has.
    if let to, calibration.exports > 0 { try write(calibration, to: to) }
    switch format {
    case .json: try printJSON(Members<Calibration>.calibration.kind.json(calibration))
    case .text:
      try Terminal.print(CalibrationListing(calibration).text)
      if passedOver > 0 {
        Terminal.printError(
          "\(passedOver) \(passedOver == 1 ? "file was" : "files were") passed over: no Health export, damaged, or a copy"
        )
      }
    }
    if calibration.exports == 0 { throw Exit.couldNotFinish }
  }
}
