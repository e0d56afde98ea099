import DaymarkModel
import DaymarkPipeline
import Synchronization

/// The display of a run while it goes on: a bar on a terminal, otherwise a line now and then.
final class RunMonitor: Sendable {
  private let isQuiet: Bool
  private let redraws: Bool
  private let bar: ProgressBar
  private let started = ContinuousClock.now
  private let lines = Mutex(ProgressLines())

  init(isQuiet: Bool, terminal: Terminal) {
    self.isQuiet = isQuiet
    redraws = terminal.redraws
    bar = ProgressBar(isDrawn: !isQuiet && terminal.redraws)
  }

  func update(_ progress: RunProgress) {
    // Why there is no body to send stands in the summary.
    print(progress.findings.filter { !$0.code.isOfIntake }, of: progress.subject)
    let isReading = progress.readSubjects < progress.totalSubjects
    let count = isReading ? progress.readSubjects : progress.doneSubjects
    let note = "\(count) of \(progress.totalSubjects) subjects \(isReading ? "read" : "done")"
    bar.set(progress.doneBytes, of: progress.totalBytes, note: note)
    guard !redraws, !isQuiet else { return }
    let elapsed = ContinuousClock.now - started
    if let line = lines.withLock({ $0.line(for: progress, at: elapsed) }) {
      Terminal.printError(line)
    }
  }

  /// What switches a safety off, as a rule that cannot be locked, is said also to who asked for quiet.
  func print(_ findings: [Finding], of subject: String? = nil) {
    let findings = isQuiet ? findings.filter { $0.code == .ruleUnlocked } : findings
    guard !findings.isEmpty else { return }
    bar.clear()
    FindingListing.print(findings, of: subject)
  }

  func clear() { bar.clear() }
}
