import DaymarkPipeline

/// The lines that a log gets of a run: one for each tenth of the subjects, and one every ten seconds in
/// which something went on.
struct ProgressLines {
  private var tenths = 0
  private var lastLine = Duration.zero
  private var lastBytes: Int64 = 0

  /// The line that is due, if one is.
  ///
  /// Reading takes the time; the rest follows at once.
  ///
  /// - Parameter elapsed: Since the run began.
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
