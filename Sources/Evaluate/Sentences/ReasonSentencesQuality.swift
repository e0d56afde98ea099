import DaymarkModel

// Why a gate does not hold. Shares are in percent.

extension Reason {
  /// - Parameters:
  ///   - manualShare: Ten-thousandths.
  ///   - atMost: Ten-thousandths.
  init(manualShare: Int, of metric: Metric, atMost: Int) {
    self.init(
      share: manualShare, atMost: atMost, code: "quality.manual_share",
      "of \(metric.name) typed in by hand")
  }

  /// - Parameters:
  ///   - lateShare: Ten-thousandths.
  ///   - atMost: Ten-thousandths.
  init(lateShare: Int, of metric: Metric, atMost: Int) {
    self.init(
      share: lateShare, atMost: atMost, code: "quality.late_share",
      "of \(metric.name) written down more than 48 hours later")
  }

  init(flags: Int, atMost: Int) {
    self.init(
      code: "quality.flags",
      text: "\(counted(flags, "sign")) of unusual data, at most \(atMost) allowed",
      required: Quantity(atMost), actual: Quantity(flags))
  }

  private init(share: Int, atMost: Int, code: String, _ text: String) {
    let allowed = Quantity(percentOf: atMost)
    self.init(
      code: code, text: "more than \(allowed) % \(text)", required: allowed,
      actual: Quantity(percentOf: share))
  }
}
