package import DaymarkModel

/// Values of the model from a seed: every field set, every optional both ways.
extension SeededGenerator {
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  package mutating func flag() -> Bool { next() & 1 == 0 }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  package mutating func quantity() -> Quantity {
    Quantity(microUnits: Int64(next() % amountBound))
  }

  package mutating func optionalQuantity() -> Quantity? { flag() ? quantity() : nil }

  package mutating func instant() -> Instant {
    Instant(milliseconds: Int64(next() % 4_000_000_000_000))
  }

  package mutating func day() -> CivilDay { CivilDay(ordinal: Int32(below(40_000) - 2000)) }

  package mutating func text() -> String {
    pick(["Anna's Apple Watch", "", "手机", "a\u{1}b\"\\\n", "🏃‍♀️ Run", "'; DROP TABLE reading; --"])
  }

  package mutating func digest() -> Digest { Digest(of: withUnsafeBytes(of: next()) { Array($0) }) }
}

extension SeededGenerator {
  package mutating func verdict() -> Verdict {
    Verdict(
      outcome: pick(Outcome.allCases), reasons: (0..<below(4)).map { _ in reason() },
      explanation: explanation(depth: 2), asOf: instant(),
      phase: pick([.upcoming, .active, .proofWindow, .ended]),
      finality: pick([.final, .provisional(until: nil), .provisional(until: instant())]),
      completeness: pick(Completeness.allCases),
      score: flag()
        ? ScoreValue(
          quantity(), unit: pick(Unit.allCases), isFinal: flag(), restsOnDamage: flag())
        : nil,
      quality: QualityFlags(
        (0..<below(3)).map { _ in qualityFlag() }, limits: QualityFlags.unflagged.limits))
  }

  private mutating func qualityFlag() -> QualityFlag {
    QualityFlag(
      pick(FlagCode.allCases), pick(QualityFlag.Level.allCases), day: flag() ? day() : nil,
      metric: flag() ? pick(Metric.allCases) : nil,
      kind: flag() ? pick(ActivityKind.allCases) : nil,
      measured: quantity(), limit: quantity())
  }

  private mutating func reason() -> Reason {
    Reason(
      code: "streak.too_short", text: text(), required: optionalQuantity(),
      actual: optionalQuantity(),
      damage: (0..<below(2)).map { _ in
        InputDamage(
          format: FormatID(text()), digest: digest(), codes: [pick(FindingCode.allCases)],
          limits: flag() ? [pick(ReadLimit.settable): below(9)] : [:])
      })
  }

  private mutating func missed() -> [ActivityQuantity: Int] {
    var missed: [ActivityQuantity: Int] = [:]
    for quantity in ActivityQuantity.allCases where below(4) == 0 {
      missed[quantity] = 1 + below(9)
    }
    return missed
  }

  private mutating func explanation(depth: Int) -> Explanation {
    let shortfall = optionalQuantity().map { Quantity(microUnits: -$0.microUnits) }
    return Explanation(
      key: "all", name: flag() ? text() : nil, answer: pick(Outcome.allCases),
      metric: flag() ? pick(Metric.allCases) : nil, required: flag() ? text() : nil,
      unit: flag() ? "day" : nil, actual: optionalQuantity(), margin: shortfall,
      reason: flag() ? reason() : nil, span: flag() ? span() : nil,
      days: (0..<below(3)).map { _ in
        Explanation.Day(
          day: day(), value: optionalQuantity(),
          standing: pick([.counted, .short, .missing, .incomplete, .damaged, .notOver, .unknown]),
          missed: missed())
      },
      weeks: (0..<below(3)).map { _ in
        Explanation.Week(days: span(), actual: quantity(), answer: pick(Outcome.allCases))
      },
      children: depth == 0 ? [] : (0..<below(3)).map { _ in explanation(depth: depth - 1) })
  }

  private mutating func span() -> ClosedRange<CivilDay> {
    let (a, b) = (day(), day())
    return min(a, b)...max(a, b)
  }
}
