import DaymarkModel

// Words of the pages of programmes.

extension StreakBook {
  /// The state of the streak in a sentence.
  var sentence: String {
    let run = current.map { "\(grouped($0.count)) since \($0.first.words)" }
    let state =
      switch self.state {
      case .none: "No run has begun"
      case .paused: "Paused" + (run.map { ", with a run of \($0)" } ?? "")
      case .broken: "The run is broken"
      case .frozen: "A run of \(run ?? "0"), kept by \(freezesReserved.counting("freeze"))"
      case .active: "A run of \(run ?? "0"), done for now"
      case .atRisk: "A run of \(run ?? "0"), which today decides"
      }
    var words = [state]
    if let longest { words.append("The longest: \(grouped(longest.count)), \(longest.days.words)") }
    if freezesLeft > 0 { words.append("\(freezesLeft.counting("freeze")) left") }
    if let next = nextMilestone { words.append("The next milestone: \(grouped(next))") }
    return words.joined(separator: ". ") + "."
  }

  /// The streak, the length of its run and its state, in a few words.
  var shortWords: String { "\(name) \(grouped(current?.count ?? 0)), \(state.words)" }
}

extension StreakBook.Run {
  fileprivate var days: ClosedRange<CivilDay> { first...max(first, last) }
}

extension StreakBook.State {
  var words: String {
    switch self {
    case .none: "not begun"
    case .paused: "paused"
    case .broken: "broken"
    case .frozen: "kept by a freeze"
    case .active: "done for now"
    case .atRisk: "at risk"
    }
  }
}

extension ChallengeProgress.Part {
  /// The progress in words: `120 of 180 min, 60 to go`.
  var words: String {
    let (reached, asked) = (amount(current), amount(target))
    guard !isMet else {
      return "\(reached) of \(asked)" + (completedOn.map { ", met on \($0.words)" } ?? ", met")
    }
    return "\(reached) of \(asked), \(amount(remaining)) to go" + (isNear ? ": nearly there" : "")
  }

  private func amount(_ amount: Quantity) -> String {
    unit.map { amount.exactWords($0) } ?? "\(amount)"
  }
}
