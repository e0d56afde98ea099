/// Why an input does not count for when it came.
package enum LateCause: CaseIterable, Hashable, Sendable {
  /// It was received after the proof deadline.
  case received
  /// It was exported after the proof deadline.
  case exported
  /// It was first seen after the hand-in had closed.
  case afterClosing
  /// It was first seen after the operator said that the subject had handed in everything.
  case afterComplete
}

extension EvidenceInput {
  /// Why it does not count; `nil` where that is not for when it came.
  fileprivate var lateCause: LateCause? {
    guard isLate else { return nil }
    return switch history?.code {
    case .inputAfterComplete: .afterComplete
    case .some: .afterClosing
    case nil: receivedAt == nil ? .exported : .received
    }
  }
}

extension [EvidenceInput] {
  /// How many that hold something came too late.
  package var late: [LateCause: Int] {
    Dictionary(
      filter { $0.records > 0 }.compactMap { $0.lateCause.map { ($0, 1) } }, uniquingKeysWith: +)
  }
}

extension Verdict {
  /// The reasons as people are told them: with what came too late.
  package func reasons(with inputs: [EvidenceInput]) -> [Reason] {
    reasons.told(with: inputs, outcome, answer: explanation.answer)
  }
}

extension [Reason] {
  /// The reasons of a verdict with what came too late, first where the data does not decide.
  ///
  /// The verdict itself does not hold that, for nothing that comes late may change one that is final.
  ///
  /// - Parameter answer: That of the whole rule.
  package func told(
    with inputs: [EvidenceInput], _ outcome: Outcome, answer: Outcome?
  ) -> [Reason] {
    let late = inputs.late
    guard outcome != .pass, !late.isEmpty else { return self }
    let told = LateCause.allCases.compactMap { cause in late[cause].map(cause.reason) }
    return answer == .undetermined ? Array((told + self).prefix(3)) : prefix(2) + told
  }
}

extension LateCause {
  fileprivate func reason(_ count: Int) -> Reason {
    let isOne = count == 1
    let was = isOne ? "was" : "were"
    let what =
      switch self {
      case .received: "\(was) handed in after the deadline"
      case .exported: "\(was) exported after the deadline"
      case .afterClosing: "came after the hand-in had closed"
      case .afterComplete: "came after everything was said to be handed in"
      }
    return Reason(
      code: "data.late",
      text: "\(count) file\(isOne ? "" : "s") \(what), and \(isOne ? "does" : "do") not count")
  }
}
