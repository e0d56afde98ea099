import DaymarkModel

/// The lines so far, and what they add up to.
struct Ledger {
  private(set) var lines: [LedgerLine] = []
  private(set) var balance = 0
  /// What was earned, less what was taken back.
  private(set) var earned = 0

  /// Adds a line, with the balance behind it.
  mutating func add(_ line: LedgerLine) {
    var line = line
    balance += line.points
    if line.part != nil { earned += line.points }
    line.balance = balance
    lines.append(line)
  }

  /// Books what a part comes to, unless that is booked already.
  ///
  /// - Parameters:
  ///   - points: What it comes to.
  ///   - booked: What is booked; `nil` where the part is booked for the first time.
  ///   - rests: Adds what the line rests on; of a first line no cause is kept.
  mutating func book(
    _ points: Int, over booked: Int?, _ part: LedgerLine.Part, _ day: CivilDay, at now: Instant,
    resting rests: (inout LedgerLine) -> Void
  ) {
    let difference = points - (booked ?? 0)
    guard difference != 0 else { return }
    var line = LedgerLine(booked == nil ? .earned : .corrected, day, points: difference, at: now)
    line.part = part
    rests(&line)
    if line.kind == .earned { line.because = nil }
    add(line)
  }
}
