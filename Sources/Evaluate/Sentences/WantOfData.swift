import DaymarkModel

// Days that nobody knows enough of, in words.

extension LeafEvaluation {
  /// One reason for each cause; while more can come, damage alone.
  ///
  /// - Parameter isAlone: No reason stands before that they could change.
  func wantsOfData(_ setting: ReasonSetting, isAlone: Bool) -> [RankedReason] {
    let ending = isAlone ? "" : ", which could have changed that"
    let name = leaf.value.dataName
    func want(
      _ code: String, _ text: String, _ damage: [InputDamage] = [],
      _ isConcerned: (DayFact) -> Bool
    ) -> RankedReason? {
      let (concerned, days) = (facts.count(where: isConcerned), facts.count)
      guard concerned > 0 else { return nil }
      let span = " on \(concerned) of \(days.counting("day"))" + leaf.selection
      let reason = Reason(
        code: code, text: text + span + damage.words + ending,
        required: leaf.quantity(result.required), actual: leaf.quantity(result.actual),
        damage: damage)
      return RankedReason(
        reason: reason, shortfall: Double(concerned) / Double(days), isWantOfData: true)
    }
    let damaged = want("data.incomplete", "damaged data of \(name)", setting.damage) {
      $0.isDamaged
    }
    let rejected = want("data.rejected", "rejected records of \(name)") { $0.doubt == .rejected }
    let rivals = want("data.two_figures", "two figures of \(name)\(rivalWords(setting))") {
      $0.rivals != nil
    }
    let unknown = StrengthGap.allCases.map { gap in
      want(gap.rawValue, gap.words) { $0.gaps.contains(gap) }
    }
    if isHeldOpen { return ([damaged, rejected, rivals] + unknown).compactMap { $0 } }
    return [
      damaged, rejected,
      want("data.missing", "no data of \(name)") { $0.doubt == .missing },
      want("data.incomplete", "incomplete data of \(name)") { $0.doubt == .incomplete },
      want("data.incomplete_session", leaf.value.incompleteSession) {
        $0.doubt == .unknown && $0.gaps.isEmpty
      },
    ].compactMap { $0 }
  }

  /// ` (by apple.phone.1 and apple.app.1; sourcePriority says which counts)`.
  private func rivalWords(_ setting: ReasonSetting) -> String {
    let ranks = Set(facts.compactMap(\.rivals).flatMap { [$0.phone, $0.total] }).sorted()
    let keys = ranks.filter(setting.sourceKeys.indices.contains).map { setting.sourceKeys[$0] }
    return " (by \(keys.joined(lastWith: "and")); sourcePriority says which counts)"
  }
}

extension StrengthGap {
  /// What is not known.
  fileprivate var words: String {
    switch self {
    case .unit: "loads without a unit"
    case .bodyWeight: "sets with an unknown body weight"
    case .exercise: "names that match no exercise"
    }
  }
}

extension Reason {
  /// Of days whose data is damaged, whatever is asked of them.
  init(damaged: Int, of days: Int, by damage: [InputDamage]) {
    self.init(
      code: "data.incomplete",
      text: "damaged data on \(damaged) of \(days.counting("day"))" + damage.words, damage: damage)
  }
}

extension [InputDamage] {
  /// So many are named; a subject hands in a handful of archives.
  private static var mostNamed: Int { 3 }

  /// ` (archive.truncated in apple-health 1f2e3d4c5b6a)`; nothing of none.
  var words: String {
    guard !isEmpty else { return "" }
    var parts = prefix(Self.mostNamed).map { damage in
      let codes = damage.codes.map(\.rawValue).joined(lastWith: "and")
      return "\(codes)\(damage.limitWords) in \(damage.format) \(damage.digest.hex.prefix(12))"
    }
    if count > Self.mostNamed { parts.append("\(count - Self.mostNamed) more") }
    return " (\(parts.joined(separator: ", ")))"
  }
}
