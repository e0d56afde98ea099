import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

struct VerifyCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Check what a run wrote against the archives and the pipeline, and say what was checked.",
    discussion: """
      The files of a folder are checked against each other, the figures and the verdict against the \
      archives, and the settings against the pipeline. If you do not give the archives or the pipeline, what \
      they would show is taken on trust, and listed. Exits with 0 when everything is the same, with 3 when something \
      differs, and with 2 when something could not be checked. A disclosure, a log and a consistency.json are \
      checked with --trust alone; for a log, --log is an earlier checkpoint of it.
      """)

  @Argument(
    help: """
      An evidence.json, the folder of a subject or of a challenge, a disclosure.json, a consistency.json, or \
      the folder of a log.
      """, completion: .file())
  var path: String

  @Option(
    name: .customLong("raw"), parsing: .upToNextOption,
    help: "The archives that the run read, in any order and under any name.",
    completion: .file())
  var archives: [String] = []

  @Option(help: "The folder of the pipeline as it was published.", completion: .directory)
  var pipeline: String?

  @Option(
    help: "A `sourcePriority` pattern of the run; evidence holds none. Can be repeated.")
  var sourcePriority: [String] = []

  @Option(help: "The limits file that the run used, if it named one.")
  var limits: String?

  @Option(
    help: "Decide as of this instant (RFC 3339) in place of the document's.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(
    name: .customLong("trust"), parsing: .upToNextOption,
    help: "The public keys of those whose attestations you trust; the signature of one is enough.")
  var trustedKeys: [String] = []

  @Option(
    help:
      "The log in which attestations are sealed: its folder or a checkpoint; needs --trust."
  )
  var log: String?

  @OptionGroup var documents: DocumentArguments

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  @Flag(name: .shortAndLong, help: "Print nothing; the exit code is the answer.")
  var quiet = false

  func validate() throws {
    guard log == nil || !trustedKeys.isEmpty else {
      throw ValidationError("--log needs the key that has signed the log: --trust PUBLIC.pem.")
    }
  }

  func run() throws {
    do {
      switch VerifiablePath(path) {
      case .outputs: try checkOutputs()
      case .log:
        try wantKeys("a log")
        try report(try verifyLog(path, earlier: log, trusting: trustedKeys))
      case .consistency:
        try wantKeys("a proof of consistency", takesLog: false)
        try report(try verifyConsistency(path, trusting: trustedKeys))
      case .disclosure:
        try wantKeys("a disclosure", takesLog: false)
        try report(try verifyDisclosure(path, trusting: trustedKeys))
      }
    } catch let error as DaymarkError where error.finding.code == .sealLogUnsound {
      // A log that is not sound is an answer of the command, not a failure.
      if !quiet { FindingListing.print([error.finding]) }
      if !quiet, printsJSON {
        try printJSON(
          .object(["errors": FindingListing.json([error.finding]), "same": .bool(false)]))
      }
      throw Exit.answerIsNo
    }
  }

  /// Checks that keys are given, and no options that mean nothing for what is checked with keys
  /// alone.
  ///
  /// - Parameter what: The name of what is checked, for the message.
  /// - Throws: `ValidationError`.
  private func wantKeys(_ what: String, takesLog: Bool = true) throws {
    guard !trustedKeys.isEmpty else {
      throw ValidationError("\(what) is checked with a key that you trust: --trust PUBLIC.pem.")
    }
    let given = [
      ("--raw", !archives.isEmpty), ("--pipeline", pipeline != nil),
      ("--source-priority", !sourcePriority.isEmpty), ("--limits", limits != nil),
      ("--as-of", asOf != nil), ("--log", log != nil && !takesLog),
    ].filter(\.1).map(\.0)
    guard given.isEmpty else {
      let verb = given.count == 1 ? "does" : "do"
      throw ValidationError("\(given.joined(separator: ", ")) \(verb) not go with \(what).")
    }
  }

  private func checkOutputs() throws {
    var means = VerificationMeans(
      archives: archives, pipeline: try pipeline.map { try loadPublishedPipeline(at: $0) })
    (means.sourcePriority, means.asOf) = (sourcePriority, asOf)
    (means.trustedKeys, means.log) = (trustedKeys, log)
    means.limits = try limits.map { try loadLimits(at: $0) }
    means.reading = readOptions(showsNames: documents.showNames, isCareful: documents.careful)
    let result = try ProgressBar.showing(archives, quiet: quiet) {
      try verify(path, with: means, progress: $0)
    }
    if !quiet { try report(result) }
    if result.isDifferent { throw Exit.answerIsNo }
    if result.subjects.contains(where: { $0.error != nil }) { throw Exit.couldNotFinish }
    try Exit.done(result.subjects.flatMap(\.findings))
  }

  private func report(_ log: LogVerification) throws {
    if !quiet {
      let listing = LogVerificationListing(log)
      switch format {
      case .json: try printJSON(listing.json)
      case .text: try Terminal.print(listing.text(Terminal()))
      }
    }
    if log.isDifferent { throw Exit.answerIsNo }
  }

  private func report(_ disclosure: DisclosureVerification) throws {
    let listing = DisclosureVerificationListing(disclosure)
    if !quiet {
      switch format {
      case .json: try printJSON(listing.json)
      case .text: try Terminal.print(listing.text(Terminal()))
      }
    }
    if disclosure.verification.isDifferent { throw Exit.answerIsNo }
  }

  private func report(_ result: Verification) throws {
    switch format {
    case .json: try printJSON(Members<Verification>.verification.kind.json(result))
    case .text:
      for subject in result.subjects {
        FindingListing.print(
          subject.findings, of: result.subjects.count > 1 ? subject.subject : nil)
      }
      try Terminal.print(VerificationListing(result).text(Terminal()))
    }
  }
}
