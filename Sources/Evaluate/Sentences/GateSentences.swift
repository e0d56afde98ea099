import DaymarkModel

// Gates in words: why one does not hold, and what it requires. Shares are given in percent.

extension Reason {
  /// The reason of a gate on user-entered values.
  ///
  /// - Parameters:
  ///   - manualShare: The share in ten-thousandths.
  ///   - metric: The metric.
  ///   - atMost: The allowed share in ten-thousandths.
  init(manualShare: Int, of metric: Metric, atMost: Int) {
    self.init(
      share: manualShare, atMost: atMost, code: "quality.manual_share", metric.manualAmountWords)
  }

  /// The reason of a gate on values that were written late.
  ///
  /// - Parameters:
  ///   - lateShare: The share in ten-thousandths.
  ///   - metric: The metric.
  ///   - atMost: The allowed share in ten-thousandths.
  init(lateShare: Int, of metric: Metric, atMost: Int) {
    self.init(share: lateShare, atMost: atMost, code: "quality.late_share", metric.lateAmountWords)
  }

  init(flags: [QualityFlag], atMost: Int) {
    let codes = Set(flags.map(\.code.rawValue)).sorted().joined(separator: ", ")
    let allowed = atMost == 0 ? "none" : "at most \(atMost)"
    self.init(
      code: "quality.flags",
      text: "\(flags.count.counting("sign")) of unusual data (\(codes)), \(allowed) allowed",
      required: Quantity(atMost), actual: Quantity(flags.count))
  }

  /// The reason of a gate that cannot be checked because days are damaged.
  init(unknownOf gate: QualityGate, damaged: Int, of days: Int) {
    self.init(
      code: gate.code,
      text: "cannot be checked with damaged data on \(damaged) of \(days.counting("day")): "
        + gate.requirement,
      required: gate.allowed)
  }

  /// The reason of a gate that waits for the comparison with other subjects.
  static let sharingPending = Reason(
    code: "sharing.pending",
    text: "not known before all subjects are read: whether others handed in the same")

  private init(share: Int, atMost: Int, code: String, _ part: String) {
    let allowed = Quantity(percentOf: atMost)
    self.init(
      code: code, text: "more than \(allowed) % of \(part)", required: allowed,
      actual: Quantity(percentOf: share))
  }
}

extension QualityGate {
  /// The most that the gate allows: a number, or percent.
  fileprivate var allowed: Quantity {
    switch measure {
    case .manualShare(_, let atMost), .lateShare(_, let atMost): Quantity(percentOf: atMost)
    case .flags(_, let atMost): Quantity(atMost)
    }
  }

  fileprivate var code: String {
    switch measure {
    case .manualShare: "quality.manual_share"
    case .lateShare: "quality.late_share"
    case .flags: "quality.flags"
    }
  }

  /// What the gate requires, in words.
  var requirement: String {
    switch measure {
    case .manualShare(let metric, let atMost):
      "at most \(Quantity(percentOf: atMost)) % of \(metric.manualAmountWords)"
    case .lateShare(let metric, let atMost):
      "at most \(Quantity(percentOf: atMost)) % of \(metric.lateAmountWords)"
    case .flags(_, atMost: 0): "no sign of unusual data"
    case .flags(_, let atMost): "at most \(atMost.counting("sign")) of unusual data"
    }
  }
}

extension Metric {
  fileprivate var manualAmountWords: String { "\(name) typed in by hand" }

  fileprivate var lateAmountWords: String {
    "\(name) written down more than \(QualityMeasure.lateAfterHours) hours after the fact"
  }
}
