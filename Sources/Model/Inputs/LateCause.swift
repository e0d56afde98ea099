/// The reason for which an input came too late to count.
package enum LateCause: CaseIterable, Hashable, Sendable {
  /// The input was received after the proof deadline.
  case received
  /// The input was exported after the proof deadline.
  case exported
  /// The input was first seen after the hand-in had closed.
  case afterClosing
  /// The input was first seen after the operator stated that the subject had handed in everything.
  case afterComplete
}

extension EvidenceInput {
  /// The reason for which the input came too late; `nil` for an input in time.
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
  /// The number of inputs with data that came too late, by cause.
  package var late: [LateCause: Int] {
    Dictionary(
      filter { $0.records > 0 }.compactMap { $0.lateCause.map { ($0, 1) } }, uniquingKeysWith: +)
  }
}

extension Verdict {
  /// The reasons of the verdict as people read them, with a reason for inputs that came too late.
  package func reasons(with inputs: [EvidenceInput]) -> [Reason] {
    reasons.told(with: inputs, outcome, answer: explanation.answer)
  }
}

extension [Reason] {
  /// The reasons with one for inputs that came too late, which comes first where the data does not
  /// decide.
  ///
  /// The verdict does not store that reason, because a late input may not change a final verdict.
  ///
  /// - Parameter answer: The answer of the whole rule.
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
