import DaymarkModel
import DaymarkPipeline
import Synchronization

/// The display of a run in progress: a bar on a terminal, otherwise occasional lines.
///
/// Findings of few subjects are printed at once, and those of many in groups at the end. If only
/// some subjects are listed, the summary prints their findings.
final class RunMonitor: Sendable {
  private struct State {
    var lines = ProgressLines()
    var groups = FindingGroups()
    var last: RunProgress?
  }

  private let isQuiet: Bool
  private let redraws: Bool
  private let findings: Findings
  private let bar: ProgressBar
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  /// The time at which the findings of subjects are printed.
  enum Findings {
    case ofEach
    /// The findings of many subjects are printed in groups at the end.
    case grouped
    /// The monitor prints none, because the verdicts decide which subjects are listed.
    case later
  }

  init(isQuiet: Bool, terminal: Terminal, findings: Findings) {
    self.isQuiet = isQuiet
    self.findings = findings
    redraws = terminal.redraws
    bar = ProgressBar(isDrawn: !isQuiet && terminal.redraws)
  }

  /// The latest progress of the run; `nil` before it began.
  var last: RunProgress? { state.withLock { $0.last } }

  func update(_ progress: RunProgress) {
    // The summary says why there is no body to send.
    show(progress.findings.filter { !$0.code.isOfIntake }, progress)
    let isReading = progress.readSubjects < progress.totalSubjects
    let count = isReading ? progress.readSubjects : progress.doneSubjects
    let note = "\(count) of \(progress.totalSubjects) subjects \(isReading ? "read" : "done")"
    bar.set(progress.doneBytes, of: progress.totalBytes, note: note)
    let elapsed = ContinuousClock.now - started
    let line = state.withLock { state in
      state.last = progress
      return redraws || isQuiet ? nil : state.lines.line(for: progress, at: elapsed)
    }
    if let line { Terminal.printError(line) }
  }

  private func show(_ findings: [Finding], _ progress: RunProgress) {
    guard let subject = progress.subject else { return print(findings) }
    switch self.findings {
    case .later: return
    case .grouped where progress.totalSubjects > RunListing.mostSubjects: break
    case .grouped, .ofEach: return print(findings, of: subject)
    }
    state.withLock { state in
      for finding in findings { state.groups.add(finding, of: subject) }
    }
  }

  /// Prints findings.
  ///
  /// A finding about a safety measure that is not active, such as a rule that cannot be locked, is
  /// printed even if the user asked for quiet.
  func print(_ findings: [Finding], of subject: String? = nil) {
    let unsafe: Set<FindingCode> = [.ruleUnlocked, .readerLandlockMissing]
    let findings = isQuiet ? findings.filter { unsafe.contains($0.code) } : findings
    guard !findings.isEmpty else { return }
    bar.clear()
    FindingListing.print(findings, of: subject)
  }

  /// Removes the bar and prints the grouped findings.
  func end() {
    bar.clear()
    let groups = state.withLock { $0.groups }
    guard !isQuiet, !groups.isEmpty else { return }
    for line in groups.lines { Terminal.printError(line) }
  }
}
