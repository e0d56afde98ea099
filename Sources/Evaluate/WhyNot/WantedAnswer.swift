import DaymarkModel

/// The answer that a change is to bring about.
struct WantedAnswer {
  /// A pass, and not a fail.
  var holds: Bool
  /// The answer is certain, whatever the unknown days are; otherwise it is enough if it is possible.
  var isSure: Bool

  var negated: WantedAnswer { WantedAnswer(holds: !holds, isSure: isSure) }

  func isReached(by answer: Outcome) -> Bool {
    isSure ? answer == (holds ? .pass : .fail) : answer != (holds ? .fail : .pass)
  }
}
