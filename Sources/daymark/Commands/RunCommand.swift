import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import Foundation

struct RunCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a challenge: read everybody's archives, write verdicts and evidence.",
    discussion: """
      Running again does only what is left to do. A bad archive stops only its own subject.
      """)

  @Argument(help: "The pipeline's folder, which holds pipeline.yaml.", completion: .directory)
  var pipeline: String

  @Option(help: "Where the outputs go.")
  var out = "out"

  @Option(help: "The store. Default: daymark.sqlite in the output folder.")
  var store: String?

  @Option(
    help: "Decide as of this instant (RFC 3339). Default: the pipeline's, or now.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Flag(
    help:
      "Begin a new book if the old one is lost; what was in time and final is lost with it."
  )
  var newBook = false

  @Option(name: .shortAndLong, help: "How many subjects to process side by side.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "Read archives in this process: an archive that crashes it ends the run.")
  var inProcess = false

  @Option(help: "The longest that reading a subject's archives may take, in seconds.")
  var readerTimeout = 3600

  @Option(help: "The most memory for reading a subject's archives, in MiB.")
  var readerMemory = 1024

  @Option(
    help: """
      Only read the subjects of one shard of several, such as 3/16, and decide nothing; the \
      readings go to `readings` in the output folder.
      """, transform: OptionText.shard)
  var shard: Shard?

  @Option(help: "Decide on the readings of shards or of Spark in this folder; read no archives.")
  var fromReadings: String?

  @Option(
    help: "The permissions of files; people who may read them may enter their folders.",
    transform: OptionText.fileMode)
  var mode = FileMode.ownerOnly

  @OptionGroup var documents: DocumentArguments

  @Flag(help: "Exit with 75 when another run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "What to print at the end: a summary, or run.json.")
  var format = TextFormat.text

  @Flag(
    name: .shortAndLong,
    help: "Print only errors, and warnings that the rule has no lock or the readers no Landlock.")
  var quiet = false

  @Flag(help: "Exit with 3 when any verdict is not pass.")
  var exitOnFail = false

  @Flag(help: "Also print what each subject reached, and write it to verdicts.csv.")
  var showValues = false

  @Flag(help: "Also write pages to look at: of the challenge, and of each subject.")
  var report = false

  @Flag(help: "Print a line for each subject. Default: groups, if there are more than 25.")
  var allSubjects = false

  @Option(
    help: """
      Print only subjects that are one of these, with commas between: \
      \(SubjectSelection.Group.names).
      """, transform: SubjectSelection.init)
  var only: SubjectSelection?

  @Option(
    help: """
      Exit with 0 when at most this many subjects are damaged or failed: a number, or a share such \
      as 1%.
      """)
  var tolerate: Tolerance?

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    if readerTimeout < 1 { throw ValidationError("--reader-timeout must be at least 1.") }
    // The program alone needs some of this memory.
    if readerMemory < 128 { throw ValidationError("--reader-memory must be at least 128.") }
    if shard != nil, fromReadings != nil {
      throw ValidationError(
        "--shard reads archives and --from-readings does not; give one of them.")
    }
  }

  /// The path of the pipeline's folder, also where the user named the file in it.
  private var pipelineFolder: String {
    let path = URL(fileURLWithPath: pipeline)
    guard path.lastPathComponent == "pipeline.yaml" else { return pipeline }
    return path.deletingLastPathComponent().relativePath
  }

  private var readers: Readers {
    if inProcess { return .inProcess }
    return .processes(
      ReaderLimits(
        timeout: .seconds(readerTimeout), memoryBytes: UInt64(clamping: readerMemory) << 20))
  }

  private func options(now: Instant) -> RunOptions {
    var options = RunOptions(outputFolder: out, now: now)
    (options.storePath, options.asOf, options.jobs) = (store, asOf, jobs)
    options.reading = readOptions(showsNames: documents.showNames, isCareful: documents.careful)
    (options.readers, options.readingsFolder) = (readers, fromReadings)
    options.beginsNewBook = newBook
    (options.fileMode, options.showsValues, options.waits) = (mode, showValues, !noWait)
    return options
  }

  func run() async throws {
    // Archives that come while the pipeline lists what is there are of a later run.
    let options = options(now: .now)
    // Readings that were joined from other machines may have their manifest or inbox only there.
    let configuration =
      try fromReadings == nil
      ? loadPipeline(at: pipelineFolder) : loadPublishedPipeline(at: pipelineFolder)
    if let shard {
      let monitor = monitor()
      monitor.print(configuration.warnings)
      return try await read(shard, of: configuration, options, monitor)
    }
    if fromReadings != nil { try configuration.requireOneChallenge() }
    let occurrences = configuration.occurrences(
      asOf: options.asOf ?? configuration.asOf ?? options.now)
    var subjects: [SubjectSummary] = []
    var damaged = 0
    for (place, occurrence) in occurrences.enumerated() {
      let monitor = monitor()
      if place == 0 { monitor.print(configuration.warnings) }
      let summary = try await run(occurrence, options, monitor)
      subjects += summary.subjects
      damaged += summary.damagedSubjects
    }
    if exitOnFail, subjects.contains(where: { $0.verdict?.outcome != .pass }) {
      throw Exit.answerIsNo
    }
    try tolerateDamage(damaged, of: subjects.count)
  }

  private func monitor() -> RunMonitor {
    RunMonitor(
      isQuiet: quiet, terminal: Terminal(),
      findings: only != nil ? .later : allSubjects ? .ofEach : .grouped)
  }

  /// Runs a challenge, or one occurrence of it, and prints the results.
  private func run(
    _ configuration: PipelineConfiguration, _ options: RunOptions, _ monitor: RunMonitor
  ) async throws -> RunSummary {
    let terminal = Terminal()
    let pages = PresentPages(of: configuration.challenge.id, inOutputFolder: out)
    let summary = try await watched(by: monitor) {
      try await runPipeline(configuration, options: options, progress: monitor.update)
    }
    let written = try renew(pages)
    let listing = RunListing(
      summary, outputFolder: out, showValues: showValues, showsEverybody: allSubjects,
      selection: only, tolerance: tolerate, again: again)
    if !quiet {
      if only != nil { listing.printFindings() }
      switch format {
      case .json: try printJSON(Members<RunSummary>.run.kind.json(summary))
      case .text:
        try Terminal.print(listing.text(terminal))
        if let written { try Terminal.print(written.line) }
      }
    }
    if quiet { listing.printErrors() }
    return summary
  }

  private func read(
    _ shard: Shard, of configuration: PipelineConfiguration, _ options: RunOptions,
    _ monitor: RunMonitor
  ) async throws {
    let summary = try await watched(by: monitor) {
      try await readShard(shard, of: configuration, options: options, progress: monitor.update)
    }
    let listing = ShardListing(summary: summary, pipeline: pipeline, outputFolder: out)
    if !quiet {
      switch format {
      case .json: try printJSON(listing.document)
      case .text: try Terminal.print(listing.text(Terminal()))
      }
    }
    if quiet {
      FindingGroups(summary.failures.map { ($0.subject, $0.finding) }).print()
    }
    try tolerateDamage(summary.damagedSubjects, of: summary.subjects)
  }

  /// Does the work of a run and, if it is interrupted, adds the progress of the run to the error.
  private func watched<Value: Sendable>(
    by monitor: RunMonitor, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await untilInterrupted {
        defer { monitor.end() }
        return try await work()
      }
    } catch var interruption as Interruption {
      interruption.progress = monitor.last
      throw interruption
    }
  }

  private func tolerateDamage(_ count: Int, of subjects: Int) throws {
    let tolerated = tolerate ?? .subjects(0)
    guard tolerated.allows(count, of: subjects) else { throw Exit.inputDamaged }
  }

  /// The command of this run with more time and memory, for archives that needed more.
  private var again: ShellCommand {
    var words = ["daymark", "run", pipeline, "--out", out]
    if let store { words += ["--store", store] }
    if let asOf { words += ["--as-of", "\(asOf)"] }
    words += ["--reader-timeout", "\(2 * readerTimeout)", "--reader-memory", "\(2 * readerMemory)"]
    return ShellCommand(words)
  }

  /// Writes the requested pages and the existing ones again from the results in the store.
  private func renew(_ pages: PresentPages) throws -> ReportSummary? {
    var options = ReportOptions(outputFolder: out, fileMode: mode)
    options.showsValues = showValues
    return try pages.renew(
      asksForNames: report, store: store ?? defaultStorePath(inOutputFolder: out),
      options: options, words: .program)
  }
}
