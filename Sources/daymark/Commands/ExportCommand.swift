import ArgumentParser
package import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

extension DataTableFormat: ExpressibleByArgument {}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write days, sessions, verdicts, findings and sets as tables: Parquet or CSV.",
    discussion: """
      The tables are for DuckDB, pandas, spreadsheets and the like. They hold the subjects' figures, and \
      have the permissions of the store, which is not changed.
      """)

  @OptionGroup var runs: StoreArguments

  @Option(help: "The folder that the tables go to.")
  var to: String

  @Option(help: "The format of the tables.")
  var format = DataTableFormat.parquet

  @Option(
    help: "The challenge's id. Default: every challenge of the store.", completion: .challenge)
  var challenge: String?

  @Flag(name: .shortAndLong, help: "Print nothing.")
  var quiet = false

  func run() throws {
    let bar = ProgressBar(isDrawn: !quiet && Terminal().redraws)
    defer { bar.clear() }
    let written = try exportStore(
      runs.storePath, to: to, as: format, challenge: challenge
    ) { done, total in
      bar.set(Int64(done), of: Int64(total), counting: "tables of subjects")
    }
    bar.clear()
    guard !quiet else { return }
    var table = Table([.init(heading: "file"), .init(heading: "rows", isNumeric: true)])
    table.rows = written.files.map { [$0.path, "\($0.rows)"] }
    try Terminal.print(table.text())
  }
}
