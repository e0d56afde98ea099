import DaymarkModel

// Checks the target of a leaf with a baseline against the days before the period in evidence.

extension ExplanationCheck {
  /// The path in a leaf's node where its target does not follow from the days before the period;
  /// `nil` where it does.
  ///
  /// - Parameter asOf: The instant that the verdict is for.
  func contradictionOfTarget(in node: Explanation, of leaf: Leaf, asOf: Instant) -> String? {
    guard let baseline = leaf.baseline else { return node.target == nil ? nil : "target" }
    // Without a day of the period to count, the leaf needs no target.
    guard let target = node.target else {
      return days.contains(where: leaf.days.contains) ? "target" : nil
    }
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    var (earlier, before, rule) = (aggregates, challenge, rule)
    earlier.days = aggregates.earlierDays
    before.period = challenge.period.days(baseline.days, before: calendar)
    rule.onMissing = .undetermined
    let causes = StatedCauses(rule, on: earlier, of: before, asOf: asOf)
    let figures = StatedFigures(earlier, of: Metric.allCases)
    guard target.days.map(\.day) == before.period.days(in: calendar) else { return "target.days" }
    for (index, day) in target.days.enumerated() {
      guard figures.agree(with: day.value, of: leaf.value, on: day.day) else {
        return "target.days[\(index)].value"
      }
      guard causes.allow(day, of: .mean(of: leaf.value)) else {
        return "target.days[\(index)].standing"
      }
    }
    return contradiction(in: target, baseline, of: leaf, figures, node.answer)
  }

  private func contradiction(
    in target: Explanation.Target, _ baseline: Baseline, of leaf: Leaf, _ figures: StatedFigures,
    _ answer: Outcome
  ) -> String? {
    let recorded = target.days.filter { $0.value != nil }
    let sure = recorded.filter { $0.standing != .damaged }
    guard let amount = target.amount else {
      // A day that is damaged and not over is stated in the same way as one that is only not over.
      let mayBeTooFew =
        sure.count < baseline.atLeastDays || target.days.contains { $0.standing == .notOver }
      return !mayBeTooFew ? "target.amount" : answer == .undetermined ? nil : "answer"
    }
    let amounts = recorded.compactMap { figures.exact($0, leaf.value) }
    guard sure.count >= max(1, baseline.atLeastDays), amounts.count == recorded.count,
      amount == leaf.target(ofSum: amounts.reduce(0, +), over: amounts.count, baseline)
    else { return "target.amount" }
    return nil
  }
}

extension Leaf {
  /// A leaf on the mean of a value.
  fileprivate static func mean(of value: DayValue) -> Leaf {
    Leaf(.average(overRecordedDays: true), of: value, .atLeast(.zero))
  }
}
