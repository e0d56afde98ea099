import DaymarkModel

extension Wording {
  /// Returns the state of a streak in a word or two.
  static func words(_ state: StreakBook.State) -> String {
    switch state {
    case .none: "not begun"
    case .paused: "paused"
    case .broken: "broken"
    case .frozen: "frozen"
    case .active: "done for now"
    case .atRisk: "at risk"
    }
  }

  /// Returns the words for a line of a ledger, with what it is based on.
  static func words(_ line: LedgerLine) -> String {
    var words = words(line.kind, line)
    if let span = line.span, span.lowerBound != span.upperBound {
      words += ", \(span.lowerBound) to \(span.upperBound)"
    }
    if let cause = line.because {
      words += ", because the input \(cause.input.hex.prefix(8))… changed \(cause.day)"
    }
    return words
  }

  private static func words(_ kind: LedgerLine.Kind, _ line: LedgerLine) -> String {
    let part =
      switch line.part {
      case .base: "the day"
      case .streak: "the streak \(line.streak ?? "")"
      case .bonus: "the bonus of \(line.challenge.map { "\($0)" } ?? "")"
      case nil: ""
      }
    let streak = line.streak.map { " of \($0)" } ?? ""
    let badge =
      line.badge.map { "the badge \($0)" } ?? "\(line.milestone ?? 0) in a run\(streak)"
    return switch kind {
    case .earned: "earned by \(part)"
    case .corrected: "\(part), corrected"
    case .redeemed: "redeemed by \(line.redemption ?? "")"
    case .refused:
      "\(line.redemption ?? "a freeze\(streak)") refused: \(line.reason.map(words) ?? "")"
    case .freezeEarned: "a freeze\(streak) earned"
    case .freezeGiven: "a freeze\(streak) given"
    case .freezeBought: "a freeze\(streak) bought"
    case .freezeSpent: "a freeze\(streak) spent"
    case .freezeReturned: "a freeze\(streak) returned"
    case .freezeLost: "a freeze\(streak) lost"
    case .unlocked: "unlocked \(badge)"
    case .undone: "no longer holds: \(badge)"
    case .regained: "holds again: \(badge)"
    }
  }

  private static func words(_ reason: LedgerLine.Refusal) -> String {
    switch reason {
    case .noProgramme: "the programme was not known yet"
    case .tooFew: "fewer points than a redemption must have"
    case .tooMany: "more points than may be redeemed for one date"
    case .balance: "the balance is too low"
    case .notForSale: "no freeze is for sale"
    case .freezesFull: "as many freezes are held as the streak allows"
    }
  }
}
