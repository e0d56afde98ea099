import DaymarkModel
import DaymarkPipeline
import Synchronization

/// The display of a run while it goes on: a bar on a terminal, otherwise a line now and then.
///
/// What is found of few subjects is said at once, and of many in groups at the end. Where not all subjects are shown, the
/// summary says what is found of those that are.
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

  /// How what is found of subjects is said.
  enum Findings {
    case ofEach
    /// Put together, where there are many subjects.
    case grouped
    /// Not here, for who is shown follows from the verdicts.
    case later
  }

  init(isQuiet: Bool, terminal: Terminal, findings: Findings) {
    self.isQuiet = isQuiet
    self.findings = findings
    redraws = terminal.redraws
    bar = ProgressBar(isDrawn: !isQuiet && terminal.redraws)
  }

  /// How far the run has come; `nil` before it began.
  var last: RunProgress? { state.withLock { $0.last } }

  func update(_ progress: RunProgress) {
    // Why there is no body to send stands in the summary.
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

  /// What switches a safety off, as a rule that cannot be locked does, is said also to who asked for quiet.
  func print(_ findings: [Finding], of subject: String? = nil) {
    let unsafe: Set<FindingCode> = [.ruleUnlocked, .readerLandlockMissing]
    let findings = isQuiet ? findings.filter { unsafe.contains($0.code) } : findings
    guard !findings.isEmpty else { return }
    bar.clear()
    FindingListing.print(findings, of: subject)
  }

  /// Takes the bar away, and says what was put together.
  func end() {
    bar.clear()
    let groups = state.withLock { $0.groups }
    guard !isQuiet, !groups.isEmpty else { return }
    for line in groups.lines { Terminal.printError(line) }
  }
}
