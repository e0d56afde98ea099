import DaymarkPipeline
import Synchronization

/// A line on a terminal with the progress of the work and the remaining time.
///
/// Nothing is drawn if standard error is no terminal.
final class ProgressBar: Sendable {
  private struct State {
    var done: Int64 = 0
    var total: Int64
    var lastDrawn: ContinuousClock.Instant?
    var isVisible = false
  }

  private let isDrawn: Bool
  private let started = ContinuousClock.now
  private let state: Mutex<State>

  /// Makes a bar, which appears with the first progress.
  ///
  /// - Parameters:
  ///   - total: The size of all archives in bytes; 0 where the first progress says it.
  ///   - isDrawn: Whether the bar is drawn.
  init(total: Int64 = 0, isDrawn: Bool) {
    self.isDrawn = isDrawn
    state = Mutex(State(total: total))
  }

  /// Reads archives and shows the progress.
  ///
  /// - Parameter read: Reads the archives and calls its argument with the number of bytes that were
  ///   read since the last call.
  static func showing<Value>(
    _ archives: [String], quiet: Bool, _ read: ((Int64) -> Void) throws -> Value
  ) throws -> Value {
    let bar = ProgressBar(total: archiveBytes(archives), isDrawn: !quiet && Terminal().redraws)
    defer { bar.clear() }
    return try read(bar.add)
  }

  /// Adds a number of bytes of archive that were read.
  private func add(_ bytes: Int64) {
    draw(note: "") { $0.done += bytes }
  }

  /// Sets the number of bytes that are done, with a note such as `3 of 12 subjects`.
  func set(_ bytes: Int64, of total: Int64, note: String) {
    draw(note: note) { ($0.done, $0.total) = (bytes, total) }
  }

  /// Sets the number of things other than bytes that are done, such as `subjects`.
  func set(_ done: Int64, of total: Int64, counting things: String) {
    draw(note: "", counting: things) { ($0.done, $0.total) = (done, total) }
  }

  private func draw(
    note: String, counting things: String? = nil, _ change: (inout State) -> Void
  ) {
    guard isDrawn else { return }
    let now = ContinuousClock.now
    let line: String? = state.withLock { state in
      change(&state)
      // Nobody can see more than ten changes per second.
      if let last = state.lastDrawn, now - last < .milliseconds(100) { return nil }
      state.lastDrawn = now
      state.isVisible = true
      return Self.text(
        done: state.done, of: state.total, elapsed: (now - started) / .seconds(1), note: note,
        counting: things)
    }
    if let line { Terminal.writeError(Terminal.redraw + line) }
  }

  /// Returns the line, for example `[########······]  57 %  120 of 210 MB  3 of 12 subjects  8 s
  /// left`.
  static func text(
    done: Int64, of total: Int64, elapsed: Double, note: String, counting things: String? = nil
  ) -> String {
    let share = min(1, Double(done) / Double(max(1, total)))
    let amount =
      things.map { "\(done) of \(total) \($0)" }
      ?? "\(done / 1_000_000) of \(total / 1_000_000) MB"
    var parts = ["\(Int(share * 100)) %", amount]
    if !note.isEmpty { parts.append(note) }
    if share > 0.02, elapsed > 1 {
      parts.append("\(Int((elapsed / share * (1 - share)).rounded(.up))) s left")
    }
    let words = parts.joined(separator: "  ")
    let width = max(0, min(30, Terminal.width - words.count - 5))
    let filled = Int(Double(width) * share)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
    return width < 5 ? String(words.prefix(Terminal.width - 1)) : "[\(bar)]  \(words)"
  }

  /// Removes the line, so that the next output stands alone.
  func clear() {
    state.withLock { state in
      if state.isVisible { Terminal.writeError(Terminal.redraw) }
      state.isVisible = false
    }
  }
}

/// The lines about a run's progress for a log: one per tenth of the subjects, and one every ten
/// seconds with any progress.
struct ProgressLines {
  private var tenths = 0
  private var lastLine = Duration.zero
  private var lastBytes: Int64 = 0

  /// Returns the line that is due; `nil` for none.
  ///
  /// Only reading takes long, so the lines count the subjects that are read.
  ///
  /// - Parameter elapsed: The time since the run began.
  mutating func line(for progress: RunProgress, at elapsed: Duration) -> String? {
    let (read, total) = (progress.readSubjects, max(1, progress.totalSubjects))
    let tenths = read * 10 / total
    let isNews = tenths > self.tenths
    let isTime = elapsed - lastLine >= .seconds(10) && progress.doneBytes > lastBytes
    guard isNews || isTime && read < total else { return nil }
    (self.tenths, lastLine, lastBytes) = (max(tenths, self.tenths), elapsed, progress.doneBytes)
    let line = "\(read) of \(progress.totalSubjects) subjects read"
    guard !isNews, progress.totalBytes > 0 else { return line }
    return line + ", \(progress.doneBytes * 100 / progress.totalBytes) % of the bytes"
  }
}
