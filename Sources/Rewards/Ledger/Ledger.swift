import DaymarkModel

/// The lines booked so far, with their sums.
struct Ledger {
  private(set) var lines: [LedgerLine] = []
  private(set) var balance = 0
  /// The points that were earned, less those taken back.
  private(set) var earned = 0

  /// Adds a line, and sets the balance after it.
  mutating func add(_ line: LedgerLine) {
    var line = line
    balance += line.points
    if line.part != nil { earned += line.points }
    line.balance = balance
    lines.append(line)
  }

  /// Books the difference between the present amount of a part and the amount booked for it, if
  /// there is any.
  ///
  /// - Parameters:
  ///   - points: What the part amounts to.
  ///   - booked: What is booked; `nil` where the part is booked for the first time.
  ///   - part: The part.
  ///   - day: The day that the line is about.
  ///   - now: The instant of the line.
  ///   - rests: Adds what the line follows from; a first booking keeps no cause.
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
