import ArgumentParser
import DaymarkConfiguration
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline

/// The command `daymark verify`.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Rebuild an evidence document from the raw archives and compare every byte.",
    discussion: "Exits with 0 when the two are the same, and with 3 when they differ.")

  @Argument(help: "The evidence.json to check.")
  var evidence: String

  @Option(
    name: .customLong("raw"), parsing: .upToNextOption,
    help: "The archives that the document was made from, in any order and under any name.")
  var archives: [String]

  @Option(
    help: "A `sourcePriority` pattern of the run; the document holds none. Can be repeated.")
  var sourcePriority: [String] = []

  @Option(help: "The limits file that the run used, if it named one.")
  var limits: String?

  @Option(
    help: "Evaluate as of this instant (RFC 3339) in place of the document's.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Flag(name: .shortAndLong, help: "Print nothing; the exit code is the answer.")
  var quiet = false

  func run() async throws {
    let bar = ProgressBar(
      total: archiveBytes(archives), isDrawn: !quiet && Terminal().redraws)
    defer { bar.clear() }
    let result = try verifyEvidence(
      at: evidence, raw: archives, sourcePriority: sourcePriority,
      limits: try limits.map { try loadLimits(at: $0) }, asOf: asOf, progress: bar.add)
    bar.clear()
    if !quiet { try report(result) }
    if !result.differences.isEmpty { throw Exit.answerIsNo }
    try Exit.done(result.findings)
  }

  private func report(_ result: EvidenceVerification) throws {
    FindingListing.print(result.findings)
    let subject = "\(result.subject) in \(result.challenge)"
    let terminal = Terminal()
    try printTaken(result.takenFlags)
    guard !result.differences.isEmpty else {
      try Terminal.print(
        terminal.paint("same", .green) + ": the archives give this evidence of \(subject)")
      return
    }
    try Terminal.print(
      terminal.paint("different", .red) + ": the archives do not give this evidence of \(subject)")
    for difference in result.differences {
      try Terminal.print("  \(difference.path)  \(words(difference))")
    }
    if let claimed = result.claimedLimits, claimed != result.limits {
      try Terminal.print(
        "It was made with the limits \(claimed.versionedName), SHA-256 "
          + "\(claimed.digest.hex), and compared with \(result.limits.versionedName), SHA-256 "
          + "\(result.limits.digest.hex). Give the run's own file with `--limits`.")
    }
    if sourcePriority.isEmpty, result.differences.contains(where: { $0.kind == .content }) {
      try Terminal.print(
        "If the run had `sourcePriority`, which the document does not hold, give its patterns with "
          + "`--source-priority`.")
    }
  }

  /// Whoever is flagged so should know that this says nothing for or against it.
  private func printTaken(_ flags: [QualityFlag]) throws {
    guard !flags.isEmpty else { return }
    try Terminal.print(
      "Taken from the document, for only the archives of others could show it: "
        + flags.map(\.code.rawValue).joined(separator: ", "))
  }

  private func words(_ difference: EvidenceDifference) -> String {
    switch difference.kind {
    case .content: "is not what the archives give"
    case .encoding: "holds the right values, but not in canonical bytes"
    case .toolVersion: "was written by another version of daymark; this is \(daymarkVersion)"
    }
  }
}
